"""Holds one server of a world: the real application, on a simulated machine, with a disk that fails by order."""

from __future__ import annotations

import functools
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from sqlalchemy.exc import DBAPIError

import webapp.app
import webapp.front
import webapp.sockets.events
from tests.world.simulated.leaving import drain
from tests.world.simulated.minds.slices import STARTS
from tests.world.simulated.network import Listener
from tests.world.simulated.node import Disk, Node, serve
from tests.world.simulated.threads import Queues
from webapp.app import Services, create_app
from webapp.cluster import run_host
from webapp.engine_process.client import EngineClient
from webapp.engine_process.pipe import Patience
from webapp.http.lab.helper import NoAnswerError
from webapp.settings import Settings
from webapp.storage import sqlite

if TYPE_CHECKING:
    import random

    from tests.world.world import World

_FLUSH = 0.1
_OF_EVENT = 14
"""The most values of a statement that writes one event."""
_assets = functools.cache(webapp.front.page_assets)


@contextmanager
def lean() -> Iterator[None]:
    """Leaves out what costs seconds and changes no world: the files of the page are read once, and a world is collected
    at its end."""
    with (
        patch.object(webapp.front, "page_assets", _assets),
        patch.object(webapp.app, "schedule_collections", lambda *_: None),
        patch.object(run_host, "schedule_collections", lambda *_: None),
    ):
        yield


@contextmanager
def flushing(world: World) -> Iterator[None]:
    """Makes SQLite take a while to write its log to the disk: until then a power cut would lose what is stored. The
    world goes on while a server waits for its end."""

    def flush(_file: str) -> None:
        count, thread = len(world.truth.unsafe), world.machine.current
        if thread is not None and thread.name == "pages":
            thread.spend(max(_FLUSH, world.host.disk.seconds))
        del world.truth.unsafe[:count]

    queues = patch.object(webapp.sockets.events, "SimpleQueue", Queues(world))
    with queues, patch.object(sqlite, "flush", flush):
        yield


