"""Holds a host's end of all lines: reads the questions of each front in their order, and sends answers and news."""

import logging
import os
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

import msgspec
import zmq

from webapp.cluster.line import messages as m
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.sockets import LONGEST, LimitedLog, LoopSocket, Socket, new_socket, size
from webapp.play.steps import Steps, start
from webapp.serving.loop import Loop

AT_MOST = 100
"""Connections without a message."""
_BYTES_RECEIVED = 128
"""The place of ``tcpi_bytes_received`` in ``struct tcp_info`` (Linux)."""


@dataclass(slots=True)
class _Connection:
    """Holds the public key of a member, and the bytes received at the last look if no message has come since."""

    key: str
    received: int | None = None


class Connections:
    """Holds the connections to a ``port``, by their descriptors. ``longest`` are the most bytes of a message."""

    EVENTS = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED
    """The events for ``note_event``."""

    def __init__(self, longest: int, port: int = 0) -> None:
        self._longest, self.port = longest, port
        self._silent: dict[int, None] = {}  # without a message, the oldest first
        self._speaking: dict[int, _Connection] = {}
        self.closed = 0
        """Connections closed here."""

    def note_event(self, event: int, descriptor: int) -> None:
        """Notes the begin or the end of a connection."""
        self._silent.pop(descriptor, None)
        self._speaking.pop(descriptor, None)
        if event == zmq.EVENT_ACCEPTED:
            self._silent[descriptor] = None
            if len(self._silent) > AT_MOST:
                self.close(next(iter(self._silent)))

    def note_message(self, descriptor: int, key: str) -> None:
        """Notes a whole message from the member with a public key."""
        self._silent.pop(descriptor, None)
        self._speaking[descriptor] = _Connection(key)

    def look(self, may_stay: Callable[[str], bool]) -> None:
        """Closes the connections whose key may not stay, and those with a message that has no end."""
        for descriptor, connection in list(self._speaking.items()):
            before, now = connection.received, self._received(descriptor)
            if not may_stay(connection.key) or (before is not None and now - before > self._longest):
                self.close(descriptor)
            elif before is None:
                connection.received = now
        for descriptor in list(self._silent):
            if self._received(descriptor) > self._longest:
                self.close(descriptor)

    def close(self, descriptor: int) -> None:
        """Ends a connection. ZeroMQ then closes the descriptor, which may by now be another connection to the port."""
        self._silent.pop(descriptor, None)
        self._speaking.pop(descriptor, None)
        with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as connection:
            if connection.getsockname()[1] == self.port:
                connection.shutdown(socket.SHUT_RDWR)
                self.closed += 1

    @staticmethod
    def _received(descriptor: int) -> int:
        """Returns the bytes received on a connection so far, or 0 where the system does not count them."""
        with suppress(OSError, AttributeError, struct.error), socket.socket(fileno=os.dup(descriptor)) as connection:
            known = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
            return int(struct.unpack_from("=Q", known, _BYTES_RECEIVED)[0])
        return 0


_log = logging.getLogger(__name__)

ABSENCE = 10.0
"""Seconds without a message after which a front and all its pages are forgotten."""
BEHIND = 2000
"""Unreceived messages from which on a front is slow."""
OPEN_AT_MOST = 2000
"""Unanswered questions of one front: twice what a line holds, as a new line may begin before the old one is empty."""


class MovedError(Exception):
    """Says that another host owns the shard of this question, with its name and epoch if they are known here."""

    def __init__(self, owner: str = "", epoch: int = 0) -> None:
        super().__init__(owner, epoch)
        self.owner, self.epoch = owner, epoch


@dataclass(eq=False, slots=True)
class _Front:
    identity: bytes
    key: str
    heard: float
    sent: int = 0
    received: int = 0


class Answers(Protocol):
    """Answers the questions of all fronts."""

    def ask(self, front: str, shard: int, method: str, body: msgspec.Raw, /) -> Steps[msgspec.Raw]:
        """Answers a question, or raises ``MovedError``."""

    def tell(self, front: str, method: str, body: msgspec.Raw, /) -> None:
        """Takes what needs no answer."""

    def arrived(self, front: str, sids: list[str], /) -> None:
        """Begins a line of a front with these connections."""

    def gone(self, front: str, /) -> None:
        """Takes the end of a front: it was silent for ``ABSENCE`` seconds, or is a member no more."""


