"""Tests which mind gets the cores, and when pondering shrinks. The clock is simulated."""

import math
import random
import threading
from typing import Any

import pytest

from engine.mind.planner import Purpose
from engine.mind.report.types import Choice
from engine.mind.schedule.load import WINDOW, Shedding
from engine.mind.schedule.scheduler import Scheduler

SLICE = 0.01
"""The longest slice promised, in seconds."""


class Clock:
    """Simulates time, which passes only while a mind thinks."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Fake:
    """Replaces a mind, with a number of slices of the promised length."""

    def __init__(self, clock: Clock, cores: int, slices: float = float("inf")) -> None:
        self.clock, self.cores, self.left = clock, cores, slices
        self.lock = threading.RLock()
        self.moves: tuple[int, ...] = ()
        self.visitor = ""
        self.closed, self.awake, self.expected = False, True, None
        self.nodes = 0
        self.done: list[Purpose] = []

    def work(self, purpose: Purpose) -> bool:
        self.clock.now += SLICE / self.cores  # the other cores do as much in that time
        self.done.append(purpose)
        self.left -= 1
        return self.left > 0

    def answer(self, *, seconds: float, expected: Any) -> Choice:
        return Choice(0, 4, 0.0, None, 0, seconds, expected)


def crowd(
    pondering: int, due: int, budget: float, slices: float, cores: int = 2
) -> tuple[list[Fake], list[Fake], list[float]]:
    """Starts ``pondering`` minds, then ``due`` moves of ``budget`` seconds that need so many ``slices``.

    Returns:
        The pondering minds, the minds with a due move, and the seconds of each due move.
    """
    clock = Clock()
    scheduler = Scheduler(cores, clock=clock, processor_time=clock)
    ponderers = [Fake(clock, cores) for _ in range(pondering)]
    for mind in ponderers:
        scheduler.ponder(mind)
    for _ in range(100):
        scheduler.step()
    movers = [Fake(clock, cores, slices) for _ in range(due)]
    took: list[float] = []
    for mind in movers:
        scheduler.choose(mind, lambda choice: took.append(choice.seconds), seconds=budget)
    pondered = sum(len(mind.done) for mind in ponderers)
    while len(took) < due:
        assert scheduler.step()
    assert sum(len(mind.done) for mind in ponderers) == pondered, "somebody pondered while a move was due"
    for _ in range(3 * pondering):
        scheduler.step()
    return ponderers, movers, took


@pytest.mark.parametrize("slices", [1, 20, float("inf")])
def test_fifty_due_moves_come_within_their_budget_plus_a_quarter_second(slices: float) -> None:
    budget = 3.0
    ponderers, movers, took = crowd(2_000, 50, budget, slices)
    took.sort()
    assert took[int(0.99 * len(took))] <= budget + 0.25
    if slices == 1:
        assert max(took) <= 0.26  # fifty slices on two cores
    served = [len(mind.done) for mind in movers]
    assert max(served) - min(served) <= 1, "of equal deadlines all get the same"
    assert {purpose for mind in movers for purpose in mind.done} == {Purpose.CHOOSE}
    turns = [len(mind.done) for mind in ponderers]
    assert min(turns) >= 3
    assert max(turns) <= min(turns) + 1, "pondering goes in fair turns"


def test_a_cancelled_mind_gets_no_further_slice() -> None:
    clock = Clock()
    scheduler = Scheduler(2, clock=clock, processor_time=clock)
    minds = [Fake(clock, 2) for _ in range(20)]
    for number, mind in enumerate(minds):
        (scheduler.ponder if number % 2 else lambda m: scheduler.choose(m, lambda _: None, seconds=60))(mind)
    for _ in range(100):
        scheduler.step()
    rng = random.Random(1)
    while minds:
        gone = minds.pop(rng.randrange(len(minds)))
        scheduler.rest(gone)
        before = len(gone.done)
        for _ in range(50):
            scheduler.step()
        assert len(gone.done) == before
    assert not scheduler.step()


def test_nothing_runs_for_what_is_solved_closed_moved_on_or_idle_too_long() -> None:
    clock = Clock()
    scheduler = Scheduler(2, idle_seconds=5.0, clock=clock, processor_time=clock)
    solved, closed, moved, idle = (Fake(clock, 2, 3 if number == 0 else float("inf")) for number in range(4))
    for mind in (solved, closed, moved, idle):
        scheduler.ponder(mind)
    closed.closed = True
    moved.moves = (4,)
    while scheduler.step():
        pass
    assert len(solved.done) == 3
    assert closed.done == moved.done == []
    assert abs(len(idle.done) - 5.0 / (SLICE / 2)) <= 4
    assert not any(scheduler.busy(mind) for mind in (solved, closed, moved, idle))


def test_a_late_move_is_answered_without_another_slice() -> None:
    clock = Clock()
    scheduler = Scheduler(1, clock=clock, processor_time=clock)
    mind, came = Fake(clock, 1), []
    scheduler.choose(mind, came.append, seconds=0.5)
    assert scheduler.step()
    clock.now += 1.0  # the machine was asleep
    assert scheduler.step()
    assert len(came) == len(mind.done) == 1


def fill(shedding: Shedding, part: float, now: float, seconds: float = 6 * WINDOW, cores: int = 2) -> float:
    """Takes a part of the cores for some seconds, in slices, and returns the time after."""
    end = now + seconds
    while now < end:
        now += SLICE
        shedding.charge(part * cores * SLICE, now)
    return now


@pytest.mark.parametrize(("part", "seconds"), [(0.1, math.inf), (0.65, math.inf), (0.75, 30.0), (0.85, 5.0), (0.97, 0)])
def test_the_busier_the_cores_the_shorter_a_mind_ponders(part: float, seconds: float) -> None:
    shedding = Shedding(2)
    assert shedding.share(5.0) == 0.0
    now = fill(shedding, part, 1_000.0)
    assert shedding.share(now) == pytest.approx(part, abs=0.01)
    assert shedding.ponder_seconds(now) == seconds
    assert shedding.ponder_seconds(now + 3 * WINDOW) == math.inf


def test_under_full_load_nobody_ponders_and_afterwards_everybody_goes_on() -> None:
    clock = Clock()
    scheduler = Scheduler(1, clock=clock, processor_time=clock)
    ponderer = Fake(clock, 1)
    scheduler.ponder(ponderer)
    assert scheduler.step()
    assert scheduler.load().urgent == 0.0
    until = clock.now + 60.0
    while clock.now < until:
        scheduler.choose(Fake(clock, 1, 10), lambda _: None, seconds=3.0)
        for _ in range(10):
            assert scheduler.step()
    assert scheduler.load().urgent > 0.9
    before = len(ponderer.done)
    assert scheduler.step()  # a look at the mind, and no slice
    assert not scheduler.step()
    assert (len(ponderer.done), scheduler.pondering(ponderer)) == (before, True)
    clock.now += 30.0  # nothing is due
    assert scheduler.step()
    assert (len(ponderer.done), ponderer.done[-1]) == (before + 1, Purpose.PONDER)


@pytest.mark.slow
def test_a_mind_set_aside_is_dropped_at_the_end_of_its_time() -> None:
    clock = Clock()
    scheduler = Scheduler(1, idle_seconds=90.0, clock=clock, processor_time=clock)
    ponderer = Fake(clock, 1)
    scheduler.ponder(ponderer)
    for _ in range(150):
        scheduler.choose(Fake(clock, 1, 100), lambda _: None, seconds=3.0)
        while scheduler.load().due:
            assert scheduler.step()
    while scheduler.step():
        pass
    assert (ponderer.done, scheduler.busy(ponderer)) == ([], False)
