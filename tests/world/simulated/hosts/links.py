"""Holds the simulated lines between the processes of a cluster: as much of ZeroMQ as ``webapp/cluster/line`` uses.

Messages keep their order and are not cut. A connection ends where a process dies, where one is frozen or a link is cut
for longer than the signs of life allow, and at a handshake with a wrong key. A socket says once that it has messages,
and any use of it may take that word away (ZMQ_FD in ZeroMQ's manual).
"""

from __future__ import annotations

import errno
import itertools
import random
import selectors
import struct
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import zmq
from zmq.utils import z85

from tests.world.simulated.machine import Machine

_ZAP = "inproc://zeromq.zap.01"
SILENCE, _CONNECT, _HANDSHAKE = 3.2, 3.0, 5.0
"""Seconds after which ZeroMQ gives up a silent connection, a connect and a handshake (``line/sockets.py``)."""


class Process(Protocol):
    """Describes a process with sockets."""

    name: str
    is_dead: bool
    frozen_until: float


class Frame:
    """Holds a part of a message, with the connection that it came by."""

    def __init__(self, data: bytes, link: Link | None = None) -> None:
        self.bytes, self._link = data, link

    def __len__(self) -> int:
        return len(self.bytes)

    def get(self, what: Any) -> Any:
        """Returns the number of the connection, or the key of its other end."""
        link = self._link
        if link is None:
            raise AssertionError("a message of no connection")
        return link.number if what == zmq.SRCFD else link.user


class Links:
    """Joins the processes. ``cut`` holds the pairs (from, to) that no byte crosses, ``slow`` seconds by pair."""

    def __init__(self, machine: Machine, chance: random.Random) -> None:
        self.machine, self.chance = machine, chance
        self.starting: Process | None = None
        self.bound: dict[str, Sock] = {}
        self.open: dict[int, Link] = {}
        self.cut: dict[tuple[str, str], float] = {}
        self.slow: dict[tuple[str, str], float] = {}
        self.numbers = itertools.count(1)

    def context(self) -> Context:
        """Returns the context of the process that is just starting."""
        if self.starting is None:
            raise AssertionError("no process is starting")
        return Context(self, self.starting)

    def of(self, process: Process) -> list[Link]:
        """Returns the connections of a process."""
        return [link for link in self.open.values() if process in (link.client.process, link.server_process)]

    def passes(self, source: Process, target: Process) -> bool:
        """Returns whether bytes go from a process to another one now."""
        return self.machine.now >= self.cut.get((source.name, target.name), 0.0)

    def cut_between(self, source: Process, target: Process, seconds: float) -> None:
        """Lets no byte go from a process to another one for a while."""
        self.cut[source.name, target.name] = self.machine.now + seconds
        if seconds > SILENCE:
            self.machine.later(SILENCE, lambda: self._end_silent(source, target))

    def note_frozen(self, process: Process) -> None:
        """Ends the connections of a process that is frozen for longer than the signs of life allow."""
        self.machine.later(SILENCE, lambda: self._end_of_frozen(process))

    def knock(self, asking: Process, address: str) -> None:
        """Connects to an address as a plain socket does: raises ConnectionRefusedError if its process has ended. The
        system of a frozen one accepts."""
        sock = self.bound.get(address)
        if sock is None or not (self.passes(asking, sock.process) and self.passes(sock.process, asking)):
            raise TimeoutError("timed out")
        if sock.process.is_dead:
            raise ConnectionRefusedError("Connection refused")

    def shut(self, number: int) -> None:
        """Ends a connection, by its number."""
        if number in self.open:
            self.open[number].end()

    def kill(self, process: Process) -> None:
        """Ends all connections of a process that has died. Who cannot be told of it finds out later."""
        for link in self.of(process):
            other = link.other(process)
            wait = 0.001 if self.passes(process, other) else SILENCE
            self.machine.later(wait, link.end)

    def _end_silent(self, source: Process, target: Process) -> None:
        if not self.passes(source, target):
            for link in self.of(source):
                if link.other(source) is target:
                    link.end()

    def _end_of_frozen(self, process: Process) -> None:
        if process.frozen_until > self.machine.now:
            for link in self.of(process):
                link.end()


