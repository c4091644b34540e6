"""Builds the application: wiring only."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask
from flask_socketio import SocketIO
from werkzeug.middleware.proxy_fix import ProxyFix

from engine import Load, tree_bytes
from webapp import paths
from webapp.http.assets import THEME, Assets, asset_pages
from webapp.http.coach import coach_pages
from webapp.http.encoding import encode_pages
from webapp.http.health import Check, health_pages
from webapp.http.hosts import HostGate
from webapp.http.invitation import invitation_pages
from webapp.http.lab.room import lab_helper, lab_rooms
from webapp.http.pages import Boot, handle_errors, table_pages
from webapp.http.pictures.pages import picture_pages
from webapp.http.security import secure
from webapp.http.student import student_pages
from webapp.http.turn_gate import TurnGate
from webapp.local_engine import LocalEngine
from webapp.metrics import MeasuredStore, Metrics
from webapp.play.archive import Archive
from webapp.play.audience.attendance import Patience
from webapp.play.audience.broadcast import Broadcast
from webapp.play.audience.presence import Presence
from webapp.play.audience.reviews import Reviews
from webapp.play.lobby.codes import RoomCodes
from webapp.play.lobby.lobby import Lobby
from webapp.play.lobby.reports import Reports
from webapp.play.lobby.shown_tables import ShownTables
from webapp.play.lobby.waiting import Waiting
from webapp.play.owner.local_desk import LocalDesk
from webapp.play.ports import Engine, Ports
from webapp.play.table.tables import Tables
from webapp.process.gc_schedule import schedule_collections
from webapp.process.helper import Helper
from webapp.process.logs import log_context
from webapp.process.malloc import share_heaps
from webapp.process.service_threads import ServiceThreads, end_process
from webapp.process.timers import ThreadTimers
from webapp.process.turns import Turns
from webapp.settings import Settings
from webapp.sockets.events import TableNamespace
from webapp.sockets.publishing import SocketPublisher
from webapp.sockets.server import build_socketio, check_clients
from webapp.sockets.transport.outbox import Flusher
from webapp.sockets.transport.reception import Reception
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.reports import Reports as StoredReports
from webapp.words import speak

_log = logging.getLogger(__name__)

_LATE = 10.0
_SAMPLE = 16
_MAINTAIN_EVERY = 1.0


class ServedEngine(Engine, Protocol):
    """Describes an engine with threads to start and stop, and with levels to choose from."""

    def start(self) -> None:
        """Starts the threads."""

    def close(self) -> None:
        """Stops all searches and threads."""

    def levels(self, game: str) -> list[dict[str, Any]]:
        """Returns the levels of a game, for the slider."""

    def load(self) -> Load:
        """Returns the load: requests in the queues, and counts of work."""


@dataclass(frozen=True, slots=True)
class Services:
    """Holds all parts of a running application; ``close`` ends every part."""

    settings: Settings
    database: Database
    engine: ServedEngine
    timers: ThreadTimers
    wire_timers: ThreadTimers
    tables: Tables
    broadcast: Broadcast
    presence: Presence
    desk: LocalDesk
    namespace: TableNamespace
    socketio: SocketIO
    flusher: Flusher
    reception: Reception
    metrics: Metrics
    threads: ServiceThreads
    lab: Helper

    def drain(self) -> None:
        """Tells the pages about the restart, refuses new games, and finishes the events under way; never raises."""
        try:
            if not self.namespace.drain(self.settings.drain_seconds):
                _log.warning("some events were not finished in time")
        except Exception:  # the process ends all the same, and nothing acknowledged is lost
            _log.exception("the server could not drain")

    def disconnect_all(self) -> None:
        """Closes every connection."""
        self.namespace.disconnect_all()

    def close(self) -> None:
        """Stops the searches, forgets the tables and closes the database; all games stay stored."""
        self.socketio.server.shutdown()
        self.broadcast.stop()
        self.timers.close()
        self.wire_timers.close()
        self.lab.close()
        self.flusher.close()
        self.reception.close()
        self.engine.close()  # before the tables: closing a table then waits for no search
        self.tables.close()
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
    share_heaps()
    hosts = settings.host_names
    database = Database(settings.database_url, sync_commits=settings.sync_commits)
    metrics, threads, turns = Metrics(), ServiceThreads(end_process), Turns()
    engine = engine or local_engine(settings, metrics, threads)
    timers, publisher, flusher = ThreadTimers(engine.answering, threads), SocketPublisher(), Flusher(threads)
    # Pings need a thread without any wait for a table: a table may wait for the database, however long.
    wire_timers = ThreadTimers(threads=threads, names=("wire timers", "wire"), hands=1)
    store = MeasuredStore(GameStore(database), metrics, turns.aside)
    archive = Archive(store)
    ports = Ports(store, engine, timers, publisher, settings.longest_game, settings.minimum_reply)
    tables = Tables(
        ports,
        live_games=settings.live_games,
        grace=settings.grace,
        forget=settings.forget,
        per_minute=settings.per_minute,
    )
    broadcast = Broadcast(tables, engine, publisher, timers)
    reviews = Reviews(tables, engine, publisher, timers)
    patience = Patience(settings.away, settings.stand_in, settings.claim)
    presence = Presence(tables, broadcast, publisher, timers, patience)
    lobby = Lobby(
        Waiting(tables, publisher, timers),
        RoomCodes(timers),
        ShownTables(tables, presence, timers),
        Reports(StoredReports(database)),
    )
    desk = LocalDesk(
        tables,
        reviews,
        presence,
        lobby,
        publisher,
        hint_seconds=settings.hint_seconds,
        player_rate=settings.player_rate,
        aside=turns.aside,
        log_context=log_context,
    )
    namespace = TableNamespace(desk, settings, metrics, timers.later, engine.answering)

    app = Flask("webapp", static_folder=None, template_folder=str(paths.TEMPLATES))
    assets = Assets(paths.STATIC)
    secure(app, inline=assets.text(THEME))
    speak(app)
    encode_pages(app)
    handle_errors(app)
    app.register_blueprint(asset_pages(assets))
    checks: dict[str, Check] = {
        "database": lambda: ((writable := database.is_writable()), writable),
        "engine": lambda: _check_engine(engine),
        "room": lambda: (namespace.connected() < settings.connections, namespace.connected()),
        "threads": threads.check,
    }
    app.register_blueprint(health_pages(checks, metrics.text, settings.metrics_token))
    app.register_blueprint(invitation_pages(archive))
    app.register_blueprint(picture_pages(archive))
    app.register_blueprint(coach_pages(assets, assets.text(THEME)))
    app.register_blueprint(student_pages(assets, assets.text(THEME)))
    lab = lab_helper(wire_timers.later)
    for room in lab_rooms(lab, assets, turns.aside):
        app.register_blueprint(room)
    app.register_blueprint(table_pages(archive, Boot(engine.levels, desk.readiness, settings.per_minute)))
    reception = Reception(turns, threads)
    socketio = publisher.socketio = build_socketio(
        app, namespace, settings, wire_timers.later, flusher.flush_soon, reception
    )
    check_clients(namespace, timers.later)
    app.wsgi_app = TurnGate(HostGate(app.wsgi_app, hosts), turns)  # type: ignore[method-assign]
    if settings.proxies:  # outermost: websockets and the gate need the corrected addresses, too
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    _register_gauges(metrics, namespace, tables, engine)
    metrics.gauge("waiting", "People who wait for a stranger to play with.", lobby.waiting.count)
    metrics.total("reports", "Reports of nicknames; each is a line of the log.", lobby.reports.count)
    metrics.gauge("hidden_names", "Nicknames hidden for all after several reports.", lobby.reports.hidden)
    metrics.gauge("turns_waiting", "Threads that wait for a turn to work for a client.", turns.waiting)
    metrics.total("thread_errors", "Errors in service threads; none of them ends a thread.", threads.errors)
    _maintain(database, timers)
    schedule_collections(timers.later)
    app.extensions["fourthought"] = Services(
        settings,
        database,
        engine,
        timers,
        wire_timers,
        tables,
        broadcast,
        presence,
        desk,
        namespace,
        socketio,
        flusher,
        reception,
        metrics,
        threads,
        lab,
    )
    engine.start()
    broadcast.start()
    return app


def _maintain(database: Database, timers: ThreadTimers) -> None:
    def again() -> None:
        try:
            database.maintain()
        finally:
            timers.later(_MAINTAIN_EVERY, again)

    timers.later(_MAINTAIN_EVERY, again)


def _check_engine(engine: ServedEngine) -> tuple[bool, str]:
    """Returns whether the engine is ready and no move is overdue, with words."""
    ready = engine.readiness()
    oldest = engine.load().oldest
    if oldest > engine.seconds() + _LATE:
        return False, f"A move has been due for {oldest:.0f} seconds."
    return ready["ready"], ready["stage"]


def _register_gauges(metrics: Metrics, namespace: TableNamespace, tables: Tables, engine: ServedEngine) -> None:
    """Registers the values looked up at every reading of the metrics."""

    def queue() -> dict[str, float]:
        load = engine.load()
        return {"due": load.due, "hint": load.hints, "ponder": load.pondering}

    metrics.gauge("connections", "Clients that are connected.", namespace.connected)
    metrics.total("ghosts", "Clients without a websocket, found and forgotten.", namespace.ghosts)
    metrics.gauge("tables", "Games in memory.", lambda: len(tables.live()))
    metrics.gauge("tree_bytes", "Memory of all search trees.", tree_bytes)
    metrics.gauge("engine_queue", "Minds that wait for the cores or have one.", queue)
    metrics.gauge("engine_oldest_seconds", "Age of the oldest move that is due.", lambda: engine.load().oldest)
    metrics.gauge("depth", "Depth of the minds that think, on average.", lambda: _mean_depth(tables))
    metrics.total("searched_nodes", "Positions searched.", lambda: engine.load().nodes)
    metrics.total("searching_seconds", "Seconds of search.", lambda: engine.load().busy_seconds)


def _mean_depth(tables: Tables) -> float:
    depths = [digest.depth for table in tables.live()[-_SAMPLE:] if table.awake for digest in table.digests()]
    return sum(depths) / len(depths) if depths else 0.0
