"""Calls functions at given times: one thread waits, and a few hands run the calls."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from webapp.process.service_threads import ServiceThreads

_log = logging.getLogger(__name__)

_HANDS = 2
"""Threads that run calls: more of them compete for the interpreter's lock, and all wait longer."""
_TIDY_AT = 256
"""The number of waiting calls from which cancelled ones are looked for."""
_LONGEST_DELAY = 7 * 86_400.0
"""Seconds until a call at most: an infinite delay would end the wait of the thread with an OverflowError."""


Cell = list[Callable[[], None]]
"""Holds a call, or nothing once the call is off: so a cancelled call keeps no table alive."""


class DueCalls:
    """Holds the calls that are due; the calls of all askers take turns, so no asker delays the call of another."""

    def __init__(self) -> None:
        self._cells: dict[str, deque[Cell]] = {}  # the asker served last stands last
        self._wake = threading.Condition()
        self._closed = False

    def put(self, asker: str, cell: Cell) -> None:
        """Adds a call, unless the calls are closed."""
        with self._wake:
            if not self._closed:
                self._cells.setdefault(asker, deque()).append(cell)
                self._wake.notify()

    def take(self) -> Cell | None:
        """Waits for the next call and takes it out; None after ``close``."""
        with self._wake:
            self._wake.wait_for(lambda: self._cells or self._closed)
            if self._closed:
                return None
            asker = next(iter(self._cells))
            cells = self._cells.pop(asker)
            cell = cells.popleft()
            if cells:
                self._cells[asker] = cells
            return cell

    def close(self) -> None:
        """Drops all calls."""
        with self._wake:
            self._closed = True
            self._cells.clear()
            self._wake.notify_all()


class ThreadTimers:
    """Calls functions later (the port ``webapp.play.ports.Timers``).

    Args:
        answering: the context of every call; the engine's lets calls go before searches.
        threads: starts the waiting thread, and counts the calls that fail; None: threads of this object alone.
        names: the names of the waiting thread, and of the hands.
        hands: the number of threads that run the calls.
    """

    def __init__(
        self,
        answering: Callable[[], AbstractContextManager[None]] = nullcontext,
        threads: ServiceThreads | None = None,
        names: tuple[str, str] = ("timers", "table"),
        hands: int = _HANDS,
    ) -> None:
        self._answering, self._threads, self._name = answering, threads or ServiceThreads(), names[1]
        self._heap: list[tuple[float, int, str, Cell]] = []
        self._tidy_at = _TIDY_AT
        self._count = itertools.count()
        self._wake = threading.Condition()
        self._closed = False
        self._due = DueCalls()
        # All threads start here: later, a process without room for a thread would lose a call.
        self._hands = [self._threads.start(self._name, self._call_next) for _ in range(hands)]
        self._thread = self._threads.start(names[0], self._turn)

    def now(self) -> float:
        """Returns the seconds of a clock that never goes back."""
        return time.monotonic()

    def later(self, seconds: float, call: Callable[[], None], asker: str = "") -> Callable[[], None]:
        """Calls ``call`` after ``seconds``, a week at most; returns a function for cancelling the call.

        Args:
            seconds: the time until the call.
            call: the function.
            asker: for whom the call is; the calls of all askers take turns.
        """
        if not seconds < _LONGEST_DELAY:  # infinite, or no number at all
            seconds = _LONGEST_DELAY
        cell = [call]
        with self._wake:
            if self._closed:
                pass
            elif seconds <= 0:
                self._due.put(asker, cell)
            else:
                entry = (self.now() + seconds, next(self._count), asker, cell)
                heapq.heappush(self._heap, entry)
                if len(self._heap) >= self._tidy_at:
                    self._forget_cancelled()
                if self._heap[0] is entry:  # the new entry is the next due
                    self._wake.notify()
        return cell.clear

    def _forget_cancelled(self) -> None:
        """Takes the cancelled calls out of the heap, which doubles at most from one time to the next.

        Every move of a game with clocks cancels a call an hour ahead; all of these would stay for the hour.
        """
        self._heap = [entry for entry in self._heap if entry[-1]]
        heapq.heapify(self._heap)
        self._tidy_at = max(_TIDY_AT, 2 * len(self._heap))

    def close(self) -> None:
        """Cancels all calls, and waits for the running ones."""
        with self._wake:
            self._closed = True
            self._heap.clear()
            self._wake.notify()
        self._due.close()
        for thread in (self._thread, *self._hands):
            thread.join(timeout=5.0)

    def _turn(self) -> bool:
        """Waits for the next call, or lets a hand run the call that is due; False after ``close``."""
        with self._wake:
            if self._closed:
                return False
            wait = self._heap[0][0] - self.now() if self._heap else None
            if wait is None or wait > 0:
                self._wake.wait(wait)
                return True
            _, _, asker, cell = heapq.heappop(self._heap)
            if cell:
                self._due.put(asker, cell)
        return True

    def _call_next(self) -> bool:
        """Waits for a call that is due and runs the call; False after ``close``."""
        cell = self._due.take()
        if cell is None:
            return False
        self._call(cell)
        return True

    def _call(self, cell: Cell) -> None:
        for call in list(cell):
            try:
                with self._answering():
                    call()
            except Exception:
                self._threads.count(self._name)
                _log.exception("a timed call failed")
