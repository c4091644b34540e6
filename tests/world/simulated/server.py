"""Holds one server of a world: the real application, on a simulated machine, with a disk that fails by order."""

from __future__ import annotations

import functools
import logging
import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from sqlalchemy.exc import DBAPIError

import webapp.app
import webapp.front
from tests.world.simulated.engine import Engines
from tests.world.simulated.machine import EVENT, Asleep, Cost, Machine, Threads
from tests.world.simulated.network import Listener
from webapp.app import Services, create_app
from webapp.engine_process.client import EngineClient
from webapp.http.busy import busy_page
from webapp.http.hosts import note_requests
from webapp.serving.server import Server
from webapp.settings import Settings

if TYPE_CHECKING:
    from tests.world.world import World

LONGEST_ACT = 0.05
"""Virtual seconds for which one act may hold the loop."""
_MOST_UNREAD = 12_000_000
"""Bytes that may wait for the slow clients of one visitor: the server's bound, and the pages begun below it."""
_assets = functools.cache(webapp.front.page_assets)


@contextmanager
def lean() -> Iterator[None]:
    """Leaves out what costs seconds and changes no world: the files of the page are read once, and a world is collected
    at its end."""
    with (
        patch.object(webapp.front, "page_assets", _assets),
        patch.object(webapp.app, "schedule_collections", lambda *_: None),
    ):
        yield


@dataclass
class Disk:
    """Describes the disk: seconds of a write, and what happens to it. ``before`` and ``after`` are the parts of the
    writes that fail before and after the commit. ``is_full``: all fail before."""

    seconds: float = 0.002
    before: float = 0.0
    after: float = 0.0
    is_full: bool = False


class Host:
    """Runs the real server in a world, from ``start`` to ``crash`` or ``stop``, and again."""

    def __init__(self, world: World, settings: Settings) -> None:
        self._world, self.settings = world, settings
        self.chance = random.Random(f"host {world.seed}")
        self.disk = Disk()
        self.engines = Engines(world.machine, random.Random(f"engine {world.seed}"))
        self.listener = Listener()
        self.services: Services | None = None
        self._cost = Cost()
        self._is_sent = False
        self.baseline = 0
        self.longest: tuple[float, str] = (0.0, "")

    @property
    def up(self) -> Services:
        """Returns the services of the running server."""
        if self.services is None:
            raise AssertionError("the server is down")
        return self.services

    def start(self) -> None:
        """Starts the server."""
        machine: Machine = self._world.machine
        chance = self.chance
        paces = {
            "store": lambda: self.disk.seconds * chance.uniform(0.5, 1.5),
            "pages": lambda: chance.uniform(0.001, 0.02),
            "lab": lambda: chance.uniform(0.001, 0.02),
            "engine": lambda: 0.0001,
        }
        self.threads = Threads(machine, paces, self._thread_error)
        calls: list[Any] = []
        engine = EngineClient(self.settings, call=lambda act: calls[0](act), threads=self.threads, run=self.engines.run)
        app = create_app(self.settings, engine, self.threads)
        self.services = services = app.extensions["fourthought"]
        process, loop = services.process, services.process.loop
        calls.append(loop.call)
        self.engines.wake = self._wake_pipe
        self._measure(loop)
        self._note_sent(engine._pipe)
        self._break(services.database)
        self.listener = Listener()
        noted = note_requests(process.metrics, logged=False)
        slow = {"lab": process.lab_workers, "embed": process.lab_workers}
        self.server = Server(app, self.listener, loop, process.workers, process.limits, slow, noted, busy_page)  # type: ignore[arg-type]
        self.server.start()

    def crash(self) -> None:
        """Ends the server as ``kill -9`` does: at once, and nothing is told to anybody."""
        services, self.services = self.up, None
        for thread in self.threads.all:
            thread.kill()
        self.listener.close()
        self.engines.die(-9)
        for line in list(self._world.lines):
            line.tear()
        self._free(services)

    def stop(self) -> None:
        """Ends the server in order. Every thread must come to its end."""
        services, self.services = self.up, None
        self.server.stop()
        services.close()
        for thread in self.threads.all:
            if not thread.ended:
                self._world.fail("everything is given back", f"The thread {thread.name} does not end.")
                thread.kill()

    def after_step(self) -> None:
        """Lets the engine read what was just sent, and checks the bytes that wait for each visitor."""
        current = self._is_sent or self.threads.last == "engine"
        if current:
            self._is_sent = False
            self.engines.look()
        if self.services is None:
            return
        unsent = self.services.process.loop.unsent
        if unsent:
            visitor, size = max(unsent.items(), key=lambda one: one[1])
            if size > _MOST_UNREAD:
                self._world.fail("memory is bounded", f"{size:,} bytes wait for the clients of {visitor}.")

    def held(self) -> dict[str, float]:
        """Returns all that the server holds for somebody, by kind."""
        services = self.up
        engine, tables = services.owner.engine, services.owner.tables
        process = self.engines.now
        counts: dict[str, Any] = {
            **services.front.held,
            **services.owner.held,
            "lines": self.server.count,
            "slow bytes": lambda: len(services.process.loop.unsent),
            "tables": lambda: len(tables.live()),
            "turns of tables away": lambda: len(tables._turns),
            "tables being opened": lambda: len(tables._opening),
            "questions to the engine": lambda: len(set(engine._open) - {engine._probe}),
            "work of minds": lambda: len(engine._work) + len(engine._looks),
            "minds": lambda: len(process.work) if process else 0,
            "writes": lambda: len(services.store._waiting) if services.store else 0,
        }
        return {kind: count() for kind, count in counts.items() if count()}

    def has_clocks(self) -> bool:
        """Returns whether a clock runs in a game."""
        tables = self.up.owner.tables
        return any(table.timed for table in tables.live()) or bool(tables._turns)

    def timers(self) -> int:
        """Returns the number of timers of the loop that were not cancelled."""
        return sum(1 for *_, cell in self.up.process.loop._timers if cell)

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

    def _measure(self, loop: Any) -> None:
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

    def _break(self, database: Any) -> None:
        """Lets writes fail as the disk says."""
        write = database._write_file

        def write_file(statements: Any) -> Any:
            disk, fate = self.disk, self.chance.random()
            if disk.is_full or fate < disk.before:
                raise _error("database or disk is full")
            written = write(statements)
            self._world.truth.look()
            if fate < disk.before + disk.after:
                raise _error("disk I/O error")
            return written

        database._write_file = write_file

    def _free(self, services: Services) -> None:
        """Gives the files of a crashed server back, as the system does."""
        pipe = services.owner.engine._pipe
        with suppress(Exception):
            if pipe._child:
                pipe._child.close()
            pipe._notes.close()
            for end in (pipe._wake_read, pipe._wake_write):
                import os

                os.close(end)
        for room in services.front.rooms:
            room.close()
        services.database.close()


def _error(words: str) -> DBAPIError:
    return DBAPIError.instance("INSERT", None, sqlite3.OperationalError(words), sqlite3.Error)  # type: ignore[return-value]


class Log(logging.Handler):
    """Notes errors that the server writes to its log. ``EXPECTED`` are those that a fault of the machine explains."""

    EXPECTED = (
        "the database %r refuses writes",
        "the engine's process has ended twice",
        "the engine has no answer",
        "the database %r belongs to another server",
        "the lock %s was removed",
    )

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or not str(record.msg).startswith(self.EXPECTED):
            said = f"{record.getMessage()} ({record.exc_info[1]!r})" if record.exc_info else record.getMessage()
            self._world.fail("no fault of ours", f"The log holds an error: {said}.")
