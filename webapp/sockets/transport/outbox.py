"""What is sent to one client: never waiting for the client.

An answer goes at once, from the thread that gives it, and with it what has come before it. What tells a room leaves
by the postman's thread: whoever has moved does not wait until all who watch are told, and for the interpreter after
each of them.

What the line does not take waits here, bounded, and of the engine's thoughts only the latest; it is tried again until
it has gone. engineio has a queue without an end and a thread that empties it, for every client: a reader that is slow,
or does not read but answers pings, makes the one grow, and a thousand of the other fight for the interpreter.
"""

from __future__ import annotations

import logging
import select
import socket
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

_log = logging.getLogger(__name__)

BYTES_AT_MOST = 1_000_000
THOUGHTS_AT_MOST = 4
_NEWS, _THOUGHT = "2", '2["thinking"'
_SOONEST, _LATEST = 0.02, 0.32
GOODBYE = b"\x88\x02\x03\xe8"  # a close frame, 1000
_NO_WAITING = getattr(socket, "MSG_DONTWAIT", None)  # Windows has none

Later = Callable[[float, Callable[[], None]], object]


class Postman:
    """A thread that empties the boxes it is told of."""

    def __init__(self) -> None:
        self._rounds: SimpleQueue[Outbox | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="postman", daemon=True)
        self._thread.start()

    def call(self, box: Outbox) -> None:
        """Come by soon."""
        self._rounds.put(box)

    def close(self) -> None:
        """After one last round."""
        self._rounds.put(None)
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while (box := self._rounds.get()) is not None:
            try:
                box.flush()
            except Exception:  # one client's trouble must not be the others'
                _log.exception("a box could not be emptied")


class Outbox:
    """A queue of Engine.IO packets that empties itself; None, the last, ends the line.

    Args:
        later: calls something after so many seconds.
        post: sees to it that ``flush`` is called soon; without it news go at once as well.
    """

    def __init__(self, later: Later, post: Callable[[Outbox], None] | None = None) -> None:
        self._later, self._post = later, post
        self._lock = threading.Lock()
        self._sock: socket.socket | None = None
        self._begun = b""  # the rest of a frame that has gone in part
        self._waiting: deque[tuple[bytes, bool]] = deque()  # frames, and whether each is a thought
        self._bytes = 0
        self._over = False
        self._retrying = self._posted = False

    def open(self, sock: socket.socket) -> None:
        """The line is there: what has waited goes."""
        with self._lock:
            if self._over:
                _hang_up(sock)
            else:
                self._sock = sock
                self._flush()

    def put(self, packet: Any) -> None:
        """Send a packet, now or as soon as the line takes it; None: hang up."""
        if packet is None:
            self.end()
            return
        said = packet.data if isinstance(packet.data, str) else ""
        self.send(_frame(packet), said.startswith(_THOUGHT), said.startswith(_NEWS))

    def send(self, frame: bytes, thought: bool = False, news: bool = False) -> None:
        """Send a websocket frame; ``news`` may go a moment later."""
        with self._lock:
            if self._over:
                return
            if thought:
                self._forget_thoughts()
            self._waiting.append((frame, thought))
            self._bytes += len(frame)
            if self._bytes > BYTES_AT_MOST:  # too far behind
                self._cut()
            elif news and self._post is not None:
                if not self._posted:
                    self._posted = True
                    self._post(self)
            elif not self._retrying:
                self._flush()

    def flush(self) -> None:
        """Send what waits."""
        with self._lock:
            self._posted = False
            if not self._retrying:
                self._flush()

    def end(self) -> None:
        """Say goodbye, to whoever has heard everything, and hang up."""
        with self._lock:
            if not self._retrying:
                self._flush()
            if self._sock is not None and not self._bytes:
                with suppress(OSError):
                    _send(self._sock, GOODBYE)
            self._cut()

    def qsize(self) -> int:
        """How many packets wait."""
        return len(self._waiting) + bool(self._begun)

    def join(self) -> None:
        """Nothing to wait for: everything was tried when it was put (engineio asks)."""

    # --- inside, under the lock ---

    def _flush(self) -> None:
        if self._sock is None:
            return
        try:
            while self._bytes:
                if not self._begun:
                    self._begun = b"".join(frame for frame, _ in self._waiting)
                    self._waiting.clear()
                sent = _send(self._sock, self._begun)
                self._begun = self._begun[sent:]
                self._bytes -= sent
                if self._begun:
                    break
        except OSError:  # it has gone; its reader notices as well
            self._cut()
        if self._bytes and not self._retrying:
            self._retrying = True
            self._later(_SOONEST, lambda: self._retry(_SOONEST))

    def _retry(self, pause: float) -> None:
        with self._lock:
            before = self._bytes
            self._flush()
            self._retrying = self._bytes > 0
            if self._retrying:
                pause = _SOONEST if self._bytes < before else min(2 * pause, _LATEST)
                self._later(pause, lambda: self._retry(pause))

    def _forget_thoughts(self) -> None:
        """Before one more is added: if some wait already, the client is behind, and the old ones are of no use."""
        if len(self._waiting) >= THOUGHTS_AT_MOST and sum(old for _, old in self._waiting) >= THOUGHTS_AT_MOST:
            self._waiting = deque(item for item in self._waiting if not item[1])
            self._bytes = len(self._begun) + sum(len(frame) for frame, _ in self._waiting)

    def _cut(self) -> None:
        self._over, self._begun, self._bytes = True, b"", 0
        self._waiting.clear()
        if self._sock is not None:
            _hang_up(self._sock)
            self._sock = None  # its number may soon be somebody else's


def _frame(packet: Any) -> bytes:
    """The websocket frame of an Engine.IO packet; kept with it, as one packet goes to everybody in a room."""
    known = getattr(packet, "frame", None)
    if known is None:
        known = packet.frame = text_frame(packet.encode())
    return bytes(known)


def text_frame(text: str) -> bytes:
    """An unmasked text frame (RFC 6455, section 5.2)."""
    data = text.encode()
    if len(data) < 126:
        return bytes((0x81, len(data))) + data
    if len(data) < 1 << 16:
        return b"\x81\x7e" + len(data).to_bytes(2, "big") + data
    return b"\x81\x7f" + len(data).to_bytes(8, "big") + data


def _send(sock: socket.socket, data: bytes) -> int:
    """The bytes that the line takes now."""
    with suppress(BlockingIOError):
        if _NO_WAITING is not None:
            return sock.send(data, _NO_WAITING)
        if select.select((), (sock,), (), 0)[1]:
            return sock.send(data)
    return 0


def _hang_up(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
