"""Serving the application on a socket of our own, and leaving cleanly."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

_log = logging.getLogger(__name__)
_BACKLOG = 2048  # pages that come back all at once after a restart
_POLL = 0.1
REQUEST_SECONDS = 20.0
"""Whoever takes longer to say what they want (or is silent so long on an open line) is cut off."""


class AddressError(Exception):
    """The address cannot be served at; the message is one sentence for a person."""


class Connections:
    """The open connections of one server, and since when each of them has been waited for (None: it is served).

    Args:
        most: how many at once; beyond them new ones are not taken. Each holds a thread.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._since: dict[socket.socket, float | None] = {}

    def begin(self, connection: socket.socket) -> None:
        """Its next request is waited for."""
        self._since[connection] = time.monotonic()

    def go_on(self, connection: socket.socket) -> None:
        """Its request is there."""
        self._since[connection] = None

    def end(self, connection: socket.socket) -> None:
        """It is over."""
        self._since.pop(connection, None)

    def has_room(self) -> bool:
        """Whether there may be one more."""
        return len(self._since) < self._most

    def cut(self, since: float | None = None) -> None:
        """Cut all of them, or those that have been waited for since before then."""
        for connection, began in self._since.copy().items():
            if since is None or (began is not None and began < since):
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)


class QuietHandler(WSGIRequestHandler):
    """Says nothing about requests that went well; a browser that goes away in mid-answer is no news."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # an event and its acknowledgement are two small writes: held back, they cost 40 ms
    connections: ClassVar[Connections]

    def setup(self) -> None:
        """Keep the connection, so that the server can cut it."""
        super().setup()
        self.connections.begin(self.connection)

    def handle_one_request(self) -> None:
        """Reading a request takes its time, but not for ever."""
        self.connections.begin(self.connection)
        super().handle_one_request()

    def run_wsgi(self) -> None:
        """The request is there."""
        self.connections.go_on(self.connection)
        super().run_wsgi()

    def finish(self) -> None:
        """Let it go."""
        self.connections.end(self.connection)
        super().finish()

    def send_header(self, keyword: str, value: str) -> None:
        """Send a header, except the one that tells everybody what this server is made of."""
        if keyword != "Server":
            super().send_header(keyword, value)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002  # the name is Werkzeug's
        """To this program's own log, for whoever turns it up."""
        _log.debug(message, *args)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        AddressError: the port is taken, or the host is no address of this machine.
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
        raise AddressError(_why(error, host, port)) from None
    return sock


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use; choose another one with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by ordinary users; choose one above 1023 with --port."
    return f"{host!r} is no address of this machine; 127.0.0.1 always is."


class Server:
    """The application on a socket, in threads; the socket is closed at the end."""

    def __init__(self, app: Flask, sock: socket.socket, most: int = 2200) -> None:
        self._sock = sock
        host, self.port = sock.getsockname()[:2]
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
        connections = self._connections = Connections(most)
        handler = type("Handler", (QuietHandler,), {"connections": connections})
        self._server: BaseWSGIServer = make_server(
            host, self.port, app, threaded=True, request_handler=handler, fd=sock.fileno()
        )
        self._server.log_startup = lambda: None  # type: ignore[method-assign]
        self._server.verify_request = lambda *_: connections.has_room()  # type: ignore[method-assign]
        self._server.service_actions = lambda: connections.cut(time.monotonic() - REQUEST_SECONDS)  # type: ignore[method-assign]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(_POLL,), name="http", daemon=True)

    def start(self) -> None:
        """Serve in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Take no more requests and cut every connection; pages reconnect by themselves."""
        self._server.shutdown()
        self._thread.join(timeout=5.0)
        self._connections.cut()
        self._server.server_close()
        self._sock.close()


def wait_for_signal(ready: Callable[[], None]) -> None:
    """Call ``ready``, then wait for Ctrl-C or SIGTERM."""
    stop = threading.Event()
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        ready()
        while not stop.wait(3600.0):
            pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
