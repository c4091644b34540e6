"""Serves the application on a listening socket, and stops cleanly."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import HTTPServer
from typing import Any, ClassVar

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from webapp.process.service_threads import ServiceThreads

_log = logging.getLogger(__name__)
_BACKLOG = 2048  # after a restart all pages come back at once
_POLL = 0.1
REQUEST_SECONDS = 20.0
"""The longest time for a client to send a request, and the longest silence on an open connection, in seconds."""


class AddressError(Exception):
    """Tells in one sentence for a person why the server cannot listen at the address."""


class OpenConnections:
    """Keeps the open TCP connections of one server, and since when each has waited for a request (None: in service).

    Args:
        most: the most open connections; further ones are closed at once. Each takes a thread.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._since: dict[socket.socket, float | None] = {}

    def wait_for_request(self, connection: socket.socket) -> None:
        """Notes the start of the wait for a request."""
        self._since[connection] = time.monotonic()

    def end_wait(self, connection: socket.socket) -> None:
        """Notes the arrival of the request."""
        self._since[connection] = None

    def remove(self, connection: socket.socket) -> None:
        """Forgets a closed connection."""
        self._since.pop(connection, None)

    def has_room(self) -> bool:
        """Returns whether there is room for one more."""
        return len(self._since) < self._most

    def close(self, since: float | None = None) -> None:
        """Closes all connections, or only connections that began to wait for a request before the time ``since``."""
        for connection, began in self._since.copy().items():
            if since is None or (began is not None and began < since):
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)


class QuietHandler(WSGIRequestHandler):
    """Handles HTTP requests without a line of log for each; a browser leaving during an answer is no error."""

    protocol_version = "HTTP/1.1"
    # An event and an acknowledgement are two small writes, which Nagle's algorithm would delay by 40 ms.
    disable_nagle_algorithm = True
    connections: ClassVar[OpenConnections]

    def setup(self) -> None:
        """Notes the new connection, so that the server can close it."""
        super().setup()
        self.connections.wait_for_request(self.connection)

    def handle_one_request(self) -> None:
        """Reads a request and answers; the reading is timed."""
        self.connections.wait_for_request(self.connection)
        super().handle_one_request()

    def run_wsgi(self) -> None:
        """Answers a request, read by now."""
        self.connections.end_wait(self.connection)
        super().run_wsgi()

    def finish(self) -> None:
        """Forgets the connection."""
        self.connections.remove(self.connection)
        super().finish()

    def send_header(self, keyword: str, value: str) -> None:
        """Sends a header, except the name of the server's software."""
        if keyword != "Server":
            super().send_header(keyword, value)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Logs nothing."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002  # the name is Werkzeug's
        """Writes to this program's own log at level debug."""
        _log.debug(message, *args)


def listen(host: str, port: int) -> socket.socket:
    """Returns a listening socket.

    Raises:
        AddressError: the port is in use, or the host is no address of this machine.
    """
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        sock = socket.socket(family, kind, proto)
    except (OSError, OverflowError):
        raise AddressError(f"{host!r} is no address of this machine; 127.0.0.1 always is.") from None
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(_BACKLOG)
    except OSError as error:
        sock.close()
        raise AddressError(_reason(error, host, port)) from None
    return sock


def _reason(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use; choose another one with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by ordinary users; choose one above 1023 with --port."
    return f"{host!r} is no address of this machine; 127.0.0.1 always is."


class Server:
    """Serves the application on a socket, with a thread for each connection, and closes the socket at the end.

    Args:
        app: the application.
        sock: the listening socket.
        most: the most open connections.
        threads: starts the thread that accepts connections; None: threads of this object alone.
    """

    def __init__(
        self, app: Flask, sock: socket.socket, most: int = 2200, threads: ServiceThreads | None = None
    ) -> None:
        self._sock, self._threads = sock, threads or ServiceThreads()
        host, self.port = sock.getsockname()[:2]
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
        connections = self._connections = OpenConnections(most)
        handler = type("Handler", (QuietHandler,), {"connections": connections})
        self._server: BaseWSGIServer = make_server(
            host, self.port, app, threaded=True, request_handler=handler, fd=sock.fileno()
        )
        self._server.log_startup = lambda: None  # type: ignore[method-assign]
        self._server.verify_request = lambda *_: connections.has_room()  # type: ignore[method-assign]
        self._server.service_actions = lambda: connections.close(time.monotonic() - REQUEST_SECONDS)  # type: ignore[method-assign]

    def start(self) -> None:
        """Starts serving in the background."""
        self._thread = self._threads.start("http", self._serve)

    def stop(self) -> None:
        """Stops taking requests and closes every connection; pages connect again by themselves."""
        self._server.shutdown()
        self._thread.join(timeout=5.0)
        self._connections.close()
        self._server.server_close()
        self._sock.close()

    def _serve(self) -> bool:
        """Accepts connections until ``stop``; returns False then."""
        if self._sock.fileno() >= 0:  # still open, after an error
            # Werkzeug's own method closes the socket after an error, and nobody could connect any more.
            HTTPServer.serve_forever(self._server, _POLL)
        return False


def wait_for_signal(ready: Callable[[], None]) -> None:
    """Calls ``ready``, then waits for Ctrl-C or SIGTERM."""
    stop = threading.Event()
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        ready()
        while not stop.wait(3600.0):
            pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
