"""Judges who owns the games of a cluster: a host that lives loses none, each has an owner, and all processes agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.world.room import RECOVERED
from tests.world.simulated.hosts.processes import FrontProcess
from tests.world.simulated.machine import EPOCH
from webapp.cluster.leases import LEASE
from webapp.storage.fence import SHARDS, shard_of

if TYPE_CHECKING:
    from tests.world.world import World

_SETTLED = 12.0
"""Virtual seconds after which processes agree again, once nothing troubles them."""
_ABSENCE = 14.0
"""Virtual seconds after which a host has forgotten the pages of a front that is silent."""
_JUMPED = 2 * LEASE
"""Virtual seconds after a jump of the database's clock in which its leases mean nothing."""
Shards = dict[int, tuple[str | None, int]]


class Owners:
    """Follows the owners of the shards, by the tables of the database."""

    def __init__(self, world: World) -> None:
        self._world, self._machine, self._cluster = world, world.machine, world.cluster
        self._shards: Shards = {}
        self._since: dict[int, float] = {}
        self.given: dict[int, float] = {}
        """By shard, when its host began last to give it away: its tables leave the memory, even if it stays."""
        self._changed_at = self._jumped_at = self._jumped = 0.0
        self._rough_until = 0.0
        self._wrong: dict[str, float] = {}
        self._silent: dict[tuple[str, str], float] = {}
        """By front and host, since when nothing passes."""

    def is_troubled(self, seconds: float) -> None:
        """Notes that something is wrong with processes, their lines or their database for some seconds."""
        self._rough_until = max(self._rough_until, self._machine.now + seconds)

    def is_calm(self, since: float | None = None) -> bool:
        """Returns whether all such troubles have been over for so long that each process knows the owners, now or since
        then."""
        return (self._machine.now if since is None else since) > self._rough_until + RECOVERED

    def since(self, game_id: str) -> float:
        """Returns the moment from which on a game has had its owner."""
        return self.had(shard_of(game_id))

    def had(self, shard: int) -> float:
        """Returns the moment from which on a shard has had its owner."""
        return self._since.get(shard, 0.0)

    def count(self, name: str) -> int:
        """Returns the number of shards of an owner."""
        return sum(owner == name for owner, _ in self._shards.values())

    def owner(self, shard: int) -> str | None:
        """Returns the owner of a shard, by the database."""
        return self._shards.get(shard, (None, 0))[0]

    def _read(self) -> tuple[Shards, dict[str, tuple[str, bool, bool]]]:
        ask, postgres = self._cluster.postgres.raw.execute, self._cluster.postgres
        now = int((EPOCH + self._machine.now + postgres.jumped) * 1000)
        rows = ask("SELECT name, role, ready, until FROM member").fetchall()
        members = {name: (role, bool(ready), until > now) for name, role, ready, until in rows}
        return {row[0]: (row[1], row[2]) for row in ask("SELECT id, owner, epoch FROM shard")}, members

    def note_change(self, by: str) -> None:
        """Judges new owners that the member ``by`` has just written."""
        (after, members), before, now = self._read(), self._shards, self._machine.now
        changed = {shard for shard, holding in after.items() if before.get(shard, (None, 0)) != holding}
        self._shards = after
        if not changed:
            return
        self._world.midst.note("owners")
        self._since.update(dict.fromkeys(changed, now))
        self._changed_at = now
        self._note_jump()
        if now - self._jumped_at < _JUMPED:
            return
        dead = {one.member for one in self._cluster.dead}
        for shard in changed:
            (owner, epoch), (former, earlier) = after[shard], before.get(shard, (None, 0))
            promised = self._cluster.postgres.promised.get(former or "", 0.0)
            if epoch <= earlier and before:
                self._fail(f"Shard {shard} has a new owner, and no new epoch.")
            elif owner is not None and members.get(owner, ("", False, False)) != ("host", True, True):
                self._fail(f"Shard {shard} was given to {owner}, which takes no games.")
            elif former not in (None, by, *dead) and former in members and promised > now:
                self._fail(f"{by} took shard {shard} of {former}, which lives and has renewed its lease.")

    def _note_jump(self) -> None:
        if self._cluster.postgres.jumped != self._jumped:
            self._jumped, self._jumped_at = self._cluster.postgres.jumped, self._machine.now

    def look(self) -> None:
        """Looks every second. What is wrong for long, while nothing troubles the cluster, is a fault."""
        now = self._machine.now
        self._note_jump()
        self._look_at_silent_fronts()
        wrong = self._wrongs() if self.is_calm() else []
        self._wrong = {words: self._wrong.get(words, now) for words in wrong}
        for words, since in self._wrong.items():
            if now - since > _SETTLED:
                self._fail(words)
                break

    def _look_at_silent_fronts(self) -> None:
        """A host forgets the pages of a front from which nothing comes."""
        now, cluster = self._machine.now, self._cluster
        fronts = [*cluster.fronts, *(one for one in cluster.dead if isinstance(one, FrontProcess))]
        for host in cluster.hosts:
            for front in fronts:
                is_silent = front.is_dead or front.frozen_until > now or not cluster.links.passes(front, host)
                since = self._silent.setdefault((front.name, host.name), now)
                if not is_silent or host.frozen_until > now - 1.0:
                    del self._silent[front.name, host.name]
                elif now - since > _ABSENCE:
                    name = f"{front.services.owner.name}/"
                    if kept := [sid for sid in host.host.questions._known if sid.startswith(name)]:
                        words = f"{len(kept)} pages of {front.name}, which has been silent for {now - since:.0f} s"
                        self._fail(f"{host.name} keeps {words}.")

    def check_end(self) -> None:
        """Judges what the hosts and fronts still hold, long after the last page has left."""
        for words in self._wrongs()[:1]:
            self._fail(words)

    def _wrongs(self) -> list[str]:
        shards, members = self._read()
        hosts = [name for name, member in members.items() if member == ("host", True, True)]
        counts = {name: sum(owner == name for owner, _ in shards.values()) for name in hosts}
        wrong = [
            f"Shard {shard} has no owner." for shard, (owner, _) in shards.items() if owner not in counts and hosts
        ]
        if counts and min(counts.values()) < SHARDS // len(hosts):
            wrong.append(f"The hosts have {sorted(counts.values())} shards.")
        for one in self._cluster.processes():
            desk = one.host if one.member else one.services.owner
            known = {shard: (each.owner, each.epoch) for shard, each in desk.membership.map.shards.items()}
            if known != shards:
                wrong.append(f"{one.name} knows other owners than the database.")
            if one.member and dict(desk.fence.held) != {
                n: each[1] for n, each in shards.items() if each[0] == one.member
            }:
                wrong.append(f"{one.name} does not hold what it owns.")
            if (one.member or desk.name) not in members:
                wrong.append(f"{one.name} is no member.")
            if not one.member:
                wrong += self._wrong_lines(one, desk, hosts)
        return wrong + self._wrong_pages()

    def _wrong_lines(self, front: Any, desk: Any, hosts: list[str]) -> list[str]:
        missing = [host for host in hosts if desk._mesh.line(host) is None or not desk._mesh.line(host).heard]
        return [f"{front.name} has no line to {host}." for host in missing]

    def _wrong_pages(self) -> list[str]:
        """The pages of the fronts are at the hosts of their tables, and nowhere else, and hosts know no others."""
        wrong, there = list[str](), dict[str, tuple[str, str]]()
        for front in self._cluster.fronts:
            pages = front.services.owner.pages._pages
            for sid, page in pages.items():
                owner = self._shards[shard_of(page.place.game_id)][0] if page.place.game_id and self._shards else None
                there[f"{front.services.owner.name}/{sid}"] = page.place.game_id or "", owner or ""
        for host in self._cluster.hosts:
            places = host.host.publisher._places
            for sid in host.host.questions._known.keys() - there.keys():
                wrong.append(f"{host.name} knows {sid}, which has left.")
            for sid, (game_id, owner) in there.items():
                at = places[sid].game_id if sid in places else None
                if (at or "") != (game_id if owner == host.member else ""):
                    wrong.append(f"{host.name} has {sid} at {at}; it is at {game_id or None}.")
        return wrong

    def _fail(self, words: str) -> None:
        self._world.fail("the leases", words)
