"""Builds the application of one process: a front and an owner, joined by the desk. Wiring only."""

import logging
from dataclasses import dataclass
from typing import Any

from flask import Flask

from webapp.common.metrics import Metrics
from webapp.engine_process.client import EngineClient
from webapp.front import Front, Process, build_front
from webapp.owner import build_owner
from webapp.play.archive import Archive
from webapp.process.gc_schedule import schedule_collections
from webapp.process.service_threads import ServiceThreads
from webapp.process.trace import Trace, TracedDesk, TracedPublisher, TracedStore
from webapp.settings import Settings
from webapp.sockets.publishing import SocketPublisher
from webapp.storage.classes import StoredClasses
from webapp.storage.database import Database
from webapp.storage.forgetting import Forgetting
from webapp.storage.games import GameStore
from webapp.storage.reports import Reports as StoredReports
from webapp.storage.writer import Writer

_log = logging.getLogger(__name__)

_MAINTAIN_EVERY = 1.0


@dataclass(frozen=True, slots=True)
class Services:
    """Holds all parts of a running application. In front of a cluster the owner is a ``RemoteDesk``."""

    process: Process
    database: Database
    store: Writer | None
    owner: Any
    front: Front

    def drain(self) -> None:
        """Tells the pages about the restart, refuses new games, and finishes the open events. Never raises."""
        try:
            if not self.front.namespace.drain(self.process.settings.drain_seconds):
                _log.warning("some events were not finished in time")
        except Exception:  # the process ends anyway, and nothing acknowledged is lost
            _log.exception("the server could not drain")

    def close(self) -> None:
        """Stops the searches, forgets the tables and closes the database. All games stay stored."""
        self.front.socketio.server.shutdown()  # Socket.IO's own threads: no connection is closed
        for room in self.front.rooms:
            room.close()
        self.process.loop.ask(self.owner.stop)
        if self.store is not None:
            self.store.close()
        self.process.close()
        self.owner.close()
        self.database.close()


def create_app(settings: Settings, engine: EngineClient | None = None, threads: ServiceThreads | None = None) -> Flask:
    """Starts an application. The services in ``app.extensions["fourthought"]`` must be closed at the end. Raises
    SettingError if a setting of the database or of the hosts has a wrong value, DatabaseError if the database cannot be
    opened."""
    _ = settings.host_names  # a wrong one is refused before anything starts
    database = Database(settings.database_url, sync_commits=settings.sync_commits, owned=True)
    process = Process(settings, Metrics(), threads)
    loop, publisher = process.loop, SocketPublisher()
    thinker = engine or EngineClient(settings, process.metrics.engine_answered, loop.call, process.threads)
    games = GameStore(database, observe=process.metrics.stored)
    store = Writer(games, loop.call, process.threads, process.metrics.stored, loop.use)
    loop.is_held = store.is_full
    trace = Trace(settings.trace) if settings.trace else None
    owner = build_owner(
        settings,
        thinker,
        TracedPublisher(publisher, trace) if trace else publisher,
        TracedStore(store, trace) if trace else store,
        StoredReports(database),
        loop,
        process.workers,
        reporters_key=database.reporters_key(),
    )
    front = build_front(
        process,
        TracedDesk(owner.desk, trace) if trace else owner.desk,
        Archive(store),
        publisher,
        levels=thinker.levels,
        checks={"database": database.check, "engine": owner.check},
        classes=StoredClasses(database),
    )
    owner.register(process.metrics)
    _maintain(database, process)
    ages = settings.keep_days, settings.keep_unmoved_days, settings.keep_report_days
    forgetting = Forgetting(database, ages[0], owner.tables.is_live, unmoved_days=ages[1], report_days=ages[2])
    forgetting.keep_on(loop.later, process.workers.run)
    schedule_collections(loop.later, front.namespace.connected)
    front.app.extensions["fourthought"] = Services(process, database, store, owner, front)
    owner.start()
    owner.find_clocks()
    loop.start()
    return front.app


def _maintain(database: Database, process: Process) -> None:
    def again(_result: object = None) -> None:
        process.loop.later(_MAINTAIN_EVERY, lambda: process.workers.run(database.maintain, again))

    again()
