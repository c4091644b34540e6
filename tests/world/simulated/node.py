"""Holds what every simulated process has: threads that take turns, an engine, and acts that are weighed."""

from __future__ import annotations

import _lsprof
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import webapp.serving.loop
from tests.world.simulated.minds.engine import Engines
from tests.world.simulated.network import Listener
from tests.world.simulated.threads import Asleep, Threads
from webapp.http.busy import busy_page
from webapp.http.hosts import note_requests
from webapp.serving.server import Server
from webapp.serving.workers import Workers

if TYPE_CHECKING:
    from tests.world.world import World

EVENT = 1e-6
"""Seconds that a small machine takes for one call or return of a function. A link's QR code, 61,000 of them, takes
43 ms at least on the machine where the foe measured it, 61 ms here."""
_HANGS = 35.0
"""Virtual seconds until a process that hangs has been ended, and another one works: 20 s for one slice."""
_AT_ONCE = 8
"""The events of one page that are handled at once."""
_MOST_UNREAD = 12_000_000
"""Bytes that may wait for the slow clients of one visitor: the server's bound, and the pages begun below it."""
LONGEST_ACT = 0.05
"""Virtual seconds for which one act may hold the loop."""


class Cost:
    """Counts the calls and returns of functions in a piece of work: the same on every machine, other than seconds."""

    def __init__(self) -> None:
        self._count = itertools.count()
        self._profiler: Any = _lsprof.Profiler(self._count.__next__, 1.0, False, True)

    def of(self, work: Callable[[], object]) -> int:
        """Does some work, and returns its cost in calls and returns."""
        began = next(self._count)
        self._profiler.enable()
        try:
            work()
        finally:
            self._profiler.disable()
        return next(self._count) - began


@dataclass
class Disk:
    """Describes the disk: seconds of a write, and what happens to it. ``before`` and ``after`` are the parts of the
    writes that fail before and after the commit. ``is_full``: all fail before. ``unreadable``: the part of the
    reads that fail. No write ends before ``hangs_until``."""

    seconds: float = 0.002
    before: float = 0.0
    after: float = 0.0
    is_full: bool = False
    hangs_until: float = 0.0
    unreadable: float = 0.0
    doomed: list[str] = field(default_factory=list)
    """The fates of the next writes: each fails "before" or "after" the commit, or not."""

    def fate(self, chance: float) -> str:
        """Returns whether a write fails before the commit, after it, or not at all (nothing)."""
        if self.doomed:
            return self.doomed.pop(0)
        if self.is_full or chance < self.before:
            return "before"
        return "after" if chance < self.before + self.after else ""


