"""Tests that one thread reads all websockets, and that a client's thread sleeps until its turn comes."""

from __future__ import annotations

import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from webapp.process.turns import Rank, Request, Turns
from webapp.sockets.transport.reception import Inbox, Reception, rank_of


@pytest.fixture
def reception() -> Iterator[Reception]:
    reception = Reception(Turns(1))
    yield reception
    reception.close()


class Client:
    """Holds a websocket's two ends, and a thread that takes the bytes."""

    def __init__(
        self, reception: Reception, visitor: str, early: bytes = b"", hear_pong: Callable[[], bool] = lambda: False
    ) -> None:
        self.far, self.near = socket.socketpair()
        self.inbox: Inbox = reception.admit(self.near, visitor, early, hear_pong)
        self.got: list[bytes] = []
        self.go_on = threading.Event()
        self.go_on.set()
        self._reception = reception
        self.thread = threading.Thread(target=self._take, daemon=True)
        self.thread.start()

    def _take(self) -> None:
        while data := self.inbox.receive(60.0):
            self.got.append(data)
            self.go_on.wait(60)
        self._reception.turns.end()

    def wait_for(self, size: int) -> bytes:
        while len(b"".join(self.got)) < size:
            assert self.thread.is_alive()
            time.sleep(0.001)
        return b"".join(self.got)

    def leave(self) -> None:
        self.far.close()
        self.thread.join(60)
        assert not self.thread.is_alive()
        self._reception.forget(self.inbox)
        self.near.close()


def test_bytes_come_in_order_and_the_end_last(reception: Reception) -> None:
    clients = [Client(reception, f"visitor {number}", early=b"early ") for number in range(20)]
    for word in (b"one ", b"two ", b"three"):
        for client in clients:
            client.far.send(word)
    for client in clients:
        assert client.wait_for(19) == b"early one two three"
        client.leave()
    assert reception.turns.taken() == 0


def test_two_clients_are_not_handled_at_once(reception: Reception) -> None:
    first, second = Client(reception, "a"), Client(reception, "b")
    first.go_on.clear()
    first.far.send(b"x")
    first.wait_for(1)
    reception.turns._stirred = time.monotonic() + 60  # as if the turn had just begun, however slow the machine
    second.far.send(b"y")
    while not reception.turns.waiting():
        time.sleep(0.001)
    assert second.got == []
    first.go_on.set()
    assert second.wait_for(1) == b"y"
    first.leave()
    second.leave()


def test_a_turn_is_given_up_between_messages_but_not_after_the_last(reception: Reception) -> None:
    """Lets another thread wait for a turn: a thread that also waited could not hear of its client's next move."""
    reception.turns._processor_time = itertools.count().__next__  # every turn has lasted for seconds
    far, near = socket.socketpair()
    inbox, other = reception.admit(near, "a", b""), Client(reception, "b")
    far.send(b"x")
    assert inbox.receive(60.0) == b"x"
    reception.turns._stirred = time.monotonic() + 60
    other.far.send(b"y")
    while not reception.turns.waiting():
        time.sleep(0.001)
    inbox.renew("42[]")
    assert (other.got, reception.turns.taken()) == ([], 1)
    inbox.renew("42[]")
    assert other.got == [b"y"]
    reception.turns.end()
    other.leave()
    reception.forget(inbox)
    far.close()
    near.close()


def test_nothing_is_read_from_a_forgotten_websocket(reception: Reception) -> None:
    far, near = socket.socketpair()
    near.setblocking(False)
    inbox = reception.admit(near, "a", b"")
    reception.forget(inbox)
    far.send(b"for the next owner of the descriptor")
    assert inbox.read() is None
    assert near.recv(4096) == b"for the next owner of the descriptor"
    far.close()
    near.close()


def test_a_move_that_comes_after_a_pong_does_not_wait_like_a_pong(reception: Reception) -> None:
    at_work, other, page = (Client(reception, name) for name in "abc")
    at_work.go_on.clear()
    at_work.far.send(b"x")
    at_work.wait_for(1)
    reception.turns._stirred = time.monotonic() + 60
    other.go_on.clear()
    for number, client in enumerate((other, page), 1):
        client.far.send(frame(b"3"))
        while reception.turns.waiting() < number:
            time.sleep(0.001)
    page.far.send(frame(b'421["move",{"game_id":"abc","ply":3,"move":4}]'))
    while not reception.turns._queues[Rank.MOVE].length:
        time.sleep(0.001)
    assert reception.turns.waiting() == 2
    at_work.go_on.set()
    page.wait_for(40)  # the other one would not have ended the turn
    other.go_on.set()
    for client in (at_work, other, page):
        client.leave()


def test_a_pong_to_a_ping_wakes_no_thread(reception: Reception) -> None:
    pings = [3]

    def hear_pong() -> bool:
        pings[0] -= 1
        return pings[0] >= 0

    client = Client(reception, "a", hear_pong=hear_pong)
    for left in (2, 1, 0):
        while not client.inbox._asleep:
            time.sleep(0.001)
        client.far.send(frame(b"3"))
        while pings[0] > left:
            time.sleep(0.001)
    assert client.got == []
    client.far.send(frame(b"42[]")[:4])
    client.wait_for(4)
    client.far.send(frame(b"42[]")[4:] + frame(b"3"))  # the rest of a message, and a pong that nobody asked for
    assert client.wait_for(17) == frame(b"42[]") + frame(b"3")
    client.leave()


