"""Serves the application: one loop for all bytes of requests and answers, few threads for pages, one a websocket."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from webapp.process.service_threads import ServiceThreads
from webapp.process.serving.acceptor import Acceptor
from webapp.process.serving.limits import Limits
from webapp.process.serving.pages import PageThreads
from webapp.process.serving.upgrades import Upgrades

_STOPPING_SECONDS = 5.0

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Server:
    """Serves the application on a socket, and closes the socket at the end.

    Args:
        app: the WSGI application.
        sock: the listening socket.
        limits: the limits for clients.
        threads: starts the threads ``http`` and ``pages``; None: threads of this object alone.
    """

    def __init__(
        self, app: Wsgi, sock: socket.socket, limits: Limits | None = None, threads: ServiceThreads | None = None
    ) -> None:
        self.limits, self._threads = limits or Limits(), threads or ServiceThreads()
        host, self.port = sock.getsockname()[:2]
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}"
        self._pages, self.upgrades = PageThreads(self.limits, self._threads), Upgrades(self.limits.websockets)
        self.acceptor = Acceptor(app, sock, self.limits, self._pages, self.upgrades)
        self._stopping, self._next_look = False, 0.0

    def start(self) -> None:
        """Starts serving in the background."""
        self._pages.start()
        self._thread = self._threads.start("http", self._turn)

    def stop(self) -> None:
        """Stops taking requests and closes every connection; pages connect again by themselves."""
        self.upgrades.stop(_STOPPING_SECONDS)
        self._stopping = True
        self.acceptor.wake()
        self._thread.join(timeout=_STOPPING_SECONDS)
        self._pages.stop(_STOPPING_SECONDS)
        self.acceptor.close()

    def _turn(self) -> bool:
        """Waits for sockets and serves the ready ones; returns False after ``stop``."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + self.limits.pause
            self.acceptor.close_overdue()
        self.acceptor.loop.turn(self.limits.pause)
        return not self._stopping


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
