"""Tests collecting garbage in cycles by the clock, most objects while young."""

import gc
import weakref
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.webapp.fakes import FakeTimers
from webapp.process import gc_schedule


class _Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def looked() -> Iterator[Counter[int]]:
    """Counts the collections of each generation. Restores Python's own settings afterwards."""
    found: Counter[int] = Counter()

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            found[info["generation"]] += 1

    thresholds = gc.get_threshold()
    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)
    gc.set_threshold(*thresholds)
    gc.freeze()  # as after the collection of the tests: a full search would take a quarter of a second each time


@pytest.fixture
def clock(looked: Counter[int], people: list[str], monkeypatch: pytest.MonkeyPatch) -> FakeTimers:
    """Returns a clock with the schedule, and full collections after ten seconds: an hour of others takes seconds."""
    assert gc_schedule.EVERY_FULL == 3600
    monkeypatch.setattr(gc_schedule, "EVERY_FULL", 10.0)
    clock = FakeTimers()
    gc_schedule.schedule_collections(clock.later, lambda: len(people))
    return clock


@pytest.fixture
def people() -> list[str]:
    """Lists who is connected."""
    return []


@pytest.mark.slow
def test_the_young_often_the_grown_each_second_and_everything_when_nobody_is_there(
    looked: Counter[int], clock: FakeTimers, people: list[str]
) -> None:
    clock.advance(5.1)
    assert looked[2] == 0
    assert looked[1] == 5
    assert 22 <= looked[0] <= 26
    assert gc.get_freeze_count() > 0
    people.append("Ann")
    clock.advance(10)
    assert looked[2] == 0, "it would hold the loop for a tenth of a second"
    people.clear()
    clock.advance(10)
    assert looked[2] == 1


@pytest.mark.slow
def test_a_knot_goes_whenever_it_is_let_go(clock: FakeTimers) -> None:
    young, settled = _Knot(), _Knot()
    gone = [weakref.ref(young), weakref.ref(settled)]
    del young
    clock.advance(1.1)
    del settled
    clock.advance(5)
    assert gone[0]() is None
    assert gone[1]() is not None
    clock.advance(10)
    assert gone[1]() is None


@pytest.mark.usefixtures("looked")
def test_what_the_start_has_made_is_not_searched_by_the_first_collection() -> None:
    gc.unfreeze()
    gc_schedule.schedule_collections(FakeTimers().later, lambda: 0)
    assert gc.get_freeze_count() > 10_000
