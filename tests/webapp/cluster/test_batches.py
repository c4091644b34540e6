"""Tests the division of a job into batches, with machines that compute in any order: in order, whole, and even."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from engine.fan import Job
from engine.games import GameError
from webapp.cluster.machines.batches import AHEAD, MINUTE, Batch, BatchedFan, Computed
from webapp.cluster.machines.work import code_of_engine, compute

CODE = "code"


def square(item: int) -> int:
    return item * item


class Room:
    """Computes a batch only when the result is asked for; each item takes ``seconds``."""

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


def test_a_machine_with_other_code_refuses_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.cluster.machines.work._lower_priority", lambda: None)
    job = Job(square)
    assert compute(Batch(code_of_engine(), job, [2, 3])).results == [4, 9]
    with pytest.raises(GameError, match=r"has another release of Fourthought; install the same one$"):
        compute(Batch("older", job, [2]))
