"""Runs ZeroMQ sockets in the loop. The descriptor of a socket becomes ready when something has changed (ZMQ_FD in
ZeroMQ's manual). It says so only once, and any use of the socket may consume the change. So every use here checks for
messages, and then receives them soon."""

import logging
import selectors
import time
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import zmq
from zmq.utils.monitor import recv_monitor_message

from webapp.serving.loop import Loop

_log = logging.getLogger(__name__)

FRAME = 16_384
"""The most bytes of a frame. ZeroMQ stores a frame until it is whole, even before the handshake, so this bounds the
memory that a stranger can take. A longer message is sent in several frames."""
LONGEST = 8 * 1024 * 1024
"""The most bytes of a message."""
_PART = FRAME - 1024
"""Bytes of a message in one frame, with room for what encryption adds."""
_HANDSHAKE_MS, _CONNECT_MS = 5000, 3000
_AT_ONCE = 50
"""Messages taken from one socket before the loop does other work."""
_BEAT_MS = 500
_SILENCE_MS = 3000
HIGH_WATER = 50_000
"""The most unsent messages of a line."""
_LOGGED, _LOG_SECONDS = 10, 60.0
"""The most tracebacks in so many seconds."""

Socket = zmq.Socket[bytes]


class LimitedLog:
    """Logs errors that another process can cause: some a minute with a traceback, and then the number of the others."""

    def __init__(self, log: logging.Logger) -> None:
        self._log, self._since, self._count = log, 0.0, 0

    def exception(self, words: str, *values: object) -> None:
        """Logs the present exception, unless there were many in the last minute."""
        now = time.monotonic()
        if now - self._since > _LOG_SECONDS:
            if self._count > _LOGGED:
                self._log.warning("%d more errors were not logged", self._count - _LOGGED)
            self._since, self._count = now, 0
        self._count += 1
        if self._count <= _LOGGED:
            self._log.exception(words, *values)


def new_socket(context: zmq.Context[Socket], kind: int) -> Socket:
    """Returns a socket with the settings of all lines."""
    socket = context.socket(kind)
    socket.linger = 0
    socket.sndhwm = socket.rcvhwm = HIGH_WATER
    socket.maxmsgsize, socket.handshake_ivl, socket.connect_timeout = FRAME, _HANDSHAKE_MS, _CONNECT_MS
    socket.ipv6 = True
    socket.heartbeat_ivl, socket.heartbeat_timeout, socket.heartbeat_ttl = _BEAT_MS, _SILENCE_MS, _SILENCE_MS
    return socket


def size(frames: list[zmq.Frame]) -> int:
    """Returns the bytes of a message."""
    return sum(len(frame) for frame in frames)


class LoopSocket:
    """Wraps one socket, which nothing else uses from then on. For the loop, or before the loop starts. ``receive`` is
    called with the frames of each message, ``on_event`` with each of the socket's ``events`` and its value."""

    visitor = ""

    def __init__(
        self,
        loop: Loop,
        socket: Socket,
        receive: Callable[[list[zmq.Frame]], None],
        events: int = 0,
        on_event: Callable[[int, int], None] = lambda _event, _value: None,
    ) -> None:
        self._loop, self._socket, self._receive, self._on_event = loop, socket, receive, on_event
        self._errors = LimitedLog(_log)
        self._events: list[dict[str, Any]] = []
        self._monitor: Socket | None = socket.get_monitor_socket(events) if events else None
        self._descriptors = [_descriptor(each) for each in (socket, self._monitor) if each is not None]
        for descriptor in self._descriptors:
            self._loop.watch(descriptor, selectors.EVENT_READ, self)
        self._due = False
        self._look_soon()  # messages may have come before

    def send(self, data: bytes, *to: bytes) -> bool:
        """Sends a message at once, to one receiver by its identity. False: too long, or not now."""
        if len(data) > LONGEST:
            return False
        return self.send_frames([*to, *(data[begin : begin + _PART] for begin in range(0, len(data), _PART))])

    def send_frames(self, frames: list[bytes]) -> bool:
        """Sends a message of these frames without waiting. Returns False if it cannot go now."""
        if self._socket.closed:
            return False
        try:
            self._socket.send_multipart(frames, zmq.NOBLOCK)
        except zmq.ZMQError:  # too many messages wait, or the other side has closed
            return False
        finally:  # a send that fails consumes the change as well
            if _has_input(self._socket):
                self._look_soon()
        return True

    def ready(self, _events: int) -> None:
        """Handles the messages and events received. An event waits for the messages that came before it, or a
        connection that has ended would speak again."""
        messages: list[list[zmq.Frame]] = []
        if self._socket.closed:
            return
        while self._monitor and len(self._events) < _AT_ONCE and _has_input(self._monitor):
            self._events.append(dict(recv_monitor_message(self._monitor, zmq.NOBLOCK)))
        with suppress(zmq.Again):
            while len(messages) < _AT_ONCE and _has_input(self._socket):
                messages.append(self._socket.recv_multipart(zmq.NOBLOCK, copy=False))
        if _AT_ONCE in (len(messages), len(self._events)):
            self._look_soon()
        for frames in messages:
            try:
                self._receive(frames)
            except Exception:  # perhaps a message of another release: the next messages are read all the same
                self._errors.exception("a message of the line could not be read")
        if len(messages) == _AT_ONCE:
            return
        events, self._events = self._events, []
        for event in events:
            self._on_event(event["event"], event["value"])

    def close(self) -> None:
        """Closes the socket. Unsent messages are lost."""
        if self._socket.closed:
            return
        for descriptor in self._descriptors:
            self._loop.watch(descriptor, 0, self)
        if self._monitor:
            self._socket.disable_monitor()
            self._monitor.close(0)
            self._monitor = None
        self._socket.close(0)

    def _look_soon(self) -> None:
        if not self._due:
            self._due = True
            self._loop.call(self._look)

    def _look(self) -> None:
        self._due = False
        self.ready(0)


def _descriptor(socket: Socket) -> Any:
    """Returns a socket's descriptor for the loop. Closing it does nothing, because ZeroMQ closes it."""
    number = int(socket.getsockopt(zmq.FD))
    return SimpleNamespace(fileno=lambda: number, close=lambda: None)


def _has_input(socket: Socket) -> bool:
    return bool(int(socket.getsockopt(zmq.EVENTS)) & zmq.POLLIN)
