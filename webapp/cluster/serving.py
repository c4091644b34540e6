"""Serves the role of a host: builds engine, tables and host, and runs until a signal."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager

from webapp.app import engine_client
from webapp.cluster.health import health_app
from webapp.cluster.host import Host
from webapp.metrics import Metrics
from webapp.owner import build_owner
from webapp.process.gc_schedule import schedule_collections
from webapp.process.service_threads import ServiceThreads, end_process
from webapp.serving.limits import Limits
from webapp.serving.loop import Loop
from webapp.serving.server import Server, wait_for_signal
from webapp.serving.workers import Workers
from webapp.settings import Settings
from webapp.storage.database import Database, DatabaseError
from webapp.storage.forgetting import Forgetting
from webapp.storage.games import GameStore
from webapp.storage.reports import Reports
from webapp.storage.writer import Writer

_PORT = re.compile(r"^(\[.*\]|[^:]*):\d+$")


def open_cluster(url: str) -> Database:
    """Opens the database of a cluster.

    Raises:
        DatabaseError: the database cannot be opened, or is no PostgreSQL.
    """
    if not url.startswith("postgres"):
        raise DatabaseError("a cluster needs a PostgreSQL, such as postgresql://me@there/games")
    return Database(url)


def serve_host(
    settings: Settings, listen: str, say: Callable[[str], object], health: socket.socket | None = None
) -> bool:
    """Runs a host until Ctrl-C or SIGTERM, and then gives the games to the other hosts.

    Args:
        settings: the limits, and the database.
        listen: the address of this machine for fronts and other hosts, with a port or without.
        say: tells a person the beginning and the end.
        health: where to serve the health of the host; None: nowhere.

    Returns:
        Whether all threads have lived to the end.

    Raises:
        DatabaseError: the database cannot be opened, or is no PostgreSQL.
    """
    threads = ServiceThreads(end_process)
    with running_host(settings, listen, threads, say, health) as host:
        wait_for_signal(lambda: _tell(say, host.name))
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
    """Runs a host, and ends the host without a farewell.

    Args:
        settings: the limits, and the database.
        listen: the address of this machine for fronts and other hosts, with a port or without.
        threads: starts all threads.
        say: tells where the health is.
        health: where to serve the health of the host; None: nowhere.

    Raises:
        DatabaseError: the database cannot be opened, or is no PostgreSQL.
    """
    metrics = Metrics()
    with ExitStack() as ends:
        database = ends.enter_context(closing(open_cluster(settings.database_url)))
        loop = Loop(threads)
        engine = engine_client(settings, metrics, threads, loop.call)
        workers = Workers(loop, threads)
        host = Host(database, loop, threads, _endpoint(listen), lambda: engine.readiness().ready)
        games = GameStore(database, host.fence, metrics.stored)
        store = Writer(games, loop.call, threads.start, metrics.stored, loop.use)
        loop.is_held = store.is_full
        reports, owns = Reports(database), host.fence.owns
        key = database.reporters_key()
        owner = build_owner(settings, engine, host.publisher, store, reports, loop, workers, owns, key)
        schedule_collections(loop.later)
        ages = settings.keep_days, settings.keep_unmoved_days, settings.keep_report_days
        if any(ages):
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


def _endpoint(listen: str) -> str:
    """Returns an address, as 10.0.0.7, 10.0.0.7:7400 or [fe80::7]:7400, for ZeroMQ; without a port any free one."""
    return f"tcp://{listen}" if _PORT.search(listen) else f"tcp://{listen}:*"


def _tell(say: Callable[[str], object], name: str) -> None:
    say(f"The host {name} has joined the cluster.")
