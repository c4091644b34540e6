"""Joins the processes of a cluster in a world by simulated lines, and takes the part of its one server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import zmq
from zmq.utils import z85

import webapp.cluster.host
import webapp.cluster.mesh
import webapp.cluster.remote_desk
from tests.world.simulated.hosts.leases import Postgres, SharedDatabase, SimulatedMembership
from tests.world.simulated.hosts.links import Links
from tests.world.simulated.hosts.processes import FrontProcess, HostProcess
from tests.world.simulated.minds.slices import STARTS
from tests.world.simulated.network import Listener
from tests.world.simulated.node import Disk
from tests.world.simulated.threads import Event
from webapp.cluster import run_host
from webapp.cluster.line.host_end import Connections
from webapp.engine_process.client import EngineClient
from webapp.engine_process.pipe import Patience
from webapp.settings import Settings

if TYPE_CHECKING:
    import random

    from tests.world.world import World


class Cluster:
    """Holds the processes of a world, and takes the part of its one server."""

    def __init__(self, world: World, settings: Settings, hosts: int, fronts: int, chance: random.Random) -> None:
        self._world, self.settings, self._sizes = world, settings, (hosts, fronts)
        self.disk, self.count, self.baseline, self.started_at = Disk(), 0, 0, 0.0
        self.links = Links(world.machine, chance)
        self.postgres = Postgres(world.machine, world.file, self.disk, world.truth.look)
        self.postgres.fail = world.fail
        self.hosts: list[HostProcess] = []
        self.fronts: list[FrontProcess] = []
        self.dead: list[HostProcess | FrontProcess] = []

    # --- as one server ---

    def start(self) -> None:
        """Starts all processes."""
        for _ in range(self._sizes[0]):
            self.start_host()
        for _ in range(self._sizes[1]):
            self.start_front()

    def calm_down(self) -> None:
        """Ends the troubles of the disk and of the engines."""
        self.disk.__init__()  # type: ignore[misc]
        for host in self.hosts:
            host.engines.temper.__init__()  # type: ignore[misc]

    def is_up(self) -> bool:
        """Returns whether anybody can come in."""
        return bool(self.fronts)

    def door(self, chance: random.Random) -> Listener:
        """Returns the front to which a client is led, as by a balancer that may not know yet who has died."""
        dead = [one for one in self.dead if isinstance(one, FrontProcess)]
        choice = self.fronts if self.fronts and (not dead or chance.random() < 0.9) else [*self.fronts, *dead]
        return chance.choice(choice).listener

    def after_step(self) -> None:
        """Looks at each process."""
        for process in self.processes():
            process.after_step()

    def processes(self) -> list[Any]:
        """Returns the living processes."""
        return [*self.hosts, *self.fronts]

    def held(self) -> dict[str, float]:
        """Returns all that the processes hold for somebody."""
        return {
            f"{kind} of {process.name}": count()
            for process in self.processes()
            for kind, count in process.counts().items()
            if count()
        }

    def roots(self) -> dict[str, object]:
        """Returns all that each process is made of."""
        return {
            **{one.name: (one.host,) for one in self.hosts},
            **{one.name: (one.services, one.server) for one in self.fronts},
        }

    def loops(self) -> list[Any]:
        """Returns the loops that run."""
        return [one.loop for one in self.processes()]

    def owners(self) -> list[Any]:
        """Returns what owns the tables, at each host."""
        return [one.host._owner for one in self.hosts]

    def servers(self) -> list[tuple[str, Any, Any]]:
        """Returns the name of each server of tables, what owns them, and its engines."""
        return [(one.member, one.host._owner, one.engines) for one in self.hosts]

    def has_clocks(self) -> bool:
        """Returns whether a clock runs in a game."""
        tables = [host.host._owner.tables for host in self.hosts]
        return any(table.timed for each in tables for table in each.live()) or any(each._turns for each in tables)

    def timers(self) -> int:
        """Returns the most timers of a loop that were not cancelled."""
        return max((sum(1 for *_, cell in each.loop._timers if cell) for each in self.processes()), default=0)

    @property
    def longest(self) -> tuple[float, str]:
        """Returns the longest act of any process."""
        return max((each.longest for each in [*self.processes(), *self.dead]), default=(0.0, ""))

    def leave(self) -> None:
        """Ends all fronts in order, one after the other."""
        while len(self.fronts) > 1:
            front = self.fronts[-1]
            front.leave()
            if front in self.fronts:
                self.retire(front)
        for front in self.fronts:  # the last one is stopped with the hosts
            front.drain()

    def stop(self) -> None:
        """Ends all processes in order."""
        for process in self.processes()[::-1]:
            process.stop()
            self.dead.append(process)
        self.hosts, self.fronts = [], []

    def crash(self) -> None:
        """Ends all processes at once."""
        for process in self.processes():
            self.kill(process)

    def give_back(self) -> None:
        """Gives back what dead processes hold of the real machine."""
        for process in self.dead:
            with suppress(Exception):
                process.stop()
        self.postgres.raw.close()

    # --- its processes ---

    def start_host(self) -> None:
        """Starts another host."""
        self._start(HostProcess, "host", self.hosts)

    def start_front(self) -> None:
        """Starts another front."""
        self._start(FrontProcess, "front", self.fronts)

    def _start(self, kind: Any, word: str, into: list[Any]) -> None:
        self.count += 1
        process = self.links.starting = kind(self._world, self, f"{word} {self.count}")
        process.engines.temper.seconds = self._world.plan.thinking
        process.start()
        into.append(process)

    def kill(self, process: Any) -> None:
        """Ends a process at once."""
        self.retire(process)
        process.kill()

    def retire(self, process: Any) -> None:
        """Counts a process among the dead."""
        (self.hosts if process in self.hosts else self.fronts).remove(process)
        self.dead.append(process)

    @contextmanager
    def nature(self) -> Iterator[None]:
        """Gives processes that start here the simulated database, lines and engines."""

        def starting() -> Any:
            return self.links.starting

        def membership(*given: Any, **named: Any) -> SimulatedMembership:
            return SimulatedMembership(self.postgres, starting(), *given, **named)

        def engine(settings: Settings, answered: Any, call: Any, threads: Any) -> EngineClient:
            return EngineClient(settings, answered, call, threads, starting().engines.run, Patience(STARTS))

        def close(connections: Any, descriptor: int) -> None:
            connections.note_event(zmq.EVENT_DISCONNECTED, descriptor)
            self.links.shut(descriptor)

        def knock(place: tuple[str, int], timeout: float) -> Any:
            asking = next((one for one in self.fronts if self._world.machine.current in one.threads.all), None)
            if asking is None:
                raise OSError("the network is unreachable")
            self.links.knock(asking, "tcp://{}:{}".format(*place))
            return SimpleNamespace(close=lambda: None)

        def pair() -> tuple[bytes, bytes]:
            return z85.encode(os.urandom(32)), z85.encode(os.urandom(32))

        events = SimpleNamespace(Event=lambda: Event(self._world))
        with (
            patch.object(run_host, "open_cluster", lambda _url: SharedDatabase(self.postgres, starting())),
            patch.object(run_host, "EngineClient", engine),
            patch.object(webapp.cluster.host, "Membership", membership),
            patch.object(webapp.cluster.remote_desk, "Membership", membership),
            patch.object(webapp.cluster.host, "threading", events),
            patch.object(webapp.cluster.mesh, "socket", SimpleNamespace(create_connection=knock)),
            patch.object(Connections, "close", close),
            patch.object(zmq, "Context", self.links.context),
            patch.object(zmq, "curve_keypair", pair),
        ):
            yield
