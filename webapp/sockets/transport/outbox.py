"""Sends to one client without ever waiting for the client.

An acknowledgement goes at once, from the thread of the event, together with all earlier packets. An event to a room
leaves by the thread ``outboxes``: a player's move does not wait until all watchers are told, nor for the interpreter's
lock after each watcher.

Bytes refused by the socket wait here, bounded, and are tried again until all have gone. Of the reports of the engine's
search only the latest wait. engineio's own queue is unbounded (a slow reader fills memory) and costs one thread a
client (a thousand threads compete for the interpreter's lock).
"""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from webapp.process.service_threads import ServiceThreads
from webapp.sockets.transport.quick import send

BYTES_AT_MOST = 1_000_000
THOUGHTS_AT_MOST = 4
_EVENT, _THOUGHT = "2", '2["thinking"'
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.02, 0.32
CLOSE_FRAME = b"\x88\x02\x03\xe8"  # status 1000

Later = Callable[[float, Callable[[], None]], object]


class Flusher:
    """Runs the thread ``outboxes``, which flushes outboxes on demand.

    ``threads`` starts the thread; None: threads of this object alone.
    """

    def __init__(self, threads: ServiceThreads | None = None) -> None:
        self._boxes: SimpleQueue[Outbox | None] = SimpleQueue()
        self._thread = (threads or ServiceThreads()).start("outboxes", self._turn)

    def flush_soon(self, box: Outbox) -> None:
        """Asks the thread to flush ``box``; returns at once."""
        self._boxes.put(box)

    def close(self) -> None:
        """Flushes the outboxes asked for so far, and ends the thread."""
        self._boxes.put(None)
        self._thread.join(timeout=5.0)

    def _turn(self) -> bool:
        """Flushes the next outbox; False after ``close``. An error with one client does not stop the others."""
        box = self._boxes.get()
        if box is not None:
            box.flush()
        return box is not None


class Outbox:
    """Replaces engineio's queue of packets: packets leave by themselves, and None closes the connection.

    Args:
        later: calls a function after some seconds.
        flush_soon: lets another thread call ``flush``; without it events go at once as well.
    """

    def __init__(self, later: Later, flush_soon: Callable[[Outbox], None] | None = None) -> None:
        self._later, self._flush_soon = later, flush_soon
        self._lock = threading.Lock()
        self._sock: socket.socket | None = None
        self._partial = b""  # the unsent rest of frames sent in part
        self._waiting: deque[tuple[bytes, bool]] = deque()  # (frame, is a thought)
        self._bytes = 0
        self._closed = False
        self._retrying = self._flush_asked = False

    def open(self, sock: socket.socket) -> None:
        """Sends all waiting packets over ``sock``, and all later ones."""
        with self._lock:
            if self._closed:
                _shut_down(sock)
            else:
                self._sock = sock
                self._send_waiting()

    def put(self, packet: Any) -> None:
        """Sends a packet now, or as soon as the socket takes it; None closes the connection."""
        if packet is None:
            self.close()
            return
        text = packet.data if isinstance(packet.data, str) else ""
        self.send(_frame(packet), thought=text.startswith(_THOUGHT), event=text.startswith(_EVENT))

    def send(self, frame: bytes, *, thought: bool = False, event: bool = False) -> None:
        """Sends a websocket frame.

        Args:
            frame: the bytes of the frame.
            thought: a report of the engine's search, of which a slow client gets only the latest.
            event: an event, which may go a moment later than an acknowledgement.
        """
        with self._lock:
            if self._closed:
                return
            if thought:
                self._drop_old_thoughts()
            self._waiting.append((frame, thought))
            self._bytes += len(frame)
            if self._bytes > BYTES_AT_MOST:  # the client reads too slowly
                self._close_now()
            elif event and self._flush_soon is not None:
                if not self._flush_asked:
                    self._flush_asked = True
                    self._flush_soon(self)
            elif not self._retrying:
                self._send_waiting()

    def flush(self) -> None:
        """Sends all waiting packets."""
        with self._lock:
            self._flush_asked = False
            if not self._retrying:
                self._send_waiting()

    def close(self) -> None:
        """Closes the connection; a client without waiting packets gets a close frame."""
        with self._lock:
            if not self._retrying:
                self._send_waiting()
            if self._sock is not None and not self._bytes:
                with suppress(OSError):
                    send(self._sock, CLOSE_FRAME)
            self._close_now()

    def qsize(self) -> int:
        """Returns the number of waiting packets."""
        return len(self._waiting) + bool(self._partial)

    def join(self) -> None:
        """Returns at once: engineio calls this to wait for the packets, and ``put`` has tried to send already."""

    # --- inside, under the lock ---

    def _send_waiting(self) -> None:
        if self._sock is None:
            return
        try:
            while self._bytes:
                if not self._partial:
                    self._partial = b"".join(frame for frame, _ in self._waiting)
                    self._waiting.clear()
                sent = send(self._sock, self._partial)
                self._partial = self._partial[sent:]
                self._bytes -= sent
                if self._partial:
                    break
        except OSError:  # the client has gone; the reading thread will end, too
            self._close_now()
        if self._bytes and not self._retrying:
            self._retrying = True
            self._later(_SHORTEST_PAUSE, lambda: self._retry(_SHORTEST_PAUSE))

    def _retry(self, pause: float) -> None:
        with self._lock:
            before = self._bytes
            self._send_waiting()
            self._retrying = self._bytes > 0
            if self._retrying:
                pause = _SHORTEST_PAUSE if self._bytes < before else min(2 * pause, _LONGEST_PAUSE)
                self._later(pause, lambda: self._retry(pause))

    def _drop_old_thoughts(self) -> None:
        """Drops the waiting thoughts of a slow client, before one more is added."""
        if len(self._waiting) >= THOUGHTS_AT_MOST and sum(old for _, old in self._waiting) >= THOUGHTS_AT_MOST:
            self._waiting = deque(item for item in self._waiting if not item[1])
            self._bytes = len(self._partial) + sum(len(frame) for frame, _ in self._waiting)

    def _close_now(self) -> None:
        self._closed, self._partial, self._bytes = True, b"", 0
        self._waiting.clear()
        if self._sock is not None:
            _shut_down(self._sock)
            self._sock = None  # the descriptor may soon belong to another connection


def _frame(packet: Any) -> bytes:
    """Returns the websocket frame of an Engine.IO packet, kept with the packet: one packet goes to a whole room."""
    frame = getattr(packet, "frame", None)
    if frame is None:
        frame = packet.frame = text_frame(packet.encode())
    return bytes(frame)


def text_frame(text: str) -> bytes:
    """Returns an unmasked text frame (RFC 6455, section 5.2)."""
    data = text.encode()
    if len(data) < 126:
        return bytes((0x81, len(data))) + data
    if len(data) < 1 << 16:
        return b"\x81\x7e" + len(data).to_bytes(2, "big") + data
    return b"\x81\x7f" + len(data).to_bytes(8, "big") + data


def _shut_down(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
