"""Holds the simulated network: lines that cut, join and delay bytes, and are torn, half open or slow.

A :class:`Socket` is the server's end of a line. It has as much of the interface of ``socket.socket`` as
``webapp/serving`` uses. The :class:`Line` is the other end with all that lies between.
"""

from __future__ import annotations

import functools
import ipaddress
import itertools
import random
import selectors
import socket
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

_READ, _WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
_numbers = itertools.count(1_000_000)
SLOW_BUFFER = 4_000
"""Bytes that a line holds at most for a client who has read slowly."""


@functools.cache
def visitor_of(address: str) -> str:
    """Returns as whom the server must count an address: a network of IPv6 is one visitor, a mapped address its own."""
    one = ipaddress.ip_address(address)
    if isinstance(one, ipaddress.IPv4Address) or one.ipv4_mapped:
        return str(one.ipv4_mapped if isinstance(one, ipaddress.IPv6Address) else one)
    return str(ipaddress.IPv6Network((int(one) >> 64 << 64, 64)))


class Clock(Protocol):
    """Describes what a line needs of the machine."""

    now: float

    def later(self, seconds: float, act: Callable[[], object]) -> Callable[[], None]:
        """Calls ``act`` later."""


class Pair:
    """Stands for one of two joined sockets, by which threads wake the loop."""

    def __init__(self) -> None:
        self._number, self._bytes = next(_numbers), 0
        self.other: Pair | None = None
        self.on_change: Callable[[], object] = lambda: None

    def fileno(self) -> int:
        return self._number

    def setblocking(self, _on: bool) -> None:
        """Does nothing: no call here blocks."""

    def events(self) -> int:
        return _READ if self._bytes else 0

    def send(self, data: bytes) -> int:
        if self.other is not None:
            self.other._bytes += len(data)
            self.other.on_change()
        return len(data)

    def recv(self, _most: int) -> bytes:
        if not self._bytes:
            raise BlockingIOError
        count, self._bytes = self._bytes, 0
        return bytes(count)

    def close(self) -> None:
        self.other = None


class Listener:
    """Stands for the listening socket of a server. ``full_at`` is when it had as many lines as it takes."""

    family, full_at = socket.AF_INET, -1.0

    def __init__(self) -> None:
        self._number = next(_numbers)
        self._waiting: deque[tuple[Socket, str]] = deque()
        self.is_open = True
        self.on_change: Callable[[], object] = lambda: None

    def fileno(self) -> int:
        return self._number

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", 8000

    def setblocking(self, _on: bool) -> None:
        """Does nothing."""

    def events(self) -> int:
        return _READ if self._waiting else 0

    def accept(self) -> tuple[Socket, tuple[str, int]]:
        if not self._waiting:
            raise BlockingIOError
        sock, address = self._waiting.popleft()
        sock.accepted()
        return sock, (address, 40_000)

    def close(self) -> None:
        self.is_open = False
        while self._waiting:
            self._waiting.popleft()[0].close()

    def arrive(self, sock: Socket, address: str) -> None:
        """Lets a new connection wait to be accepted. One that comes too late is refused."""
        if not self.is_open:
            sock.close()
            return
        self._waiting.append((sock, address))
        self.on_change()


class Socket:
    """Stands for the server's end of a line."""

    family = socket.AF_INET

    def __init__(self, line: Line) -> None:
        self._number, self._line = next(_numbers), line
        self.incoming = bytearray()
        self.ended = self.is_reset = self.closed = self.is_shut = False
        self.on_change: Callable[[], object] = lambda: None

    def accepted(self) -> None:
        """Tells who follows the line that the server has taken it."""
        self._line.course.accepted()

    def fileno(self) -> int:
        return self._number

    def setblocking(self, _on: bool) -> None:
        """Does nothing."""

    def setsockopt(self, *_: Any) -> None:
        if self.is_reset:
            raise OSError("the client is gone")

    def events(self) -> int:
        readable = bool(self.incoming) or self.ended or self.is_reset
        return (_READ if readable else 0) | (_WRITE if self.is_reset or self._line.room() > 0 else 0)

    def recv(self, most: int) -> bytes:
        if self.is_reset:
            raise ConnectionResetError
        if not self.incoming:
            if self.ended:
                return b""
            raise BlockingIOError
        data = bytes(self.incoming[: self._line.piece(most)])
        del self.incoming[: len(data)]
        return data

    def send(self, data: Any) -> int:
        if self.is_reset or self.is_shut:
            raise BrokenPipeError
        count = min(len(data), self._line.room())
        if count <= 0:
            raise BlockingIOError
        self._line.take(bytes(data[:count]))
        return count

    def shutdown(self, _how: int) -> None:
        if self.is_reset:
            raise OSError("the client is gone")
        self.is_shut = True
        self._line.end_of_server()

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._line.end_of_server()