class HostEnd:
    """Holds a host's end of all lines at an address, in the loop. ``name_of`` a public key is a member or ""."""

    def __init__(
        self,
        loop: Loop,
        context: zmq.Context[Socket],
        keys: Keys,
        address: str,
        name_of: Callable[[str], str],
        answers: Answers,
    ) -> None:
        self._name_of, self._answers = name_of, answers
        self._fronts: dict[str, _Front] = {}
        self._names: dict[bytes, str] = {}
        self._open: Counter[str] = Counter()
        self._errors = LimitedLog(_log)
        socket = new_socket(context, zmq.ROUTER)
        socket.router_mandatory = True
        keys.serve(socket)
        self.connections = Connections(LONGEST)
        self._socket = LoopSocket(loop, socket, self._receive, Connections.EVENTS, self.connections.note_event)
        socket.bind(address)  # now that the first connection is heard of as well
        self.address = bytes(socket.getsockopt(zmq.LAST_ENDPOINT)).decode().rstrip("\0")
        self.connections.port = urlsplit(self.address).port or 0

    @property
    def open_questions(self) -> int:
        """Returns the number of questions without an answer."""
        return self._open.total()

    def fronts(self) -> list[str]:
        """Returns the names of the processes with a line."""
        return list(self._fronts)

    def send(self, front: str, message: m.Down) -> bool:
        """Sends a message to a front. Returns False without a line, or without room on the line."""
        line = self._fronts.get(front)
        if line is None:
            return False
        sent = self._socket.send(m.encode(message), line.identity)
        line.sent += sent
        return sent

    def is_behind(self, front: str) -> bool:
        """Returns whether a front has many messages still to receive."""
        line = self._fronts.get(front)
        return line is not None and line.sent - line.received > BEHIND

    def lag(self) -> int:
        """Returns the most messages that one front has still to receive."""
        return max((line.sent - line.received for line in list(self._fronts.values())), default=0)

    def look(self) -> None:
        """Forgets the fronts that are silent or members no more, and closes their connections. So a front that speaks
        again begins a new line, with a new greeting."""
        now, gone = time.monotonic(), set[str]()
        for name, line in list(self._fronts.items()):
            if now - line.heard > ABSENCE or self._name_of(line.key) != name:
                gone.add(line.key)
                del self._fronts[name]
                self._names.pop(line.identity, None)
                self._answers.gone(name)
        self.connections.look(lambda key: key not in gone and bool(self._name_of(key)))

    def close(self) -> None:
        """Closes all lines."""
        self._socket.close()

    def _receive(self, frames: list[zmq.Frame]) -> None:
        descriptor, key = int(frames[-1].get(zmq.SRCFD)), str(frames[-1].get("User-Id"))
        self.connections.note_message(descriptor, key)
        if size(frames) > LONGEST or not self._name_of(key):
            self.connections.close(descriptor)
            return
        identity, *parts = (frame.bytes for frame in frames)
        message = m.read_up(b"".join(parts))
        if isinstance(message, m.Hello):
            if message.front == self._name_of(key):  # otherwise a member uses the name of another
                self._begin(identity, key, message)
            return
        name = self._names.get(identity, "")
        line = self._fronts.get(name)
        if line is None or line.identity != identity:
            return  # an older line of the front
        line.heard = time.monotonic()
        if isinstance(message, m.Beat):
            line.received = message.received
        elif isinstance(message, m.Tell):
            self._answers.tell(name, message.method, message.body)
        elif self._open[name] >= OPEN_AT_MOST:
            self.send(name, m.Failed(message.number))
        else:
            self._open[name] += 1
            start(self._answer(name, message))

    def _begin(self, identity: bytes, key: str, hello: m.Hello) -> None:
        older = self._fronts.get(hello.front)
        if older is not None:
            self._names.pop(older.identity, None)
        self._names[identity] = hello.front
        self._fronts[hello.front] = _Front(identity, key, time.monotonic())
        self.send(hello.front, m.Beat(0))
        self._answers.arrived(hello.front, hello.sids)

    async def _answer(self, front: str, question: m.Ask) -> None:
        answer: m.Down
        try:
            body = await self._answers.ask(front, question.shard, question.method, question.body)
            answer = m.Answer(question.number, body)
        except MovedError as moved:
            answer = m.Moved(question.number, moved.owner, moved.epoch)
        except Exception:
            self._errors.exception("the question %.40r failed", question.method)
            answer = m.Failed(question.number)
        self._open[front] -= 1
        if not self._open[front]:
            del self._open[front]
        self.send(front, answer)
