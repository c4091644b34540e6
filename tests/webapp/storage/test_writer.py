"""Tests the thread that writes: all waiting events share a transaction, in order, and nothing is lost at the end."""

import threading
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue

import pytest

from tests.waiting import PATIENCE
from tests.webapp.storage.test_games import CREATED, moved
from webapp.play.ports import ConflictError, StoreError
from webapp.play.steps import Pending
from webapp.process.service_threads import ServiceThreads
from webapp.storage.database import Database
from webapp.storage.games import GameStore, Write
from webapp.storage.writer import Writer


class Disk:
    """Replaces the database: each transaction waits for ``turn`` and is counted."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.errors: dict[str, Exception] = {}
        self.began, self.turn = threading.Semaphore(0), threading.Semaphore(0)

    load = timed = tenure = None

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        self.batches.append([write.game_id for write in writes])
        self.began.release()
        assert self.turn.acquire(timeout=PATIENCE)
        return [self.errors.get(write.game_id) for write in writes]


class Loop:
    """Collects the calls of the thread, and makes them when told."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def run(self, count: int) -> None:
        for _ in range(count):
            self.calls.get(timeout=PATIENCE)()


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def writer(disk: Disk, loop: Loop) -> Iterator[Writer]:
    writer = Writer(disk, loop.calls.put, ServiceThreads())  # type: ignore[arg-type]
    yield writer
    disk.turn.release(100)
    writer.close()


def outcome(pending: Pending[None]) -> object:
    """Returns "waits", None for a success, or the error."""
    return "waits" if not pending.is_done else pending._error


def test_what_comes_during_a_transaction_shares_the_next_in_order(writer: Writer, disk: Disk, loop: Loop) -> None:
    first = writer.append("a", [moved(2, 0)], 0)
    assert disk.began.acquire(timeout=PATIENCE)
    others = [writer.append(name, [moved(2, 0)], 0) for name in "cbd"]
    assert outcome(first) == "waits"
    disk.turn.release(2)
    loop.run(1)
    assert outcome(first) is None
    loop.run(3)
    assert [outcome(one) for one in others] == [None, None, None]
    assert disk.batches == [["a"], ["c", "b", "d"]]


def test_each_hears_of_its_own_error_in_the_loop(writer: Writer, disk: Disk, loop: Loop) -> None:
    disk.errors = {"b": ConflictError(), "c": StoreError("away")}
    results = [writer.append(name, [moved(2, 0)], 0) for name in "abc"]
    disk.turn.release(3)
    loop.run(3)
    assert [outcome(one) for one in results] == [None, *disk.errors.values()]


def test_what_waits_at_the_end_is_written_and_later_writes_are_refused(disk: Disk, loop: Loop) -> None:
    writer = Writer(disk, loop.calls.put, ServiceThreads())  # type: ignore[arg-type]
    results = [writer.append("a", [moved(2, 0)], 0)]
    assert disk.began.acquire(timeout=PATIENCE)
    results += [writer.append(name, [moved(2, 0)], 0) for name in "bc"]
    disk.turn.release(2)
    writer.close()
    loop.run(3)
    assert [outcome(one) for one in results] == [None, None, None]
    assert isinstance(outcome(writer.append("d", [moved(2, 0)], 0)), StoreError)


def test_after_a_fault_of_its_own_the_thread_goes_on(disk: Disk, loop: Loop) -> None:
    def fail(_: Sequence[Write]) -> list[Exception | None]:
        raise MemoryError

    threads = ServiceThreads()
    writer = Writer(disk, loop.calls.put, threads)  # type: ignore[arg-type]
    writer._write = fail
    lost = writer.append("a", [moved(2, 0)], 0)
    loop.run(1)
    assert isinstance(outcome(lost), StoreError)
    writer._write = disk.write
    kept = writer.append("b", [moved(2, 0)], 0)
    disk.turn.release()
    loop.run(1)
    assert outcome(kept) is None
    assert threads.errors() == {"store": 1}
    writer.close()


def test_it_writes_to_a_database_and_counts_the_operations(database_url: str, loop: Loop) -> None:
    database, seen = Database(database_url), list[tuple[str, bool]]()
    store = GameStore(database, observe=lambda name, _seconds, failed: seen.append((name, failed)))
    writer = Writer(store, loop.calls.put, ServiceThreads(), lambda name, _, failed: seen.append((name, failed)))
    results = [writer.create("g", CREATED)]
    loop.run(1)
    results += [writer.append("g", [moved(2, 0)], 0), writer.append("g", [moved(2, 0)], 0)]
    loop.run(2)
    writer.close()
    assert [type(outcome(one)) for one in results] == [type(None), type(None), ConflictError]
    assert writer.load("g") == [CREATED, moved(2, 0)]
    assert seen == [("create", False), ("append", False), ("append", False), ("load", False)]
    database.close()