class Host(Node):
    """Runs the real server in a world, from ``start`` to ``crash`` or ``stop``, and again."""

    def __init__(self, world: World, settings: Settings) -> None:
        super().__init__(world, "host", Disk())
        self.engines.temper.seconds = world.plan.thinking
        self.settings = settings
        self.listener = Listener()
        self.services: Services | None = None
        self.baseline = 0
        self.started_at = self.failed_at = self.wrote_at = 0.0
        """When a write or a read failed last, and when a write of a game went well."""
        self.blind_until = 0.0
        """The moment up to which no read succeeds."""
        self.refusing: dict[str, tuple[float, list[str]]] = {}
        """The games whose writes are refused up to a moment, alone, with their fates; the last one stays."""

    @property
    def up(self) -> Services:
        """Returns the services of the running server."""
        if self.services is None:
            raise AssertionError("the server is down")
        return self.services

    def door(self, _chance: random.Random) -> Listener:
        """Returns where a client comes in."""
        return self.listener

    def calm_down(self) -> None:
        """Ends the troubles of the disk and of the engine."""
        self.disk.__init__()  # type: ignore[misc]
        self.engines.temper.__init__()  # type: ignore[misc]

    def give_back(self) -> None:
        """Does nothing: a crash gives all back."""

    def is_up(self) -> bool:
        """Returns whether the server runs."""
        return self.services is not None

    def start(self) -> None:
        """Starts the server."""
        self.started_at = self._world.machine.now
        self._world.answered.clear()
        self.make_threads()
        calls: list[Any] = []
        engine = EngineClient(
            self.settings, call=lambda act: calls[0](act), threads=self.threads, run=self.engines.run,
            patience=Patience(STARTS),
        )  # fmt: skip
        app = create_app(self.settings, engine, self.threads)
        self.services = services = app.extensions["fourthought"]
        process, loop = services.process, services.process.loop
        calls.append(loop.call)
        self.measure(loop)
        self.join_engine(engine)
        self._break(services.database)
        self.listener = Listener()
        self.server = serve(app, self.listener, process)

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

    def drain(self) -> None:
        """Lets the server finish what is open, as the command does before its end, and closes all pages."""
        services = self.up
        drain(self._world, services, self.listener, lambda: self.services is services)
        if self.services is services:
            services.front.namespace.disconnect_all()

    def stop(self) -> None:
        """Ends the server in order. Every thread must come to its end."""
        services, self.services = self.up, None
        self.server.stop()
        services.close()
        if services.store is not None and services.store._waiting and not self._world.heavy:
            self._world.fail("nothing lost", f"{len(services.store._waiting)} writes wait for a server that has ended.")
        for thread in self.threads.all:
            if not thread.ended:
                self._world.fail("everything is given back", f"The thread {thread.name} does not end.")
                thread.kill()

    def after_step(self) -> None:
        """Lets the engine read what was just sent, and checks the bytes that wait for each visitor."""
        self.let_engine_read()
        if self.services is not None:
            self.check_unread(self.services.process.loop.unsent)

    def held(self) -> dict[str, float]:
        """Returns all that the server holds for somebody, by kind."""
        services = self.up
        counts: dict[str, Any] = {
            **services.front.held,
            **self.held_by_owner(services.owner),
            "lines": self.server.count,
            "slow bytes": lambda: len(services.process.loop.unsent),
            "writes": lambda: len(services.store._waiting) if services.store else 0,
        }
        return {kind: count() for kind, count in counts.items() if count()}

    def roots(self) -> dict[str, object]:
        """Returns all that the server is made of."""
        return {"the server": (self.up, self.server)}

    def loops(self) -> list[Any]:
        """Returns the loops that run."""
        return [self.services.process.loop] if self.services else []

    def owners(self) -> list[Any]:
        """Returns what owns the tables."""
        return [self.services.owner] if self.services else []

    def servers(self) -> list[tuple[str, Any, Any]]:
        """Returns the name of each server of tables, what owns them, and its engines."""
        return [(self.name, self.services.owner, self.engines)] if self.services else []

    def has_clocks(self) -> bool:
        """Returns whether a clock runs in a game."""
        tables = self.up.owner.tables
        return any(table.timed for table in tables.live()) or bool(tables._turns)

    def timers(self) -> int:
        """Returns the number of timers of the loop that were not cancelled."""
        return sum(1 for *_, cell in self.up.process.loop._timers if cell)

    def _break(self, database: Any) -> None:
        """Lets writes fail as the disk says."""
        write = database._write_file

        def write_file(statements: Any) -> Any:
            fate = self.disk.fate(self.chance.random())
            own = self._refused(statements) if not fate else ""
            self.failed_at = self._world.machine.now if fate or own else self.failed_at
            if fate == "before":
                raise _error("database or disk is full")
            if own == "before":
                raise _error("the row is refused", sqlite3.DataError)
            written = write(statements)
            self._world.truth.look("after" in (fate, own))
            if fate == "after":
                raise _error("disk I/O error")
            if own:
                raise _error("the row is refused at last", sqlite3.DataError)
            self.wrote_at = self._world.machine.now
            return written

        reading = database.reading

        @contextmanager
        def read() -> Iterator[Any]:
            now = self._world.machine.now
            if now < self.blind_until or (self.disk.unreadable and self.chance.random() < self.disk.unreadable):
                self.failed_at = now
                raise _error("disk I/O error")
            with reading() as connection:
                yield connection

        database._write_file, database.reading = write_file, read

    def _refused(self, statements: Any) -> str:
        """Returns the fate of writes of which one is refused for its game: several fail, and come again alone."""
        named = [game_id for game_id in self.refusing if any(game_id in values for _, values in statements)]
        if not named or self._world.machine.now > self.refusing[named[0]][0]:
            return ""
        values, fates = statements[0][1], self.refusing[named[0]][1]
        if not fates[0]:
            return fates.pop(0)
        if len(statements) > 1 or len(values) > _OF_EVENT:
            return "before"
        return fates.pop(0) if len(fates) > 1 else fates[0]

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


def _error(words: str, kind: type[sqlite3.Error] = sqlite3.OperationalError) -> DBAPIError:
    return DBAPIError.instance("INSERT", None, kind(words), sqlite3.Error)  # type: ignore[return-value]


class Log(logging.Handler):
    """Notes errors that the server writes to its log. ``EXPECTED`` are those that a fault of the machine explains."""

    EXPECTED = (
        "the database %r refuses writes",
        "the engine's process has ended twice",
        "the engine has no answer",
        "the database %r belongs to another server",
        "the lock %s was removed",
        "the lab has no answer",
    )

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        said_of_lab = isinstance(record.exc_info and record.exc_info[1], NoAnswerError)
        if (record.exc_info and not said_of_lab) or not str(record.msg).startswith(self.EXPECTED):
            said = f"{record.getMessage()} ({record.exc_info[1]!r})" if record.exc_info else record.getMessage()
            self._world.fail("no fault of ours", f"The log holds an error: {said}.")
