"""Runs a host: builds engine, tables, lines and the pages for operators, and serves until a signal."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager

from flask import Flask

from webapp.app import Services
from webapp.cluster.host import Host
from webapp.cluster.remote_desk import RemoteDesk
from webapp.common.metrics import Metrics
from webapp.engine_process.client import EngineClient, levels
from webapp.front import Process, build_front
from webapp.http.health import health_pages
from webapp.http.security import secure
from webapp.owner import Owner, build_owner
from webapp.play.archive import Archive
from webapp.process.gc_schedule import schedule_collections
from webapp.process.service_threads import ServiceThreads, end_process
from webapp.serving.limits import Limits
from webapp.serving.loop import Loop
from webapp.serving.server import Server, wait_for_signal
from webapp.serving.workers import Workers
from webapp.settings import Settings
from webapp.sockets.publishing import SocketPublisher
from webapp.storage.claim import OwnedError, is_claimed_on_postgres
from webapp.storage.classes import StoredClasses
from webapp.storage.database import Database
from webapp.storage.forgetting import Forgetting
from webapp.storage.games import GameStore
from webapp.storage.reports import Reports
from webapp.storage.url import DatabaseError
from webapp.storage.writer import Writer

_PORT = re.compile(r"^(\[.*\]|[^:]*):\d+$")


def open_cluster(url: str) -> Database:
    """Opens the database of a cluster. Raises DatabaseError if the database cannot be opened, is no PostgreSQL, or a
    server that plays alone owns it."""
    if not url.startswith("postgres"):
        raise DatabaseError("a cluster needs a PostgreSQL, such as postgresql://me@there/games")
    database = Database(url)
    try:
        database.refuse(is_claimed_on_postgres)
    except OwnedError as error:
        database.close()
        raise DatabaseError(str(error)) from None
    return database


def serve_host(
    settings: Settings, listen: str, say: Callable[[str], object], health: socket.socket | None = None
) -> bool:
    """Runs a host as ``running_host`` does until Ctrl-C or SIGTERM, and then gives the games to the other hosts.
    Returns whether all threads have lived to the end."""
    threads = ServiceThreads(end_process)
    with running_host(settings, listen, threads, say, health) as host:
        wait_for_signal(lambda: say(f"The host {host.name} has joined the cluster."))
        host.leave(settings.drain_seconds)
    return not threads.gone()


@contextmanager
def running_host(
    settings: Settings,
    listen: str,
    threads: ServiceThreads,
    say: Callable[[str], object],
    health: socket.socket | None = None,
) -> Iterator[Host]:
    """Runs a host, at ``listen`` for fronts and other hosts. At the end it stops, and gives no shards away. ``say`` is
    called with sentences for a person, ``health`` is the port for operators, if any. Raises DatabaseError if the
    database cannot be opened, or is no PostgreSQL."""
    metrics = Metrics()
    with ExitStack() as ends:
        database = ends.enter_context(closing(open_cluster(settings.database_url)))
        loop = Loop(threads)
        engine = EngineClient(settings, metrics.engine_answered, loop.call, threads)
        workers = Workers(loop, threads)
        host = Host(database, loop, threads, _endpoint(listen), lambda: engine.readiness().ready)
        games = GameStore(database, host.fence, metrics.stored)
        store = Writer(games, loop.call, threads, metrics.stored, loop.use)
        loop.is_held = store.is_full
        reports, owns = Reports(database), host.fence.owns
        key = database.reporters_key()
        owner = build_owner(settings, engine, host.publisher, store, reports, loop, workers, owns, key)
        schedule_collections(loop.later, lambda: len(owner.presence.connected()))
        ages = settings.keep_days, settings.keep_unmoved_days, settings.keep_report_days
        forgetting = Forgetting(database, ages[0], owner.tables.is_live, host.fence, *ages[1:])
        forgetting.keep_on(loop.later, workers.run)
        owner.start()
        host.serve(owner)
        app = health_app(host, owner, database, metrics, threads, settings.metrics_token)
        server = None if health is None else Server(app, health, loop, workers, Limits())
        loop.start()
        for end in (owner.close, loop.stop, workers.stop, store.close, lambda: loop.ask(owner.stop), host.close):
            ends.callback(end)  # the last one is called first
        if server is not None:
            ends.callback(server.stop)
            server.start()
            say(f"The health of this host is at {server.url}/readyz")
        yield host


def health_app(
    host: Host, owner: Owner, database: Database, metrics: Metrics, threads: ServiceThreads, token: str = ""
) -> Flask:
    """Returns the pages ``/healthz``, ``/readyz`` and ``/metrics`` (by ``token`` from elsewhere) of a host."""
    fence, membership, lines = host.fence, host.membership, host.lines
    owner.register(metrics)
    metrics.gauge("shards", "Shards of the games at this host.", lambda: len(fence.held))
    metrics.gauge("epoch", "The highest epoch of these shards.", lambda: max(fence.held.values(), default=0))
    metrics.gauge("hosts", "Hosts that take games.", lambda: len(membership.map.hosts()))
    metrics.gauge("callers", "Fronts with a line to this host.", lambda: len(lines.fronts()))
    metrics.gauge("line_lag", "The most messages on the way to one front.", lines.lag)
    metrics.gauge("questions", "Questions without an answer yet.", lambda: lines.open_questions)
    metrics.total("takeovers", "Takeovers from dead or silent hosts by this host.", lambda: host.takeovers)
    metrics.total("fenced_writes", "Writes refused because another host has taken over the game.", fence.refused)
    checks = {
        "database": database.check,
        "engine": owner.check,
        "cluster": lambda: (host.takes_games, f"{len(fence.held)} shards"),
        "threads": threads.check,
    }
    app = Flask("webapp", static_folder=None)
    secure(app)
    app.register_blueprint(health_pages(checks, metrics.text, token))
    return app


def place_of(listen: str) -> tuple[str, int]:
    """Returns the host and the port of an address, as 10.0.0.7, 10.0.0.7:7400 or [fe80::7]:7400. 0: any free port."""
    host, _, port = listen.rpartition(":") if _PORT.search(listen) else (listen, "", "0")
    return host.strip("[]"), int(port)


def _endpoint(listen: str) -> str:
    """Returns an address for ZeroMQ."""
    return f"tcp://{listen}" if _PORT.search(listen) else f"tcp://{listen}:*"


def create_front(settings: Settings, threads: ServiceThreads | None = None) -> Flask:
    """Starts a front. Close the services in ``app.extensions["fourthought"]`` at the end. Raises SettingError if a
    setting of the database or of the hosts has a wrong value, DatabaseError if the database cannot be opened, or is no
    PostgreSQL."""
    _ = settings.host_names  # a wrong one is refused before anything starts
    database = open_cluster(settings.database_url)
    process, publisher = Process(settings, Metrics(), threads), SocketPublisher()
    loop, metrics = process.loop, process.metrics
    desk = RemoteDesk(database, publisher, process.threads, loop, process.workers)

    front = build_front(
        process,
        desk,
        Archive(GameStore(database, observe=metrics.stored)),
        publisher,
        levels=levels,
        checks={"database": database.check, "engine": lambda: (desk.readiness().ready, desk.readiness().stage)},
        classes=StoredClasses(database),
    )
    metrics.gauge("hosts", "Hosts that take games.", lambda: len(desk.membership.map.hosts()))
    metrics.total("pages_moved", "Pages brought to another host.", lambda: desk.pages.moved)
    metrics.total("news_dropped", "News of former owners of a game.", lambda: desk.pages.dropped)
    schedule_collections(loop.later, front.namespace.connected)
    front.app.extensions["fourthought"] = Services(process, database, None, desk, front)
    desk.start()
    loop.start()
    return front.app
