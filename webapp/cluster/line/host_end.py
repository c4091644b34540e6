"""Holds a host's end of all lines: reads the questions of each front in their order, and sends answers and news."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

import msgspec
import zmq

from webapp.cluster.line import messages as m
from webapp.cluster.line.connections import Connections
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.sockets import LONGEST, LimitedLog, LoopSocket, Socket, new_socket, size
from webapp.play.steps import Steps, start
from webapp.serving.loop import Loop

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
        socket.bind(address)
        self.address = bytes(socket.getsockopt(zmq.LAST_ENDPOINT)).decode().rstrip("\0")
        self.connections = Connections(urlsplit(self.address).port or 0, LONGEST)
        self._socket = LoopSocket(loop, socket, self._receive, Connections.EVENTS, self.connections.note_event)

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
        """Forgets the fronts that are silent or members no more, and closes their connections."""
        now = time.monotonic()
        for name, line in list(self._fronts.items()):
            if now - line.heard > ABSENCE or self._name_of(line.key) != name:
                del self._fronts[name]
                self._names.pop(line.identity, None)
                self._answers.gone(name)
        self.connections.look(lambda key: bool(self._name_of(key)))

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