class Node:
    """Holds one process of a world. ``disk`` is where its writes go."""

    def __init__(self, world: World, name: str, disk: Disk) -> None:
        self._world, self.name, self.disk = world, name, disk
        self.chance = random.Random(f"{name} {world.seed}")
        self.engines = Engines(world.machine, random.Random(f"engine {name} {world.seed}"))
        self.engines.fail, self.engines.chosen = world.fail, world.truth.chosen
        self.engines.hints, self.engines.trouble = world.turns.hints, partial(world.is_troubled, _HANGS)
        self.engines.fates, self.engines.asked = world.fates, world.minds.asked
        self._cost = Cost()
        self._is_sent = False
        self.longest: tuple[float, str] = (0.0, "")

    def make_threads(self) -> Threads:
        """Returns what starts the threads of a new process."""
        chance, paces, machine = self.chance, dict[str, Callable[[], float]](), self._world.machine
        self.engines.ended.clear()
        paces["store"] = lambda: max(self.disk.hangs_until - machine.now, self.disk.seconds * chance.uniform(0.5, 1.5))
        for name in ("pages", "lab", "shards", "lease"):
            paces[name] = lambda: chance.uniform(0.001, 0.02)
        paces["engine"] = lambda: 0.0001
        self.threads = Threads(self._world.machine, paces, self._thread_error)
        return self.threads

    def let_engine_read(self) -> None:
        """Lets the engine read what was just sent."""
        if self._is_sent or self.threads.last == "engine":
            self._is_sent = False
            self.engines.look()

    def check_unread(self, unsent: dict[str, int]) -> None:
        """Checks the bytes that wait for each visitor."""
        if unsent:
            visitor, size = max(unsent.items(), key=lambda one: one[1])
            if size > _MOST_UNREAD:
                self._world.fail("memory is bounded", f"{size:,} bytes wait for the clients of {visitor}.")

    def check_counted(self, services: Any, server: Any) -> None:
        """Checks that what is counted for slow clients is what waits for them."""
        pages, waiting = services.front.socketio.server.eio.sockets.values(), Counter[str]()
        if any(one.under_way > _AT_ONCE for one in pages):
            self._world.fail("memory is bounded", f"More than {_AT_ONCE} events of one page are handled at once.")
        streams = dict.fromkeys([*(one.queue for one in pages), *(one.stream for one in server._connections)])
        for stream in streams:
            waiting[stream.visitor] += sum(len(frame) for frame, _ in stream._waiting)
        for visitor in waiting.keys() | services.process.loop.unsent.keys():
            if waiting[visitor] != services.process.loop.unsent[visitor]:
                words = f"{services.process.loop.unsent[visitor]:,} bytes are counted for {visitor}"
                self._world.fail("memory is bounded", f"{words}, and {waiting[visitor]:,} wait.")

    def held_by_owner(self, owner: Any) -> dict[str, Callable[[], float]]:
        """Returns what counts all that an owner of tables holds for somebody, by kind."""
        engine, tables, engines = owner.engine, owner.tables, self.engines
        return {
            **owner.held,
            "tables": lambda: len(tables.live()),
            "turns of tables away": lambda: len(tables._turns),
            "tables being opened": lambda: len(tables._opening),
            "questions to the engine": lambda: len(set(engine._open) - {engine._probe}),
            "work of minds": lambda: len(engine._work) + len(engine._looks),
            "minds": lambda: len(engines.now.work) + len(engines.now.minds) if engines.now else 0,
        }

    def join_engine(self, engine: Any) -> None:
        """Joins a simulated engine to the client of a process."""
        self.engines.wake = self._wake_pipe
        self._note_sent(engine._pipe)

    def _wake_pipe(self) -> None:
        for thread in self.threads.all:
            if thread.name == "engine":
                thread.wake()

    def _note_sent(self, pipe: Any) -> None:
        """Notes that the engine may have something to read: to ask the system at each step takes a tenth of a world."""
        send = pipe.send

        def sent(message: bytes) -> None:
            self._is_sent = True
            send(message)

        pipe.send = sent

    def _thread_error(self, name: str, error: Exception) -> None:
        self._world.fail("no fault of ours", f"The thread {name} met an error: {error!r}.")

    def measure(self, loop: Any) -> None:
        """Weighs each act of the loop and each reading of its sockets, in calls: no act may hold all others up."""
        run, read = loop._run, loop._read

        def weigh(work: Any, name: Any) -> None:
            seconds = self._cost.of(work) * EVENT
            if seconds > self.longest[0]:
                self.longest = seconds, name()
            if seconds > LONGEST_ACT:
                words = f"One act held the loop for {1000 * seconds:.0f} ms of a small machine: {name()}."
                self._world.fail("nobody waits for another's act", words)

        def read_sockets() -> None:
            asleep: list[Asleep] = []

            def work() -> None:
                try:
                    read()
                except Asleep as sleep:
                    asleep.append(sleep)

            weigh(work, lambda: "the reading of sockets")
            if asleep:
                raise asleep[0]

        loop._read = read_sockets
        loop._run = lambda visitor, act: weigh(lambda: run(visitor, act), lambda: webapp.serving.loop.name_of(act))


@contextmanager
def heavy_pages(world: World) -> Iterator[None]:
    """Lets the work for a visitor take as long in its thread as ``world.heavy`` says."""
    run = Workers.run

    def run_heavy(workers: Workers, work: Any, done: Any, visitor: str = "") -> bool:
        def heavy() -> Any:
            thread = world.machine.current
            if thread is not None:
                thread.spend(world.heavy[visitor])
            return work()

        return run(workers, heavy if visitor in world.heavy else work, done, visitor)

    with patch.object(Workers, "run", run_heavy):
        yield


def serve(app: Any, listener: Listener, process: Any) -> Server:
    """Starts serving an application at a door, as the command does."""
    noted = note_requests(process.metrics, logged=False)
    slow = {"lab": process.lab_workers, "embed": process.lab_workers}
    server = Server(app, listener, process.loop, process.workers, process.limits, slow, noted, busy_page)  # type: ignore[arg-type]
    server.start()
    return server
