"""Holds the answering end of all lines of a host: takes the questions in their order, and sends the news."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
import zmq

from webapp.cluster.line import messages as m
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.sockets import LoopSocket, Socket, new_socket
from webapp.cluster.line.strangers import Strangers
from webapp.play.steps import Steps, start
from webapp.serving.loop import Loop

_log = logging.getLogger(__name__)

ABSENCE = 10.0
"""Seconds without a message after which a front has gone for good, with all pages."""
BEHIND = 2000
"""Messages on the way to a front from which on the front is slow."""


class MovedError(Exception):
    """Says: another host owns the shard of this question.

    Args:
        owner: the owner as far as known here; empty: unknown.
        epoch: the epoch of the owner.
    """

    def __init__(self, owner: str = "", epoch: int = 0) -> None:
        super().__init__(owner, epoch)
        self.owner, self.epoch = owner, epoch


@dataclass(eq=False, slots=True)
class _Caller:
    """Holds the present line of one process."""

    identity: bytes
    heard: float
    sent: int = 0
    received: int = 0


class Answering:
    """Holds a host's end of all lines. To be used in the loop.

    Args:
        loop: the loop.
        context: the context of the sockets.
        keys: the keys of the process.
        address: where to listen, as ``tcp://127.0.0.1:*``.
        ask: answers a question: (caller, shard, method, body); raises ``MovedError``.
        tell: hears words without an answer: (caller, method, body).
        arrived: called when a line begins, with the caller and the connections to pages.
        gone: called with a caller silent for long.
    """

    def __init__(
        self,
        loop: Loop,
        context: zmq.Context[Socket],
        keys: Keys,
        address: str,
        *,
        ask: Callable[[str, int, str, msgspec.Raw], Steps[msgspec.Raw]],
        tell: Callable[[str, str, msgspec.Raw], None],
        arrived: Callable[[str, list[str]], None] = lambda _caller, _sids: None,
        gone: Callable[[str], None] = lambda _caller: None,
    ) -> None:
        self._ask, self._tell, self._arrived, self._gone = ask, tell, arrived, gone
        self._callers: dict[str, _Caller] = {}
        self._names: dict[bytes, str] = {}
        self.under_way = 0
        """Questions without an answer yet."""
        socket = new_socket(context, zmq.ROUTER)
        socket.router_mandatory = True
        keys.serve(socket)
        socket.bind(address)
        self.address = bytes(socket.getsockopt(zmq.LAST_ENDPOINT)).decode().rstrip("\0")
        self.strangers = Strangers(urlsplit(self.address).port or 0)
        self._socket = LoopSocket(loop, socket, self._receive, Strangers.EVENTS, self.strangers.note)

    def callers(self) -> list[str]:
        """Returns the names of the processes with a line."""
        return list(self._callers)

    def send(self, caller: str, message: m.Down) -> bool:
        """Sends a message to a process; returns False where there is no line, or no room on the line."""
        line = self._callers.get(caller)
        if line is None:
            return False
        sent = self._socket.send(m.encode(message), line.identity)
        line.sent += sent
        return sent

    def is_behind(self, caller: str) -> bool:
        """Tells whether a process has many messages still to receive."""
        line = self._callers.get(caller)
        return line is not None and line.sent - line.received > BEHIND

    def lag(self) -> int:
        """Returns the most messages on the way to one process."""
        return max((line.sent - line.received for line in list(self._callers.values())), default=0)

    def forget_absent(self) -> None:
        """Forgets the callers silent for long."""
        now = time.monotonic()
        for name, line in list(self._callers.items()):
            if now - line.heard > ABSENCE:
                del self._callers[name]
                self._names.pop(line.identity, None)
                self._gone(name)

    def close(self) -> None:
        """Closes all lines."""
        self._socket.close()

    def _receive(self, frames: list[zmq.Frame]) -> None:
        self.strangers.welcome(int(frames[-1].get(zmq.SRCFD)))
        identity, *parts = (frame.bytes for frame in frames)
        message = m.read_up(b"".join(parts))
        if isinstance(message, m.Hello):
            if message.caller == frames[-1].get("User-Id"):  # else a member lies about its name
                self._begin(identity, message)
            return
        name = self._names.get(identity)
        line = self._callers.get(name) if name is not None else None
        if name is None or line is None or line.identity != identity:
            return  # an older line of the process
        line.heard = time.monotonic()
        if isinstance(message, m.Beat):
            line.received = message.received
        elif isinstance(message, m.Tell):
            self._tell(name, message.method, message.body)
        else:
            self.under_way += 1
            start(self._answer(name, message))

    def _begin(self, identity: bytes, hello: m.Hello) -> None:
        older = self._callers.get(hello.caller)
        if older is not None:
            self._names.pop(older.identity, None)
        self._names[identity] = hello.caller
        self._callers[hello.caller] = _Caller(identity, time.monotonic())
        self.send(hello.caller, m.Beat(0))
        self._arrived(hello.caller, hello.sids)

    async def _answer(self, caller: str, question: m.Ask) -> None:
        answer: m.Down
        try:
            body = await self._ask(caller, question.shard, question.method, question.body)
            answer = m.Answer(question.number, body)
        except MovedError as moved:
            answer = m.Moved(question.number, moved.owner, moved.epoch)
        except Exception:
            _log.exception("the question %s failed", question.method)
            answer = m.Failed(question.number)
        self.under_way -= 1
        self.send(caller, answer)