class Context:
    """Stands for the context of one process."""

    def __init__(self, links: Links, process: Process) -> None:
        self.links, self.process = links, process
        self.door: Sock | None = None
        self._sockets: list[Sock] = []

    def socket(self, kind: int) -> Sock:
        """Returns a new socket."""
        self._sockets.append(Sock(self, kind))
        return self._sockets[-1]

    def destroy(self, _linger: int) -> None:
        """Closes all sockets."""
        for sock in self._sockets:
            sock.close(0)


class Sock:
    """Stands for a socket. What is set on it (``linger``, keys, bounds) is kept as it comes."""

    identity = curve_publickey = curve_serverkey = b""

    def __init__(self, context: Context, kind: int) -> None:
        self.context, self.process, self._kind, self.closed = context, context.process, kind, False
        self._queue: deque[list[Any]] = deque()
        self._has_word, self._asleep = False, True
        self._number = next(context.links.numbers) + 2_000_000
        self._monitor: Sock | None = None
        self._events = 0
        self._address = ""
        self.on_change: Callable[[], object] = lambda: None
        self.links: dict[bytes, Link] = {}
        context.links.machine.descriptors[self._number] = self

    # --- for the loop ---

    def events(self) -> int:
        return selectors.EVENT_READ if self._has_word else 0

    def getsockopt(self, option: int) -> Any:
        if option == zmq.FD:
            return self._number
        if option == zmq.LAST_ENDPOINT:
            return self._address.encode() + b"\0"
        self._has_word = False
        self._asleep = not self._queue
        return zmq.POLLIN if self._queue else 0

    # --- messages ---

    def bind(self, address: str) -> None:
        self._address = address
        if address == _ZAP:
            self.context.door = self
        else:
            self.context.links.bound[address] = self

    def connect(self, address: str) -> None:
        self.links[b""] = Link(self.context.links, self, address)

    def send_multipart(self, frames: list[bytes], _flags: int) -> None:
        self._has_word = False  # whether it can be sent or not
        if self._address == _ZAP:
            if asking := self.context.links.open.get(int(frames[3])):  # else it has ended while a frozen host thought
                asking.admit(frames[4] == b"200", frames[6].decode())
            return
        to, rest = (frames[0], frames[1:]) if self._kind == zmq.ROUTER else (b"", frames)
        link = self.links.get(to)
        if link is None:
            raise zmq.ZMQError(errno.EHOSTUNREACH if self._kind == zmq.ROUTER else errno.EAGAIN)
        link.send(self, rest)

    def recv_multipart(self, _flags: int, copy: bool = True) -> list[Any]:
        self._has_word = False
        self._asleep = not self._queue
        if not self._queue:
            raise zmq.Again
        return self._queue.popleft()

    def arrive(self, frames: list[Any]) -> None:
        """Takes a message. A reader who knows that there are some is not told again."""
        if not self.closed:
            self._queue.append(frames)
            if self._asleep:
                self._asleep, self._has_word = False, True
                self.on_change()

    # --- events ---

    def get_monitor_socket(self, events: int) -> Sock:
        self._monitor, self._events = Sock(self.context, zmq.PAIR), events
        return self._monitor

    def disable_monitor(self) -> None:
        self._monitor = None

    def tell(self, event: int, value: int = 0) -> None:
        """Tells the monitor what has happened, and those that serve a frozen process only later."""
        if self._monitor is not None and event & self._events:
            self._monitor.arrive([struct.pack("=hi", event, value), b""])

    def close(self, _linger: int = 0) -> None:
        if not self.closed:
            self.closed = True
            self._monitor = None
            for link in list(self.links.values()):
                link.end()


