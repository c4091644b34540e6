"""Tests jobs on machines that end items in any order: in order, whole, and no more ahead than said."""

import itertools
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.games import GameError
from engine.pool import Job
from webapp.cluster.machines import jobs, quiet
from webapp.cluster.machines.jobs import AHEAD, ClusterPool, code_of_engine, compute

CODE = "code"


def square(item: int) -> int:
    return item * item


class Room:
    """Computes an item only when the result is asked for, and gives every ``busy``-th item back."""

    def __init__(self, cores: int, busy: int = 0) -> None:
        self.cores, self._busy = cores, busy
        self.submitted: list[int] = []
        self.cancelled: list[int] = []
        self.waiting = self.most = self.asked = 0

    def submit(self, code: str, job: Job[int, int], item: int) -> tuple[Job[int, int], int]:
        assert code == CODE
        self.submitted.append(item)
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        return job, item

    def result(self, ticket: tuple[Job[int, int], int]) -> Any:
        self.waiting -= 1
        self.asked += 1
        job, item = ticket
        return () if self._busy and self.asked % self._busy == 0 else (job.work(item),)

    def cancel(self, ticket: tuple[Job[int, int], int]) -> None:
        self.cancelled.append(ticket[1])


@pytest.mark.parametrize("cores", [1, 4])
def test_results_come_in_order_and_some_items_wait_for_each_core(cores: int) -> None:
    room = Room(cores)
    assert list(ClusterPool(room, CODE).over(Job(square), range(500))) == [n * n for n in range(500)]
    assert room.submitted == list(range(500))
    assert room.most == cores * AHEAD
    assert room.cancelled == []


def test_work_without_an_end_is_taken_a_little_ahead_and_given_up_with_the_caller() -> None:
    taken = list[int]()

    def items() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number

    room = Room(2)
    results = ClusterPool(room, CODE).over(Job(square), items())
    assert list(itertools.islice(results, 10)) == [n * n for n in range(10)]
    assert len(taken) < 10 + 2 * AHEAD + 1
    results.close()  # type: ignore[attr-defined]
    assert room.cancelled == taken[10:]


def test_what_a_busy_machine_gives_back_is_computed_later_and_in_order() -> None:
    room = Room(3, busy=3)
    with ClusterPool(room, CODE).workers(Job(square)) as work:
        assert list(work(range(200))) == [n * n for n in range(200)]
    assert room.most <= 3 * AHEAD
    assert len(room.submitted) == room.asked == 299


@pytest.fixture
def ordinary_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_lower_priority", lambda: None)


@pytest.mark.usefixtures("ordinary_priority")
def test_an_item_begins_only_where_no_move_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_LOOK", 0.0)
    quiet = iter([0.0, 0.5, jobs.REST])
    assert compute(code_of_engine(), Job(square), 3, lambda: next(quiet)) == (9,)
    assert next(quiet, None) is None
    monkeypatch.setattr(jobs, "LONGEST", 0.05)
    assert compute(code_of_engine(), Job(square), 3, lambda: 0.0) == ()


def test_the_host_of_a_machine_tells_the_jobs_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(quiet.VARIABLE, str(tmp_path / "quiet"))
    assert quiet.seconds() == math.inf
    quiet.note(tmp_path / "quiet", 5.0)
    assert 4.9 < quiet.seconds() < 65.0
    quiet.note(tmp_path / "quiet", 20.0)
    assert 19.9 < quiet.seconds() < 80.0
    for since in (math.inf, time.monotonic() + 9.0):  # never due, or not since the machine started
        quiet.note(tmp_path / "quiet", since)
        assert quiet.seconds() == math.inf


@pytest.mark.usefixtures("ordinary_priority")
def test_a_machine_with_other_code_refuses_an_item() -> None:
    job = Job(square)
    assert compute(code_of_engine(), job, 2) == (4,)
    with pytest.raises(GameError, match=r"has another release of Fourthought; install the same one$"):
        compute("older", job, 2)
