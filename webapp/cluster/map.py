"""Describes the cluster as of one moment: its members, and the owner of each shard. Knows no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.storage.fence import shard_of


@dataclass(frozen=True, slots=True)
class Member:
    """Describes a process of the cluster.

    Args:
        name: of this process alone; a process started again has another name.
        role: "host" or "front".
        address: where a host listens.
        key: the public key.
        ready: whether a host takes shards.
        living: whether the lease of the process is valid.
    """

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
        """Returns the owner of a shard; None while there is no owner."""
        holding = self.shards.get(shard)
        return self.members.get(holding.owner) if holding and holding.owner else None

    def epoch(self, shard: int) -> int:
        """Returns the epoch of a shard."""
        return self.shards[shard].epoch if shard in self.shards else 0

    def of(self, owner: str) -> dict[int, int]:
        """Returns the epochs of the shards of an owner."""
        return {shard: holding.epoch for shard, holding in self.shards.items() if holding.owner == owner}

    def owns(self, owner: str, game_id: str) -> bool:
        """Returns whether a game belongs to an owner."""
        return self.shards.get(shard_of(game_id), Holding(None, 0)).owner == owner

    def hosts(self) -> list[Member]:
        """Returns the hosts that take shards, in the order of the names."""
        ready = (each for each in self.members.values() if each.role == "host" and each.ready and each.living)
        return sorted(ready, key=lambda member: member.name)

    def owners(self) -> set[str]:
        """Returns the names of all owners, also of former members."""
        return {holding.owner for holding in self.shards.values() if holding.owner}

    def lost(self) -> set[str | None]:
        """Returns the owners whose lease has run out, with None if a shard has no owner."""
        living = {name for name, member in self.members.items() if member.living}
        return {holding.owner for holding in self.shards.values()} - living
