"""Holds a front's end of a line: asks a host, and receives the news. A line is one connection from the first message to
the last. After a loss the front begins a new line, and names its pages again, so no process has to find out which
messages were lost."""

import itertools
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec
import zmq

from webapp.cluster.line import messages as m
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.sockets import LONGEST, LoopSocket, Socket, new_socket, size
from webapp.play.steps import Pending
from webapp.serving.loop import Loop

_numbers = itertools.count(1)
"""Numbers the questions of all lines, so a late answer of a lost line answers no question of a new one."""
QUESTIONS_AT_ONCE = 1000
"""The most unanswered questions of one line. Further ones fail with "the host is busy"."""


class LineError(Exception):
    """Says why a question has no answer: another host owns the shard, or the line is lost or busy. ``sent`` says
    whether the question may have been carried out. ``owner`` and ``epoch`` are what the host knows."""

    def __init__(self, reason: str, *, sent: bool, owner: str = "", epoch: int = 0) -> None:
        super().__init__(reason)
        self.sent, self.owner, self.epoch = sent, owner, epoch


@dataclass(frozen=True, slots=True)
class _Question:
    shard: int
    answer: Pending[msgspec.Raw]
    cancel: Callable[[], None]


class Line:
    """Holds one connection of the process ``me`` to the host with the public key ``server``. For the loop. ``on_news``
    receives the news in order, and ``on_end`` is called once, when the line is lost."""

    def __init__(
        self,
        loop: Loop,
        context: zmq.Context[Socket],
        me: str,
        keys: Keys,
        address: str,
        server: str,
        on_news: Callable[[m.News], None],
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._loop, self._me, self.server, self._on_news, self._on_end = loop, me, server, on_news, on_end
        self.heard = False
        """Whether a message has come."""
        self.ended = False
        self._received = 0
        self._questions: dict[int, _Question] = {}
        socket = new_socket(context, zmq.DEALER)
        socket.identity = os.urandom(12)
        socket.reconnect_ivl = -1  # a new connection is a new line
        keys.call(socket, server)
        ends = zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
        self._socket = LoopSocket(loop, socket, self._receive, ends, lambda _event, _value: self.end())
        socket.connect(address)

    def hello(self, sids: Iterable[str]) -> None:
        """Begins the line with the connections that the host should know."""
        self._send(m.Hello(self._me, list(sids)))

    def beat(self) -> None:
        """Says that this process lives."""
        self._send(m.Beat(self._received))

    def tell(self, method: str, body: msgspec.Raw) -> None:
        """Tells the host something, which is lost if the line is lost."""
        self._send(m.Tell(method, body))

    def ask(self, shard: int, method: str, body: msgspec.Raw, seconds: float) -> Pending[msgspec.Raw]:
        """Asks the host. Awaiting the answer raises ``LineError`` if there is none after so many seconds."""
        answer, number = Pending[msgspec.Raw](), next(_numbers)
        if self.ended or len(self._questions) >= QUESTIONS_AT_ONCE:
            answer.fail(LineError("the line has ended" if self.ended else "the host is busy", sent=False))
        elif not self._send(m.Ask(number, shard, method, body)):
            answer.fail(LineError("the host takes no messages", sent=False))
        else:
            late = LineError("the host did not answer in time", sent=True)
            cancel = self._loop.later(max(0.0, seconds), lambda: self._settle(number, late))
            self._questions[number] = _Question(shard, answer, cancel)
        return answer

    def abandon(self, is_elsewhere: Callable[[int], bool]) -> None:
        """Fails the unanswered questions about shards with a true ``is_elsewhere``."""
        self._fail("another host has taken over", is_elsewhere)

    def end(self) -> None:
        """Ends the line: all unanswered questions fail. Further calls do nothing."""
        if not self.ended:
            self.ended = True
            self._socket.close()
            self._fail("the line is lost", lambda _: True)
            self._on_end()

    def _fail(self, reason: str, chosen: Callable[[int], bool]) -> None:
        for number, question in list(self._questions.items()):
            if chosen(question.shard):
                self._settle(number, LineError(reason, sent=True))

    def _settle(self, number: int, result: msgspec.Raw | LineError) -> None:
        question = self._questions.pop(number, None)
        if question is not None:  # otherwise it has failed before
            question.cancel()
            question.answer.settle(result)

    def _send(self, message: m.Up) -> bool:
        return self._socket.send(m.encode(message))

    def _receive(self, frames: list[zmq.Frame]) -> None:
        if self.ended:
            return
        if size(frames) > LONGEST:
            self.end()
            return
        self.heard = True
        self._received += 1
        message = m.read_down(b"".join(frame.bytes for frame in frames))
        if isinstance(message, m.News):
            self._on_news(message)
        elif isinstance(message, m.Answer):
            self._settle(message.number, message.body)
        elif isinstance(message, m.Moved):
            moved = LineError("another host owns the game", sent=False, owner=message.owner, epoch=message.epoch)
            self._settle(message.number, moved)
        elif isinstance(message, m.Failed):
            self._settle(message.number, LineError("the host has met an error", sent=True))
