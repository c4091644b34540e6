"""Tests that pondering shrinks under a load of due moves, and comes back. The clock is simulated."""

import math

import pytest

from engine.mind.planner import Purpose
from engine.mind.schedule.scheduler import Scheduler
from engine.mind.schedule.shedding import STEPS, WINDOW, Shedding
from tests.engine.mind.schedule.test_crowd import SLICE, Clock, Fake


def fill(shedding: Shedding, part: float, now: float, seconds: float = 6 * WINDOW, cores: int = 2) -> float:
    """Takes a part of the cores for some seconds, in slices; returns the time after."""
    end = now + seconds
    while now < end:
        now += SLICE
        shedding.charge(part * cores * SLICE, now)
    return now


@pytest.mark.parametrize(("part", "seconds"), [(0.1, math.inf), (0.65, math.inf), (0.75, 30.0), (0.85, 5.0), (0.97, 0)])
def test_the_busier_the_cores_the_shorter_a_mind_ponders(part: float, seconds: float) -> None:
    shedding = Shedding(2)
    assert (shedding.share(5.0), shedding.quiet(5.0)) == (0.0, math.inf)
    now = fill(shedding, part, 1_000.0)
    assert shedding.share(now) == pytest.approx(part, abs=0.01)
    assert shedding.ponder_seconds(now) == seconds
    assert (shedding.ponder_seconds(now + 3 * WINDOW), shedding.quiet(now + 3 * WINDOW)) == (math.inf, 3 * WINDOW)


def test_a_single_long_search_sheds_nothing() -> None:
    shedding = Shedding(2)
    now = fill(shedding, 1.0, 1_000.0, seconds=10.0)
    assert 0.5 < shedding.share(now) < min(part for part, _ in STEPS)


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
        assert scheduler.load().quiet == 0.0
        for _ in range(10):
            assert scheduler.step()
    assert scheduler.load().urgent > 0.9
    before = len(ponderer.done)
    assert scheduler.step()  # a look at the mind, and no slice
    assert not scheduler.step()
    assert (len(ponderer.done), scheduler.pondering(ponderer)) == (before, True)
    clock.now += 30.0  # nothing is due
    assert scheduler.load().quiet == pytest.approx(30.0)
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
