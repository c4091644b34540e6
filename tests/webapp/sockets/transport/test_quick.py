"""Tests calls that receive and send without giving up the interpreter's lock."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from webapp.sockets.transport.quick import READ, Receiver, send


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    ends = socket.socketpair()
    yield ends
    for end in ends:
        end.close()


def test_bytes_go_and_come_until_the_end(line: tuple[socket.socket, socket.socket]) -> None:
    near, far = line
    receiver = Receiver()
    with pytest.raises(BlockingIOError):
        receiver.receive(near)
    assert send(far, b"a\0b" * READ) == 3 * READ
    parts = [receiver.receive(near) for _ in range(3)]
    assert b"".join(parts) == b"a\0b" * READ
    assert [len(part) for part in parts] == [READ] * 3
    far.close()
    assert receiver.receive(near) == b""
    with pytest.raises(BrokenPipeError):
        send(near, b"x")


def test_a_full_line_takes_nothing_and_a_closed_one_is_an_error(line: tuple[socket.socket, socket.socket]) -> None:
    near, far = line
    while send(near, b"x" * 65_536):
        pass
    assert send(near, b"x") == 0
    near.close()
    for call in (lambda: send(near, b"x"), lambda: Receiver().receive(near)):
        with pytest.raises(OSError, match="descriptor"):
            call()
    far.close()


@pytest.mark.skipif(not hasattr(socket, "MSG_DONTWAIT"), reason="this system's sockets wait without a flag")
def test_no_other_thread_works_between_the_calls(line: tuple[socket.socket, socket.socket]) -> None:
    """Counts the turns of a thread that always wants the interpreter's lock: only a wait may give the lock up."""
    near, far = line
    receiver, turns, ended = Receiver(), [0], threading.Event()

    def want() -> None:
        while not ended.is_set():
            turns[0] += 1
            time.sleep(0.0)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1000.0)
    thread = threading.Thread(target=want)
    try:
        thread.start()
        while not turns[0]:
            time.sleep(0.001)
        counted = turns[0]
        for _ in range(1000):
            send(far, b"x")
            receiver.receive(near)
        assert turns[0] == counted
        while turns[0] == counted:  # soon, for each of these gives the lock up
            far.send(b"x")
            near.recv(1)
    finally:
        sys.setswitchinterval(before)
        ended.set()
        thread.join()
