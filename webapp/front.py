"""Builds the front: sockets, gate and pages of one process. No game is kept here."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from flask import Flask
from flask_socketio import SocketIO
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp import paths
from webapp.http.assets import THEME, Assets, asset_pages
from webapp.http.coach import coach_pages
from webapp.http.encoding import encode_pages
from webapp.http.health import Check, health_pages
from webapp.http.hosts import HostGate
from webapp.http.invitation import invitation_pages
from webapp.http.lab.room import lab_helper, lab_rooms
from webapp.http.pages import Boot, Levels, handle_errors, table_pages
from webapp.http.pictures.pages import picture_pages
from webapp.http.security import secure
from webapp.http.student import student_pages
from webapp.http.turn_gate import TurnGate
from webapp.metrics import Metrics
from webapp.play.archive import Archive
from webapp.play.desk.port import Desk
from webapp.play.ports import Timers
from webapp.process.helper import Helper
from webapp.process.service_threads import ServiceThreads
from webapp.process.timers import ThreadTimers
from webapp.process.turns import Turns
from webapp.settings import Settings
from webapp.sockets.events import TableNamespace
from webapp.sockets.publishing import SocketPublisher
from webapp.sockets.server import build_socketio, check_clients
from webapp.sockets.transport.outbox import Flusher
from webapp.sockets.transport.reception import Reception
from webapp.words import speak

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Process:
    """Holds what the parts of one process share: settings, counts, threads and turns."""

    settings: Settings
    metrics: Metrics
    threads: ServiceThreads
    turns: Turns


@dataclass(frozen=True, slots=True)
class Front:
    """Holds all that stands before the desk."""

    app: Flask
    namespace: TableNamespace
    socketio: SocketIO
    flusher: Flusher
    reception: Reception
    wire_timers: ThreadTimers
    lab: Helper

    def drain(self, seconds: float) -> None:
        """Tells the pages about the restart, refuses new games, and finishes the events under way; never raises."""
        try:
            if not self.namespace.drain(seconds):
                _log.warning("some events were not finished in time")
        except Exception:  # the process ends all the same, and nothing acknowledged is lost
            _log.exception("the server could not drain")

    def stop(self) -> None:
        """Stops Socket.IO's own threads: no connection is closed."""
        self.socketio.server.shutdown()

    def close(self) -> None:
        """Ends all threads."""
        self.wire_timers.close()
        self.lab.close()
        self.flusher.close()
        self.reception.close()


def build_front(
    process: Process,
    desk: Desk,
    archive: Archive,
    publisher: SocketPublisher,
    timers: Timers,
    *,
    levels: Levels,
    checks: dict[str, Check],
    answering: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Front:
    """Returns a front, whose threads run.

    Args:
        process: what all parts of the process share.
        desk: carries out the events.
        archive: reads the games for the pages.
        publisher: sends the news of the desk to the pages.
        timers: close connections and look for lost ones.
        levels: returns the levels of a game.
        checks: tell whether the process can take a game, beside the checks of room and threads.
        answering: the context of every answer, in which searches of this process give way.

    Raises:
        SettingError: a setting of the hosts has a wrong value.
    """
    settings, metrics, threads, turns = process.settings, process.metrics, process.threads, process.turns
    hosts = settings.host_names
    # Pings need a thread without any wait for a table: a table may wait for the database, however long.
    wire_timers = ThreadTimers(threads=threads, names=("wire timers", "wire"), hands=1)
    flusher, reception = Flusher(threads), Reception(turns, threads)
    namespace = TableNamespace(desk, settings, metrics, timers.later, answering)
    lab, assets = lab_helper(wire_timers.later), Assets(paths.STATIC)
    theme = assets.text(THEME)
    app = Flask("webapp", static_folder=None, template_folder=str(paths.TEMPLATES))
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}  # short
    secure(app, inline=theme)
    speak(app)
    encode_pages(app)
    handle_errors(app)
    checks = {
        **checks,
        "room": lambda: (namespace.connected() < settings.connections, namespace.connected()),
        "threads": threads.check,
    }
    boot = Boot(levels, desk.readiness, settings.per_minute)
    for pages in (
        asset_pages(assets),
        health_pages(checks, metrics.text, settings.metrics_token),
        invitation_pages(archive),
        picture_pages(archive),
        coach_pages(assets, theme),
        student_pages(assets, theme),
        *lab_rooms(lab, assets, turns.aside),
        table_pages(archive, boot),
    ):
        app.register_blueprint(pages)
    socketio = publisher.socketio = build_socketio(
        app, namespace, settings, wire_timers.later, flusher.flush_soon, reception
    )
    check_clients(namespace, timers.later)
    app.wsgi_app = TurnGate(HostGate(app.wsgi_app, hosts), turns)  # type: ignore[method-assign]
    if settings.proxies:  # outermost: websockets and the gate need the corrected addresses, too
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    metrics.gauge("connections", "Clients that are connected.", namespace.connected)
    metrics.total("ghosts", "Clients without a websocket, found and forgotten.", namespace.ghosts)
    metrics.gauge("turns_waiting", "Threads that wait for a turn to work for a client.", turns.waiting)
    metrics.total("thread_errors", "Errors in service threads; none of them ends a thread.", threads.errors)
    return Front(app, namespace, socketio, flusher, reception, wire_timers, lab)
