"""Tests the line between front and host: answers, order, keys, loss; over real sockets."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
import zmq

from webapp.cluster.line import messages as m
from webapp.cluster.line.answering import Answering, MovedError
from webapp.cluster.line.calling import Line, LineError
from webapp.cluster.line.keys import Doorkeeper, Keys
from webapp.cluster.line.sockets import FRAME, Sockets
from webapp.cluster.line.strangers import AT_MOST
from webapp.process.service_threads import ServiceThreads

HOST, FRONT = Keys.draw(), Keys.draw()


def wait_until(true: Callable[[], Any], seconds: float = 30.0) -> None:
    """Waits until something is true; the time is a bound for a busy machine."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "this has not come true in time"
        time.sleep(0.01)


@dataclass
class End:
    """Holds the answering end of a line, and what it has heard."""

    threads: ServiceThreads
    members: set[str] = field(default_factory=lambda: {FRONT.public})
    told: list[tuple[str, str, str]] = field(default_factory=list)
    arrived: list[tuple[str, list[str]]] = field(default_factory=list)
    held: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.sockets = Sockets(self.threads)
        self.door = Doorkeeper(self.sockets.context, self.members.__contains__)
        self.answering = Answering(
            self.sockets,
            HOST,
            "tcp://127.0.0.1:*",
            ask=self.ask,
            tell=lambda caller, method, body: self.told.append((caller, method, m.unpack(body, str))),
            arrived=lambda caller, sids: self.arrived.append((caller, sids)),
        )

    def ask(self, caller: str, shard: int, method: str, body: msgspec.Raw) -> msgspec.Raw:
        if shard == 7:
            raise MovedError
        if method == "wait":
            self.held.wait(30)
        if method == "tell me":
            self.answering.send(caller, m.News(1, 5, "before", m.pack(["news"])))
        return m.pack([caller, method, m.unpack(body, str)])

    def close(self) -> None:
        self.held.set()
        self.answering.close()
        self.door.close()
        self.sockets.close()


@pytest.fixture
def end(threads: ServiceThreads) -> Iterator[End]:
    end = End(threads)
    yield end
    end.close()


@pytest.fixture
def sockets(threads: ServiceThreads) -> Iterator[Sockets]:
    sockets = Sockets(threads)
    yield sockets
    sockets.close()


@dataclass
class Caller:
    """Holds a line to ``end``, and the news."""

    sockets: Sockets
    end: End
    keys: Keys = FRONT
    server: str = HOST.public
    news: list[m.News] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.line = Line(self.sockets, "front-1", self.keys, self.end.answering.address, self.server, self.news.append)
        self.line.hello(["a", "b"])

    def ask(self, method: str, text: str = "text", shard: int = 1, seconds: float = 30.0) -> Any:
        body = self.line.ask(shard, "sid", method, m.pack(text), seconds)
        return msgspec.msgpack.decode(body)


def test_questions_are_answered_and_words_are_heard_in_order(end: End, sockets: Sockets) -> None:
    caller = Caller(sockets, end)
    assert caller.ask("anything") == ["front-1", "anything", "text"]
    for number in range(50):
        caller.line.tell("sid", "gone", m.pack(f"page {number}"))
    caller.ask("after")
    assert end.told == [("front-1", "gone", f"page {number}") for number in range(50)]
    assert end.arrived == [("front-1", ["a", "b"])]
    with pytest.raises(LineError, match="another host owns") as moved:
        caller.ask("anything", shard=7)
    assert not moved.value.sent


def test_news_come_before_the_answer_that_follows_them(end: End, sockets: Sockets) -> None:
    caller = Caller(sockets, end)
    for number in range(1, 20):
        caller.ask("tell me")
        assert len(caller.news) == number
    assert caller.news[0] == m.News(1, 5, "before", m.pack(["news"]))


def test_an_answer_to_a_question_of_an_older_line_answers_no_question_of_the_new_one(
    end: End, sockets: Sockets
) -> None:
    older = Caller(sockets, end)

    def ask() -> None:
        with pytest.raises(LineError, match="the line is lost"):
            older.ask("wait", "first")

    waiting = threading.Thread(target=ask)
    waiting.start()
    wait_until(lambda: end.answering.lanes.waiting())
    older.line.end()
    newer, answers = Caller(sockets, end), list[Any]()
    asking = threading.Thread(target=lambda: answers.append(newer.ask("wait", "second")))
    asking.start()
    wait_until(lambda: len(end.arrived) == 2)
    end.held.set()
    asking.join()
    waiting.join()
    assert answers == [["front-1", "wait", "second"]]


def test_a_wait_for_a_shard_that_another_host_has_taken_is_given_up(end: End, sockets: Sockets) -> None:
    caller = Caller(sockets, end)
    failed = list[LineError]()

    def ask() -> None:
        try:
            caller.ask("wait")
        except LineError as error:
            failed.append(error)

    waiting = threading.Thread(target=ask)
    waiting.start()
    wait_until(lambda: end.answering.lanes.waiting())
    caller.line.abandon(lambda shard: shard == 2)
    assert waiting.is_alive()
    caller.line.abandon(lambda shard: shard == 1)
    waiting.join()
    assert [error.sent for error in failed] == [True]