def test_a_part_of_a_message_that_looks_like_a_pong_is_no_pong(reception: Reception) -> None:
    client = Client(reception, "a", hear_pong=lambda: True)
    message = frame(frame(b"3"))
    client.far.send(message[:6])
    client.wait_for(6)
    while not client.inbox._asleep:
        time.sleep(0.001)
    client.far.send(frame(b"3"))
    assert client.wait_for(13) == message[:6] + frame(b"3")
    client.leave()


def test_pongs_keep_a_client_who_says_nothing_else(reception: Reception) -> None:
    far, near = socket.socketpair()
    heard = list[int]()
    inbox = reception.admit(near, "a", b"", lambda: heard.append(1) is None)
    inbox._heard_at = time.monotonic() + 3600.0  # as if a pong had just come, for an hour
    threading.Timer(0.2, lambda: far.send(frame(b"3") * 2)).start()
    assert inbox.receive(0.05) == frame(b"3") * 2, "two pongs at once are no pong"
    reception.turns.end()
    reception.forget(inbox)
    far.close()
    near.close()


def test_a_turn_that_lasts_holds_nobody_up_for_long(reception: Reception) -> None:
    first, second = Client(reception, "a"), Client(reception, "b")
    first.go_on.clear()
    first.far.send(b"x")
    first.wait_for(1)
    second.far.send(b"y")
    assert second.wait_for(1) == b"y"
    first.go_on.set()
    first.leave()
    second.leave()


def test_a_client_who_sends_more_than_is_handled_is_read_no_further(reception: Reception) -> None:
    client = Client(reception, "a")
    client.go_on.clear()
    client.far.send(b"x")
    client.wait_for(1)
    client.far.setblocking(False)
    sent = 1
    still = time.monotonic() + 0.3
    while time.monotonic() < still and sent < 50_000_000:
        try:
            sent += client.far.send(b"x" * 65_536)
            still = time.monotonic() + 0.3
        except BlockingIOError:
            time.sleep(0.01)
    assert sent < 2_000_000
    client.go_on.set()
    assert client.wait_for(sent) == b"x" * sent
    client.leave()


def test_a_silent_client_is_given_up(reception: Reception) -> None:
    far, near = socket.socketpair()
    inbox = reception.admit(near, "a", b"")
    assert inbox.receive(0.01) == b""
    assert reception.turns.taken() == 0
    reception.forget(inbox)
    far.close()
    near.close()


def test_at_the_end_no_thread_sleeps_on() -> None:
    reception = Reception(Turns(1))
    client = Client(reception, "a", early=b"x")
    client.wait_for(1)
    while not client.inbox._asleep:
        time.sleep(0.001)
    reception.close()
    client.thread.join(30)
    assert not client.thread.is_alive()
    client.far.close()
    client.near.close()


def test_an_error_with_one_client_lets_the_others_not_sleep_on(reception: Reception) -> None:
    locks = [threading.Lock() for _ in range(2)]
    for lock in locks:
        lock.acquire()

    def requests() -> Iterator[Request]:
        yield Request("a", Rank.EVENT, locks[0])
        raise MemoryError

    with pytest.raises(MemoryError):
        reception._ask(requests())
    assert [lock.locked() for lock in locks] == [False, True]


def test_a_descriptor_used_again_is_read_for_the_new_client(reception: Reception) -> None:
    for _ in range(50):
        client = Client(reception, "a")
        client.far.send(b"hello")
        client.wait_for(5)
        client.leave()


def frame(text: bytes) -> bytes:
    mask = b"\x1f\xa2\x33\xc4"
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return b"\x81" + size + mask + bytes(byte ^ mask[place & 3] for place, byte in enumerate(text))


@pytest.mark.parametrize(
    ("data", "rank"),
    [
        (frame(b'42["move",{"game_id":"abc","ply":3,"move":4}]'), Rank.MOVE),
        (frame(b'4217["move",{"game_id":"abc","ply":3,"move":4}]' + b" " * 200), Rank.MOVE),
        (frame(b'4217["moves",{"game_id":"abc","ply":3}]'), Rank.EVENT),
        (frame(b'4217["hint",{"game_id":"abc","ply":3,"move":4}]'), Rank.EVENT),
        (frame(b"3"), Rank.EVENT),
        (frame(b"3") + frame(b'421["move",{"game_id":"abc","ply":3,"move":4}]'), Rank.MOVE),
        (6 * frame(b"3") + frame(b'421["move",{"game_id":"abc","ply":3,"move":4}]'), Rank.EVENT),
        (b"\x82" + frame(b'4217["move",{"game_id":"abc","ply":3}]')[1:], Rank.EVENT),
        (b'\x81\x2e42["move",{"game_id":"abc","ply":3,"move":4}]', Rank.EVENT),
        (b"", Rank.EVENT),
    ],
    ids=[
        "a move",
        "a long move",
        "another event",
        "a hint",
        "a pong",
        "a move after it",
        "a move after many",
        "a binary frame",
        "unmasked",
        "nothing",
    ],
)
def test_a_move_is_known_by_its_first_bytes(data: bytes, rank: Rank) -> None:
    assert rank_of(data) is rank
