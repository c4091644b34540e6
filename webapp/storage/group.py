"""Group commit: whoever comes to write while a transaction is under way shares the next one with all who wait.

What a commit costs is the wait for the disk, which is the same for one event and for fifty. So a write that nobody is
waiting for lets those go first that somebody does wait for, and goes with them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as DatabaseTimeoutError

T = TypeVar("T")

_NOBODYS_FAULT = (OperationalError, InterfaceError, DatabaseTimeoutError, OSError)


class _Write(Generic[T]):
    """What one thread wants to have written, and what became of it."""

    __slots__ = ("error", "patient", "settled", "what", "woken")

    def __init__(self, what: T, patient: bool) -> None:
        self.what, self.patient = what, patient
        self.woken = threading.Event()
        self.settled = False
        self.error: Exception | None = RuntimeError("it was not written")


class GroupCommit(Generic[T]):
    """Writes for many threads, one transaction at a time.

    It has no thread of its own: the first who comes leads, and hands on to one of those who came meanwhile.

    Args:
        commit: writes all of these in one transaction, or nothing; they are kept when it returns.
    """

    def __init__(self, commit: Callable[[Sequence[T]], None]) -> None:
        self._commit = commit
        self._lock = threading.Lock()
        self._waiting: list[_Write[T]] = []
        self._busy = False

    def write(self, what: T, patience: float = 0.0) -> None:
        """Returns when it is kept, perhaps together with what others write.

        Args:
            what: to be written.
            patience: seconds for which it waits for somebody to go with, if the disk is idle.

        Raises:
            Exception: what ``commit`` raised, and it is not written. If something in what one of many writes is wrong
                (a broken constraint, a value that the database does not take), the others do not suffer from it.
        """
        mine = _Write(what, patience > 0)
        with self._lock:
            self._waiting.append(mine)
        if patience:
            mine.woken.wait(patience)
        with self._lock:
            mine.patient = False
            leads = not self._busy and not mine.settled
            self._busy |= leads
        if not leads:
            mine.woken.wait()
        if not mine.settled:
            self._lead()
        if mine.error is not None:
            raise mine.error

    def _lead(self) -> None:
        """Write for all who wait, then let the next of those who came meanwhile do the same."""
        with self._lock:
            batch, self._waiting = self._waiting, []
        try:
            self._settle(batch)
        finally:
            with self._lock:
                for one in batch:
                    one.settled = True
                heir = next((one for one in self._waiting if not one.patient), None)
                self._busy = heir is not None
            for one in batch:
                one.woken.set()
            if heir is not None:
                heir.woken.set()

    def _settle(self, batch: list[_Write[T]]) -> None:
        try:
            self._commit([one.what for one in batch])
        except _NOBODYS_FAULT as error:  # full, locked or away: it would be so for each of them
            for one in batch:
                one.error = error
        except Exception as error:
            if len(batch) > 1:  # what one of them writes is wrong, and all was undone: each on its own
                for one in batch:
                    self._settle([one])
                return
            batch[0].error = error
        else:
            for one in batch:
                one.error = None
