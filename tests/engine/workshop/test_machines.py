"""Tests jobs on machines that end items in any order: in order, whole, and no more ahead than said."""

import itertools
import socket
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from engine.games import GameError
from engine.workshop import machines
from engine.workshop.machines import AHEAD, ClusterPool, code_of_engine, compute, reach
from engine.workshop.pool import Job

CODE = "code"


def square(item: int) -> int:
    return item * item


class Room:
    """Stands for Ray, and computes an item only when the result is asked for."""

    exceptions = SimpleNamespace(WorkerCrashedError=(), NodeDiedError=(), OutOfMemoryError=())

    def __init__(self, cores: int) -> None:
        self.cores = cores
        self.submitted: list[int] = []
        self.cancelled: list[int] = []
        self.waiting = self.most = 0

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores)}

    def remote(self, *given: Any) -> Any:
        if given == (compute,):
            return SimpleNamespace(options=lambda **_: self)
        code, job, item = given
        assert code == CODE
        self.submitted.append(item)
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        return job, item

    def get(self, ticket: tuple[Job[int, int], int]) -> int:
        self.waiting -= 1
        job, item = ticket
        return job.work(item)

    def cancel(self, ticket: tuple[Job[int, int], int], force: bool) -> None:
        assert force
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


@pytest.fixture
def ordinary_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "_lower_priority", lambda: None)


@pytest.mark.usefixtures("ordinary_priority")
def test_a_machine_with_other_code_refuses_an_item() -> None:
    job = Job(square)
    assert compute(code_of_engine(), job, 2) == 4
    with pytest.raises(GameError, match=r"has another release of Fourthought; install the same one$"):
        compute("older", job, 2)


@pytest.mark.parametrize("address", ["10.0.0.7", ":6379", "there:head", ""])
def test_an_address_names_machine_and_port(address: str) -> None:
    with pytest.raises(GameError, match=r"is no address of a head; one looks like 10\.0\.0\.7:6379$"):
        reach(address)


def test_where_nobody_listens_there_is_no_head() -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        address = "127.0.0.1:" + str(sock.getsockname()[1])
        with pytest.raises(GameError, match=f"^there is no head at {address}; start one there with: ray start --head$"):
            reach(address)
        sock.listen()
        reach(address)
