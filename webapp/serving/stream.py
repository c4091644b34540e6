"""Reads from and writes to one socket in the loop, without waiting for the client. Bytes that the socket does not take
wait here, within bounds. A slow client gets only the latest of the replaceable frames, which are the reports of the
engine's search."""

import selectors
import socket
from collections import deque
from contextlib import suppress
from typing import Protocol

from webapp.serving.loop import Loop, Rank

READ_BYTES = 16_384
"""The most bytes read at once."""
BYTES_AT_MOST = 1_000_000
"""Bytes that may wait for a slow client. With more the connection is closed."""
BYTES_IN_A_CROWD = 64_000
"""The same for each client where those of one visitor leave more unread than :data:`UNSENT_OF_VISITOR`."""
REPLACEABLE_AT_MOST = 4
_PIECE = 64_000
"""Frames are joined up to this size. A longer one is sent as it is, because a copy for each client takes memory."""
_READ, _WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


Piece = bytes | memoryview


class Handler(Protocol):
    """Handles the bytes of a stream."""

    def received(self, data: bytes) -> None:
        """Takes bytes. No bytes mean the end of the stream, which is then closed."""

    def flushed(self) -> None:
        """Handles that all bytes written so far were sent."""


class _Nobody:
    """Handles a closed stream."""

    def received(self, data: bytes) -> None:
        """Does nothing."""

    def flushed(self) -> None:
        """Does nothing."""


_NOBODY = _Nobody()


class Stream:
    """Holds one connected, non-blocking socket of ``address``. The loop works for the ``visitor`` with it."""

    __slots__ = (
        "_asked",
        "_bytes",
        "_full",
        "_loop",
        "_paused",
        "_sock",
        "_waiting",
        "address",
        "closed",
        "handler",
        "most",
        "visitor",
    )

    def __init__(self, loop: Loop, sock: socket.socket, address: str, visitor: str, handler: Handler) -> None:
        self._loop, self._sock, self.address, self.visitor = loop, sock, address, visitor
        self.handler = handler
        self.most: int | None = None
        self._waiting: deque[tuple[Piece, bool]] = deque()
        self._bytes = 0
        self._full = self._asked = self._paused = self.closed = False
        loop.watch(sock, _READ, self)

    def ready(self, events: int) -> None:
        """Writes what waits, and reads."""
        if events & _WRITE and not self.closed:
            self._full = False
            self._flush()
            self._watch()
        if not events & _READ or self._paused or self.closed:
            return
        try:
            data = self._sock.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        try:
            if data:
                self.handler.received(data)
            else:
                self.lose()
        except BaseException:  # the end of the stream gives back what was taken for the client
            self.lose()
            raise

    def write(self, *data: bytes, replaceable: bool = False, soon: bool = False) -> None:
        """Sends pieces of bytes after all earlier ones. If the client reads slowly, a later ``replaceable`` frame may
        replace this one. With ``soon`` the bytes may be sent after more urgent work."""
        if self.closed:
            return
        if replaceable and len(self._waiting) >= REPLACEABLE_AT_MOST:
            self._drop_replaceable()
        for piece in data:
            self._waiting.append((piece, replaceable))
        size = sum(map(len, data))
        self._bytes += size
        self._loop.note_unsent(self.visitor, size)
        if self.most is not None and self._bytes > min(self.most, BYTES_IN_A_CROWD) and self._is_too_slow(self.most):
            self.lose()
        elif soon and not self._asked:
            self._asked = True
            self._loop.due(Rank.EVENT, self.visitor, self._flush_asked)
        elif not soon:
            self._flush()

    def belong_to(self, visitor: str) -> None:
        """Notes for whom the loop works with this stream from now on."""
        waiting = self._bytes
        self._count(-waiting)
        self.visitor = visitor
        self._count(waiting)

    def waiting(self) -> int:
        """Returns the number of bytes that wait for the client."""
        return self._bytes

    def qsize(self) -> int:
        """Returns the number of frames that wait for the client."""
        return len(self._waiting)

    def pause(self) -> None:
        """Stops reading until ``resume``."""
        if not self._paused:
            self._paused = True
            self._watch()

    def resume(self) -> None:
        """Reads again."""
        if self._paused:
            self._paused = False
            self._watch()

    def shut_down(self) -> None:
        """Ends sending. The client may still read what was sent."""
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_WR)

    def lose(self) -> None:
        """Closes the socket, and tells the handler a moment later, so that writing code is not interrupted."""
        if not self.closed:
            handler = self.handler
            self.close()
            self._loop.call(lambda: handler.received(b""))

    def close(self) -> None:
        """Sends what the socket takes now, and closes it. The handler is not told."""
        if self.closed:
            return
        if self._waiting and not self._full:
            with suppress(OSError):
                self._sock.send(b"".join(frame for frame, _ in self._waiting))
        self.closed, self.handler = True, _NOBODY  # without a cycle everything of a client is freed now
        self._waiting.clear()
        self._count(-self._bytes)
        self._loop.watch(self._sock, 0, self)
        self._sock.close()

    def _flush_asked(self) -> None:
        self._asked = False
        self._flush()

    def _flush(self) -> None:
        """Sends as many of the waiting bytes as the socket takes."""
        if self._full or self.closed:
            return
        while self._waiting:
            data = self._waiting[0][0] if len(self._waiting) == 1 else self._next_piece()
            try:
                sent = self._sock.send(data)
            except BlockingIOError:
                sent = 0
            except OSError:  # the client is gone
                self.lose()
                return
            self._drop_sent(sent)
            if sent < len(data):
                self._full = True
                self._watch()
                return
        self.handler.flushed()

    def _count(self, change: int) -> None:
        """Counts bytes that begin or cease to wait."""
        self._bytes += change
        self._loop.note_unsent(self.visitor, change)

    def _is_too_slow(self, most: int) -> bool:
        """Tells whether more bytes wait than may, in a crowd of one visitor fewer than else."""
        return self._bytes > most or not self._loop.has_room(self.visitor)

    def _next_piece(self) -> Piece:
        """Returns the first bytes that wait: a long frame, or several short ones together."""
        first, size, frames = self._waiting[0][0], 0, list[Piece]()
        for frame, _ in self._waiting:
            size += len(frame)
            if size > _PIECE:
                break
            frames.append(frame)
        return b"".join(frames) if len(frames) > 1 else first

    def _drop_sent(self, sent: int) -> None:
        self._bytes -= sent
        self._loop.note_unsent(self.visitor, -sent)
        while sent:
            frame, _ = self._waiting.popleft()
            if len(frame) > sent:  # the rest of a frame must follow
                self._waiting.appendleft((memoryview(frame)[sent:], False))
                return
            sent -= len(frame)

    def _drop_replaceable(self) -> None:
        """Drops the waiting reports of a slow client before another one is added."""
        if sum(replaceable for _, replaceable in self._waiting) >= REPLACEABLE_AT_MOST:
            self._waiting = deque(one for one in self._waiting if not one[1])
            self._count(sum(len(frame) for frame, _ in self._waiting) - self._bytes)

    def _watch(self) -> None:
        if not self.closed:
            self._loop.watch(self._sock, (0 if self._paused else _READ) | (_WRITE if self._full else 0), self)
