"""Tests the division of a job into batches, with machines that compute in any order: in order, whole, and even."""

import itertools
import math
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.fan import Job
from engine.games import GameError
from webapp.cluster.machines import quiet, work
from webapp.cluster.machines.batches import AHEAD, MINUTE, Batch, BatchedFan, Computed
from webapp.cluster.machines.work import code_of_engine, compute

CODE = "code"


def square(item: int) -> int:
    return item * item


class Room:
    """Computes a batch only when the result is asked for. Each item takes ``seconds``."""

    def __init__(self, cores: int, seconds: float) -> None:
        self.cores, self._seconds = cores, seconds
        self.batches: list[Batch] = []
        self.cancelled: list[Batch] = []
        self.waiting = self.most = 0

    def submit(self, batch: Batch) -> Batch:
        assert batch.code == CODE
        self.batches.append(batch)
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        return batch

    def result(self, ticket: Batch) -> Computed:
        self.waiting -= 1
        return Computed([ticket.job.work(item) for item in ticket.items], self._seconds * len(ticket.items))

    def cancel(self, ticket: Batch) -> None:
        self.cancelled.append(ticket)


@pytest.mark.parametrize("seconds", [0.0, 0.01, 1.0, 500.0])
def test_results_come_in_order_in_batches_of_a_minute(seconds: float) -> None:
    room = Room(4, seconds)
    assert list(BatchedFan(room, CODE).over(Job(square), range(5_000))) == [n * n for n in range(5_000)]
    sizes = [len(batch.items) for batch in room.batches]
    assert sum(sizes) == 5_000
    assert room.most == 4 * AHEAD
    assert max(sizes) * seconds <= max(MINUTE, seconds)
    assert max(sizes[-4:]) <= max(1, 5_000 // 100)  # the machines end together
    if 0 < seconds <= 1:
        assert max(sizes) >= min(MINUTE / seconds, 5_000 / 16) / 2
    assert room.cancelled == []


def test_work_without_an_end_is_taken_a_little_ahead_and_given_up_with_the_caller() -> None:
    taken = list[int]()

    def items() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number

    room = Room(2, 60.0)
    results = BatchedFan(room, CODE).over(Job(square), items())
    assert list(itertools.islice(results, 10)) == [n * n for n in range(10)]
    assert len(taken) < 10 + 2 * AHEAD + 1
    results.close()  # type: ignore[attr-defined]
    assert [batch.items for batch in room.cancelled] == [[number] for number in taken[10:]]


class BusyRoom(Room):
    """Gives the items back after a few, sometimes after none."""

    def result(self, ticket: Batch) -> Computed:
        self.waiting -= 1
        count = min(len(ticket.items), len(self.batches) % 4)
        return Computed([ticket.job.work(item) for item in ticket.items[:count]], 0.1 * count)


def test_what_a_busy_machine_leaves_is_computed_later_and_in_order() -> None:
    room = BusyRoom(3, 0.0)
    assert list(BatchedFan(room, CODE).over(Job(square), range(200))) == [n * n for n in range(200)]
    assert room.most <= 3 * AHEAD
    assert sum(len(batch.items) for batch in room.batches) > 200


@pytest.fixture
def ordinary_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.cluster.machines.work._lower_priority", lambda: None)


@pytest.mark.usefixtures("ordinary_priority")
def test_an_item_begins_only_where_no_move_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_LOOK", 0.0)
    quiet = iter([0.0, 3.0, work.REST, 99.0, 0.0, 99.0])
    assert compute(Batch(code_of_engine(), Job(square), [1, 2, 3]), lambda: next(quiet)).results == [1, 4, 9]
    monkeypatch.setattr(work, "LONGEST", 0.05)
    quiet = itertools.chain([99.0], itertools.repeat(0.0))
    assert compute(Batch(code_of_engine(), Job(square), [1, 2, 3]), lambda: next(quiet)).results == [1]


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
def test_a_machine_with_other_code_refuses_a_batch() -> None:
    job = Job(square)
    assert compute(Batch(code_of_engine(), job, [2, 3])).results == [4, 9]
    with pytest.raises(GameError, match=r"has another release of Fourthought; install the same one$"):
        compute(Batch("older", job, [2]))
