"""Waits for the bytes of all websockets in one thread, and wakes the thread of a client when the client's turn comes.

A thread in ``recv`` wakes with the first byte, and wants the interpreter's lock at once. With two hundred busy clients
each step of a move would wait for two hundred threads. So the threads sleep here until they have a turn
(``webapp/process/turns.py``).
"""

from __future__ import annotations

import re
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue

from webapp.process.service_threads import ServiceThreads
from webapp.process.turns import Rank, Request, Turns
from webapp.sockets.transport.frames import FrameEnds
from webapp.sockets.transport.order import ReadingOrder
from webapp.sockets.transport.quick import Receiver, send

_BYTES_AT_MOST = 65_536
"""Unhandled bytes of a client after which no more are read."""
_PAUSE = 0.1
"""Seconds between two looks for stuck turns."""

_TEXT_FRAME, _MASKED = 0x81, 0x80
_PONG_BYTES, _PONG_HEAD, _PONG = 7, b"\x81\x81", ord("3")
_HEAD = 32
_SHORT = 126
"""The first size of a frame that is written in further bytes."""
_FRAMES = 4
"""Messages looked at for their rank."""
_MOVE_PACKET = r'42(?:/,)?[0-9]*\["move"'
_MOVE, _MOVE_TEXT = re.compile(_MOVE_PACKET.encode()), re.compile(_MOVE_PACKET)


class Reception:
    """Runs the thread ``websockets``, which reads from all websockets.

    Args:
        turns: gives turns to the threads of the clients.
        threads: starts the thread; None: a thread of this object alone.
    """

    def __init__(self, turns: Turns, threads: ServiceThreads | None = None) -> None:
        self.turns = turns
        self._selector = selectors.DefaultSelector()
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._awake, self._waker = socket.socketpair()
        for end in (self._awake, self._waker):
            end.setblocking(False)
        self._selector.register(self._awake, selectors.EVENT_READ)
        self.receiver, self._order, self._closed = Receiver(), ReadingOrder(), False
        self._thread = (threads or ServiceThreads()).start("websockets", self._turn)

    def admit(
        self, sock: socket.socket, visitor: str, early: bytes, hear_pong: Callable[[], bool] = lambda: False
    ) -> Inbox:
        """Begins to read from a websocket.

        Args:
            sock: the socket.
            visitor: the visitor at the other end.
            early: bytes that were read before.
            hear_pong: notes the answer to a ping, in the thread ``websockets``; False if there was no ping, and the
                client's thread is to look at the message.
        """
        inbox = Inbox(self, sock, visitor, early, hear_pong)
        self.watch(inbox)
        return inbox

    def watch(self, inbox: Inbox) -> None:
        """Reads from a websocket from now on."""
        self._call(lambda: self._register(inbox))

    def forget(self, inbox: Inbox) -> None:
        """Reads no longer from a websocket; the socket may be closed after this call."""
        inbox.leave()
        self._call(lambda: self.stop_reading(inbox))

    def stop_reading(self, inbox: Inbox) -> None:
        """Reads no longer from a websocket; called in the thread ``websockets``."""
        with suppress(KeyError):
            self._selector.unregister(inbox.number)

    def close(self) -> None:
        """Ends the thread."""
        self._call(self._close)
        self._thread.join(timeout=5.0)

    def _register(self, inbox: Inbox) -> None:
        with suppress(KeyError, ValueError, OSError):  # closed, or watched already
            self._selector.register(inbox.number, selectors.EVENT_READ, inbox)

    def _call(self, call: Callable[[], None]) -> None:
        """Lets the thread call ``call``."""
        self._calls.put(call)
        with suppress(OSError):  # full: the thread will wake anyway
            send(self._waker, b"\0")

    def _close(self) -> None:
        self._closed = True

    def _turn(self) -> bool:
        """Waits for bytes and reads them; returns False after ``close``."""
        ready = self._selector.select(self.turns.call_more() or _PAUSE)
        inboxes = [key.data for key, _ in ready if key.data is not None]
        self._ask(inbox.read() for inbox in self._order.first(inboxes))
        if len(inboxes) < len(ready):
            with suppress(BlockingIOError):
                self.receiver.receive(self._awake)
        with suppress(Empty):
            while True:
                self._calls.get_nowait()()
        if self._closed:
            self._ask(key.data.end() for key in list(self._selector.get_map().values()) if key.data is not None)
            self._selector.close()
            self._awake.close()
            self._waker.close()
        return not self._closed

    def _ask(self, requests: Iterable[Request | None]) -> None:
        """Asks for the turns of threads that have slept; after an error also, or the first ones would sleep on."""
        asking = list[Request]()
        try:
            for request in requests:
                if request is not None:
                    asking.append(request)
        finally:
            if asking:
                self.turns.ask(asking)


