"""Implements group commit: all writes that arrive during a transaction share the next transaction.

The price of a commit is the wait for the disk, the same for one event and for fifty. So the write of an engine's move
waits a moment for the write of a person's move, and both share a transaction.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as DatabaseTimeoutError

T = TypeVar("T")

_FAILS_FOR_ALL = (OperationalError, InterfaceError, DatabaseTimeoutError, OSError)

_NOT_NOW = "the database takes no writes just now"

SLOW = 0.02
"""Seconds after which a commit under way is slow; most take less than a hundredth of that."""


class _Write(Generic[T]):
    """Holds the rows of one thread, and the outcome."""

    __slots__ = ("can_wait", "done", "error", "patient", "rows", "woken")

    def __init__(self, rows: T, patient: bool) -> None:
        self.rows, self.patient, self.can_wait = rows, patient, patient
        self.woken = threading.Event()
        self.done = False
        self.error: Exception | None = RuntimeError("the rows were not written")


class GroupCommit(Generic[T]):
    """Writes for many threads, one transaction at a time.

    There is no thread for writing: the first thread to arrive commits for all waiting threads, and then wakes a thread
    that arrived in the meantime to do the same.

    Args:
        commit: writes the rows of several threads in one transaction, or nothing at all.
        clock: returns the time in seconds.
    """

    def __init__(self, commit: Callable[[Sequence[T]], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._commit, self._clock = commit, clock
        self._began: float | None = None  # the beginning of the commit under way
        self._lock = threading.Lock()
        self._waiting: list[_Write[T]] = []
        self._busy = self._failing = False

    def is_slow(self) -> bool:
        """Returns whether the last commit failed for all, or one takes long just now. Takes no lock."""
        began = self._began
        return self._failing or (began is not None and self._clock() - began > SLOW)

    def write(self, rows: T, patience: float = 0.0) -> None:
        """Writes ``rows``, perhaps together with the rows of other threads; returns after the commit.

        Args:
            rows: the rows of this thread.
            patience: the longest wait for another write to share a commit with, in seconds, if the disk is idle.

        Raises:
            Exception: the error of ``commit``; the rows are not written. Rows at fault (a broken constraint, a value
                refused by the database) do not keep the rows of other threads from being written. After a commit that
                failed for all, one thread tries again at a time: other rows with patience are refused at once.
        """
        mine = _Write(rows, patience > 0)
        with self._lock:
            if mine.patient and self._failing and (self._busy or self._waiting):
                raise DatabaseTimeoutError(_NOT_NOW)
            self._waiting.append(mine)
        if patience:
            mine.woken.wait(patience)
        with self._lock:
            mine.patient = False
            leads = not self._busy and not mine.done
            self._busy |= leads
        if not leads:
            mine.woken.wait()
        if not mine.done:
            self._lead()
        if mine.error is not None:
            raise mine.error

    def _lead(self) -> None:
        """Commits for all waiting threads, and wakes the next leader among the threads that arrived in the meantime."""
        with self._lock:
            batch, self._waiting = self._waiting, []
            self._began = self._clock()
        try:
            self._write_batch(batch)
        finally:
            with self._lock:
                self._began = None
                if self._failing:
                    batch += self._refuse_patient()
                for write in batch:
                    write.done = True
                next_leader = next((write for write in self._waiting if not write.patient), None)
                self._busy = next_leader is not None
            for write in batch:
                write.woken.set()
            if next_leader is not None:
                next_leader.woken.set()

    def _refuse_patient(self) -> list[_Write[T]]:
        """Takes out and returns the waiting rows which came with patience, for the next try would fail as well."""
        refused = [write for write in self._waiting if write.can_wait]
        for write in refused:
            self._waiting.remove(write)
            write.error = DatabaseTimeoutError(_NOT_NOW)
        return refused

    def _write_batch(self, batch: list[_Write[T]]) -> None:
        try:
            self._commit([write.rows for write in batch])
        except _FAILS_FOR_ALL as error:  # full, locked or away: every write would fail
            self._failing = True
            for write in batch:
                write.error = error
        except Exception as error:
            if len(batch) > 1:  # the rows of one write are wrong, and all were rolled back: try each write alone
                for write in batch:
                    self._write_batch([write])
                return
            batch[0].error = error
        else:
            self._failing = False
            for write in batch:
                write.error = None
