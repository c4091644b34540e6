"""Describes the members of the cluster and the owners of the shards at one moment. Knows no database."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Member:
    """Describes a process of the cluster, whose ``role`` is "host" or "front". A new process has a new name and key.
    ``address`` is where a host listens, ``ready`` says whether it takes shards, ``living`` whether the lease is
    valid."""

    name: str
    role: str
    address: str
    key: str
    ready: bool = False
    living: bool = True


@dataclass(frozen=True, slots=True)
class Holding:
    """Holds the owner of a shard, if there is one, and the epoch."""

    owner: str | None
    epoch: int


@dataclass(frozen=True, slots=True)
class Map:
    """Holds the members and the owners of all shards."""

    members: Mapping[str, Member] = field(default_factory=dict)
    shards: Mapping[int, Holding] = field(default_factory=dict)

    def owner(self, shard: int) -> Member | None:
        """Returns the owner of a shard, or None without an owner."""
        holding = self.shards.get(shard)
        return self.members.get(holding.owner) if holding and holding.owner else None

    def epoch(self, shard: int) -> int:
        """Returns the epoch of a shard."""
        return self.shards[shard].epoch if shard in self.shards else 0

    def of(self, owner: str) -> dict[int, int]:
        """Returns the epochs of the shards of an owner."""
        return {shard: holding.epoch for shard, holding in self.shards.items() if holding.owner == owner}

    def hosts(self) -> list[Member]:
        """Returns the hosts that take shards, in the order of the names."""
        ready = (each for each in self.members.values() if each.role == "host" and each.ready and each.living)
        return sorted(ready, key=lambda member: member.name)

    def fewest(self, hosts: Collection[str]) -> tuple[str, int]:
        """Returns the host with the fewest shards, and their number."""
        counts = {name: len(self.of(name)) for name in hosts}
        return min(counts.items(), key=lambda each: (each[1], each[0]))

    def owners(self) -> set[str]:
        """Returns the names of all owners, including former members."""
        return {holding.owner for holding in self.shards.values() if holding.owner}

    def lost(self) -> set[str | None]:
        """Returns the owners whose lease has run out, with None if a shard has no owner."""
        living = {name for name, member in self.members.items() if member.living}
        return {holding.owner for holding in self.shards.values()} - living