class Inbox:
    """Holds the bytes of one client until the client's thread takes them.

    Args:
        reception: reads from the socket.
        sock: the socket.
        visitor: the visitor at the other end.
        early: bytes that were read before.
        hear_pong: notes a pong.
    """

    def __init__(
        self, reception: Reception, sock: socket.socket, visitor: str, early: bytes, hear_pong: Callable[[], bool]
    ) -> None:
        self._reception, self._sock, self._hear_pong = reception, sock, hear_pong
        self.visitor = visitor
        self._frames, self._heard_at = FrameEnds(), time.monotonic()
        self._frames.pass_over(early)
        self.number = sock.fileno()
        self._lock, self._called = threading.Lock(), threading.Lock()
        self._called.acquire()
        self._bytes, self._ended, self._paused, self._asleep = early, False, False, False
        self._left = False
        self._renews = False  # whether a message of the bytes taken last was handled
        self._asked: Rank | None = None  # the rank of the turn which the client's thread waits for

    def read(self) -> Request | None:
        """Reads the bytes that have come; returns the request for a turn if the client's thread sleeps."""
        with self._lock:
            if self._left:
                return None
            try:
                data = self._reception.receiver.receive(self._sock)
            except BlockingIOError:
                return None
            except OSError:
                data = b""
        return self._put(data)

    def leave(self) -> None:
        """Ends the reading for good: the descriptor may soon belong to another connection."""
        with self._lock:
            self._left = True

    def end(self) -> Request | None:
        """Ends the reading; returns the request for a turn if the client's thread sleeps."""
        return self._put(b"")

    def _put(self, data: bytes) -> Request | None:
        with self._lock:
            self._heard_at = time.monotonic()
            whole = self._frames.between
            self._frames.pass_over(data)
            if whole and self._asleep and is_pong(data) and self._hear_pong():
                return None  # a thousand pongs wake no thread
            self._bytes += data
            self._ended = not data
            if self._ended or len(self._bytes) > _BYTES_AT_MOST:
                self._paused = True
                self._reception.stop_reading(self)
            rank, before = rank_of(self._bytes), self._asked
            if not self._asleep and (before is None or before <= rank):
                return None
            self._asleep, self._asked = False, rank
            return Request(self.visitor, rank, self._called, again=before is not None)

    def receive(self, silence: float) -> bytes:
        """Ends the turn of the present thread, waits for bytes and a new turn, and returns the bytes.

        Args:
            silence: the longest wait for bytes, in seconds.

        Returns:
            No bytes after the end of the connection, or after the longest wait.
        """
        turns = self._reception.turns
        turns.end()
        with self._lock:
            self._asleep = asleep = not self._bytes and not self._ended
            if not asleep:
                self._asked = rank_of(self._bytes)
                turns.ask([Request(self.visitor, self._asked, self._called)])
        if not asleep:
            self._called.acquire()
        called = not asleep or self._sleep(silence)
        with self._lock:
            if called:
                turns.take_asked(self.visitor, Rank.EVENT if self._asked is None else self._asked)
            self._asked, self._renews = None, False
            data, self._bytes = self._bytes, b""
            resumes = self._paused and not self._ended
            self._paused = self._paused and not resumes
        if resumes:
            self._reception.watch(self)
        return data

    def renew(self, message: str) -> None:
        """Gives others a turn before each of many messages that came at once, except before the first.

        After the last one the thread does not wait for a turn: a move that comes meanwhile would wait with the thread.
        """
        if self._renews:
            self._reception.turns.renew(Rank.MOVE if _MOVE_TEXT.match(message) else Rank.EVENT)
        self._renews = True

    def _sleep(self, silence: float) -> bool:
        """Waits to be called; returns False if no byte has come for so long."""
        left = silence
        while not self._called.acquire(timeout=left):
            with self._lock:
                left = self._heard_at + silence - time.monotonic()
                if self._asleep and left <= 0.0:
                    self._asleep = False
                    return False
            left = max(left, 0.01)  # a pong has come, or a byte at the last moment
        return True


def is_pong(data: bytes) -> bool:
    """Tests for exactly one frame with Engine.IO's pong."""
    return len(data) == _PONG_BYTES and data[:2] == _PONG_HEAD and data[6] ^ data[2] == _PONG


def rank_of(data: bytes) -> Rank:
    """Returns the most urgent rank of the first messages: a move does not wait behind a pong of the same page."""
    view = memoryview(data)
    for _ in range(_FRAMES):
        if len(view) < _HEAD or view[0] != _TEXT_FRAME or not view[1] & _MASKED:
            break
        size, begin = view[1] & ~_MASKED, 2
        if size >= _SHORT:
            begin = 4 if size == _SHORT else 10
            size = int.from_bytes(view[2:begin], "big")
        mask, head = view[begin : begin + 4], view[begin + 4 : _HEAD]
        if _MOVE.match(bytes(byte ^ mask[place & 3] for place, byte in enumerate(head))):
            return Rank.MOVE
        view = view[begin + 4 + size :]
    return Rank.EVENT
