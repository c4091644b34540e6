"""Builds the role of a front: sockets, gate and pages on the hosts of a cluster. Wiring only."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from flask import Flask

from webapp.cluster.remote_desk import RemoteDesk
from webapp.cluster.serving import open_cluster
from webapp.engine_process.client import levels
from webapp.front import Front, Process, build_front
from webapp.metrics import MeasuredStore, Metrics
from webapp.play.archive import Archive
from webapp.process.gc_schedule import schedule_collections
from webapp.process.malloc import share_heaps
from webapp.process.service_threads import ServiceThreads, end_process
from webapp.process.timers import ThreadTimers
from webapp.process.turns import Turns
from webapp.settings import Settings
from webapp.sockets.publishing import SocketPublisher
from webapp.storage.database import Database
from webapp.storage.games import GameStore

_SWITCH_INTERVAL = 0.001
"""Seconds after which the interpreter may switch threads, as in a process with an engine; Python's default is 0.005."""


@dataclass(frozen=True, slots=True)
class FrontServices:
    """Holds all parts of a running front; ``close`` ends every part."""

    process: Process
    database: Database
    timers: ThreadTimers
    desk: RemoteDesk
    front: Front

    @property
    def threads(self) -> ServiceThreads:
        """Returns the service threads of the process."""
        return self.process.threads

    def drain(self) -> None:
        """Tells the pages about the restart, refuses new games, and finishes the events under way; never raises."""
        self.front.drain(self.process.settings.drain_seconds)

    def disconnect_all(self) -> None:
        """Closes every connection; the pages come back at another front."""
        self.front.namespace.disconnect_all()

    def close(self) -> None:
        """Leaves the cluster, and closes the database; the games go on at the hosts."""
        self.front.stop()
        self.timers.close()
        self.front.close()
        self.desk.close()
        self.database.close()


def create_front(settings: Settings) -> Flask:
    """Starts a front; the services in ``app.extensions["fourthought"]`` must be closed at the end.

    Raises:
        SettingError: a setting of the database or of the hosts has a wrong value.
        DatabaseError: the database cannot be opened, or is no PostgreSQL.
    """
    share_heaps()
    sys.setswitchinterval(_SWITCH_INTERVAL)
    _ = settings.host_names  # a wrong one is told before anything starts
    database = open_cluster(settings.database_url)
    process = Process(settings, Metrics(), ServiceThreads(end_process), Turns())
    timers, publisher = ThreadTimers(threads=process.threads), SocketPublisher()
    desk = RemoteDesk(database, publisher, process.threads, process.turns.aside)
    archive = Archive(MeasuredStore(GameStore(database), process.metrics, process.turns.aside))

    def engine() -> tuple[bool, str]:
        ready = desk.readiness()
        return ready["ready"], ready["stage"]

    front = build_front(
        process,
        desk,
        archive,
        publisher,
        timers,
        levels=levels,
        checks={"database": lambda: ((writable := database.is_writable()), writable), "engine": engine},
    )
    process.metrics.gauge("hosts", "Hosts that take games.", lambda: len(desk.steward.map.hosts()))
    process.metrics.total("takeovers", "Takeovers from silent hosts by this process.", lambda: desk.steward.takeovers)
    process.metrics.total("pages_moved", "Pages brought to another host.", lambda: desk.pages.moved)
    process.metrics.total("news_dropped", "News of former owners of a game.", lambda: desk.pages.dropped)
    schedule_collections(timers.later)
    front.app.extensions["fourthought"] = FrontServices(process, database, timers, desk, front)
    desk.start()
    return front.app
