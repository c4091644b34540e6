"""Tests the clock of the running server."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator

import pytest

from webapp.process.timers import DueCalls, ThreadTimers

PATIENCE = 120.0


@pytest.fixture
def timers() -> Iterator[ThreadTimers]:
    timers = ThreadTimers()
    yield timers
    timers.close()


def test_calls_come_in_the_order_of_their_times(timers: ThreadTimers, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    done = threading.Event()
    # In the waiting thread itself: on a loaded machine one of several hands may overtake another.
    monkeypatch.setattr(timers._due, "put", lambda _, cell: timers._call(cell))
    for seconds in (0.3, 0.05, 0.15):
        timers.later(seconds, lambda seconds=seconds: seen.append(seconds))
    timers.later(0.4, done.set)
    assert done.wait(PATIENCE)
    assert seen == [0.05, 0.15, 0.3]


def test_a_call_that_was_called_off_does_not_come(timers: ThreadTimers) -> None:
    seen: list[str] = []
    done = threading.Event()
    with timers._wake:  # nothing comes due between the two calls
        timers.later(0.02, lambda: seen.append("no"))()
    timers.later(0.1, done.set)
    assert done.wait(PATIENCE)
    assert seen == []


def test_a_call_that_fails_is_reported_and_hinders_no_other(
    timers: ThreadTimers, caplog: pytest.LogCaptureFixture
) -> None:
    done = threading.Event()

    def fail() -> None:
        raise RuntimeError("boom")

    for _ in range(10):
        timers.later(0.0, fail)
    timers.later(0.05, done.set)
    assert done.wait(PATIENCE)
    assert "boom" in caplog.text


def test_a_slow_call_does_not_hold_up_the_next(timers: ThreadTimers) -> None:
    go, done = threading.Event(), threading.Event()
    timers.later(0.0, lambda: void(go.wait(PATIENCE)))
    timers.later(0.01, done.set)
    assert done.wait(PATIENCE)
    go.set()


@pytest.mark.parametrize("seconds", [math.inf, math.nan, 1e300])
def test_a_delay_without_end_does_not_end_the_thread(timers: ThreadTimers, seconds: float) -> None:
    done = threading.Event()
    timers.later(seconds, lambda: None)
    timers._thread.join(0.1)  # the thread waits for the only call by now
    timers.later(0.01, done.set)
    assert done.wait(PATIENCE)
    assert timers._threads.errors() == {"table": 0, "timers": 0}


def test_the_calls_of_all_askers_take_turns() -> None:
    due, seen = DueCalls(), list[str]()
    for _ in range(200):
        due.put("greedy", [lambda: seen.append("greedy")])
    for _ in range(2):
        due.put("stranger", [lambda: seen.append("stranger")])
    for _ in range(6):
        for call in due.take() or ():
            call()
    assert seen == ["greedy", "stranger", "greedy", "stranger", "greedy", "greedy"]


def test_timed_calls_wait_with_the_calls_of_the_same_asker(
    timers: ThreadTimers, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    done = threading.Event()
    monkeypatch.setattr(timers._due, "put", lambda asker, cell: (seen.append(asker), timers._call(cell)))
    timers.later(0.0, lambda: None, "now")
    timers.later(0.01, done.set, "soon")
    assert done.wait(PATIENCE)
    assert seen == ["now", "soon"]


def test_after_closing_nothing_is_called(timers: ThreadTimers) -> None:
    seen: list[int] = []
    timers.later(0.01, lambda: seen.append(1))
    timers.close()
    timers.later(0.0, lambda: seen.append(2))
    assert seen in ([], [1])
    assert timers._heap == []


def void(_: object) -> None:
    """Takes a call and leaves no trace."""


def test_calls_that_were_called_off_are_forgotten_long_before_their_time(timers: ThreadTimers) -> None:
    kept = [timers.later(3600.0, lambda: None) for _ in range(20)]
    for _ in range(5000):
        timers.later(3600.0, lambda: None)()
    assert len(timers._heap) <= 512
    assert sum(bool(entry[-1]) for entry in timers._heap) == len(kept)
