"""Tests messages to one client: sent at once where the line takes more, else queued, bounded and in order, and of
thoughts
only the latest."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from engineio.packet import MESSAGE, Packet

from tests.webapp.fakes import FakeTimers
from webapp.sockets.transport.outbox import BYTES_AT_MOST, THOUGHTS_AT_MOST, Flusher, Outbox, text_frame

CLOSE_FRAME = b"\x88\x02\x03\xe8"


def packet(text: str) -> Packet:
    return Packet(MESSAGE, text)


def thought(number: int) -> Packet:
    return packet(f'2["thinking",{{"number":{number}}}]')


class Client:
    """Stands for the other end of a line, which reads only when told to."""

    def __init__(self) -> None:
        self.timers = FakeTimers()
        self.theirs, self.ours = socket.socketpair()
        self.ours.setblocking(False)
        self.theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.box = Outbox(self.timers.later)
        self.data = b""

    def read(self) -> bool:
        """Reads all bytes on the line; returns whether the line is still open."""
        try:
            while data := self.ours.recv(1 << 16):
                self.data += data
        except BlockingIOError:
            return True
        return False

    def messages(self) -> list[str]:
        """Returns the whole text frames so far, and "bye"."""
        found, data = [], self.data
        while data:
            if data == CLOSE_FRAME:
                return [*found, "bye"]
            size, start = data[1], 2
            if size == 126:
                size, start = int.from_bytes(data[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(data[2:10], "big"), 10
            found.append(data[start : start + size].decode())
            data = data[start + size :]
        return found

    def catch_up(self) -> None:
        """Reads, and lets the server go on, until nothing is left."""
        for _ in range(1000):
            self.read()
            self.timers.advance(1.0)
            if not self.box.qsize():
                break
        self.read()


@pytest.fixture
def client() -> Iterator[Client]:
    one = Client()
    yield one
    one.theirs.close()
    one.ours.close()


def block(client: Client) -> None:
    """Fills the line."""
    while not client.box.qsize():
        client.box.put(packet("2" + "x" * 2000))


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_frames_have_the_length_that_they_say(client: Client, size: int) -> None:
    client.data = text_frame("x" * size)
    assert client.messages() == ["x" * size]


def test_what_is_put_comes_out_at_once_and_in_order(client: Client) -> None:
    client.box.put(packet("2before"))
    client.box.open(client.theirs)
    client.box.put(packet("2after"))
    assert client.box.qsize() == 0
    client.box.put(None)
    assert not client.read()
    assert client.messages() == ["42before", "42after", "bye"]
    client.box.join()


def test_a_packet_for_many_is_packed_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.box.open(client.theirs)
    one = packet("2hello")
    client.box.put(one)
    monkeypatch.setattr("webapp.sockets.transport.outbox.text_frame", lambda _text: pytest.fail("packed again"))
    client.box.put(one)
    client.read()
    assert client.messages() == ["42hello", "42hello"]


def test_what_the_line_does_not_take_comes_later_whole_and_in_order(client: Client) -> None:
    client.box.open(client.theirs)
    sent = [f"2{number}:{'y' * (number % 3000)}" for number in range(0, 60_000, 190)]
    for text in sent:
        client.box.put(packet(text))
    assert client.box.qsize() > 10
    client.catch_up()
    assert client.messages() == [f"4{text}" for text in sent]


def test_old_thoughts_give_way_and_nothing_else_does(client: Client) -> None:
    client.box.open(client.theirs)
    block(client)
    for number in range(100):
        client.box.put(thought(number))
        if number % 10 == 0:
            client.box.put(packet(f'2["game",{number}]'))
    client.catch_up()
    found = [json.loads(text[2:]) for text in client.messages() if text.startswith("42[")]
    assert [data[1] for data in found if data[0] == "game"] == list(range(0, 100, 10))
    thoughts = [data[1]["number"] for data in found if data[0] == "thinking"]
    assert 1 <= len(thoughts) <= THOUGHTS_AT_MOST
    assert thoughts[-1] == 99


def test_whoever_is_too_far_behind_is_cut_off_and_takes_no_more_memory(client: Client) -> None:
    client.box.open(client.theirs)
    for _ in range(100):
        client.box.put(packet("2" + "x" * (BYTES_AT_MOST // 20)))
        assert client.box._bytes <= BYTES_AT_MOST
    assert client.box.qsize() == 0
    while client.read():
        pass
    client.timers.advance(10)
    assert client.box.qsize() == 0


def test_whoever_has_gone_before_is_no_trouble(client: Client) -> None:
    client.box.open(client.theirs)
    client.ours.close()
    for _ in range(10):
        client.box.put(packet("2x"))
    client.box.close()
    assert client.box.qsize() == 0


def test_a_line_that_was_ended_before_it_was_open_is_hung_up(client: Client) -> None:
    client.box.close()
    client.box.open(client.theirs)
    assert not client.read()


def test_nobody_waits_for_a_slow_reader_and_one_retry_is_under_way(client: Client) -> None:
    client.box.open(client.theirs)
    block(client)
    for _ in range(50):
        client.box.put(packet("2more"))
    assert len(client.timers._heap) == 1
    client.catch_up()
    assert client.messages().count("42more") == 50


def test_news_wait_for_the_flusher_and_an_answer_takes_them_along_in_order(client: Client) -> None:
    called: list[Outbox] = []
    client.box = Outbox(client.timers.later, called.append)
    client.box.open(client.theirs)
    for text in ('2["game",1]', '2["game",2]'):
        client.box.put(packet(text))
    assert called == [client.box]  # once is enough
    assert client.read()
    assert client.messages() == []
    client.box.put(packet("37[{}]"))
    client.read()
    assert client.messages() == ['42["game",1]', '42["game",2]', "437[{}]"]
    called[0].flush()
    client.box.put(packet('2["game",3]'))
    assert len(called) == 2
    client.box.close()  # whoever leaves hears the last of it
    client.read()
    assert client.messages()[3:] == ['42["game",3]', "bye"]


def test_the_flusher_goes_on_where_one_box_is_trouble(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    flusher = Flusher()
    broken = Outbox(client.timers.later)
    broken.flush = Mock(side_effect=RuntimeError("boom"))  # type: ignore[method-assign]
    client.box = Outbox(client.timers.later, flusher.flush_soon)
    client.box.open(client.theirs)
    flusher.flush_soon(broken)
    client.box.put(packet('2["game",1]'))
    flusher.close()
    client.read()
    assert client.messages() == ['42["game",1]']
    assert "boom" in caplog.text
