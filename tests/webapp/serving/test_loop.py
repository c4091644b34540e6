"""Tests the loop: the order of what is due, calls from other threads, timers, and errors."""

import socket
import threading
import time
from functools import partial
from types import SimpleNamespace

import pytest

from tests.waiting import PATIENCE
from webapp.play.steps import Pending, start
from webapp.serving.loop import READS_A_TURN, Loop, Rank


def test_moves_come_first_then_those_who_have_used_least_then_the_oldest(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, clock = list[str](), [0.0]
    clocks = SimpleNamespace(monotonic=time.monotonic, perf_counter=lambda: clock[0])
    monkeypatch.setattr("webapp.serving.loop.time", clocks)
    loop.due(Rank.EVENT, "greedy", lambda: clock.insert(0, 0.003))
    loop.turn()
    for rank, visitor, name in (
        (Rank.ARRIVAL, "new", "arrival"),
        (Rank.EVENT, "greedy", "event of the greedy"),
        (Rank.EVENT, "new", "first"),
        (Rank.EVENT, "other", "second"),
        (Rank.MOVE, "greedy", "move of the greedy"),
        (Rank.MOVE, "new", "move"),
    ):
        loop.due(rank, visitor, lambda name=name: done.append(name))  # type: ignore[misc]
    while len(done) < 6:
        loop.turn()
    assert done == ["move", "move of the greedy", "first", "second", "event of the greedy", "arrival"]


def test_after_a_while_of_handling_the_sockets_are_looked_at_again(loop: Loop) -> None:
    done: list[int] = []
    for number in range(3):
        loop.due(Rank.EVENT, "", lambda number=number: (time.sleep(0.01), done.append(number)))  # type: ignore[misc]
    loop.turn()
    assert done == [0]
    loop.due(Rank.MOVE, "", lambda: done.append(9))
    loop.turn()
    loop.turn()
    assert done[:2] == [0, 9]


class Reader:
    """Reads from one end of a line."""

    def __init__(self, loop: Loop, visitor: str, order: list[str]) -> None:
        self.visitor, self._order = visitor, order
        self.theirs, self.ours = socket.socketpair()
        self.theirs.send(b"x")
        loop.watch(self.ours, 1, self)

    def ready(self, _events: int) -> None:
        self.ours.recv(1)
        self._order.append(self.visitor)

    def close(self, loop: Loop) -> None:
        loop.watch(self.ours, 0, self)
        self.ours.close()
        self.theirs.close()


def test_of_many_sockets_those_of_the_quietest_are_read_first(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.serving.loop.BATCH", PATIENCE)  # the number of sockets ends a turn, not the time
    order: list[str] = []
    crowd = [Reader(loop, "crowd", order) for _ in range(3 * READS_A_TURN)]
    loop._used["crowd"] = 1.0
    quiet = Reader(loop, "quiet", order)
    loop.turn()
    assert order[0] == "quiet"
    assert len(order) == READS_A_TURN
    for _ in range(3):
        loop.turn()
    assert len(order) == 1 + len(crowd)
    for reader in (*crowd, quiet):
        reader.close(loop)


def test_calls_of_other_threads_keep_their_order(running: Loop) -> None:
    done: list[int] = []
    for number in range(100):
        running.call(lambda number=number: done.append(number))  # type: ignore[misc]
    assert running.ask(lambda: len(done)) == 100
    assert done == list(range(100))


def test_a_question_brings_back_the_answer_or_the_error(running: Loop) -> None:
    assert running.ask(threading.current_thread).name == "loop"
    with pytest.raises(ZeroDivisionError):
        running.ask(lambda: 1 // 0)
    assert running.ask(lambda: running.ask(lambda: 3)) == 3


def test_a_loop_that_does_not_answer_is_told(running: Loop) -> None:
    let_go = threading.Event()
    running.call(lambda: let_go.wait(PATIENCE))
    with pytest.raises(TimeoutError):
        running.ask(lambda: 1, seconds=0.01)
    let_go.set()


def test_timers_come_in_the_order_of_their_times_and_can_be_cancelled(loop: Loop) -> None:
    done: list[str] = []
    loop.later(0.06, lambda: done.append("end"))
    loop.later(0.04, lambda: done.append("late"))
    loop.later(0.02, lambda: done.append("early"))
    loop.later(0.03, lambda: done.append("never"))()
    for years in (float("inf"), float("nan")):
        loop.later(years, lambda: done.append("in years"))
    while "end" not in done:
        loop.turn()
    assert done == ["early", "late", "end"]


def test_cancelled_timers_do_not_add_up(loop: Loop) -> None:
    for _ in range(10_000):
        loop.later(3600.0, lambda: None)()
    assert len(loop._timers) < 3_000


def test_an_act_that_fails_is_counted_and_the_next_one_is_handled(loop: Loop) -> None:
    done: list[str] = []
    loop.call(lambda: 1 // 0)
    loop.due(Rank.EVENT, "", lambda: 1 // 0)
    loop.due(Rank.EVENT, "", lambda: done.append("next"))
    loop.later(0.0, lambda: done.append("timer"))
    while len(done) < 2:
        loop.turn()
    assert done == ["next", "timer"]
    assert loop._threads.errors() == {"loop": 2}


def test_time_spent_is_forgotten_by_halves(loop: Loop) -> None:
    loop._used = {"one": 1.0, "two": 0.00001}
    loop._forget_at = 0.0
    loop.due(Rank.EVENT, "", lambda: None)
    loop.turn()
    assert loop._used == {"one": 0.5}


def test_the_acts_of_a_visitor_keep_their_order_when_time_spent_is_forgotten(loop: Loop) -> None:
    done = list[str]()
    loop._used = {"one": 1.0, "little": 0.00001}
    for visitor in loop._used:
        loop.due(Rank.EVENT, visitor, lambda visitor=visitor: done.append(f"{visitor}: first"))  # type: ignore[misc]
    loop._halve_use()
    for visitor in ("one", "little"):
        loop.due(Rank.EVENT, visitor, lambda visitor=visitor: done.append(f"{visitor}: second"))  # type: ignore[misc]
    while len(done) < 4:
        loop.turn()
    assert done == ["little: first", "little: second", "one: first", "one: second"]


def test_the_longest_act_is_told_once(loop: Loop) -> None:
    loop.due(Rank.EVENT, "", lambda: time.sleep(0.01))
    loop.turn()
    assert loop.take_longest() >= 0.01
    assert loop.take_longest() == 0.0


def test_a_slow_act_of_a_coroutine_is_named_after_its_event(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.serving.loop.SLOW", -1.0)
    pending = Pending[int]()

    async def work() -> None:
        await pending

    start(work(), name="hand_over")
    loop.call(partial(pending.settle, 1))
    loop.turn()
    assert loop.slow["hand_over"] == 1
