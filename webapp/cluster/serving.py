"""Serves the role of a host: builds engine, tables and host, and runs until a signal."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager

from flask import Flask

from webapp.app import local_engine
from webapp.cluster.health import health_app
from webapp.cluster.host import Host
from webapp.cluster.release import PACKED_GAMES
from webapp.metrics import MeasuredStore, Metrics
from webapp.owner import build_owner
from webapp.process.gc_schedule import schedule_collections
from webapp.process.malloc import share_heaps
from webapp.process.service_threads import ServiceThreads, end_process
from webapp.process.timers import ThreadTimers
from webapp.serving.limits import Limits
from webapp.serving.server import Server, wait_for_signal
from webapp.settings import Settings
from webapp.storage.database import Database, DatabaseError
from webapp.storage.games import GameStore
from webapp.storage.packing import Packing
from webapp.storage.reports import Reports

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
    share_heaps()
    metrics = Metrics()
    with ExitStack() as ends:
        database = ends.enter_context(closing(open_cluster(settings.database_url)))
        engine = local_engine(settings, metrics, threads)
        timers = ThreadTimers(engine.answering, threads)
        host = Host(database, threads, _endpoint(listen), lambda: bool(engine.readiness()["ready"]))
        store = MeasuredStore(GameStore(database, host.fence), metrics)
        owner = build_owner(settings, engine, host.publisher, store, Reports(database), timers, owns=host.fence.owns)
        schedule_collections(timers.later)
        packing = Packing(database, host.fence, lambda: host.steward.map.oldest_release() >= PACKED_GAMES)
        metrics.total("packed_games", "Finished games packed into one row.", lambda: packing.packed)
        packing.keep_on(timers.later)
        owner.start()
        host.serve(owner)
        for end in (owner.close, owner.stop, host.close):  # the last one is called first
            ends.callback(end)
        app = health_app(host, owner, database, metrics, threads, settings.metrics_token)
        ends.enter_context(_serving(app, health, threads, say))
        yield host


@contextmanager
def _serving(
    app: Flask, sock: socket.socket | None, threads: ServiceThreads, say: Callable[[str], object]
) -> Iterator[None]:
    if sock is None:
        yield
        return
    server = Server(app, sock, Limits(websockets=1), threads)
    server.start()
    say(f"The health of this host is at {server.url}/readyz")
    try:
        yield
    finally:
        server.stop()


def _endpoint(listen: str) -> str:
    """Returns an address, as 10.0.0.7, 10.0.0.7:7400 or [fe80::7]:7400, for ZeroMQ; without a port any free one."""
    return f"tcp://{listen}" if _PORT.search(listen) else f"tcp://{listen}:*"


def _tell(say: Callable[[str], object], name: str) -> None:
    say(f"The host {name} has joined the cluster.")
