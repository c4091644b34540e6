"""Carries out the troubles of a plan: at one server and its machine, or at the processes of a cluster."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tests.world.cast.client import Client
from tests.world.simulated.leaving import ask_late
from tests.world.simulated.minds.slices import STARTS
from tests.world.simulated.network import SLOW_BUFFER
from webapp.storage.database import Database
from webapp.storage.url import DatabaseError

if TYPE_CHECKING:
    from tests.world.simulated.hosts.cluster import Cluster
    from tests.world.simulated.server import Host
    from tests.world.world import World

LONGEST = 60.0
"""The most seconds that a trouble lasts."""
_AT_ONCE, _HALF_OPEN, _RESTARTED = 0.0, 25.0, 20.0
"""Seconds: of what is over as soon as it has come, of half-open lines, and to the next process after a death."""
_HANGS_ON = 0.4
"""How often an engine that hangs does so for good: a process which starts meanwhile never says a word."""


class Troubles:
    """Holds the troubles that one server and a cluster share."""

    def __init__(self, world: World) -> None:
        self._world, self._machine = world, world.machine
        self._calm: dict[int, dict[str, object]] = {}

    def begin(self, kind: str, chance: random.Random) -> None:
        """Begins a trouble. Each tells how many seconds it lasts."""
        self._world.is_troubled(getattr(self, kind.replace(" ", "_"))(chance))

    def _for_a_while(self, chance: random.Random, thing: Any, **changed: object) -> float:
        calm = self._calm.setdefault(id(thing), {})  # of two troubles at once the end of the first ends both
        for name, value in changed.items():
            calm.setdefault(name, getattr(thing, name))
            setattr(thing, name, value)
        seconds = chance.uniform(5, LONGEST)

        def back() -> None:
            for name in changed:
                setattr(thing, name, calm[name])

        self._machine.later(seconds, back)
        return seconds

    def _engines(self, _chance: random.Random) -> Any:
        return self._world.server.engines

    def engine_dies(self, chance: random.Random) -> float:
        self._engines(chance).die(chance.choice((-9, -11, 0, 1)))
        return _AT_ONCE

    def engine_hangs(self, chance: random.Random) -> float:
        stays = chance.random() < _HANGS_ON
        seconds = self._for_a_while(chance, self._engines(chance).temper, is_hung=True, stays=stays)
        return seconds + STARTS * stays

    def engine_is_slow(self, chance: random.Random) -> float:
        return self._for_a_while(chance, self._engines(chance).temper, seconds=chance.choice((2.0, 9.0)))

    def engine_stammers(self, chance: random.Random) -> float:
        return self._for_a_while(chance, self._engines(chance).temper, twice=0.4, torn=0.4, stray=0.4)

    def poison(self, chance: random.Random) -> float:
        temper = self._engines(chance).temper
        temper.poisons, temper.hangs, temper.sticks = 1, chance.random() < 0.7, chance.random() < 0.6
        return LONGEST

    def no_engine(self, chance: random.Random) -> float:
        engines = self._engines(chance)
        engines.die(-9)
        return self._for_a_while(chance, engines.temper, starts=False)

    def disk_is_slow(self, chance: random.Random) -> float:
        return self._for_a_while(chance, self._world.host.disk, seconds=1.0)

    def disk_hangs(self, chance: random.Random) -> float:
        seconds = chance.uniform(20, 40)
        self._world.host.disk.hangs_until = self._machine.now + seconds
        return seconds

    def disk_is_full(self, chance: random.Random) -> float:
        return self._for_a_while(chance, self._world.host.disk, is_full=True)

    def writes_fail_before(self, chance: random.Random) -> float:
        return self._for_a_while(chance, self._world.host.disk, before=0.3)

    def writes_fail_after(self, chance: random.Random) -> float:
        return self._for_a_while(chance, self._world.host.disk, after=0.3)

    def reads_fail(self, chance: random.Random) -> float:
        return self._for_a_while(chance, self._world.host.disk, unreadable=0.5)

    def clock_jumps(self, chance: random.Random) -> float:
        self._machine.wall += chance.choice((-86_400.0, -3600.0, 5.0, 3600.0, 400_000.0, 700_000.0))
        return _AT_ONCE

    def _some(self, chance: random.Random) -> list[Client]:
        return [client for client in self._world.clients if chance.random() < 0.5]

    def lines_are_torn(self, chance: random.Random) -> float:
        for client in self._some(chance):
            client.line.tear()
        return _AT_ONCE

    def lines_are_half_open(self, chance: random.Random) -> float:
        for client in self._some(chance):
            client.line.freeze()
            self._machine.later(_HALF_OPEN, client.close)
        return _HALF_OPEN

    def lines_are_slow(self, chance: random.Random) -> float:
        for client in self._some(chance):
            self._for_a_while(chance, client.line, slowness=400.0, buffer=SLOW_BUFFER)
        return LONGEST


class OfServer(Troubles):
    """Holds the troubles of one server."""

    def kill(self, chance: random.Random) -> float:
        server: Host = self._world.server
        if server.services is not None:
            self._world.was_down = True
            server.crash()
            self._world.truth.look_again()
            self._machine.later(chance.uniform(0.2, 5.0), self._start)
        return 10.0

    def restart(self, chance: random.Random) -> float:
        server: Host = self._world.server
        if server.services is not None:
            services, self._world.was_down = server.services, True
            if chance.random() < 0.7:  # a supervisor does not always wait
                server.drain()
            else:
                ask_late(self._world, server.disk)
            if server.services is not services:
                return 10.0
            server.stop()
            self._world.truth.look_again()
            self._machine.later(chance.uniform(0.2, 5.0), self._start)
            if chance.random() < 0.5:  # the disk is not well yet when the server comes back
                return self.reads_fail(chance)
        return 10.0

    def _start(self) -> None:
        try:
            self._world.server.start()
        except DatabaseError:  # the lock belongs to the server that was started after its removal
            self._machine.later(2.0, self._start)

    def lock_removed(self, _chance: random.Random) -> float:
        """Removes the lock, and starts another server. Some seconds later one of the two knows that it has lost."""
        server, file = self._world.server, self._world.file
        if server.services is None:
            return _AT_ONCE
        services = server.services
        file.with_name(file.name + ".lock").unlink(missing_ok=True)
        try:
            other = Database(f"sqlite:///{file}", owned=True)
        except DatabaseError:
            return _AT_ONCE

        def judge() -> None:
            both = services is server.services and services.database._claim.holds() and other._claim.holds()  # type: ignore[union-attr]
            other.close()
            if (
                both and not self._world.heavy and server.disk.hangs_until < self._machine.now - 5.0
            ):  # which looks after a write
                self._world.fail("one owner", "Two servers hold the database, and neither knows it.")

        self._machine.later(5.0, judge)
        return LONGEST


class OfCluster(Troubles):
    """Holds the troubles of hosts, fronts, their lines and their database."""

    @property
    def _cluster(self) -> Cluster:
        return self._world.cluster

    def _engines(self, chance: random.Random) -> Any:
        return chance.choice(self._cluster.hosts or self._cluster.dead).engines

    def _host(self, chance: random.Random) -> Any:
        return chance.choice(self._cluster.hosts) if self._cluster.hosts else None

    def _pair(self, chance: random.Random) -> tuple[Any, Any]:
        one, other = chance.sample(self._cluster.processes(), 2)
        return one, other

    def host_killed(self, chance: random.Random) -> float:
        if host := self._host(chance):
            self._cluster.kill(host)
            self._world.truth.look_again()
            self._machine.later(chance.uniform(0.2, _RESTARTED), self._cluster.start_host)
        return _RESTARTED

    def host_leaves(self, chance: random.Random) -> float:
        if host := self._host(chance):
            self._cluster.start_host()
            host.leave()
            if host in self._cluster.hosts:
                self._cluster.retire(host)
        return _AT_ONCE

    def host_joins(self, chance: random.Random) -> float:
        """Starts a host. Half of the time the database refuses the others while they give games to it."""
        others = list(self._cluster.hosts)
        if len(others) < 4:
            self._cluster.start_host()
        for host in others if chance.random() < 0.5 else ():
            self._machine.later(chance.uniform(0.5, 4.0), lambda host=host: host.lose_database(1.5, False))  # type: ignore[misc]
        return 6.0

    def host_frozen(self, chance: random.Random) -> float:
        seconds = float(chance.choice((2.9, 3.5, 8.0, 14.0, 30.0)) * chance.uniform(0.8, 1.2))
        if host := self._host(chance):
            host.freeze(seconds)
        return seconds

    def front_killed(self, chance: random.Random) -> float:
        self._world.was_down = True
        self._cluster.kill(chance.choice(self._cluster.fronts))
        if self._cluster.fronts:
            self._machine.later(chance.uniform(0.2, _RESTARTED), self._cluster.start_front)
        else:
            self._cluster.start_front()
        return _RESTARTED

    def front_leaves(self, chance: random.Random) -> float:
        """Ends a front in order, after another one has been started."""
        front = chance.choice(self._cluster.fronts)
        self._world.was_down = True
        self._cluster.start_front()
        front.leave()
        if front in self._cluster.fronts:
            self._cluster.retire(front)
        return _AT_ONCE

    def front_frozen(self, chance: random.Random) -> float:
        seconds = float(chance.choice((2.9, 3.5, 8.0, 14.0, 30.0)) * chance.uniform(0.8, 1.2))
        chance.choice(self._cluster.fronts).freeze(seconds)
        return seconds

    def front_cut_off(self, chance: random.Random) -> float:
        seconds, front = chance.choice((4.0, 15.0)), chance.choice(self._cluster.fronts)
        for host in self._cluster.hosts:
            self._cluster.links.cut_between(front, host, seconds)
            self._cluster.links.cut_between(host, front, seconds)
        return seconds

    def link_cut(self, chance: random.Random) -> float:
        seconds = chance.choice((1.0, 4.0, 15.0, 40.0))
        if self._cluster.hosts:
            one, other = self._pair(chance)
            self._cluster.links.cut_between(one, other, seconds)
            self._cluster.links.cut_between(other, one, seconds)
        return seconds

    def link_half_open(self, chance: random.Random) -> float:
        seconds = chance.choice((1.0, 2.5, 4.0, 15.0))
        if self._cluster.hosts:
            self._cluster.links.cut_between(*self._pair(chance), seconds)
        return seconds

    def links_are_slow(self, chance: random.Random) -> float:
        slow = self._cluster.links.slow
        for one in self._cluster.processes():
            for other in self._cluster.processes():
                if chance.random() < 0.5:
                    slow[one.name, other.name] = chance.choice((0.1, 0.5, 1.5))
        seconds = chance.uniform(5, LONGEST)
        self._machine.later(seconds, slow.clear)
        return seconds

    def database_lost(self, chance: random.Random) -> float:
        """Cuts one process off from the database."""
        seconds = chance.choice((2.0, 6.0, 20.0, 40.0))
        chance.choice(self._cluster.processes()).lose_database(seconds)
        return seconds

    def database_asleep(self, chance: random.Random) -> float:
        seconds = chance.choice((1.0, 4.0, 9.0))
        for process in self._cluster.processes():  # each comes back in its own time
            process.lose_database(seconds * chance.uniform(0.9, 1.1))
        return seconds

    def database_answers_late(self, chance: random.Random) -> float:
        return self._for_a_while(chance, self._cluster.postgres, late=chance.choice((0.2, 0.4)))

    def database_clock_jumps(self, chance: random.Random) -> float:
        self._cluster.postgres.jumped += chance.choice((-3600.0, -2.0, 2.0, 5.0, 3600.0))
        return LONGEST
