"""Configures gunicorn: ``gunicorn --config python:webapp.production``.

There is one process, because a game has one table. There is a thread for each websocket, and as many again for pages,
health checks and refused clients. The settings come from the environment (``webapp.settings``).
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from contextlib import suppress
from typing import Any

from gunicorn.errors import AppImportError
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import TConn, ThreadWorker

from webapp.process import logs
from webapp.process.serving import REQUEST_SECONDS
from webapp.settings import SettingError, Settings

try:
    _settings = Settings.from_env()
    logs.configure(_settings.log, _settings.log_level)
except SettingError as _error:
    raise SystemExit(f"Error: {_error}.") from None

bind = f"{_settings.host}:{_settings.port}"
workers = 1
worker_class = "webapp.production.TableWorker"
threads = 2 * _settings.connections + 100
worker_connections = 2 * threads
backlog = 2048
keepalive = 30
graceful_timeout = int(_settings.drain_seconds) + 5
control_socket_disable = True
forwarded_allow_ips = ""  # FOURTHOUGHT_PROXIES alone says which X-Forwarded headers count, in the application
logger_class = "webapp.production.Log"
wsgi_app = "webapp.production:application()"


def application() -> Any:
    """Returns the application of the one worker."""
    from webapp.app import create_app
    from webapp.storage.database import DatabaseError

    try:
        return create_app(_settings)
    except (SettingError, DatabaseError) as error:
        raise AppImportError(f"Error: {error}.") from None


class Log(Logger):  # type: ignore[misc]
    """Sends gunicorn's own log the way of all other log lines."""

    def setup(self, cfg: Any) -> None:
        """Replaces gunicorn's own log handlers."""
        self.error_log.propagate = True
        self.error_log.setLevel(logging.NOTSET)


class TableWorker(ThreadWorker):  # type: ignore[misc]
    """Extends gunicorn's threaded worker: drains before the end, and closes connections with slow requests."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._reading: dict[TConn, float] = {}

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Handles SIGTERM: drains in the background, then lets gunicorn wait for the end of the threads."""
        if self.alive:
            threading.Thread(target=self._drain, args=(sig, frame), name="drain").start()

    def _drain(self, sig: int, frame: Any) -> None:
        services = self.wsgi.extensions["fourthought"]
        try:
            services.drain()
        finally:
            super().handle_exit(sig, frame)
            services.disconnect_all()

    def run(self) -> None:
        """Serves; closes the services at the end."""
        try:
            super().run()
        finally:
            self.wsgi.extensions["fourthought"].close()

    def handle(self, conn: TConn) -> Any:
        """Reads a request and answers; the reading is timed."""
        self._reading[conn] = time.monotonic()
        try:
            return super().handle(conn)
        finally:
            self._reading.pop(conn, None)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answers a request, read by now."""
        self._reading.pop(conn, None)
        return super().handle_request(req, conn)

    def murder_pending(self) -> None:
        """Closes connections with requests too slow in coming; called by gunicorn at least once a second."""
        super().murder_pending()
        overdue = time.monotonic() - REQUEST_SECONDS
        for conn, began in list(self._reading.items()):
            if began < overdue:
                with suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RDWR)
