"""Builds the front, which keeps no game: the sockets, the gate and the pages of one process."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from flask import Flask
from flask_socketio import SocketIO
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.common.classes import Classes
from webapp.common.metrics import Metrics
from webapp.http.assets import THEME, page_assets
from webapp.http.encoding import encode_pages
from webapp.http.health import Check, health_pages
from webapp.http.hosts import HostGate, RootPath, is_local, lead_on, name_routes
from webapp.http.page_app import page_app
from webapp.http.pages import Boot, Levels, handle_errors, table_pages
from webapp.http.pictures.picture_addresses import picture_pages
from webapp.http.rooms import Room, Site, open_rooms
from webapp.play.archive import Archive
from webapp.play.desk.port import Desk
from webapp.process.service_threads import ServiceThreads, end_process
from webapp.serving.limits import Limits
from webapp.serving.loop import Loop
from webapp.serving.visitors import RealAddress
from webapp.serving.workers import Workers
from webapp.settings import Settings
from webapp.sizes import lines
from webapp.sockets.events import TableNamespace
from webapp.sockets.publishing import SocketPublisher
from webapp.sockets.server import build_socketio, stock_socketio

SLOW = ("lab", "embed")
"""The first parts of the addresses whose answers may take seconds, so they have threads of their own."""
_LAB_THREADS = 2


class Process:
    """Holds what the parts of one process share: settings, metrics, threads, the loop and its workers."""

    def __init__(self, settings: Settings, metrics: Metrics, threads: ServiceThreads | None = None) -> None:
        self.settings, self.metrics = settings, metrics
        self.threads = threads or ServiceThreads(end_process)
        self.loop = Loop(self.threads)
        self.limits = Limits(
            connections=lines(settings.connections), proxies=settings.proxies, root_path=settings.root_path
        )
        work = partial(Workers, self.loop, self.threads, most=self.limits.requests, may_begin=self.loop.has_room)
        self.workers, self.lab_workers = work(), work(name=SLOW[0], count=_LAB_THREADS)
        self.loop.on_room = self._look_again

    def _look_again(self) -> None:
        self.workers.look_again()
        self.lab_workers.look_again()

    def close(self) -> None:
        """Ends the workers and the loop."""
        self.workers.stop()
        self.lab_workers.stop()
        self.loop.stop()


def _room(is_there: bool) -> tuple[bool, str]:
    return is_there, "There is room." if is_there else "All places are taken."


@dataclass(frozen=True, slots=True)
class Front:
    """Holds the connection side of the server."""

    app: Flask
    namespace: TableNamespace
    socketio: SocketIO
    rooms: list[Room]
    held: dict[str, Callable[[], float]]
    """Counts what is held for clients, by kind."""


def build_front(
    process: Process,
    desk: Desk,
    archive: Archive,
    publisher: SocketPublisher,
    *,
    levels: Levels,
    checks: dict[str, Check],
    classes: Classes | None = None,
) -> Front:
    """Returns a front. Nothing runs before the loop starts. ``checks`` tell whether the process can take a game. Those
    of connections and threads are added. Raises SettingError if a setting of the hosts has a wrong value."""
    settings, metrics, threads, loop = process.settings, process.metrics, process.threads, process.loop
    hosts = settings.host_names
    namespace = TableNamespace(desk, settings, loop, metrics)
    assets = page_assets()
    rooms = open_rooms(Site(assets, assets.text(THEME), loop.later, settings.arena, classes, settings.proofs_folder))
    boot = Boot(levels, desk.readiness, settings.per_minute)
    app = page_app(assets, boot, rooms)
    encode_pages(app)
    handle_errors(app)
    lead_on(app)
    name_routes(app)
    checks = {
        **checks,
        "connections": lambda: _room(namespace.connected() < settings.connections),
        "threads": threads.check,
    }
    for pages in (
        health_pages(checks, metrics.text, settings.metrics_token, hosts),
        picture_pages(archive),
        table_pages(archive, boot),
    ):
        app.register_blueprint(pages)
    if settings.is_plain:
        socketio = stock_socketio(app, namespace, settings)
    else:
        socketio = build_socketio(app, namespace, settings, loop)
    publisher.socketio = socketio
    app.wsgi_app = HostGate(app.wsgi_app, hosts, is_local(settings.host) and not settings.proxies)  # type: ignore[method-assign]
    if settings.root_path:
        app.wsgi_app = RootPath(app.wsgi_app, settings.root_path)  # type: ignore[method-assign]
    if settings.proxies:  # outermost, because websockets and the gate need the corrected addresses
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=0, x_proto=count, x_host=count)  # type: ignore[method-assign]
        app.wsgi_app = RealAddress(app.wsgi_app, count)  # type: ignore[method-assign]
    metrics.gauge("connections", "Clients that are connected.", namespace.connected)
    held = {**namespace.held, "bytes": loop.unsent.total, "requests": process.workers.count}
    held["requests of the lab"] = process.lab_workers.count
    metrics.gauge("held", "What is held for clients just now.", lambda: {kind: count() for kind, count in held.items()})
    metrics.gauge("loop_longest_seconds", "The longest time for which one act held the loop lately.", loop.take_longest)
    metrics.total("slow_acts", "Acts that held the loop for a quarter of a second, by name.", lambda: dict(loop.slow))
    metrics.total("thread_errors", "Errors in service threads; none of them ends a thread.", threads.errors)
    return Front(app, namespace, socketio, rooms, held)
