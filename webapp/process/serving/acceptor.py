"""Accepts connections, and closes connections with slow clients, and the oldest ones where there is no more room."""

from __future__ import annotations

import heapq
import logging
import math
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from webapp.process.serving.channel import Channel
from webapp.process.serving.limits import Limits
from webapp.process.serving.listening import BACKLOG
from webapp.process.serving.loop import Loop
from webapp.process.serving.pages import PageThreads
from webapp.process.serving.upgrades import Upgrades

_log = logging.getLogger(__name__)

_ACCEPTED_A_TURN = 64
_NEVER = 1 << 40
_PAUSE_WITHOUT_DESCRIPTORS = 0.05
_SECONDS_BETWEEN_WARNINGS = 60.0
_PART_CLOSED = 8
"""One in so many waiting connections of an address is closed at once: looking for the oldest takes time."""


class Acceptor(TcpWSGIServer):  # type: ignore[misc]
    """Accepts connections in the loop, and holds all connections without a websocket.

    Args:
        app: the WSGI application.
        sock: the listening socket.
        limits: the limits of the server.
        pages: the threads that answer requests.
        upgrades: the threads of websockets.
    """

    channel_class = Channel

    def __init__(self, app: Any, sock: socket.socket, limits: Limits, pages: PageThreads, upgrades: Upgrades) -> None:
        self.limits, self.pages, self.upgrades = limits, pages, upgrades
        self._next_warning = 0.0
        self.loop, self._closed, self._trigger_lock = Loop(), False, threading.Lock()
        settings = Adjustments(
            sockets=[sock],
            ident="",
            server_name=sock.getsockname()[0],
            backlog=BACKLOG,
            max_request_header_size=limits.head_bytes,
            log_socket_errors=False,
            outbuf_high_watermark=_NEVER,  # no thread waits until a client has read
            clear_untrusted_proxy_headers=False,  # the application decides, by FOURTHOUGHT_PROXIES
        )
        info = (sock.family, sock.type, sock.proto, sock.getsockname())
        super().__init__(app, map={}, _sock=sock, dispatcher=pages, adj=settings, sockinfo=info, bind_socket=False)
        self.loop.update(self)
        self.loop.update(self.trigger)

    def count(self) -> int:
        """Returns the number of open connections without a websocket."""
        return len(self.active_channels)

    def readable(self) -> bool:
        """Returns True: there is always room for one more connection, or some is made."""
        return True

    def handle_accept(self) -> None:
        """Accepts the connections that have come."""
        for _ in range(_ACCEPTED_A_TURN):
            try:
                accepted = self.accept()
            except OSError as error:  # no descriptor is left
                if self.make_room():
                    continue
                self._let_new_ones_wait(error)
                return
            if accepted is None:
                return
            sock, address = accepted
            if self.count() >= self.limits.connections and not self.make_room():
                sock.close()
                continue
            try:
                self.set_socket_options(sock)
                self.loop.update(self.channel_class(self, sock, address, self.adj, map=self._map))
            except OSError:  # the client has gone
                sock.close()
            except BaseException:
                sock.close()
                raise

    def _let_new_ones_wait(self, error: OSError) -> None:
        """Pauses briefly, because the loop would ask again at once; warns once a minute."""
        if time.monotonic() >= self._next_warning:
            self._next_warning = time.monotonic() + _SECONDS_BETWEEN_WARNINGS
            _log.warning("new connections wait: %s; the limit of open files is too low for so many clients", error)
        time.sleep(_PAUSE_WITHOUT_DESCRIPTORS)

    def make_room(self) -> bool:
        """Closes the oldest waiting connections of the address with the most; returns whether there are any."""
        waiting = [channel for channel in self.active_channels.values() if channel.since < math.inf]
        if not waiting:
            return False
        ((address, count),) = Counter(channel.addr[0] for channel in waiting).most_common(1)
        crowd = (channel for channel in waiting if channel.addr[0] == address)
        for channel in heapq.nsmallest(1 + count // _PART_CLOSED, crowd, key=lambda channel: channel.since):
            channel.handle_close()
        return True

    def close_overdue(self) -> None:
        """Closes the connections whose clients have taken too long."""
        now = time.monotonic()
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(now):
                channel.handle_close()

    def handle_error(self) -> None:
        """Lets an exception through: the loop's thread logs, counts, and goes on. waitress would stop listening."""
        raise  # called in the handler of the exception

    def handle_close(self) -> None:
        """Ends the loop's thread, and so the process, after a failure of the listening socket."""
        raise SystemExit("the listening socket has failed")

    def wake(self, call: Callable[[], None] | None = None) -> None:
        """Wakes the loop, which calls ``call``; may be called in any thread."""
        with self._trigger_lock:
            if not self._closed:
                self.trigger.pull_trigger(call)

    def pull_trigger(self) -> None:
        """Leaves the loop waiting, where waitress would wake it: ``Channel.service`` does so after the whole answer."""

    def close(self) -> None:
        """Closes all sockets; the loop must have ended."""
        with self._trigger_lock:
            if self._closed:
                return
            self._closed = True
        self.trigger.handle_read()  # websockets that have ended come back to be closed
        for channel in list(self.active_channels.values()):
            channel.handle_close()
        super().close()
        self.loop.close()