class Link:
    """Holds one connection, from the first byte of ``client`` to the end."""

    def __init__(self, links: Links, client: Sock, address: str) -> None:
        self._links, self._machine, self.client = links, links.machine, client
        self.number, self.user = next(links.numbers) + 3_000_000, ""
        self.server: Sock | None = None
        self._is_open = self._ended = self._accepted = False
        self._until = {True: 0.0, False: 0.0}
        self._waiting: list[tuple[bool, list[bytes]]] = []
        self._delay = links.chance.choice((0.0005, 0.002, 0.02))
        links.open[self.number] = self
        listening = links.bound.get(address)
        self.server_process = listening.process if listening else client.process
        self._later(self._delay, lambda: self._reach(listening))

    def other(self, process: Process) -> Process:
        """Returns the process at the other end."""
        return self.server_process if process is self.client.process else self.client.process

    # --- the handshake ---

    def _reach(self, listening: Sock | None) -> None:
        if self._ended:
            return
        here, there = self.client.process, self.server_process
        if listening is None or not (self._links.passes(here, there) and self._links.passes(there, here)):
            self._later(_CONNECT, self.end)
        elif there.is_dead or listening.closed:
            self.end()
        elif there.frozen_until > self._machine.now:
            self._later(_HANDSHAKE, lambda: self.end() if not self._accepted else None)
            self._later(there.frozen_until - self._machine.now, lambda: self._accept(listening))
        else:
            self._accept(listening)

    def _accept(self, listening: Sock) -> None:
        if self._ended or listening.closed:
            self.end()
            return
        self.server, self._accepted = listening, True
        listening.tell(zmq.EVENT_ACCEPTED, self.number)
        door, key = listening.context.door, z85.decode(self.client.curve_publickey)
        if door is None or self.client.curve_serverkey != listening.curve_publickey:
            self._later(self._delay, self.refuse)
            return
        door.arrive([Frame(one) for one in (b"zap", b"", b"1.0", str(self.number).encode(), b"", b"", b"", b"", key)])
        self._later(_HANDSHAKE, lambda: self.end() if not self._is_open else None)

    def admit(self, yes: bool, user: str) -> None:
        """Takes the word of the door about a key."""
        self.user = user
        self._later(self._delay, self._begin if yes else self.refuse)

    def refuse(self) -> None:
        """Ends a connection with a wrong key."""
        self.client.tell(zmq.EVENT_HANDSHAKE_FAILED_AUTH)
        self.end()

    def _begin(self) -> None:
        if self._ended or self.server is None or self.server.closed:
            self.end()
            return
        self._is_open = True
        self.server.links[self.client.identity] = self
        waiting, self._waiting = self._waiting, []
        for to_server, frames in waiting:
            self._pass(to_server, frames)

    # --- messages ---

    def send(self, source: Sock, frames: list[bytes]) -> None:
        """Sends a message to the other end; before the handshake it waits."""
        if self._is_open:
            self._pass(source is self.client, frames)
        else:
            self._waiting.append((source is self.client, frames))

    def _pass(self, to_server: bool, frames: list[bytes]) -> None:
        pair = self.client.process.name, self.server_process.name
        pair = pair if to_server else pair[::-1]
        now, slow = self._machine.now, self._links.slow.get(pair, 0.0)
        wait = self._delay * self._links.chance.uniform(1.0, 1.2) + slow * self._links.chance.random()
        moment = max(now + wait, self._links.cut.get(pair, 0.0), self._until[to_server])
        self._until[to_server] = moment
        self._later(moment - now, lambda: self._deliver(to_server, frames))

    def _deliver(self, to_server: bool, frames: list[bytes]) -> None:
        target = self.server if to_server else self.client
        if not self._ended and target is not None:
            head = [Frame(self.client.identity, self)] if to_server else []
            target.arrive([*head, *(Frame(data, self) for data in frames)])

    def end(self) -> None:
        """Ends the connection. Each end is told, a frozen one when it goes on."""
        if self._ended:
            return
        self._ended = True
        self._links.open.pop(self.number, None)
        for sock, event, value in (
            (self.client, zmq.EVENT_DISCONNECTED if self._accepted else zmq.EVENT_CLOSED, 0),
            (self.server, zmq.EVENT_DISCONNECTED, self.number),
        ):
            if sock is not None and not sock.closed:
                wait = max(self._delay, sock.process.frozen_until - self._machine.now)
                self._later(wait, lambda sock=sock, event=event, value=value: self._told(sock, event, value))  # type: ignore[misc]

    def _told(self, sock: Sock, event: int, value: int) -> None:
        for identity in [identity for identity, link in sock.links.items() if link is self]:
            del sock.links[identity]
        sock.tell(event, value)

    def _later(self, seconds: float, act: Callable[[], object]) -> None:
        self._machine.later(seconds, act)
