"""Accepts connections, and closes those of slow clients and, when full, the oldest ones."""

import errno
import heapq
import logging
import math
import select
import selectors
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from webapp.common.seldom import Seldom
from webapp.serving.http import Connection
from webapp.serving.limits import Limits
from webapp.serving.listening import LOCAL, UNIX, close, name_of
from webapp.serving.loop import Loop
from webapp.serving.stream import Stream
from webapp.serving.visitors import visitor_of
from webapp.serving.workers import Workers
from webapp.serving.wsgi import OUR_SIDE, Answer, Served, Wsgi, busy, call, sentence

_log = logging.getLogger(__name__)
_seldom = Seldom(_log)

_ACCEPTED_A_TURN = 16
_PAUSE_WITHOUT_DESCRIPTORS = 0.05
_PART_CLOSED = 8
"""One in so many waiting connections of an address is closed at a time, because finding the oldest takes time."""
_NO_MORE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Server:
    """Serves an application on a listening socket, and closes the socket at the end. Requests for websockets call
    ``app`` in the loop, all others in a thread of ``workers``. ``slow`` has workers for requests that may take long, by
    the first part of their address. ``served`` notes every answered request. ``busy`` answers those beyond the share of
    their address."""

    visitor = ""

    def __init__(
        self,
        app: Wsgi,
        sock: socket.socket,
        loop: Loop,
        workers: Workers,
        limits: Limits | None = None,
        slow: dict[str, Workers] | None = None,
        served: Callable[[Served], None] = lambda _: None,
        busy: Callable[[dict[str, Any]], Answer] = busy,
    ) -> None:
        self._app, self._sock, self._loop, self._workers = app, sock, loop, workers
        self._slow, self.served, self._busy = slow or {}, served, busy
        self.limits = limits or Limits()
        self.address, self.url = name_of(sock)
        self.port = self.address[1]
        self.due = loop.due
        self._connections: dict[Connection, None] = {}
        self._stopped = False
        sock.setblocking(False)

    def start(self) -> None:
        """Starts accepting connections."""
        self._loop.call(self._listen)
        self._loop.call(self._close_overdue)

    def stop(self) -> None:
        """Stops accepting, and closes all connections that no websocket has taken over."""
        self._loop.ask(self._close)

    def count(self) -> int:
        """Returns the number of open connections without a websocket."""
        return len(self._connections)

    # --- for connections ---

    def upgrade(self, environ: dict[str, Any]) -> Answer:
        """Offers a connection to the application, or returns its refusal. Raises ``TakenOverError`` for websockets."""
        return call(self._app, environ)

    def answer(self, environ: dict[str, Any], visitor: str, done: Callable[[Answer], None]) -> bool:
        """Answers a request in a worker's thread. Returns False if the visitor has too many requests."""
        path = environ["PATH_INFO"].removeprefix(self.limits.root_path)
        room = path.split("/", 2)[1] if path.startswith("/") else ""
        workers = self._slow.get(room, self._workers)
        return workers.run(partial(call, self._app, environ), lambda answer: self._done(answer, done), visitor)

    def busy(self, environ: dict[str, Any]) -> Answer:
        """Returns the answer for a visitor with too many requests."""
        _seldom.warning("requests are refused: %d wait already (FOURTHOUGHT_CONNECTIONS)", self._workers.count())
        return self._busy(environ)

    def keep(self, connection: Connection) -> None:
        """Watches a connection until :meth:`forget`."""
        self._connections[connection] = None

    def forget(self, connection: Connection) -> None:
        """Forgets a connection that has ended or was taken over."""
        self._connections.pop(connection, None)

    # --- in the loop ---

    def ready(self, _events: int) -> None:
        """Accepts new connections."""
        for _ in range(_ACCEPTED_A_TURN):
            try:
                sock, address = self._sock.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in _NO_MORE:
                    if self._make_room():
                        continue
                    self._wait_for_descriptors(error)
                    return
                if error.errno in (errno.EBADF, errno.EINVAL, errno.ENOTSOCK):
                    raise SystemExit("the listening socket has failed") from None
                continue  # the client is gone already
            if self.count() >= self.limits.connections and not self._make_room():
                sock.close()
                continue
            try:
                self._admit(sock, str(address[0]) if address else LOCAL)
            except BaseException:
                sock.close()
                raise

    def _admit(self, sock: socket.socket, address: str) -> None:
        try:
            sock.setblocking(False)
            if sock.family != UNIX:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:  # the client is gone
            sock.close()
            return
        Connection(self, partial(Stream, self._loop, sock, address, visitor_of(address)))

    def _listen(self) -> None:
        if not self._stopped:
            self._loop.watch(self._sock, selectors.EVENT_READ, self)

    def _wait_for_descriptors(self, error: OSError) -> None:
        """Accepts nothing for a moment, because the loop would try again immediately."""
        _seldom.warning("new connections wait: %s; the limit of open files is too low for so many clients", error)
        self._loop.watch(self._sock, 0, self)
        self._loop.later(_PAUSE_WITHOUT_DESCRIPTORS, self._listen)

    def _make_room(self) -> bool:
        """Closes the oldest waiting connections of the visitor with the most. Returns whether there are any."""
        waiting = [connection for connection in self._connections if connection.since < math.inf]
        if not waiting:
            return False
        ((visitor, count),) = Counter(visitor_of(connection.stream.address) for connection in waiting).most_common(1)
        crowd = (connection for connection in waiting if visitor_of(connection.stream.address) == visitor)
        for connection in heapq.nsmallest(1 + count // _PART_CLOSED, crowd, key=lambda one: one.since):
            connection.close()
        return True

    def _close_overdue(self) -> None:
        now = time.monotonic()
        for connection in list(self._connections):
            if connection.is_overdue(now):
                connection.close()
        if not self._stopped:
            self._loop.later(self.limits.pause, self._close_overdue)

    def _close(self) -> None:
        if self._stopped:
            return
        self._stopped = True
        self._loop.watch(self._sock, 0, self)
        close(self._sock)
        for connection in list(self._connections):
            connection.close()

    @staticmethod
    def _done(answer: Answer | Exception, done: Callable[[Answer], None]) -> None:
        if isinstance(answer, Exception):  # ``call`` raises TakenOverError only
            _log.error("a page took over a connection: %s", answer)
            answer = sentence(*OUR_SIDE)
        done(answer)


def wait_for_signal(ready: Callable[[], object]) -> None:
    """Calls ``ready``, then waits for Ctrl-C or SIGTERM. A handler may interrupt this thread anywhere, even while it
    holds the lock inside an event. So the handlers write to a socket, which takes no lock."""
    awake, waker = socket.socketpair()
    with awake, waker:
        waker.setblocking(False)
        numbers = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, lambda *_: _wake(waker)) for number in numbers}
        try:
            ready()
            while not select.select([awake], [], [], 1.0)[0]:
                pass
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _wake(waker: socket.socket) -> None:
    with suppress(OSError):  # full: the other end will wake anyway
        waker.send(b"\0")
