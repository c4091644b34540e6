"""The factory: wiring only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask
from flask_socketio import SocketIO

from webapp import paths
from webapp.engines import LocalEngine
from webapp.http.assets import Assets, asset_pages
from webapp.http.encoding import encode_pages
from webapp.http.health import health_pages
from webapp.http.pages import Boot, handle_errors, table_pages
from webapp.http.security import secure
from webapp.play.ports import Engine
from webapp.play.table import Ports
from webapp.play.tables import Tables
from webapp.play.thinking import Thinking
from webapp.settings import Settings
from webapp.sockets.namespace import TableNamespace
from webapp.sockets.publishing import SocketPublisher
from webapp.sockets.server import build_socketio
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.timers import ThreadTimers


class ServedEngine(Engine, Protocol):
    """An engine with a beginning and an end, and levels to choose from."""

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End."""

    def levels(self, game: str) -> list[dict[str, Any]]:
        """The stops of the slider."""


@dataclass(frozen=True, slots=True)
class Services:
    """What runs behind an application; ``close`` ends all of it."""

    settings: Settings
    database: Database
    engine: ServedEngine
    timers: ThreadTimers
    tables: Tables
    thinking: Thinking
    namespace: TableNamespace
    socketio: SocketIO

    def close(self) -> None:
        """Stop thinking, forget the tables, close the database. Games stay as they are."""
        self.socketio.server.shutdown()
        self.thinking.stop()
        self.timers.close()
        self.tables.close()
        self.engine.close()
        self.database.close()


def create_app(settings: Settings, engine: ServedEngine | None = None) -> Flask:
    """The application, running: its services are ``app.extensions["fourthought"]`` and must be closed.

    Raises:
        SettingError, DatabaseError: the database cannot be used.
    """
    database = Database(settings.database_url)
    engine = engine or LocalEngine(settings.threads, settings.think_seconds, settings.hint_seconds)
    timers, publisher = ThreadTimers(), SocketPublisher()
    ports = Ports(GameStore(database), engine, timers, publisher, settings.longest_game, settings.minimum_reply)
    tables = Tables(
        ports,
        live_games=settings.live_games,
        grace=settings.grace,
        forget=settings.forget,
        per_minute=settings.per_minute,
    )
    thinking = Thinking(tables, engine, publisher, timers)
    namespace = TableNamespace(tables, thinking, settings)

    app = Flask("webapp", static_folder=None, template_folder=str(paths.TEMPLATES))
    secure(app)
    encode_pages(app)
    handle_errors(app)
    app.register_blueprint(asset_pages(Assets(paths.STATIC)))
    app.register_blueprint(
        health_pages(
            {
                "database": lambda: ((works := database.works()), works),
                "engine": lambda: ((ready := engine.readiness())["ready"], ready["stage"]),
                "room": lambda: (namespace.connected() < settings.connections, namespace.connected()),
            }
        )
    )
    app.register_blueprint(table_pages(tables, Boot(engine.levels, engine.readiness)))
    socketio = publisher.socketio = build_socketio(app, namespace, settings)
    app.extensions["fourthought"] = Services(settings, database, engine, timers, tables, thinking, namespace, socketio)
    engine.start()
    thinking.start()
    return app
