"""Carries out the troubles of a cluster that turn on time: who is silent for how long, and who hears of it when."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from tests.world.harm.stranger import knock
from tests.world.harm.troubles import OfCluster, Troubles
from webapp.cluster.leases import LEASE
from webapp.play.steps import start
from webapp.storage.fence import shard_of

SILENCES = {
    "host silent": "a host is silent in some way: for shorter than its lease, about as long, or longer",
    "front and host alone": "a front and a host do not reach the database for a while, but one another",
    "games there and back": "a game goes to another host and comes back, while fronts read late of it",
    "host silent twice": "a host is silent for longer than its lease, comes back, and is silent once more",
    "changes fail": "half of the changes of owners and members fail, before the commit or after it",
    "notices are late": "half of the processes hear late of what changes in the database",
    "map is read late": "a front reads slowly who owns the games",
    "games to and fro": "a host joins, takes games and gives them back, again and again",
    "short freezes": "each process does nothing for a moment, one after the other",
    "stranger knocks": "somebody who is no member, or a member under another's name, connects to all hosts",
    "member forgotten": "a process is silent, and its row in the database has gone when it comes back",
}
_LENGTHS = (0.4, 0.7, 0.93, 1.0, 1.07, 1.4, 2.0, 4.0, 5.0)
"""How long a silence is, in leases."""
OFTEN = 3
"""The first of them that every world of a cluster has."""
_EXCHANGES, _CHANGES = 8, 12
_LATE = 45.0
"""Virtual seconds for which notices and reads are late."""


class Silences(OfCluster):
    """Holds all troubles of a cluster. Those of its processes, their lines and their database have an end of their own:
    no others excuse that a process is wrong about owners and pages."""

    def begin(self, kind: str, chance: random.Random) -> None:
        name = kind.replace(" ", "_")
        note = self._world.is_troubled if hasattr(Troubles, name) else self._is_troubled
        note(getattr(self, name)(chance))

    def _is_troubled(self, seconds: float) -> None:
        self._world.is_troubled(seconds)
        self._world.owners.is_troubled(seconds)

    def host_silent(self, chance: random.Random) -> float:
        """Silences a host in one of three ways."""
        seconds = LEASE * chance.choice(_LENGTHS) * chance.uniform(0.97, 1.03)
        self._silence(self._any_host(chance), seconds, chance.choice(("freeze", "cut", "database")))
        return seconds

    def host_silent_twice(self, chance: random.Random) -> float:
        """Silences a host twice, with a moment between."""
        host, first, pause = self._any_host(chance), chance.uniform(3.5, 8.0), chance.uniform(0.1, 3.0)
        second, ways = chance.uniform(0.5, 5.0), ("freeze", "cut", "database")
        self._silence(host, first, chance.choice(ways))
        self._machine.later(first + pause, lambda: self._silence(host, second, chance.choice(ways)))
        return first + pause + second

    def front_and_host_alone(self, chance: random.Random) -> float:
        """Cuts a front and a host off from the database at the same moment: the others go on without them."""
        seconds, host = chance.uniform(5.0, 20.0), self._any_host(chance)
        for one in (host, chance.choice(self._cluster.fronts)):
            if one is not None:
                one.lose_database(seconds, False)
        return seconds

    def changes_fail(self, chance: random.Random) -> float:
        """Lets changes of owners and members fail, while a host joins and another one gives its games away."""
        for one in self._cluster.processes():
            one.changes = [chance.choice(("before", "after", "", "")) for _ in range(_CHANGES)]
            self._machine.later(_LATE, one.changes.clear)
        self.host_leaves(chance)
        return _LATE

    def give_in_vain(self, game_id: str, fate: str) -> None:
        """Lets the host of a game give it to another one by a change that fails before the commit, or after it."""
        shard, host = shard_of(game_id), self._host_of(game_id)
        other = next((one for one in self._cluster.hosts if one is not host and one.host.takes_games), None)
        if host is not None and other is not None:
            host.changes = [fate]
            self._give(host, shard, other, host.changes.clear)

    def notices_are_late(self, chance: random.Random) -> float:
        """Lets notices of the database come late to half of the processes."""
        for one in self._cluster.processes():
            if chance.random() < 0.5:
                one.notice_late = chance.choice((0.05, 0.3, 0.9))
                self._machine.later(_LATE, lambda one=one: setattr(one, "notice_late", 0.0))  # type: ignore[misc]
        return _LATE

    def map_is_read_late(self, chance: random.Random) -> float:
        """Lets a front know late what it reads of the database."""
        front = chance.choice(self._cluster.fronts)
        front.reads_late = chance.choice((0.1, 0.5, 1.5))
        self._machine.later(_LATE, lambda: setattr(front, "reads_late", 0.0))
        return _LATE

    def games_to_and_fro(self, chance: random.Random) -> float:
        """Lets a host join and leave some times, while fronts know of it late."""
        seconds = 0.0
        self.map_is_read_late(chance)
        for _ in range(3):
            self._machine.later(seconds, self._cluster.start_host)
            seconds += chance.uniform(4.0, 9.0)
            self._machine.later(seconds, self._newest_leaves)
            seconds += chance.uniform(1.0, 5.0)
        return max(seconds, _LATE)

    def games_there_and_back(self, chance: random.Random) -> float:
        """Gives the newest game away and takes it back some times, so soon that fronts may read of both at once."""
        seconds = 0.0
        self.read_late(_LATE, chance)
        for _ in range(_EXCHANGES):
            self._machine.later(seconds, lambda: self.exchange(self._world.truth.latest))
            seconds += chance.uniform(2.0, 4.0)
        return _LATE

    def exchange(self, game_id: str, done: Callable[[], object] = lambda: None) -> bool:
        """Gives a game to another host and back at once, and calls ``done``. False: there is no other host."""
        shard, host = shard_of(game_id), self._host_of(game_id)
        other = next((one for one in self._cluster.hosts if one is not host and one.host.takes_games), None)
        if host is None or other is None:
            return False
        self._give(host, shard, other, lambda: self._give(other, shard, host, done))
        return True

    def read_late(self, seconds: float, chance: random.Random) -> None:
        """Lets all fronts know late what they read of the database, for some seconds."""
        for front in self._cluster.fronts:
            front.reads_late = chance.choice((0.3, 0.7, 1.2))
            self._machine.later(seconds, partial(setattr, front, "reads_late", 0.0))

    def _give(self, host: Any, shard: int, to: Any, then: Callable[[], object], tries: int = 100) -> None:
        """Lets a host give a shard to another one as soon as it has it."""
        if not tries or host not in self._cluster.hosts or to not in self._cluster.hosts:
            return
        if shard not in host.host.fence.held:
            self._machine.later(0.01, lambda: self._give(host, shard, to, then, tries - 1))
            return

        async def give() -> None:
            self._world.owners.given[shard] = self._machine.now
            with suppress(SQLAlchemyError):
                await host.host._handover.give([shard], to.member)
            then()

        host.loop.call(lambda: start(give()))
        host.loop._waker.send(b"\0")

    def short_freezes(self, chance: random.Random) -> float:
        """Freezes each process for a part of its lease: so the pages are answered late, and by the same hosts."""
        begins = 0.0
        for one in self._cluster.processes():
            seconds = LEASE * chance.uniform(0.35, 0.9)
            self._machine.later(begins, lambda one=one, seconds=seconds: one.freeze(seconds))  # type: ignore[misc]
            begins += seconds * chance.uniform(0.5, 1.5)
        return begins + LEASE

    def member_forgotten(self, chance: random.Random) -> float:
        """Forgets a process that has been silent, as a host that joins does after an hour."""
        one, seconds = chance.choice(self._cluster.processes()), LEASE * chance.uniform(2.5, 4.0)
        one.lose_database(seconds)
        ask, name = self._cluster.postgres.raw.execute, one.member or one.services.owner.name

        def forget() -> None:
            if not ask("SELECT 1 FROM shard WHERE owner = ?", (name,)).fetchone():
                ask("DELETE FROM member WHERE name = ?", (name,))

        self._machine.later(seconds - 0.1, forget)
        return seconds

    def stranger_knocks(self, chance: random.Random) -> float:
        """Lets a stranger connect to the hosts."""
        knock(self._cluster, chance)
        return 0.0

    def lose_lines(self, game_id: str, seconds: float) -> None:
        """Lets no byte pass between the host of a game and all fronts for a while."""
        host = self._host_of(game_id)
        for front in self._cluster.fronts if host else ():
            self._cluster.links.cut_between(front, host, seconds)
            self._cluster.links.cut_between(host, front, seconds)
        self._is_troubled(seconds)

    def give_away(self, game_id: str) -> None:
        """Lets the host of a game give its games to others and end, and starts another one."""
        if host := self._host_of(game_id):
            self._cluster.start_host()
            host.leave()
            if host in self._cluster.hosts:
                self._cluster.retire(host)
        self._is_troubled(0.0)

    def _host_of(self, game_id: str) -> Any:
        owner = self._world.owners.owner(shard_of(game_id))
        return next((one for one in self._cluster.hosts if one.member == owner), None)

    def _any_host(self, chance: random.Random) -> Any:
        """Returns a host, most often that of the game in which something was stored last."""
        hosts, world = self._cluster.hosts, self._world
        busy = [one for one in hosts if one.member == world.owners.owner(shard_of(world.truth.latest))]
        return chance.choice(busy if busy and chance.random() < 0.7 else hosts) if hosts else None

    def _newest_leaves(self) -> None:
        if len(self._cluster.hosts) > 1:
            host = self._cluster.hosts[-1]
            host.leave()
            if host in self._cluster.hosts:
                self._cluster.retire(host)

    def _silence(self, host: Any, seconds: float, way: str) -> None:
        if host not in self._cluster.hosts:
            return  # it has ended
        if way == "freeze":
            host.freeze(seconds)
        elif way == "database":
            host.lose_database(seconds)
        else:
            for other in self._cluster.processes():
                self._cluster.links.cut_between(host, other, seconds)
                self._cluster.links.cut_between(other, host, seconds)