class Line:
    """Joins a client with a server. ``received`` gets the bytes of the server, none at the end of the line.

    ``slowness`` are the bytes a second that the client reads (None: all), ``buffer`` what the line holds of them. With
    a ``proxy`` the server sees its address, and the first head says ``forwarded`` and the client's own.
    """

    def __init__(
        self,
        clock: Clock,
        chance: random.Random,
        listener: Listener,
        address: str,
        received: Callable[[bytes], object],
        proxy: str = "",
    ) -> None:
        self._clock, self._chance, self._received, self.listener = clock, chance, received, listener
        self.address = address
        self.forwarded = f"10.66.0.{chance.randint(1, 9)}, {address}" if proxy and chance.random() < 0.5 else address
        self._is_told = not proxy
        self.latency = chance.choice((0.001, 0.01, 0.03, 0.2)) * chance.uniform(0.5, 1.5)
        self.slowness: float | None = None
        self.buffer = chance.choice((SLOW_BUFFER, 60_000, 250_000))
        self.cut_small = chance.random() < 0.3
        self.is_frozen = self.closed = False
        self.course: Any = None
        """Who follows the line from outside (``rules/lines.py``), set before anything passes."""
        self._held = bytearray()
        self._until_server = self._until_client = 0.0
        self._server_ended = self._told_end = self._reading = False
        self.socket = Socket(self)
        if listener.is_open:
            self._to_server(lambda: listener.arrive(self.socket, proxy or address))
        else:
            self._clock.later(self.latency, self._refuse)

    # --- the client's side ---

    def send(self, data: bytes) -> None:
        """Sends bytes, which arrive in order, cut and joined by chance."""
        if not self._is_told and b"\r\n\r\n" in data:
            self._is_told, more = True, f"\r\nX-Forwarded-For: {self.forwarded}\r\n\r\n".encode()
            data = data.replace(b"\r\n\r\n", more, 1)
        while data and not self.closed:
            count = self._chance.choice((1, 3, 40, 1400)) if self.cut_small and len(data) < 3000 else len(data)
            piece, data = data[:count], data[count:]
            self._to_server(lambda piece=piece: self._arrive(piece))  # type: ignore[misc]

    def wake(self) -> None:
        """Reads on at once, after nothing was read for long."""
        self._reading = False
        self.socket.on_change()
        self._read_on()

    def close(self) -> None:
        """Ends the line as a browser does: the server reads the end."""
        if not self.closed:
            self.closed = True
            self._to_server(self._end)

    def tear(self) -> None:
        """Ends the line by a reset, and tells the client."""
        if not self.closed:
            self.closed = True
            self.reset()
            self._tell_end()

    def freeze(self) -> None:
        """Leaves the line half open: no byte and no end crosses it any more."""
        self.is_frozen = True

    # --- the server's side ---

    def room(self) -> int:
        """Returns how many bytes the line takes now."""
        return self.buffer - len(self._held)

    def piece(self, most: int) -> int:
        """Returns how many bytes one reading gets."""
        return min(most, self._chance.choice((1, 7, 100, most))) if self.cut_small else most

    def take(self, data: bytes) -> None:
        """Takes bytes for the client."""
        self.course.taken(data)
        self._held += data
        self._read_on()

    def end_of_server(self) -> None:
        """Passes the end on, behind the bytes before."""
        self.course.ended()
        self._server_ended = True
        self._read_on()

    def reset(self) -> None:
        """Tells the server that the client has gone."""
        if not self.socket.closed:
            self.course.torn()
            self.socket.is_reset = True
            self.socket.on_change()

    # --- between ---

    def _delay(self) -> float:
        return self.latency * self._chance.uniform(1.0, 1.2)

    def _to_server(self, act: Callable[[], object]) -> None:
        if not self.is_frozen:
            self._until_server = max(self._until_server, self._clock.now + self._delay())
            self._clock.later(self._until_server - self._clock.now, act)

    def _arrive(self, data: bytes) -> None:
        if self.is_frozen:
            return
        if self.socket.closed:
            self._tell_end()
        else:
            self.course.arrived(data)
            self.socket.incoming += data
            self.socket.on_change()

    def _end(self) -> None:
        if not self.is_frozen and not self.socket.closed:
            self.socket.ended = True
            self.socket.on_change()

    def _refuse(self) -> None:
        self.closed = True
        self._tell_end()

    def _read_on(self) -> None:
        if not self._reading and not self.is_frozen and (self._held or self._server_ended):
            self._reading = True
            wait = self._delay()
            if self.slowness is not None:
                wait = 1.0 if self.slowness else 1e6
            self._clock.later(wait, self._deliver)

    def _deliver(self) -> None:
        self._reading = False
        if self.is_frozen:
            return
        count = len(self._held) if self.slowness is None else int(self.slowness)
        data = bytes(self._held[:count])
        del self._held[:count]
        if data:
            self.socket.on_change()
            if not self.closed:
                self._received(data)
        if self._held:
            self._read_on()
        elif self._server_ended:
            self._tell_end()

    def _tell_end(self) -> None:
        if not self._told_end:
            self._told_end = self.closed = True
            self._received(b"")
