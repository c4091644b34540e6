"""Runs many pages in one process without a thread for each: bare websockets behind one selector.

Only the part of the protocol needed for playing: Engine.IO 4 and Socket.IO 5 over unfragmented text frames. For true
times no library stands between the socket and the clock.
"""

from __future__ import annotations

import heapq
import json
import selectors
import socket
import sys
import time
from collections.abc import Callable, Collection
from typing import Any

from tests.wire import Target, frame, upgrade

Answer = Callable[[Any], None]
Event = Callable[[str, Any], None]


class Line:
    """Keeps one connection; only the events in ``hears`` are decoded, to leave the machine to the server.

    Args:
        pool: the selector and timers of all lines.
        address: host and port of the server.
        on_open: called when ``call`` may be used. ``on_end``, set later, is called with the reason of the end.
        on_event: called with the name and payload of each decoded event.
        hears: the names of the events to decode.
        person: the number of the person; on Linux each has another loopback address, as people have.
    """

    def __init__(
        self,
        pool: Pool,
        address: tuple[str, int],
        on_open: Callable[[], None],
        on_event: Event,
        hears: Collection[str] = (),
        person: int = 0,
    ) -> None:
        self._pool, self._on_open, self._on_event = pool, on_open, on_event
        self._hears = tuple(f'42["{name}"' for name in hears)
        self.on_end: Callable[[str], None] = lambda _why: None
        self.open = False
        self.ended = False
        self._buffer = b""
        self._upgraded = False
        self._answers: dict[int, Answer] = {}
        self._number = 0
        self.sock = socket.socket()
        self.sock.setblocking(False)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._hello = upgrade(Target(*address))
        if sys.platform == "linux":
            self.sock.bind((f"127.{1 + person // 62_500 % 200}.{person // 250 % 250}.{1 + person % 250}", 0))
        self.sock.connect_ex(address)
        pool.selector.register(self.sock, selectors.EVENT_WRITE, self)

    def call(self, event: str, payload: dict[str, Any], answer: Answer) -> None:
        """Sends an event; ``answer`` is called with the acknowledgement."""
        self._number += 1
        self._answers[self._number] = answer
        self._send(f"42{self._number}{json.dumps([event, payload], separators=(',', ':'))}")

    def end(self, why: str = "closed by us") -> None:
        """Closes the connection and says ``why`` to ``on_end``."""
        if self.ended:
            return
        self.ended, self.open = True, False
        self._pool.selector.unregister(self.sock)
        self.sock.close()
        self.on_end(why)

    def ready(self, mask: int) -> None:
        """Connects or reads, when the selector reports the socket as ready."""
        try:
            if mask & selectors.EVENT_WRITE:
                self.sock.sendall(self._hello)
                self._pool.selector.modify(self.sock, selectors.EVENT_READ, self)
                return
            data = self.sock.recv(1 << 18)
        except OSError as error:
            self.end(str(error))
            return
        if not data:
            self.end("the server hung up")
            return
        self._buffer += data
        self._read()

    def _send(self, text: str) -> None:
        try:
            self.sock.sendall(frame(text))
        except OSError as error:
            self.end(str(error))

    def _read(self) -> None:
        if not self._upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.end(head.split(b"\r\n", 1)[0].decode())
                return
            self._upgraded, self._buffer = True, rest
        while not self.ended and (message := self._next_frame()) is not None:
            self._packet(message)

    def _next_frame(self) -> str | None:
        data = self._buffer
        if len(data) < 2:
            return None
        size, start = data[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(data[2:10], "big"), 10
        if len(data) < start or len(data) < start + size:
            return None
        self._buffer = data[start + size :]
        return data[start : start + size].decode() if data[0] & 15 == 1 else "1"

    def _packet(self, text: str) -> None:
        if text == "2":
            self._send("3")
        elif text.startswith("0"):
            self._send("40")
        elif text.startswith("40"):
            self.open = True
            self._on_open()
        elif text.startswith("44"):
            self.end("refused: " + json.loads(text[2:])["message"])
        elif text.startswith("43"):
            number, _, rest = text[2:].partition("[")
            self._answers.pop(int(number))(json.loads("[" + rest)[0])
        elif text.startswith(self._hears):
            name, payload = json.loads(text[2:])
            self._on_event(name, payload)
        elif text.startswith("1"):
            self.end("the server hung up")


class Pool:
    """Serves all lines of a process, and calls due timers."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Calls ``call`` after so many seconds."""
        self._count += 1
        heapq.heappush(self._due, (time.perf_counter() + seconds, self._count, call))

    def run(self, until: Callable[[], bool]) -> None:
        """Serves all lines until ``until`` returns true."""
        while not until():
            now = time.perf_counter()
            while self._due and self._due[0][0] <= now:
                heapq.heappop(self._due)[2]()
            wait = min(0.05, max(0.0, self._due[0][0] - time.perf_counter())) if self._due else 0.05
            for key, mask in self.selector.select(wait):
                key.data.ready(mask)
