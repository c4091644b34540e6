"""Builds the application of one process: a front and an owner, joined by the desk. Wiring only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from flask import Flask

from webapp.engine_process.client import EngineClient
from webapp.front import Front, Process, build_front
from webapp.metrics import Metrics
from webapp.owner import ServedEngine, build_owner
from webapp.play.archive import Archive
from webapp.process.gc_schedule import schedule_collections
from webapp.process.service_threads import ServiceThreads
from webapp.settings import Settings
from webapp.sockets.publishing import SocketPublisher
from webapp.storage.database import Database
from webapp.storage.forgetting import Forgetting
from webapp.storage.games import GameStore
from webapp.storage.reports import Reports as StoredReports
from webapp.storage.writer import Writer

_MAINTAIN_EVERY = 1.0


class Behind(Protocol):
    """Describes what stands behind the desk: an owner, or the lines to the hosts of a cluster."""

    def stop(self) -> None:
        """Stops its work in the loop."""

    def close(self) -> None:
        """Ends it, after the loop."""


B = TypeVar("B", bound=Behind)


@dataclass(frozen=True, slots=True)
class Services(Generic[B]):
    """Holds all parts of a running application; ``close`` ends every part."""

    process: Process
    database: Database
    store: Writer | None
    owner: B
    front: Front

    @property
    def threads(self) -> ServiceThreads:
        """Returns the service threads of the process."""
        return self.process.threads

    def drain(self) -> None:
        """Tells the pages about the restart, refuses new games, and finishes the events under way; never raises."""
        self.front.drain(self.process.settings.drain_seconds)

    def disconnect_all(self) -> None:
        """Closes every connection."""
        self.front.namespace.disconnect_all()

    def close(self) -> None:
        """Stops the searches, forgets the tables and closes the database; all games stay stored."""
        self.front.close()
        self.process.loop.ask(self.owner.stop)
        if self.store is not None:
            self.store.close()
        self.process.close()
        self.owner.close()
        self.database.close()


def engine_client(
    settings: Settings,
    metrics: Metrics,
    threads: ServiceThreads | None = None,
    call: Callable[[Callable[[], None]], object] = lambda act: act(),
) -> EngineClient:
    """Returns an engine in a process of its own with the settings' limits.

    Args:
        settings: the limits.
        metrics: receives the facts about every chosen move.
        threads: starts the thread of the pipe; None: threads of the engine alone.
        call: runs a function in the loop: answers are given there.
    """
    return EngineClient(
        settings.threads,
        tree_mb=settings.tree_mb,
        trees_mb=settings.trees_mb,
        ponder_seconds=settings.ponder_seconds,
        think_seconds=settings.think_seconds,
        hint_seconds=settings.hint_seconds,
        answered=metrics.engine_answered,
        call=call,
        threads_of_process=threads,
    )


def create_app(settings: Settings, engine: ServedEngine | None = None) -> Flask:
    """Starts an application; the services in ``app.extensions["fourthought"]`` must be closed at the end.

    Raises:
        SettingError: a setting of the database or of the hosts has a wrong value.
        DatabaseError: the database cannot be opened.
    """
    _ = settings.host_names  # a wrong one is told before anything starts
    database = Database(settings.database_url, sync_commits=settings.sync_commits, owned=True)
    process = Process(settings, Metrics())
    loop, publisher = process.loop, SocketPublisher()
    thinker: ServedEngine = engine or engine_client(settings, process.metrics, process.threads, loop.call)
    games = GameStore(database, observe=process.metrics.stored)
    store = Writer(games, loop.call, process.threads.start, process.metrics.stored, loop.use)
    loop.is_held = store.is_full
    owner = build_owner(
        settings,
        thinker,
        publisher,
        store,
        StoredReports(database),
        loop,
        process.workers,
        reporters_key=database.reporters_key(),
    )
    front = build_front(
        process,
        owner.desk,
        Archive(store),
        publisher,
        levels=thinker.levels,
        checks={"database": database.check, "engine": owner.check},
    )
    owner.register(process.metrics)
    _maintain(database, process)
    ages = settings.keep_days, settings.keep_unmoved_days, settings.keep_report_days
    if any(ages):
        forgetting = Forgetting(database, ages[0], owner.tables.is_live, unmoved_days=ages[1], report_days=ages[2])
        forgetting.keep_on(loop.later, process.workers.run)
    schedule_collections(loop.later)
    front.app.extensions["fourthought"] = Services(process, database, store, owner, front)
    owner.start()
    owner.find_clocks()
    loop.start()
    return front.app


def _maintain(database: Database, process: Process) -> None:
    def again(_result: object = None) -> None:
        process.loop.later(_MAINTAIN_EVERY, lambda: process.workers.run(database.maintain, again))

    again()
