"""Lets many threads send on ZeroMQ sockets while one thread receives.

A ZeroMQ socket is for one thread at a time. Here every use takes the socket's lock, and nobody waits under the lock:
the receiving thread waits for the socket's descriptor, outside the lock. So a message leaves from the thread of the
writer, and no other thread has to be woken. The descriptor tells of a change once only ("edge-triggered"), and any use
of the socket may take the change in; so each use looks whether messages have come, and then wakes the receiving thread
(ZeroMQ's manual on ZMQ_FD).
"""

from __future__ import annotations

import logging
import os
import select
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import zmq
from zmq.utils.monitor import recv_monitor_message

from webapp.process.service_threads import ServiceThreads

_log = logging.getLogger(__name__)

FRAME = 16_384
"""Bytes of a frame, at most. ZeroMQ keeps a frame until it is whole, also before the handshake, so this bounds what a
stranger can make it keep. A longer message is sent in several frames."""
_PART = FRAME - 1024
"""Bytes of a message in one frame: encryption adds some."""
_HANDSHAKE_MS, _CONNECT_MS = 5000, 3000
_AT_ONCE = 200
"""Messages taken from one socket before the others have their turn."""
_BEAT_MS = 500
_SILENCE_MS = 3000
HIGH_WATER = 50_000
"""Unsent messages of a line, at most."""


def new_socket(context: zmq.Context[zmq.Socket[bytes]], kind: int) -> zmq.Socket[bytes]:
    """Returns a socket with the settings of all lines."""
    socket = context.socket(kind)
    socket.linger = 0
    socket.sndhwm = socket.rcvhwm = HIGH_WATER
    socket.maxmsgsize, socket.handshake_ivl, socket.connect_timeout = FRAME, _HANDSHAKE_MS, _CONNECT_MS
    socket.ipv6 = True
    socket.heartbeat_ivl, socket.heartbeat_timeout, socket.heartbeat_ttl = _BEAT_MS, _SILENCE_MS, _SILENCE_MS
    return socket


class SharedSocket:
    """Wraps one socket for many threads.

    Args:
        socket: the socket; nobody else uses the socket from now on.
        receive: called in the receiving thread with each message, and with the number of the connection.
        events: the events of the socket (``zmq.EVENT_...``) to hear of.
        on_event: called in the receiving thread with each of these events and its value.
    """

    def __init__(
        self,
        socket: zmq.Socket[bytes],
        receive: Callable[[list[bytes], int], None],
        events: int = 0,
        on_event: Callable[[int, int], None] = lambda _event, _value: None,
    ) -> None:
        self._socket, self.receive, self._on_event = socket, receive, on_event
        self._lock = threading.Lock()
        self._monitor: zmq.Socket[bytes] | None = socket.get_monitor_socket(events) if events else None
        self.descriptors = [int(each.getsockopt(zmq.FD)) for each in (socket, self._monitor) if each is not None]
        self.wake: Callable[[], None] = lambda: None

    def send(self, data: bytes, *to: bytes) -> bool:
        """Sends a message without waiting; returns False where the message cannot go now.

        Args:
            data: the message.
            to: the identity of the receiver, if the socket has several.
        """
        parts = [data[begin : begin + _PART] for begin in range(0, len(data), _PART)]
        with self._lock:
            if self._socket.closed:
                return False
            try:
                self._socket.send_multipart([*to, *parts], zmq.NOBLOCK)
            except zmq.ZMQError:  # too many messages wait, or the other side has gone
                return False
            waiting = int(self._socket.getsockopt(zmq.EVENTS)) & zmq.POLLIN
        if waiting:
            self.wake()
        return True

    def take(self) -> bool:
        """Handles the messages and events received; returns whether more may wait."""
        messages: list[list[zmq.Frame]] = []
        events: list[dict[str, Any]] = []
        with self._lock:
            if self._socket.closed:
                return False
            while self._monitor and len(events) < _AT_ONCE and _has_input(self._monitor):
                events.append(dict(recv_monitor_message(self._monitor, zmq.NOBLOCK)))
            with suppress(zmq.Again):
                while len(messages) < _AT_ONCE and _has_input(self._socket):
                    messages.append(self._socket.recv_multipart(zmq.NOBLOCK, copy=False))
        for frames in messages:
            try:
                self.receive([frame.bytes for frame in frames], int(frames[-1].get(zmq.SRCFD)))
            except Exception:  # of another release, perhaps; the messages after this one count all the same
                _log.exception("a message of the line could not be read")
        for event in events:
            self._on_event(event["event"], event["value"])
        return _AT_ONCE in (len(messages), len(events))

    def close(self) -> None:
        """Closes the socket; unsent messages are lost."""
        with self._lock:
            if self._monitor:
                self._socket.disable_monitor()
                self._monitor.close(0)
                self._monitor = None
            self._socket.close(0)


def _has_input(socket: zmq.Socket[bytes]) -> bool:
    return bool(int(socket.getsockopt(zmq.EVENTS)) & zmq.POLLIN)


class Sockets:
    """Runs the one receiving thread for all sockets of a process.

    Args:
        threads: starts the thread.
    """

    def __init__(self, threads: ServiceThreads) -> None:
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._sockets: dict[int, SharedSocket] = {}
        self._poll = select.poll()
        self._lock = threading.Lock()
        self._alarm = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._poll.register(self._alarm, select.POLLIN)
        self._rung: deque[SharedSocket] = deque()
        self._closed = False
        self._thread = threads.start("line", self._turn)

    def add(self, shared: SharedSocket) -> SharedSocket:
        """Receives from a socket from now on."""
        shared.wake = partial(self._ring, shared)
        with self._lock:
            for descriptor in shared.descriptors:
                self._sockets[descriptor] = shared
                self._poll.register(descriptor, select.POLLIN)
        self._ring(shared)  # messages may have come before
        return shared

    def remove(self, shared: SharedSocket) -> None:
        """Closes a socket."""
        with self._lock:
            for descriptor in shared.descriptors:
                if self._sockets.get(descriptor) is shared:
                    del self._sockets[descriptor]
                    self._poll.unregister(descriptor)
        shared.close()

    def close(self) -> None:
        """Closes all sockets, and ends the thread."""
        self._closed = True
        self._ring()
        self._thread.join(5.0)
        for shared in set(self._sockets.values()):
            self.remove(shared)
        self.context.term()
        os.close(self._alarm)

    def _ring(self, shared: SharedSocket | None = None) -> None:
        """Wakes the receiving thread, and lets the thread look at a socket."""
        if shared is not None:
            self._rung.append(shared)
        os.eventfd_write(self._alarm, 1)

    def _turn(self) -> bool:
        """Waits for messages and handles them; False after ``close``."""
        ready = [descriptor for descriptor, _ in self._poll.poll()]
        if self._closed:
            return False
        found: set[SharedSocket | None] = set()
        if self._alarm in ready:
            with suppress(BlockingIOError):
                os.eventfd_read(self._alarm)
            while self._rung:
                found.add(self._rung.popleft())
        with self._lock:
            found.update(self._sockets.get(number) for number in ready)
        for shared in found:
            if shared is not None and shared.take():
                self._ring(shared)
        return True
