"""Serves each websocket with a thread of its own, which calls the application with the socket."""

from __future__ import annotations

import functools
import logging
import socket
import struct
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from typing import Any, NamedTuple

from waitress.task import WSGITask

_log = logging.getLogger(__name__)

SOCKET = "fourthought.socket"
"""The key of the WSGI environment for the :class:`UpgradedSocket`."""

_SENDING_SECONDS = 10.0


class UpgradedSocket(NamedTuple):
    """Holds the socket of a request for a websocket, and the bytes read behind the request."""

    sock: socket.socket
    early: bytes


class TakenOverError(ConnectionError):
    """Ends the application's call without an answer: the application has used the socket itself."""


class UpgradeTask(WSGITask):  # type: ignore[misc]
    """Calls the application with the socket; an answer instead of an upgrade is the last one of the connection."""

    def execute(self) -> None:
        """Calls the application."""
        self.set_close_on_finish()
        super().execute()

    def get_environment(self) -> dict[str, Any]:
        """Returns the WSGI environment with the socket."""
        environ: dict[str, Any] = super().get_environment()
        environ[SOCKET] = UpgradedSocket(self.channel.socket, self.channel.early)
        return environ


class Upgrades:
    """Starts the threads of websockets, and ends them.

    Args:
        most: the most threads.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._threads: dict[Any, threading.Thread] = {}
        self._waiting: deque[tuple[Any, Any]] = deque()
        self._stopped = False

    def count(self) -> int:
        """Returns the number of threads."""
        return len(self._threads)

    def serve(self, channel: Any, request: Any) -> bool:
        """Lets a thread serve a connection, at once or when one is free; returns False if there will be none.

        Called in the loop. A connection that waits too long is closed there as any other.
        """
        if len(self._threads) < self._most:
            return self._start(channel, request)
        channel.wait_for_thread()
        self._waiting.append((channel, request))
        return True

    def _start(self, channel: Any, request: Any) -> bool:
        with self._lock:
            if self._stopped:
                return False
            thread = threading.Thread(target=self._run, args=(channel, request), name="websocket", daemon=True)
            self._threads[channel] = thread
        channel.leave()
        try:
            thread.start()
        except RuntimeError:  # the system has no more threads
            _log.warning("no thread could be started for a websocket")
            channel.come_back()
            del self._threads[channel]
            return False
        return True

    def stop(self, seconds: float) -> None:
        """Closes all websockets, and waits for the threads."""
        with self._lock:
            self._stopped = True
            threads = dict(self._threads)
        for channel in threads:
            with suppress(OSError):
                channel.socket.shutdown(socket.SHUT_RDWR)
        deadline = time.monotonic() + seconds
        for thread in threads.values():
            thread.join(timeout=max(0.0, deadline - time.monotonic()))

    def _run(self, channel: Any, request: Any) -> None:
        try:
            limit_wait(channel.socket, socket.SO_SNDTIMEO, _SENDING_SECONDS)
            channel.task_class = UpgradeTask
            channel.requests = [request]
            channel.service()
        except Exception:
            _log.exception("a websocket met an error")
        finally:
            with self._lock:
                stopped = self._stopped
                if stopped:
                    del self._threads[channel]
            # No lock of ours may be held here: the loop holds the trigger's lock while it calls ``_ended``.
            if stopped:
                channel.socket.close()
            else:
                channel.server.wake(functools.partial(self._ended, channel))

    def _ended(self, channel: Any) -> None:
        """Returns a connection to the loop, and serves the next ones that wait. Called in the loop."""
        with self._lock:
            del self._threads[channel]
        channel.come_back()
        while self._waiting and len(self._threads) < self._most:
            waiting, request = self._waiting.popleft()
            if waiting.connected and not self._start(waiting, request):
                waiting.handle_close()


def limit_wait(sock: socket.socket, option: int, seconds: float) -> None:
    """Lets blocking calls on ``sock`` fail after some time; ``settimeout`` would cost a system call at every read.

    Args:
        sock: a blocking socket.
        option: ``socket.SO_RCVTIMEO`` for reading, ``socket.SO_SNDTIMEO`` for sending.
        seconds: the longest wait.
    """
    value = struct.pack("i", int(seconds * 1000)) if sys.platform == "win32" else struct.pack("ll", int(seconds), 0)
    sock.setsockopt(socket.SOL_SOCKET, option, value)
