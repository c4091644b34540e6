"""Tests the line between front and host: answers, order, keys and loss, over real sockets."""

from __future__ import annotations

import os
import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
import zmq

from tests.webapp.cluster.machines import finish_in, wait_until
from webapp.cluster.line import host_end, sockets
from webapp.cluster.line import messages as m
from webapp.cluster.line.front_end import Line, LineError
from webapp.cluster.line.host_end import AT_MOST, Connections, HostEnd, MovedError
from webapp.cluster.line.keys import Authenticator, Keys
from webapp.cluster.line.sockets import FRAME, LONGEST, LoopSocket
from webapp.play.steps import Pending
from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop

HOST, FRONT = Keys.draw(), Keys.draw()


@dataclass
class End:
    """Holds the answering end of a line, and what it has heard."""

    loop: Loop
    members: dict[str, str] = field(default_factory=lambda: {FRONT.public: "front-1"})
    told: list[tuple[str, str, str]] = field(default_factory=list)
    began: list[tuple[str, list[str]]] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    held: list[Pending[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context: zmq.Context[Any] = zmq.Context()
        self.loop.ask(self._open)

    def _open(self) -> None:
        self.door = Authenticator(self.loop, self.context, lambda key, done: done(self.members.get(key, "")))
        self.answering = HostEnd(
            self.loop, self.context, HOST, "tcp://127.0.0.1:*", lambda key: self.members.get(key, ""), self
        )

    def tell(self, front: str, method: str, body: msgspec.Raw) -> None:
        self.told.append((front, method, m.unpack(body, str)))

    def arrived(self, front: str, sids: list[str]) -> None:
        self.began.append((front, sids))

    def gone(self, front: str) -> None:
        self.ended.append(front)

    async def ask(self, front: str, shard: int, method: str, body: msgspec.Raw) -> msgspec.Raw:
        if shard == 7:
            raise MovedError
        if method == "fail":
            raise ValueError
        if method == "wait":
            self.held.append(Pending())
            await self.held[-1]
        if method == "tell me":
            self.answering.send(front, m.News(1, 5, "before", m.pack(["news"])))
        return m.pack([front, method, m.unpack(body, str)])

    def release(self) -> None:
        self.loop.ask(lambda: [waiting.resolve(None) for waiting in self.held])

    def close(self) -> None:
        self.loop.ask(lambda: (self.answering.close(), self.door.close()))
        self.release()
        self.context.destroy(0)


@pytest.fixture
def loop(threads: ServiceThreads) -> Iterator[Loop]:
    loop = Loop(threads)
    loop.start()
    yield loop
    loop.stop()


@pytest.fixture
def end(loop: Loop) -> Iterator[End]:
    end = End(loop)
    yield end
    end.close()


@pytest.fixture
def call(end: End) -> Iterator[Callable[..., Front]]:
    """Begins lines to ``end``."""
    context: zmq.Context[Any] = zmq.Context()
    fronts: list[Front] = []

    def begin(**options: Any) -> Front:
        fronts.append(Front(context, end, **options))
        return fronts[-1]

    yield begin
    for front in fronts:
        end.loop.ask(front.line.end)
    context.destroy(0)


@dataclass
class Front:
    """Holds a line to ``end``, and the news."""

    context: zmq.Context[Any]
    end: End
    keys: Keys = FRONT
    server: str = HOST.public
    news: list[m.News] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.end.loop.ask(self._begin)

    def _begin(self) -> None:
        address = self.end.answering.address
        loop = self.end.loop
        self.line = Line(loop, self.context, "front-1", self.keys, address, self.server, self.news.append)
        self.line.hello(["a", "b"])

    def ask(self, method: str, text: str = "text", shard: int = 1, seconds: float = 30.0) -> Any:
        body = m.pack(text)
        return msgspec.msgpack.decode(finish_in(self.end.loop, lambda: self.line.ask(shard, method, body, seconds)))

    def fail_to_ask(self, failed: list[LineError]) -> threading.Thread:
        """Asks a question whose answer waits, in another thread, which notes the failure."""

        def ask() -> None:
            try:
                self.ask("wait")
            except LineError as error:
                failed.append(error)

        before = self.end.answering.open_questions
        waiting = threading.Thread(target=ask)
        waiting.start()
        wait_until(lambda: self.end.answering.open_questions > before)
        return waiting


def test_questions_are_answered_and_words_are_heard_in_order(end: End, call: Callable[..., Front]) -> None:
    front = call()
    assert front.ask("anything") == ["front-1", "anything", "text"]
    for number in range(50):
        end.loop.call(lambda number=number: front.line.tell("gone", m.pack(f"page {number}")))  # type: ignore[misc]
    front.ask("after")
    assert end.told == [("front-1", "gone", f"page {number}") for number in range(50)]
    assert end.began == [("front-1", ["a", "b"])]
    with pytest.raises(LineError, match="another host owns") as moved:
        front.ask("anything", shard=7)
    assert not moved.value.sent
    assert end.loop.ask(lambda: end.answering.open_questions) == 0


def test_news_come_before_the_answer_that_follows_them(end: End, call: Callable[..., Front]) -> None:
    front = call()
    for number in range(1, 20):
        front.ask("tell me")
        assert len(front.news) == number
    assert front.news[0] == m.News(1, 5, "before", m.pack(["news"]))


def test_an_answer_to_a_question_of_an_older_line_answers_no_question_of_the_new_one(
    end: End, call: Callable[..., Front]
) -> None:
    older, failed = call(), list[LineError]()
    waiting = older.fail_to_ask(failed)
    end.loop.ask(older.line.end)
    newer, answers = call(), list[Any]()
    asking = threading.Thread(target=lambda: answers.append(newer.ask("wait", "second")))
    asking.start()
    wait_until(lambda: end.answering.open_questions == 2)
    end.release()
    asking.join()
    waiting.join()
    assert answers == [["front-1", "wait", "second"]]
    assert [str(error) for error in failed] == ["the line is lost"]


def test_a_wait_for_a_shard_that_another_host_has_taken_is_given_up(end: End, call: Callable[..., Front]) -> None:
    front, failed = call(), list[LineError]()
    waiting = front.fail_to_ask(failed)
    end.loop.ask(lambda: front.line.abandon(lambda shard: shard == 2))
    assert waiting.is_alive()
    end.loop.ask(lambda: front.line.abandon(lambda shard: shard == 1))
    waiting.join()
    assert [error.sent for error in failed] == [True]


@pytest.mark.parametrize("wrong", ["no member", "wrong host", "no key"])
def test_who_lacks_the_key_gets_nothing(end: End, call: Callable[..., Front], wrong: str) -> None:
    if wrong == "no key":
        with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
            socket.linger = 0
            socket.connect(end.answering.address)
            socket.send(m.encode(m.Hello("front-1", [])))
            assert socket.poll(300) == 0
    else:
        keys = Keys.draw() if wrong == "no member" else FRONT
        server = Keys.draw().public if wrong == "wrong host" else HOST.public
        front = call(keys=keys, server=server)
        with pytest.raises(LineError):
            front.ask("anything", seconds=5.0)
        assert not front.line.heard
    assert (end.answering.fronts(), end.began) == ([], [])
    assert end.door.refused == (wrong == "no member")
    assert call().ask("still there")[1] == "still there"


def test_a_lost_line_fails_every_wait_at_once_and_a_new_line_begins_anew(end: End, call: Callable[..., Front]) -> None:
    front, failed = call(), list[LineError]()
    front.ask("first")
    waiting = front.fail_to_ask(failed)
    end.close()
    waiting.join()
    assert [error.sent for error in failed] == [True]
    assert front.line.ended
    with pytest.raises(LineError, match="has ended") as ended:
        front.ask("again")
    assert not ended.value.sent
    end.__post_init__()
    assert call().ask("again")[1] == "again"
    assert not end.loop.ask(lambda: end.answering.send("nobody", m.Beat(0)))


def test_a_message_that_cannot_be_read_harms_no_other(end: End, call: Callable[..., Front], caplog: Any) -> None:
    front = call()
    end.loop.ask(lambda: front.line._socket.send(b"\xff\xffnonsense"))
    assert front.ask("after")[1] == "after"
    assert "could not be read" in caplog.text


def test_signs_of_life_count_what_was_received(end: End, call: Callable[..., Front]) -> None:
    front = call()
    front.ask("tell me")
    end.loop.ask(front.line.beat)
    line = end.answering._fronts["front-1"]
    wait_until(lambda: line.received == line.sent)
    assert not end.answering.is_behind("front-1")
    line.sent += 3000
    assert end.answering.is_behind("front-1")


def test_a_member_speaks_under_its_own_name_alone(end: End, call: Callable[..., Front]) -> None:
    liar = Keys.draw()
    end.members[liar.public] = "front-2"
    front = call()
    assert call(keys=liar).line.heard is False
    with pytest.raises(LineError, match="in time"):
        call(keys=liar).ask("anything", seconds=0.3)
    assert end.began == [("front-1", ["a", "b"])]
    assert front.ask("still there")[1] == "still there"


@pytest.mark.parametrize("silent", [True, False])
def test_a_member_struck_off_loses_its_open_line(end: End, call: Callable[..., Front], silent: bool) -> None:
    front = call()
    front.ask("first")
    end.members.clear()
    if silent:
        end.loop.ask(end.answering.look)
    else:
        with pytest.raises(LineError, match="lost"):
            front.ask("second")
    wait_until(lambda: front.line.ended)
    end.loop.ask(end.answering.look)
    assert (end.answering.fronts(), end.ended) == ([], ["front-1"])


def test_a_front_that_was_silent_for_long_begins_a_new_line(end: End, call: Callable[..., Front]) -> None:
    front = call()
    front.ask("first")
    end.answering._fronts["front-1"].heard -= 2 * host_end.ABSENCE
    end.loop.ask(end.answering.look)
    assert (end.answering.fronts(), end.ended) == ([], ["front-1"])
    wait_until(lambda: front.line.ended)
    assert call().ask("again")[1] == "again"


def test_a_host_hears_all_fronts_after_it_has_spoken_to_a_lost_one() -> None:
    """Sends to an unknown address while a message waits. ZeroMQ then no longer reports that message."""
    heard, loop, context = list[bytes](), Loop(), zmq.Context[Any]()
    front, host = context.socket(zmq.DEALER), context.socket(zmq.ROUTER)
    host.router_mandatory, front.linger = True, 0
    front.connect(f"tcp://127.0.0.1:{host.bind_to_random_port('tcp://127.0.0.1')}")
    line = LoopSocket(loop, host, lambda frames: heard.append(frames[-1].bytes))
    try:
        loop._run_calls()
        front.send(b"hello")
        assert select.select([host.getsockopt(zmq.FD)], [], [], 60.0)[0]
        wait_until(lambda: not line.send(b"news", b"a lost front") and (loop._calls or heard))
        loop._run_calls()
        assert heard == [b"hello"]
    finally:
        line.close()
        front.close()
        context.destroy(0)
        loop.stop()


def test_the_end_of_a_connection_is_told_after_all_its_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a host would keep a connection that has ended for ever, as one that speaks."""
    monkeypatch.setattr(sockets, "_AT_ONCE", 2)
    heard, loop, here, there = list[Any](), Loop(), zmq.Context[Any](), zmq.Context[Any]()
    front, host = there.socket(zmq.DEALER), here.socket(zmq.ROUTER)

    def receive(frames: list[zmq.Frame]) -> None:
        heard.append(frames[-1].bytes)

    line = LoopSocket(loop, host, receive, Connections.EVENTS, lambda event, _: heard.append(event))
    try:
        front.connect(f"tcp://127.0.0.1:{host.bind_to_random_port('tcp://127.0.0.1')}")
        wait_until(lambda: line.ready(0) or heard)
        said = [b"%d" % number for number in range(5)]
        for word in said:
            front.send(word)
        front.close(60_000)
        there.term()
        monitor: Any = line._monitor
        assert monitor.poll(60_000)
        for _ in range(4):
            line.ready(0)
        assert heard == [zmq.EVENT_ACCEPTED, *said, zmq.EVENT_DISCONNECTED]
    finally:
        line.close()
        here.destroy(0)
        loop.stop()


def test_tracebacks_caused_by_a_member_are_few(end: End, call: Callable[..., Front], caplog: Any) -> None:
    front = call()
    for _ in range(40):
        end.loop.ask(lambda: front.line._socket.send(b"\xff\xffnonsense"))
        with pytest.raises(LineError, match="met an error"):
            front.ask("fail")
    assert front.ask("after")[1] == "after"
    assert sum("could not be read" in line for line in caplog.messages) == sockets._LOGGED
    assert sum("the question 'fail' failed" in line for line in caplog.messages) == sockets._LOGGED


def test_a_member_has_a_bound_of_open_questions(
    end: End, call: Callable[..., Front], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_end, "OPEN_AT_MOST", 3)
    front = call()
    waiting = [front.fail_to_ask([]) for _ in range(3)]
    with pytest.raises(LineError, match="met an error"):
        front.ask("wait")
    assert end.answering.open_questions == 3
    end.release()
    for thread in waiting:
        thread.join()
    assert front.ask("after")[1] == "after"


def test_a_message_of_many_frames_has_a_bound(end: End, call: Callable[..., Front]) -> None:
    front = call()
    assert not end.loop.ask(lambda: front.line._socket.send(b"x" * (LONGEST + 1)))
    assert front.ask("still there")[1] == "still there"
    frame = b"x" * (FRAME // 2)
    end.loop.ask(lambda: front.line._socket.send_frames([frame] * (LONGEST // len(frame) + 1)))
    wait_until(lambda: front.line.ended)
    assert call().ask("again")[1] == "again"


@pytest.mark.skipif(not hasattr(socket, "TCP_INFO"), reason="the system does not count the bytes of a connection")
@pytest.mark.parametrize("is_known", [True, False])
def test_a_connection_whose_message_has_no_end_is_closed(is_known: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as sender, server.accept()[0] as receiver:
            found, number = Connections(10_000, port), receiver.fileno()
            found.note_event(zmq.EVENT_ACCEPTED, number)
            if is_known:
                found.note_message(number, "key")
            for _ in range(3):
                sender.sendall(b"x" * 4000)
                receiver.recv(4000, socket.MSG_WAITALL)
                found.look(lambda _: True)
                if is_known:
                    found.note_message(number, "key")
            assert found.closed == (not is_known)
            for _ in range(4):
                sender.sendall(b"x" * 4000) if is_known else None
                found.look(lambda _: True)
            assert found.closed == 1


def test_a_long_message_travels_in_many_frames_both_ways(end: End, call: Callable[..., Front]) -> None:
    text = "x" * (5 * FRAME + 7)
    assert call().ask("anything", text) == ["front-1", "anything", text]


GREETING = b"\xff" + b"\0" * 8 + b"\x7f" + b"\3\0" + b"CURVE".ljust(20, b"\0") + b"\0" + b"\0" * 31
"""The first bytes of a connection (ZMTP 3.0)."""


def stranger(end: End) -> socket.socket:
    found = urlsplit(end.answering.address.replace("::ffff:", "").replace("[", "").replace("]", ""))
    line = socket.create_connection((found.hostname, found.port), timeout=30)
    line.sendall(GREETING)
    return line


def test_strangers_cannot_make_a_host_grow(end: End, call: Callable[..., Front]) -> None:
    """Each sends a greeting, the head of a frame of half a gigabyte, and as much of the frame as the host takes."""
    before = _memory()
    for _ in range(20):
        with stranger(end) as line, suppress(OSError):
            line.sendall(b"\x06" + (1 << 29).to_bytes(8, "big"))
            for _ in range(64):
                line.sendall(b"x" * 65_536)
    assert _memory() - before < 16 * 1024 * 1024
    assert call().ask("still there")[1] == "still there"


def _memory() -> int:
    """Returns the bytes of this process in the memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_handshake_without_an_end_is_ended(
    end: End, call: Callable[..., Front], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_HANDSHAKE_MS", 200)
    end.close()
    end.__post_init__()
    with stranger(end) as line, suppress(ConnectionError):
        line.settimeout(20)  # less than the 30 s of ZeroMQ
        while line.recv(4096):
            pass  # first the greeting of the host
    assert call().ask("still there")[1] == "still there"


def test_of_many_strangers_the_oldest_go_and_a_member_comes_in(end: End, call: Callable[..., Front]) -> None:
    with ExitStack() as crowd:
        first = crowd.enter_context(stranger(end))
        for _ in range(2 * AT_MOST):
            crowd.enter_context(stranger(end))
        wait_until(lambda: end.answering.connections.closed > AT_MOST)
        first.settimeout(30)
        with suppress(ConnectionError):
            while first.recv(4096):
                pass
        assert len(end.answering.connections._silent) <= AT_MOST
        front = call()
        assert front.ask("hello")[1] == "hello"
        for _ in range(2 * AT_MOST):
            crowd.enter_context(stranger(end))
        wait_until(lambda: end.answering.connections.closed > 3 * AT_MOST)
        assert front.ask("still there")[1] == "still there"  # a member is no stranger, and stays
