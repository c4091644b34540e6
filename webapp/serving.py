"""Serving the application on a socket of our own, and leaving cleanly."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

_log = logging.getLogger(__name__)
_BACKLOG = 256
_POLL = 0.1


class AddressError(Exception):
    """The address cannot be served at; the message is one sentence for a person."""


class QuietHandler(WSGIRequestHandler):
    """Says nothing about requests that went well; a browser that goes away in mid-answer is no news."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # an event and its acknowledgement are two small writes: held back, they cost 40 ms
    connections: ClassVar[set[socket.socket]]
    """The open connections of one server."""

    def setup(self) -> None:
        """Keep the connection, so that the server can cut it when it stops."""
        super().setup()
        self.connections.add(self.connection)

    def finish(self) -> None:
        """Let it go."""
        self.connections.discard(self.connection)
        super().finish()

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

    def __init__(self, app: Flask, sock: socket.socket) -> None:
        self._sock = sock
        host, self.port = sock.getsockname()[:2]
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
        self._connections: set[socket.socket] = set()
        handler = type("Handler", (QuietHandler,), {"connections": self._connections})
        self._server: BaseWSGIServer = make_server(
            host, self.port, app, threaded=True, request_handler=handler, fd=sock.fileno()
        )
        self._server.log_startup = lambda: None  # type: ignore[method-assign]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(_POLL,), name="http", daemon=True)

    def start(self) -> None:
        """Serve in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Take no more requests and cut every connection; pages reconnect by themselves."""
        self._server.shutdown()
        self._thread.join(timeout=5.0)
        for connection in self._connections.copy():
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
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
