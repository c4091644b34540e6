"""Tests group commit: one transaction for all waiting writes; the fault of one write harms no other."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as DatabaseTimeoutError

from webapp.storage.group import SLOW, GroupCommit

BROKEN = IntegrityError("insert", {}, Exception("taken"))
UNWRITABLE = UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")


class Disk:
    """Writes numbers, as slowly as told to; 13 breaks a constraint, 14 cannot be written."""

    def __init__(self) -> None:
        self.transactions: list[list[int]] = []
        self.entered, self.go_on = threading.Semaphore(0), threading.Semaphore(0)
        self.error: Exception | None = None

    def commit(self, numbers: Sequence[int]) -> None:
        self.entered.release()
        assert self.go_on.acquire(timeout=120)
        if self.error:
            raise self.error
        if 13 in numbers:
            raise BROKEN
        if 14 in numbers:
            raise UNWRITABLE
        self.transactions.append(list(numbers))


def write_all(disk: Disk, numbers: Sequence[int], transactions: int) -> dict[int, Exception | None]:
    """Writes the first number alone, and all others during the first write; returns the outcome of each."""
    group, outcomes = GroupCommit(disk.commit), {}

    def write(number: int) -> None:
        try:
            group.write(number)
            outcomes[number] = None
        except Exception as error:
            outcomes[number] = error

    threads = [threading.Thread(target=write, args=(number,)) for number in numbers]
    threads[0].start()
    assert disk.entered.acquire(timeout=120)
    for count, thread in enumerate(threads[1:], start=1):
        thread.start()
        while len(group._waiting) < count:
            threading.Event().wait(0.001)
    for _ in range(transactions):
        disk.go_on.release()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    return outcomes


def test_all_who_come_meanwhile_share_the_next_transaction() -> None:
    disk = Disk()
    outcomes = write_all(disk, range(10), 2)
    assert disk.transactions == [[0], [1, 2, 3, 4, 5, 6, 7, 8, 9]]
    assert set(outcomes.values()) == {None}


@pytest.mark.parametrize(("wrong", "error"), [(13, BROKEN), (14, UNWRITABLE)])
def test_what_one_writes_wrongly_is_its_own_affair(wrong: int, error: Exception) -> None:
    disk = Disk()
    outcomes = write_all(disk, [1, 2, wrong, 3], 5)  # 1; 2, the wrong one and 3 in vain; then each on its own
    assert disk.transactions == [[1], [2], [3]]
    assert outcomes == {1: None, 2: None, wrong: error, 3: None}


def test_when_nothing_can_be_written_all_hear_of_it_at_once() -> None:
    disk = Disk()
    disk.error = OperationalError("commit", {}, Exception("the disk is full"))
    outcomes = write_all(disk, [1, 2, 3], 2)
    assert all(error is disk.error for error in outcomes.values())


def start(group: GroupCommit[int], number: int, patience: float = 0.0) -> threading.Thread:
    """Writes from another thread; returns when the thread waits."""
    before = len(group._waiting)
    thread = threading.Thread(target=group.write, args=(number, patience))
    thread.start()
    while len(group._waiting) == before:
        threading.Event().wait(0.001)
    return thread


def test_what_nobody_waits_for_goes_with_what_somebody_does() -> None:
    disk = Disk()
    group = GroupCommit(disk.commit)
    disk.go_on.release()
    patient = [start(group, 1, 60.0), start(group, 2, 60.0)]
    group.write(3)
    for thread in patient:
        thread.join(120)
        assert not thread.is_alive()
    assert disk.transactions == [[1, 2, 3]]


def test_patience_has_an_end_if_nobody_comes() -> None:
    disk = Disk()
    disk.go_on.release()
    GroupCommit(disk.commit).write(1, 0.01)
    assert disk.transactions == [[1]]


def test_whoever_has_lost_patience_while_the_disk_was_busy_is_next() -> None:
    disk = Disk()
    group = GroupCommit(disk.commit)
    first = threading.Thread(target=group.write, args=(1,))
    first.start()
    assert disk.entered.acquire(timeout=120)
    impatient = start(group, 2, 0.001)
    while group._waiting[0].patient:
        threading.Event().wait(0.001)
    disk.go_on.release(2)
    for thread in (first, impatient):
        thread.join(120)
        assert not thread.is_alive()
    assert disk.transactions == [[1], [2]]


def test_while_one_tries_a_database_that_failed_rows_with_patience_are_refused_at_once() -> None:
    """So of the few threads with moves of engines one at most waits for a database locked by another program."""
    disk = Disk()
    group = GroupCommit(disk.commit)
    disk.error = OperationalError("commit", {}, Exception("database is locked"))
    disk.go_on.release()
    with pytest.raises(OperationalError):
        group.write(1, 0.001)
    assert disk.entered.acquire(timeout=120)
    disk.error = None
    trying = threading.Thread(target=group.write, args=(2, 0.001))
    trying.start()
    assert disk.entered.acquire(timeout=120)
    for _ in range(3):
        with pytest.raises(DatabaseTimeoutError):
            group.write(3, 60.0)
    person = start(group, 4)
    disk.go_on.release(2)
    for thread in (trying, person):
        thread.join(120)
    assert disk.transactions == [[2], [4]]
    disk.go_on.release()
    group.write(3, 0.001)
    assert disk.transactions[-1] == [3]


def test_rows_with_patience_behind_a_commit_that_fails_are_refused_and_those_of_people_tried() -> None:
    disk = Disk()
    group, refused = GroupCommit(disk.commit), list[type[Exception]]()

    def write(number: int, patience: float) -> None:
        try:
            group.write(number, patience)
        except Exception as error:
            refused.append(type(error))

    disk.error = OperationalError("commit", {}, Exception("database is locked"))
    threads = [threading.Thread(target=write, args=args) for args in ((1, 0.0), (2, 0.001), (3, 60.0), (4, 0.0))]
    for count, thread in enumerate(threads):
        thread.start()
        while len(group._waiting) < count:
            threading.Event().wait(0.001)
        assert count or disk.entered.acquire(timeout=120)
    disk.go_on.release()
    for thread in threads[:3]:
        thread.join(120)
    assert sorted(error.__name__ for error in refused) == ["OperationalError", "TimeoutError", "TimeoutError"]
    assert disk.entered.acquire(timeout=120)
    disk.error = None
    disk.go_on.release()
    threads[3].join(120)
    assert disk.transactions == [[4]]


def test_nobody_is_told_of_a_success_that_was_none() -> None:
    class Stop(BaseException):
        pass

    def commit(_: Sequence[int]) -> None:
        raise Stop

    group = GroupCommit(commit)
    with pytest.raises(Stop):
        group.write(1)
    with pytest.raises(Stop):  # and the next one can try
        group.write(2)


def test_many_threads_write_every_number_once() -> None:
    written: list[int] = []
    sizes: list[int] = []

    def commit(numbers: Sequence[int]) -> None:
        sizes.append(len(numbers))
        written.extend(numbers)
        threading.Event().wait(0.0005)

    group = GroupCommit(commit)

    def write(first: int) -> None:
        for number in range(first, first + 50):
            group.write(number, 0.0005 * (number % 3))
            assert number in written

    threads = [threading.Thread(target=write, args=(50 * i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(written) == list(range(800))
    assert len(sizes) < 800


def test_a_commit_that_lasts_or_fails_is_slow() -> None:
    disk, now = Disk(), [0.0]
    group = GroupCommit(disk.commit, lambda: now[0])
    slow = [group.is_slow()]

    def write() -> None:
        with contextlib.suppress(OperationalError):
            group.write(1)

    for error in (None, OperationalError("insert", {}, Exception("full")), None):
        disk.error = error
        thread = threading.Thread(target=write)
        thread.start()
        assert disk.entered.acquire(timeout=120)
        slow.append(group.is_slow())
        now[0] += 2 * SLOW
        slow.append(group.is_slow())
        disk.go_on.release()
        thread.join(120)
        slow.append(group.is_slow())
    assert slow == [False, False, True, False, False, True, True, True, True, False]
