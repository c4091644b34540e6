"""The factory: wiring only."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask
from flask_socketio import SocketIO
from werkzeug.middleware.proxy_fix import ProxyFix

from engine import Load
from webapp import paths
from webapp.http.assets import THEME, Assets, asset_pages
from webapp.http.encoding import encode_pages
from webapp.http.health import Check, health_pages
from webapp.http.invitation import invitation_pages
from webapp.http.pages import Boot, handle_errors, table_pages
from webapp.http.security import secure
from webapp.local_engine import LocalEngine
from webapp.metrics import MeasuredStore, Metrics
from webapp.play.audience.broadcast import Broadcast
from webapp.play.audience.presence import Presence
from webapp.play.audience.reviews import Reviews
from webapp.play.audience.room import Patience
from webapp.play.ports import Engine, Ports
from webapp.play.table.tables import Tables
from webapp.process.gc_schedule import collect_by_the_clock
from webapp.process.malloc import share_heaps
from webapp.process.timers import ThreadTimers
from webapp.settings import Settings
from webapp.sockets.events import TableNamespace
from webapp.sockets.publishing import SocketPublisher
from webapp.sockets.server import build_socketio
from webapp.sockets.transport.outbox import Flusher
from webapp.storage.database import Database
from webapp.storage.games import GameStore

_log = logging.getLogger(__name__)

_LATE = 10.0
_SAMPLE = 16
_TIDY_EVERY = 1.0


class ServedEngine(Engine, Protocol):
    """An engine with a beginning and an end, and levels to choose from."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End."""

    def levels(self, game: str) -> list[dict[str, Any]]:
        """The stops of the slider."""

    def load(self) -> Load:
        """How busy it is."""


@dataclass(frozen=True, slots=True)
class Services:
    """What runs behind an application; ``close`` ends all of it."""

    settings: Settings
    database: Database
    engine: ServedEngine
    timers: ThreadTimers
    tables: Tables
    broadcast: Broadcast
    presence: Presence
    namespace: TableNamespace
    socketio: SocketIO
    flusher: Flusher
    metrics: Metrics

    def drain(self) -> None:
        """Tell the pages and finish what is under way; begin nothing new."""
        if not self.namespace.drain(self.settings.drain_seconds):
            _log.warning("some events were not finished in time")

    def disconnect_all(self) -> None:
        """Closes every connection."""
        self.namespace.disconnect_all()

    def close(self) -> None:
        """Stop thinking, forget the tables, close the database. Games stay as they are."""
        self.socketio.server.shutdown()
        self.broadcast.stop()
        self.timers.close()
        self.flusher.close()
        self.engine.close()  # before the tables: their minds need not be waited for, slice after slice
        self.tables.close()
        self.database.close()


def local_engine(settings: Settings, metrics: Metrics) -> LocalEngine:
    """The engine of this process, as the settings want it."""
    return LocalEngine(
        settings.threads,
        tree_mb=settings.tree_mb,
        trees_mb=settings.trees_mb,
        ponder_seconds=settings.ponder_seconds,
        think_seconds=settings.think_seconds,
        hint_seconds=settings.hint_seconds,
        answered=metrics.engine_answered,
    )


def create_app(settings: Settings, engine: ServedEngine | None = None) -> Flask:
    """The application, running: its services are ``app.extensions["fourthought"]`` and must be closed.

    Raises:
        SettingError, DatabaseError: the database cannot be used.
    """
    share_heaps()
    database = Database(settings.database_url, sync_commits=settings.sync_commits)
    metrics = Metrics()
    engine = engine or local_engine(settings, metrics)
    timers, publisher, flusher = ThreadTimers(engine.answering), SocketPublisher(), Flusher()
    store = MeasuredStore(GameStore(database), metrics)
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
    namespace = TableNamespace(tables, reviews, presence, settings, metrics)

    app = Flask("webapp", static_folder=None, template_folder=str(paths.TEMPLATES))
    assets = Assets(paths.STATIC)
    secure(app, inline=assets.text(THEME))
    encode_pages(app)
    handle_errors(app)
    app.register_blueprint(asset_pages(assets))
    checks: dict[str, Check] = {
        "database": lambda: ((writable := database.is_writable()), writable),
        "engine": lambda: _engine_answers(engine),
        "room": lambda: (namespace.connected() < settings.connections, namespace.connected()),
    }
    app.register_blueprint(health_pages(checks, metrics.text, settings.metrics_token))
    app.register_blueprint(invitation_pages(tables))
    app.register_blueprint(table_pages(tables, Boot(engine.levels, engine.readiness)))
    socketio = publisher.socketio = build_socketio(app, namespace, settings, timers.later, flusher.flush_soon)
    if settings.proxies:  # outermost: what it corrects holds for websockets as well
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    _measure(metrics, namespace, tables, engine)
    _keep_tidy(database, timers)
    collect_by_the_clock(timers.later)
    app.extensions["fourthought"] = Services(
        settings, database, engine, timers, tables, broadcast, presence, namespace, socketio, flusher, metrics
    )
    engine.start()
    broadcast.start()
    return app


def _keep_tidy(database: Database, timers: ThreadTimers) -> None:
    def again() -> None:
        database.maintain()
        timers.later(_TIDY_EVERY, again)

    timers.later(_TIDY_EVERY, again)


def _engine_answers(engine: ServedEngine) -> tuple[bool, str]:
    """Whether the engine is ready, and no move has been due for longer than it may take."""
    ready = engine.readiness()
    oldest = engine.load().oldest
    if oldest > engine.seconds() + _LATE:
        return False, f"A move has been due for {oldest:.0f} seconds."
    return ready["ready"], ready["stage"]


def _measure(metrics: Metrics, namespace: TableNamespace, tables: Tables, engine: ServedEngine) -> None:
    """What is measured whenever somebody reads the metrics."""

    def queue() -> dict[str, float]:
        load = engine.load()
        return {"due": load.due, "hint": load.hints, "ponder": load.pondering}

    metrics.gauge("connections", "Clients that are connected.", namespace.connected)
    metrics.gauge("tables", "Games in memory.", lambda: len(tables.live()))
    metrics.gauge("engine_queue", "Minds that wait for the cores or have one.", queue)
    metrics.gauge("engine_oldest_seconds", "Age of the oldest move that is due.", lambda: engine.load().oldest)
    metrics.gauge("depth", "Depth of the minds that think, on average.", lambda: _mean_depth(tables))
    metrics.total("searched_nodes", "Positions searched.", lambda: engine.load().nodes)
    metrics.total("searching_seconds", "Seconds of search.", lambda: engine.load().busy_seconds)


def _mean_depth(tables: Tables) -> float:
    depths = [digest.depth for table in tables.live()[-_SAMPLE:] if table.awake for digest in table.digests()]
    return sum(depths) / len(depths) if depths else 0.0
