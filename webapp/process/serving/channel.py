"""Keeps one connection in the loop of ``http``: requests are read, and answers sent, without waiting for the client."""

from __future__ import annotations

import functools
import logging
import math
import socket
import time
from typing import Any

from waitress.channel import HTTPChannel

from webapp.process.serving.limits import Limits
from webapp.process.serving.parser import RefusalTask, RequestParser, TooManyRequestsError, TooManyWebsocketsError
from webapp.process.serving.visitors import address_of, visitor_of

_log = logging.getLogger(__name__)

WEBSOCKETS = "/socket.io/"
"""The address of websockets."""


class Channel(HTTPChannel):  # type: ignore[misc]
    """Keeps one connection; a websocket leaves the loop for a separate thread.

    A client may send the next request after the answer to the last one. After two requests at once a client gets the
    first answer and the end of the connection. So the answers waiting for a client never add up.

    Args:
        server: the ``Acceptor`` of the connection.
        sock: the socket.
        addr: the address of the client.
        adj: the settings of waitress.
        map: the connections in the loop, by descriptor.
    """

    parser_class = RequestParser
    error_task_class = RefusalTask
    request: RequestParser | None
    close_when_flushed: bool

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002
        self._limits: Limits = server.limits
        self.since = time.monotonic()
        """The beginning of the wait for the client; infinite where the client waits for the server."""
        self.early = b""
        """Bytes behind the request for a websocket."""
        self._away = self._closing = self._queued = False
        super().__init__(server, sock, addr, adj, map=map)

    def is_overdue(self, now: float) -> bool:
        """Returns whether the client has taken too long."""
        limits = self._limits
        if self._closing:
            return now - self.since > limits.closing_seconds
        return now - self.since > (limits.reading_seconds if self.total_outbufs_len else limits.request_seconds)

    # --- in the loop ---

    def readable(self) -> bool:
        """Returns whether to wait for bytes."""
        return self._closing or (not self._queued and bool(super().readable()))

    def writable(self) -> bool:
        """Returns whether to wait for room in the socket's buffer."""
        return not self._closing and bool(super().writable())

    def received(self, data: bytes) -> bool:
        """Takes bytes of a request; queues the complete request, or lets a websocket leave the loop."""
        while data and not (self._closing or self.will_close or self.close_when_flushed):
            request = self.request = self.request or self.parser_class(self.adj)
            data = data[request.received(data) :]
            if request.completed:
                self.request = None
                if not request.empty:
                    self._take(request, data)
                    break
        return True

    def _take(self, request: RequestParser, rest: bytes) -> None:
        self.since = math.inf
        if request.wants_websocket(WEBSOCKETS):
            self.early = rest
            if self.server.upgrades.serve(self, request):
                return
            request.error = TooManyWebsocketsError("")
        elif rest:
            request.headers["CONNECTION"] = "close"
        with self.requests_lock:
            self.requests.append(request)
        address = address_of(self.addr[0], request.headers.get("X_FORWARDED_FOR", ""), self._limits.proxies)
        if not self.server.pages.serve(self, visitor_of(address)):
            request.error = TooManyRequestsError("")
            self.service()  # a refusal waits for nothing

    def handle_write(self) -> None:
        """Sends; after the last byte of the last answer, waits a moment for the client's own close."""
        last = self.close_when_flushed
        if last:
            self.close_when_flushed = False
        super().handle_write()
        if last and self.connected:
            if self.total_outbufs_len:
                self.close_when_flushed = True
            else:
                self._wait_for_close()

    def _wait_for_close(self) -> None:
        self._closing, self.since = True, time.monotonic()
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:  # the client has gone
            self.handle_close()

    def handle_read(self) -> None:
        """Reads; what comes after the last answer is dropped."""
        if self._closing:
            self.recv(self.adj.recv_bytes)  # closes at the end of the stream
        else:
            super().handle_read()

    def handle_error(self) -> None:
        """Closes the connection after an exception."""
        _log.exception("a connection met an error and was closed")
        self.handle_close()

    def handle_close(self) -> None:
        """Closes the connection, except one that has left the loop."""
        if not self._away:
            super().handle_close()

    # --- leaving the loop ---

    def wait_for_thread(self) -> None:
        """Stays in the loop, without reading, until a thread is free for the websocket."""
        self._queued, self.since = True, time.monotonic()

    def leave(self) -> None:
        """Leaves the loop; the socket waits for the client from now on."""
        self._away, self._queued, self.since = True, False, math.inf
        self.del_channel()
        self.socket.setblocking(True)

    def come_back(self) -> None:
        """Returns to the loop, which sends the rest of an answer and closes."""
        self._away, self.since = False, time.monotonic()
        self.socket.setblocking(False)
        self.set_socket(self.socket, self._map)
        self.server.loop.update(self)

    def del_channel(self, map: Any = None) -> None:  # noqa: A002  # the name is waitress's
        """Takes the socket out of the loop."""
        self.server.loop.forget(self._fileno)
        super().del_channel(map)

    # --- in the thread that answers ---

    def service(self) -> None:
        """Answers one request."""
        try:
            super().service()
        finally:
            self.since = time.monotonic()
            if not self._away:
                self.server.wake(functools.partial(self.server.loop.update, self))
