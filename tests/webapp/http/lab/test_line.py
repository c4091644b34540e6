"""Tests the line of the lab: one at a time, few waiting, of several visitors each in turn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from webapp.http.lab.line import FullError, Line

PATIENCE = 60.0


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.001)


class Hall:
    """Lets requests wait behind one that is held, and notes who is served and who is refused."""

    def __init__(self, room: int) -> None:
        self.line, self.served, self.refused = Line(room), list[str](), list[str]()
        self._held = threading.Event()
        self._threads: list[threading.Thread] = []
        self._come("held", lambda: self._held.wait(PATIENCE))
        wait_until(lambda: self.served)

    def come(self, visitor: str) -> None:
        """Lets one more request wait, or be refused."""
        before = self.line.length() + len(self.refused)
        self._come(visitor, lambda: None)
        wait_until(lambda: self.line.length() + len(self.refused) > before)

    def _come(self, visitor: str, act: Callable[[], object]) -> None:
        def ask() -> None:
            try:
                with self.line.turn(visitor):
                    self.served.append(visitor)
                    act()
            except FullError:
                self.refused.append(visitor)

        self._threads.append(threading.Thread(target=ask, daemon=True))
        self._threads[-1].start()

    def end(self) -> None:
        """Lets all waiting requests be served."""
        self._held.set()
        for thread in self._threads:
            thread.join(PATIENCE)


def test_a_visitor_with_many_requests_lets_others_go_first() -> None:
    hall = Hall(8)
    for visitor in ("a", "a", "a", "b", "b", "c"):
        hall.come(visitor)
    hall.end()
    assert hall.served == ["held", "a", "b", "c", "a", "b", "a"]
    assert (hall.line.length(), hall.refused) == (0, [])


def test_beyond_the_room_a_crowd_is_refused_and_a_newcomer_takes_the_last_place_of_the_crowd() -> None:
    hall = Hall(3)
    for _ in range(4):
        hall.come("crowd")
    assert hall.refused == ["crowd"]
    hall.come("newcomer")
    wait_until(lambda: len(hall.refused) == 2)
    assert hall.refused == ["crowd", "crowd"]
    hall.come("newcomer")
    assert hall.refused == ["crowd", "crowd", "newcomer"], "two and one: the second would have as many as the crowd"
    hall.end()
    assert sorted(hall.served) == ["crowd", "crowd", "held", "newcomer"]


def test_an_error_ends_the_turn() -> None:
    line = Line(1)
    with pytest.raises(ValueError, match="broken"), line.turn("a"):
        raise ValueError("broken")
    with line.turn("b"):
        assert line.length() == 0
