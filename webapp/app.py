"""Builds the application of one process: a front and an owner, joined by the desk. Wiring only."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask

from webapp.front import Front, Process, build_front
from webapp.local_engine import LocalEngine
from webapp.metrics import MeasuredStore, Metrics
from webapp.owner import Owner, ServedEngine, build_owner
from webapp.play.archive import Archive
from webapp.process.gc_schedule import schedule_collections
from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop
from webapp.settings import Settings
from webapp.sockets.publishing import SocketPublisher
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.packing import Packing
from webapp.storage.reports import Reports as StoredReports

_MAINTAIN_EVERY = 1.0


@dataclass(frozen=True, slots=True)
class Services:
    """Holds all parts of a running application; ``close`` ends every part."""

    process: Process
    database: Database
    owner: Owner
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
        self.owner.close()
        self.process.close()
        self.database.close()


def local_engine(settings: Settings, metrics: Metrics, threads: ServiceThreads | None = None) -> LocalEngine:
    """Returns an engine in this process with the settings' limits; ``threads`` starts the threads of the engine."""
    return LocalEngine(
        settings.threads,
        tree_mb=settings.tree_mb,
        trees_mb=settings.trees_mb,
        ponder_seconds=settings.ponder_seconds,
        think_seconds=settings.think_seconds,
        hint_seconds=settings.hint_seconds,
        answered=metrics.engine_answered,
        threads_of_process=threads,
    )


def create_app(settings: Settings, engine: ServedEngine | None = None) -> Flask:
    """Starts an application; the services in ``app.extensions["fourthought"]`` must be closed at the end.

    Raises:
        SettingError: a setting of the database or of the hosts has a wrong value.
        DatabaseError: the database cannot be opened.
    """
    _ = settings.host_names  # a wrong one is told before anything starts
    database = Database(settings.database_url, sync_commits=settings.sync_commits)
    process = Process(settings, Metrics())
    loop, publisher = process.loop, SocketPublisher()
    engine = engine or local_engine(settings, process.metrics, process.threads)
    store = MeasuredStore(GameStore(database), process.metrics)
    owner = build_owner(settings, engine, publisher, store, StoredReports(database), loop)
    front = build_front(
        process,
        owner.desk,
        Archive(store),
        publisher,
        levels=engine.levels,
        checks={"database": lambda: ((writable := database.is_writable()), writable), "engine": owner.check},
    )
    owner.register(process.metrics)
    _maintain(database, loop)
    packing = Packing(database)
    packing.keep_on(loop.later)
    process.metrics.total("packed_games", "Finished games packed into one row.", lambda: packing.packed)
    schedule_collections(loop.later)
    front.app.extensions["fourthought"] = Services(process, database, owner, front)
    owner.start()
    owner.find_clocks()
    loop.start()
    return front.app


def _maintain(database: Database, loop: Loop) -> None:
    def again() -> None:
        try:
            database.maintain()
        finally:
            loop.later(_MAINTAIN_EVERY, again)

    loop.later(_MAINTAIN_EVERY, again)
