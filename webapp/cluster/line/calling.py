"""Holds the calling end of a line: a front, or another host, asks a host and receives the news.

A line is one connection from the first message to the last. After a loss the caller begins a new line, and says anew
which pages are there. So nobody has to find out which messages were lost.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable, Iterable

import msgspec
import zmq

from webapp.cluster.line import messages as m
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.sockets import SharedSocket, Sockets, new_socket

_numbers = itertools.count(1)
"""Numbers the questions of all lines: a late answer to a question of a lost line answers no question of a new one."""
QUESTIONS_AT_ONCE = 1000
"""Questions under way on one line, at most; beyond, the caller hears at once that the host is busy."""


class LineError(Exception):
    """Says: the question has no answer here; another host owns the shard, or the line is lost or busy.

    Args:
        reason: the reason in words.
        sent: whether the question may have been carried out.
        owner: the owner of the shard as far as the asked host knows; empty: unknown.
        epoch: the epoch of the owner.
    """

    def __init__(self, reason: str, *, sent: bool, owner: str = "", epoch: int = 0) -> None:
        super().__init__(reason)
        self.sent, self.owner, self.epoch = sent, owner, epoch


class _Question:
    """Waits for one answer."""

    __slots__ = ("body", "done", "error", "shard")

    def __init__(self, shard: int) -> None:
        self.shard = shard
        self.body = msgspec.Raw()
        self.error: LineError | None = None
        self.done = threading.Lock()
        self.done.acquire()


class Line:
    """Holds one connection to one host. Safe for threads.

    Args:
        sockets: the sockets of the process.
        me: the name of this process.
        keys: the keys of this process.
        address: of the host.
        server: the public key of the host.
        on_news: receives the news, in order, in the receiving thread.
        on_end: called once, when the line is lost.
    """

    def __init__(
        self,
        sockets: Sockets,
        me: str,
        keys: Keys,
        address: str,
        server: str,
        on_news: Callable[[m.News], None],
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._sockets, self._me, self._on_news, self._on_end = sockets, me, on_news, on_end
        self.heard = False
        """Whether a message has come."""
        self.ended = False
        self._received = 0
        self._questions: dict[int, _Question] = {}
        self._lock = threading.Lock()
        socket = new_socket(sockets.context, zmq.DEALER)
        socket.identity = os.urandom(12)
        socket.reconnect_ivl = -1  # a new connection is a new line
        keys.call(socket, server)
        ends = zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
        self._shared = SharedSocket(socket, self._receive, ends, lambda _event, _value: self.end())
        socket.connect(address)
        sockets.add(self._shared)

    def hello(self, sids: Iterable[str]) -> None:
        """Begins the line with the connections to pages, for the host to know."""
        self._send(m.Hello(self._me, list(sids)))

    def beat(self) -> None:
        """Sends the host a sign of life."""
        self._send(m.Beat(self._received))

    def tell(self, key: str, method: str, body: msgspec.Raw) -> None:
        """Tells the host something; lost with the line."""
        self._send(m.Tell(key, method, body))

    def ask(self, shard: int, key: str, method: str, body: msgspec.Raw, seconds: float) -> msgspec.Raw:
        """Asks the host, and waits for the answer.

        Args:
            shard: the shard of the game, or ``NO_SHARD``.
            key: questions with equal keys are worked on in order.
            method: the name of the question.
            body: the content.
            seconds: the longest wait.

        Raises:
            LineError: there is no answer.
        """
        question, number = _Question(shard), next(_numbers)
        with self._lock:
            if self.ended or len(self._questions) >= QUESTIONS_AT_ONCE:
                raise LineError("the line has ended" if self.ended else "the host is busy", sent=False)
            self._questions[number] = question
        if not self._send(m.Ask(number, shard, key, method, body)):
            self._questions.pop(number, None)
            raise LineError("the host takes no messages", sent=False)
        if not question.done.acquire(timeout=max(0.0, seconds)):
            self._questions.pop(number, None)
            raise LineError("the host did not answer in time", sent=True)
        if question.error is not None:
            raise question.error
        return question.body

    def abandon(self, is_elsewhere: Callable[[int], bool]) -> None:
        """Ends the wait for the answers about shards with a true ``is_elsewhere``."""
        self._fail("another host has taken over", is_elsewhere)

    def end(self) -> None:
        """Ends the line: all waits fail, and nothing is received any more. Does nothing after the first call."""
        with self._lock:
            if self.ended:
                return
            self.ended = True
        self._sockets.remove(self._shared)
        self._fail("the line is lost", lambda _: True)
        self._on_end()

    def _fail(self, reason: str, chosen: Callable[[int], bool]) -> None:
        for number, question in list(self._questions.items()):
            if chosen(question.shard) and self._questions.pop(number, None) is not None:
                question.error = LineError(reason, sent=True)
                question.done.release()

    def _send(self, message: m.Up) -> bool:
        return self._shared.send(m.encode(message))

    def _receive(self, frames: list[bytes], _connection: int) -> None:
        self.heard = True
        self._received += 1
        message = m.read_down(b"".join(frames))
        if isinstance(message, m.News):
            self._on_news(message)
        elif not isinstance(message, m.Beat):
            question = self._questions.pop(message.number, None)
            if question is None:  # nobody waits any more
                return
            if isinstance(message, m.Answer):
                question.body = message.body
            elif isinstance(message, m.Moved):
                question.error = LineError(
                    "another host owns the game", sent=False, owner=message.owner, epoch=message.epoch
                )
            else:
                question.error = LineError("the host has met an error", sent=True)
            question.done.release()
