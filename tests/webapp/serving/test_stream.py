"""Tests the bytes to one client: sent immediately where the socket takes them, else kept, bounded and in order."""

import socket
from collections.abc import Iterator

import pytest

from webapp.serving.loop import UNSENT_OF_VISITOR, Loop
from webapp.serving.stream import BYTES_AT_MOST, BYTES_IN_A_CROWD, REPLACEABLE_AT_MOST, Stream


class Line:
    """Holds both ends of a line. The client reads only when told to."""

    def __init__(self) -> None:
        self.loop = Loop()
        self.client, server = socket.socketpair()
        self.client.setblocking(False)
        server.setblocking(False)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.heard: list[bytes] = []
        self.empty = 0
        self.stream = Stream(self.loop, server, "here", "visitor", self)

    def received(self, data: bytes) -> None:
        self.heard.append(data)

    def flushed(self) -> None:
        self.empty += 1

    def turn(self) -> None:
        self.loop.call(lambda: None)  # so that the loop does not wait
        self.loop.turn()

    def read(self) -> bytes:
        """Reads everything sent so far."""
        data = b""
        try:
            while piece := self.client.recv(1 << 16):
                data += piece
        except BlockingIOError:
            pass
        return data

    def read_all(self) -> bytes:
        """Reads, and gives the server turns, until nothing waits."""
        data = self.read()
        while self.stream.waiting():
            self.turn()
            data += self.read()
        return data + self.read()

    def block(self) -> int:
        """Fills the socket's buffer. Returns the number of bytes."""
        size = 0
        while not self.stream.waiting():
            self.stream.write(b"x" * 1000)
            size += 1000
        return size


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.stream.close()
    line.client.close()
    line.loop.stop()


def test_what_is_written_leaves_at_once_and_in_order(line: Line) -> None:
    line.stream.write(b"one ")
    line.stream.write(b"two")
    assert line.read() == b"one two"
    assert (line.stream.waiting(), line.empty) == (0, 2)


def test_what_the_socket_does_not_take_comes_later_whole_and_in_order(line: Line) -> None:
    sent = [b"%d:" % number + b"y" * (number % 3000) for number in range(0, 60_000, 190)]
    for data in sent:
        line.stream.write(data)
    assert line.stream.qsize() > 10
    assert line.read_all() == b"".join(sent)


def test_news_may_leave_later_and_an_answer_takes_them_along(line: Line) -> None:
    line.stream.write(b"news 1 ", soon=True)
    line.stream.write(b"news 2 ", soon=True)
    assert line.read() == b""
    line.stream.write(b"answer ")
    assert line.read() == b"news 1 news 2 answer "
    line.stream.write(b"news 3", soon=True)
    line.turn()
    assert line.read() == b"news 3"


def test_of_replaceable_frames_only_the_latest_wait_and_nothing_else_is_dropped(line: Line) -> None:
    size = line.block()
    for number in range(100):
        line.stream.write(b"[thought %d]" % number, replaceable=True)
        if number % 10 == 0:
            line.stream.write(b"[game %d]" % number)
    said = line.read_all()[size:].decode()
    assert [word for word in said[1:-1].split("][") if "game" in word] == [f"game {n}" for n in range(0, 100, 10)]
    thoughts = [word for word in said[1:-1].split("][") if "thought" in word]
    assert 1 <= len(thoughts) <= REPLACEABLE_AT_MOST
    assert thoughts[-1] == "thought 99"


def test_a_client_too_far_behind_is_cut_off(line: Line) -> None:
    line.stream.most = BYTES_AT_MOST
    for _ in range(100):
        line.stream.write(b"x" * (BYTES_AT_MOST // 20))
        assert line.stream.waiting() <= BYTES_AT_MOST
    assert line.stream.closed
    assert line.heard == []  # the writer is not interrupted
    line.turn()
    assert line.heard == [b""]
    assert line.stream.waiting() == 0


def test_a_client_that_has_gone_is_noticed_once(line: Line) -> None:
    line.client.close()
    for _ in range(10):
        line.stream.write(b"x")
    line.turn()
    assert line.heard == [b""]
    assert line.stream.closed


def test_a_paused_stream_is_not_read(line: Line) -> None:
    line.stream.pause()
    line.client.send(b"hello")
    line.turn()
    assert line.heard == []
    line.stream.resume()
    line.turn()
    assert line.heard == [b"hello"]


def test_the_end_of_the_stream_is_told(line: Line) -> None:
    line.client.shutdown(socket.SHUT_WR)
    line.turn()
    line.turn()
    assert line.heard == [b""]
    assert line.stream.closed


def test_closing_sends_what_was_put_off(line: Line) -> None:
    line.stream.write(b"last words", soon=True)
    line.stream.close()
    assert line.read() == b"last words"
    line.turn()  # the flush asked for finds a closed stream


def test_what_one_visitor_does_not_read_is_counted_together_and_bounded(line: Line) -> None:
    """Beyond the visitor's part each of its clients may leave only a little unread. Others are not concerned."""
    room: list[str] = []
    line.loop.on_room = lambda: room.append("room")
    line.stream.most = BYTES_AT_MOST
    line.loop.note_unsent("visitor", UNSENT_OF_VISITOR)
    line.stream.write(b"x" * (BYTES_IN_A_CROWD - 1000))
    assert not line.stream.closed
    assert not line.loop.has_room("visitor")
    assert line.loop.has_room("another")
    line.stream.write(b"x" * BYTES_IN_A_CROWD)
    assert line.stream.closed
    assert room == ["room"]
    line.loop.note_unsent("visitor", -UNSENT_OF_VISITOR)
    assert line.loop.unsent == {}


def test_a_long_body_is_not_copied_for_each_client_and_arrives_whole(line: Line) -> None:
    body = bytes(range(256)) * 10_000
    line.stream.write(b"head", body, b"tail")
    waiting = [piece for piece, _ in line.stream._waiting]
    assert any(isinstance(piece, memoryview) and piece.obj is body for piece in waiting)
    assert line.read_all() == b"head" + body + b"tail"
    assert line.loop.unsent == {}


def test_bytes_move_with_the_stream_to_the_visitor_behind_a_proxy(line: Line) -> None:
    line.block()
    line.stream.belong_to("client")
    assert dict(line.loop.unsent) == {"client": line.stream.waiting()}
    line.stream.close()
    assert line.loop.unsent == {}
