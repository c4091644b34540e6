"""Builds a front: sockets, gate and pages for the games at the hosts of a cluster."""

from flask import Flask

from webapp.app import Services
from webapp.cluster.remote_desk import RemoteDesk
from webapp.cluster.run_host import open_cluster
from webapp.common.metrics import Metrics
from webapp.engine_process.client import levels
from webapp.front import Process, build_front
from webapp.play.archive import Archive
from webapp.process.gc_schedule import schedule_collections
from webapp.settings import Settings
from webapp.sockets.publishing import SocketPublisher
from webapp.storage.games import GameStore


def create_front(settings: Settings) -> Flask:
    """Starts a front. Close the services in ``app.extensions["fourthought"]`` at the end.

    Raises:
        SettingError: a setting of the database or of the hosts has a wrong value.
        DatabaseError: the database cannot be opened, or is no PostgreSQL.
    """
    _ = settings.host_names  # a wrong one is refused before anything starts
    database = open_cluster(settings.database_url)
    process, publisher = Process(settings, Metrics()), SocketPublisher()
    loop, metrics = process.loop, process.metrics
    desk = RemoteDesk(database, publisher, process.threads, loop, process.workers)

    def engine() -> tuple[bool, str]:
        ready = desk.readiness()
        return ready.ready, ready.stage

    front = build_front(
        process,
        desk,
        Archive(GameStore(database, observe=metrics.stored)),
        publisher,
        levels=levels,
        checks={"database": database.check, "engine": engine},
    )
    metrics.gauge("hosts", "Hosts that take games.", lambda: len(desk.membership.map.hosts()))
    metrics.total("pages_moved", "Pages brought to another host.", lambda: desk.pages.moved)
    metrics.total("news_dropped", "News of former owners of a game.", lambda: desk.pages.dropped)
    schedule_collections(loop.later, front.namespace.connected)
    front.app.extensions["fourthought"] = Services(process, database, None, desk, front)
    desk.start()
    loop.start()
    return front.app
