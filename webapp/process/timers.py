"""Calls functions at given times: one thread waits, and a few worker threads run the calls."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext

from webapp.process.service_threads import ServiceThreads

_log = logging.getLogger(__name__)

_WORKERS = 4
_LONGEST_DELAY = 7 * 86_400.0
"""Seconds until a call at most: an infinite delay would end the wait of the thread with an OverflowError."""


class ThreadTimers:
    """Calls functions later (the port ``webapp.play.ports.Timers``).

    Args:
        answering: the context of every call; the engine's lets calls go before searches.
        threads: starts the waiting thread, and counts the calls that fail; None: threads of this object alone.
    """

    def __init__(
        self,
        answering: Callable[[], AbstractContextManager[None]] = nullcontext,
        threads: ServiceThreads | None = None,
    ) -> None:
        self._answering, self._threads = answering, threads or ServiceThreads()
        self._heap: list[tuple[float, int, list[Callable[[], None]]]] = []
        self._count = itertools.count()
        self._wake = threading.Condition()
        self._closed = False
        self._workers = ThreadPoolExecutor(_WORKERS, thread_name_prefix="table")
        self._threads.count("table", 0)
        self._thread = self._threads.start("timers", self._turn)

    def now(self) -> float:
        """Returns the seconds of a clock that never goes back."""
        return time.monotonic()

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Calls ``call`` after ``seconds``, a week at most; returns a function for cancelling the call."""
        if not seconds < _LONGEST_DELAY:  # infinite, or no number at all
            seconds = _LONGEST_DELAY
        cell = [call]  # emptied when cancelled: a cancelled timer must not keep a table alive
        with self._wake:
            if self._closed:
                pass
            elif seconds <= 0:
                self._workers.submit(self._call, cell)
            else:
                entry = (self.now() + seconds, next(self._count), cell)
                heapq.heappush(self._heap, entry)
                if self._heap[0] is entry:  # the new entry is the next due
                    self._wake.notify()
        return cell.clear

    def close(self) -> None:
        """Cancels all calls, and waits for the running ones."""
        with self._wake:
            self._closed = True
            self._heap.clear()
            self._wake.notify()
        self._thread.join(timeout=5.0)
        self._workers.shutdown(wait=True, cancel_futures=True)

    def _turn(self) -> bool:
        """Waits for the next call, or lets a worker run the call that is due; False after ``close``."""
        with self._wake:
            if self._closed:
                return False
            wait = self._heap[0][0] - self.now() if self._heap else None
            if wait is None or wait > 0:
                self._wake.wait(wait)
                return True
            _, _, cell = heapq.heappop(self._heap)
            if cell:
                self._workers.submit(self._call, cell)
        return True

    def _call(self, cell: list[Callable[[], None]]) -> None:
        for call in list(cell):
            try:
                with self._answering():
                    call()
            except Exception:
                self._threads.count("table")
                _log.exception("a timed call failed")
