"""Tests that searches rest during answers, stop soon, and never starve."""

from __future__ import annotations

import threading
import time

import pytest

from engine.games import find
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.schedule.jobs import CUT_SECONDS
from engine.mind.schedule.priority import LONGEST_WAIT, SHORTEST_SLICE, AnswerPriority
from engine.mind.schedule.scheduler import Scheduler
from tests.engine.mind.schedule.test_crowd import SLICE, Clock, Fake


class Slice:
    """Notes each request to end sooner."""

    def __init__(self) -> None:
        self.untils: list[float] = []

    def hurry(self, until: float) -> None:
        self.untils.append(until)


def test_a_search_that_runs_is_told_to_end_soon_and_others_are_not() -> None:
    priority, mind, other = AnswerPriority(), Slice(), Slice()
    with priority.searching(other):
        pass
    before = time.perf_counter()
    with priority.searching(mind):
        after = time.perf_counter()
        with priority.answering():
            pass
    with priority.answering():
        pass
    assert len(mind.untils) == 1
    assert before + SHORTEST_SLICE <= mind.untils[0] <= after + SHORTEST_SLICE
    assert other.untils == []


def waits(priority: AnswerPriority) -> threading.Thread:
    """Starts a thread that waits for the end of all answers."""
    thread = threading.Thread(target=priority.wait_for_answers, daemon=True)
    thread.start()
    return thread


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets searches wait without a limit: only the end of all answers ends a wait."""
    monkeypatch.setattr("engine.mind.schedule.priority.LONGEST_WAIT", None)


@pytest.mark.usefixtures("patient")
def test_a_search_waits_until_the_last_answer_is_given() -> None:
    priority = AnswerPriority()
    priority.wait_for_answers()  # nobody is answered: at once
    with priority.answering():
        with priority.answering():
            search = waits(priority)
        search.join(0.05)
        assert search.is_alive()
    search.join(20)
    assert not search.is_alive()


@pytest.mark.usefixtures("patient")
def test_an_error_in_an_answer_ends_the_answer() -> None:
    priority = AnswerPriority()
    with pytest.raises(ValueError, match="no such move"), priority.answering():
        raise ValueError("no such move")
    search = waits(priority)
    search.join(20)
    assert not search.is_alive()


def test_where_answers_never_end_a_search_goes_on_all_the_same() -> None:
    priority = AnswerPriority()
    with priority.answering():
        began = time.perf_counter()
        priority.wait_for_answers()
        assert time.perf_counter() - began >= 0.9 * LONGEST_WAIT


def test_where_answers_never_end_every_slice_after_a_wait_in_vain_has_its_whole_length() -> None:
    priority, mind = AnswerPriority(), Slice()
    for waits, hurried in ((True, 0), (False, 1)):
        with priority.answering():
            if waits:
                priority.wait_for_answers()
        if not waits:
            priority.wait_for_answers()
        with priority.searching(mind), priority.answering():
            pass
        assert len(mind.untils) == hurried


@pytest.mark.parametrize(
    ("ask", "seconds", "cuts"), [("choose", 0.0001, CUT_SECONDS / SLICE), ("choose", 0.02, 30), ("hint", 0.0001, 30)]
)
def test_a_quick_due_move_that_waits_for_long_is_cut_short_no_more(ask: str, seconds: float, cuts: float) -> None:
    """Answers a person in each of thirty slices, which take 10 ms by the clock and little or much processor time."""
    used, clock = [0.0], Clock()
    scheduler = Scheduler(1, clock=clock, processor_time=lambda: used[0])

    class Answered(Fake):
        def __init__(self) -> None:
            super().__init__(clock, 1, 30)
            self.cuts = 0

        def work(self, purpose: Purpose) -> bool:
            used[0] += seconds
            with scheduler.priority.answering():
                return super().work(purpose)

        def hurry(self, until: float) -> None:
            self.cuts += 1

    mind = Answered()
    getattr(scheduler, ask)(mind, lambda _: None, seconds=60.0)
    while scheduler.step():
        pass
    assert len(mind.done) == 30
    assert mind.cuts == pytest.approx(cuts, abs=1)


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
def test_a_hurried_mind_ends_its_slice_and_loses_nothing() -> None:
    """Compares the shortest slices with long ones: Tic-Tac-Toe, which is all tree, gives equal results."""
    hurried, at_leisure = (Mind(find("tictactoe"), 10, 1) for _ in range(2))
    for mind in (hurried, at_leisure):
        mind.follow([5])
    slices = 1

    def hurry() -> None:
        while not done.wait(0.002):
            hurried.hurry(0.0)

    done = threading.Event()
    thread = threading.Thread(target=hurry)
    thread.start()
    try:
        while hurried.work(Purpose.CHOOSE, 60.0):
            slices += 1
    finally:
        done.set()
        thread.join()
    while at_leisure.work(Purpose.CHOOSE, 60.0):
        pass
    assert slices > 1
    assert hurried.nodes == at_leisure.nodes
    assert hurried.answer().score == at_leisure.answer().score


def test_the_schedulers_searches_are_hurried_by_an_answer() -> None:
    scheduler, begun, go_on = Scheduler(1), threading.Event(), threading.Event()

    class Slow(Mind):
        def work(self, purpose: Purpose, seconds: float = 0.0) -> bool:
            begun.set()
            assert go_on.wait(20)
            return False

        def hurry(self, until: float) -> None:
            go_on.set()

    scheduler.start()
    try:
        scheduler.ponder(Slow(find("tictactoe"), 1, 1))
        assert begun.wait(20)
        with scheduler.priority.answering():
            assert go_on.wait(20)
    finally:
        go_on.set()
        scheduler.close()