@pytest.mark.parametrize("wrong", ["no member", "wrong host", "no key"])
def test_who_lacks_the_key_gets_nothing(end: End, sockets: Sockets, wrong: str) -> None:
    if wrong == "no key":
        with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
            socket.linger = 0
            socket.connect(end.answering.address)
            socket.send(m.encode(m.Hello("front-1", [])))
            assert socket.poll(300) == 0
    else:
        keys = Keys.draw() if wrong == "no member" else FRONT
        server = Keys.draw().public if wrong == "wrong host" else HOST.public
        caller = Caller(sockets, end, keys, server)
        with pytest.raises(LineError):
            caller.ask("anything", seconds=5.0)
        assert not caller.line.heard
    assert (end.answering.callers(), end.arrived) == ([], [])
    assert end.door.refused() == (wrong == "no member")
    assert Caller(sockets, end).ask("still there")[1] == "still there"


def test_a_lost_line_fails_every_wait_at_once_and_a_new_line_begins_anew(
    end: End, sockets: Sockets, threads: ServiceThreads
) -> None:
    caller = Caller(sockets, end)
    caller.ask("first")
    failed = list[LineError]()

    def ask() -> None:
        try:
            caller.ask("wait")
        except LineError as error:
            failed.append(error)

    waiting = threading.Thread(target=ask)
    waiting.start()
    wait_until(lambda: end.answering.lanes.waiting())
    end.close()
    waiting.join()
    assert [error.sent for error in failed] == [True]
    assert caller.line.ended
    with pytest.raises(LineError, match="has ended") as ended:
        caller.ask("again")
    assert not ended.value.sent
    other = End(threads)
    try:
        again = Caller(sockets, other)
        assert again.ask("again")[1] == "again"
        assert not other.answering.send("nobody", m.Beat(0))
    finally:
        other.close()
        end.__post_init__()  # closed once more by the fixture


def test_a_message_that_cannot_be_read_harms_no_other(end: End, sockets: Sockets, caplog: Any) -> None:
    caller = Caller(sockets, end)
    caller.line._shared.send(b"\xff\xffnonsense")
    assert caller.ask("after")[1] == "after"
    assert "could not be read" in caplog.text


def test_signs_of_life_count_what_was_received(end: End, sockets: Sockets) -> None:
    caller = Caller(sockets, end)
    caller.ask("tell me")
    caller.line.beat()
    line = end.answering._callers["front-1"]
    wait_until(lambda: line.received == line.sent)
    assert not end.answering.is_behind("front-1")
    line.sent += 3000
    assert end.answering.is_behind("front-1")


def test_a_long_message_travels_in_many_frames_both_ways(end: End, sockets: Sockets) -> None:
    text = "x" * (5 * FRAME + 7)
    assert Caller(sockets, end).ask("anything", text) == ["front-1", "anything", text]


GREETING = b"\xff" + b"\0" * 8 + b"\x7f" + b"\3\0" + b"CURVE".ljust(20, b"\0") + b"\0" + b"\0" * 31
"""The first bytes of a connection (ZMTP 3.0)."""


def stranger(end: End) -> socket.socket:
    found = urlsplit(end.answering.address.replace("::ffff:", "").replace("[", "").replace("]", ""))
    line = socket.create_connection((found.hostname, found.port), timeout=30)
    line.sendall(GREETING)
    return line


def test_a_stranger_without_a_key_makes_no_host_keep_a_long_frame(
    end: End, sockets: Sockets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The head of a frame says how long the frame is; the host must not wait for the rest."""
    monkeypatch.setattr("webapp.cluster.line.sockets._HANDSHAKE_MS", 600_000)
    end.close()
    end.__post_init__()
    with stranger(end) as line:
        line.sendall(b"\x06" + (1 << 29).to_bytes(8, "big"))
        line.settimeout(30)
        with suppress(ConnectionError):
            while line.recv(4096):
                pass  # first the greeting of the host; then it ends the connection
    assert Caller(sockets, end).ask("still there")[1] == "still there"


def test_of_many_strangers_the_oldest_go_and_a_member_comes_in(end: End, sockets: Sockets) -> None:
    with ExitStack() as crowd:
        first = crowd.enter_context(stranger(end))
        for _ in range(2 * AT_MOST):
            crowd.enter_context(stranger(end))
        wait_until(lambda: end.answering.strangers.closed > AT_MOST)
        first.settimeout(30)
        with suppress(ConnectionError):
            while first.recv(4096):
                pass
        assert len(end.answering.strangers._waiting) <= AT_MOST
        caller = Caller(sockets, end)
        assert caller.ask("hello")[1] == "hello"
        for _ in range(2 * AT_MOST):
            crowd.enter_context(stranger(end))
        wait_until(lambda: end.answering.strangers.closed > 3 * AT_MOST)
        assert caller.ask("still there")[1] == "still there"  # a member is no stranger, and stays
