"""Tests the threads that work for the loop: fair by visitor, bounded, and the results come back in the loop."""

import threading
from collections.abc import Iterator

import pytest

from tests.waiting import PATIENCE, wait_until
from webapp.serving.loop import Loop
from webapp.serving.workers import FairQueue, Workers


@pytest.fixture
def workers(running: Loop) -> Iterator[Workers]:
    workers = Workers(running, most=3)
    yield workers
    workers.stop()


def test_the_result_or_the_error_comes_back_in_the_loop(workers: Workers) -> None:
    results: list[object] = []
    done = threading.Event()
    workers.run(lambda: 6 * 7, lambda result: results.append((result, threading.current_thread().name)))
    workers.run(lambda: 1 // 0, lambda result: (results.append(result), done.set()))
    assert done.wait(PATIENCE)
    assert (42, "loop") in results
    assert any(isinstance(result, ZeroDivisionError) for result in results)


def test_a_visitor_has_half_of_the_threads_and_a_bounded_queue(workers: Workers) -> None:
    let_go, done = threading.Event(), threading.Semaphore(0)

    def wait() -> None:
        assert let_go.wait(PATIENCE)

    for _ in range(3):
        assert workers.run(wait, lambda _: done.release(), "greedy")
    assert not workers.run(wait, lambda _: done.release(), "greedy")
    other = threading.Event()
    assert workers.run(lambda: None, lambda _: other.set(), "other")
    assert other.wait(PATIENCE)
    let_go.set()
    for _ in range(3):
        assert done.acquire(timeout=PATIENCE)


def test_visitors_take_turns() -> None:
    queue, done = FairQueue(), list[str]()
    for visitor in "aaabbc":
        queue.put(visitor, lambda: None)
    while (taken := queue.take(1)) is not None:
        done.append(taken[0])
        queue.finish(taken[0])
    assert "".join(done) == "abcaba"
    assert (queue._waiting, queue._running) == ({}, {})


def test_all_room_is_one_visitor_s_while_nobody_else_waits_and_shared_otherwise() -> None:
    queue = FairQueue()
    for _ in range(8):
        assert queue.has_room("a", 8)
        queue.put("a", lambda: None)
    assert not queue.has_room("a", 8)
    for _ in range(4):
        assert queue.has_room("b", 8)
        queue.put("b", lambda: None)
    assert not queue.has_room("b", 8)
    assert queue.has_room("c", 8)
    while (taken := queue.take(1)) is not None:
        queue.finish(taken[0])
    assert queue.total == 0
    assert queue.has_room("a", 8)


def test_a_visitor_who_does_not_read_waits_until_there_is_room(running: Loop) -> None:
    full, done = {"slow"}, list[str]()
    both = threading.Semaphore(0)
    workers = Workers(running, may_begin=lambda visitor: visitor not in full)

    def note(visitor: str) -> None:
        done.append(visitor)
        both.release()

    for visitor in ("slow", "quick"):
        assert workers.run(lambda: None, lambda _, visitor=visitor: note(visitor), visitor)  # type: ignore[misc]
    assert both.acquire(timeout=PATIENCE)
    wait_until(lambda: workers.count() == 1)
    assert done == ["quick"]
    full.clear()
    workers.look_again()
    assert both.acquire(timeout=PATIENCE)
    assert done == ["quick", "slow"]
    workers.stop()
