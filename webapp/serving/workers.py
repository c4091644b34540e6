"""Does in a few threads what would hold the loop: pages are rendered, and stored games read and folded."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import TypeVar

from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop

Result = TypeVar("Result")
Done = Callable[[Result | Exception], object]


class FairQueue:
    """Holds work by visitor; the visitor with the least work in hand comes next, and equals take turns."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self._running: Counter[str] = Counter()

    def put(self, visitor: str, work: Callable[[], None]) -> None:
        """Adds work at the end of a visitor's queue."""
        self._waiting.setdefault(visitor, deque()).append(work)

    def take(self, most: int) -> tuple[str, Callable[[], None]] | None:
        """Returns the next work with its visitor; None where each visitor who waits has ``most`` in hand."""
        visitor = min(self._waiting, key=lambda one: self._running[one], default=None)
        if visitor is None or self._running[visitor] >= most:
            return None
        queue = self._waiting.pop(visitor)
        work = queue.popleft()
        if queue:
            self._waiting[visitor] = queue  # at the end: others come first
        self._running[visitor] += 1
        return visitor, work

    def finish(self, visitor: str) -> None:
        """Notes that a piece of work has been done."""
        self._running[visitor] -= 1
        if not self._running[visitor]:
            del self._running[visitor]

    def count(self, visitor: str) -> int:
        """Returns a visitor's work, in hand or waiting."""
        return len(self._waiting.get(visitor, ())) + self._running[visitor]


class Workers:
    """Runs a few threads for the loop.

    Args:
        loop: hears of the results.
        threads: starts the threads.
        name: the name of the threads.
        count: the number of threads; one visitor has at most half of them at once.
        most: the most work of one visitor, in hand or waiting.
    """

    def __init__(
        self, loop: Loop, threads: ServiceThreads | None = None, *, name: str = "pages", count: int = 2, most: int = 256
    ) -> None:
        self._loop, self._most, self._of_visitor = loop, most, max(1, count // 2)
        self._changed, self._queue, self._stopped = threading.Condition(), FairQueue(), False
        start = (threads or ServiceThreads()).start
        self._threads = [start(name, self._turn) for _ in range(count)]

    def run(self, work: Callable[[], Result], done: Done[Result], visitor: str = "") -> bool:
        """Calls ``work`` in a thread, and then, in the loop, ``done`` with the result or the exception.

        Args:
            work: the work.
            done: hears of the result.
            visitor: for whom the work is done; empty: for the server itself.

        Returns:
            False, and nothing happens, if the visitor has too much work here already.
        """

        def act() -> None:
            result: Result | Exception
            try:
                result = work()
            except Exception as error:
                result = error
            self._loop.call(lambda: done(result))

        with self._changed:
            if visitor and self._queue.count(visitor) >= self._most:
                return False
            self._queue.put(visitor, act)
            self._changed.notify()
        return True

    def stop(self, seconds: float = 5.0) -> None:
        """Ends the threads after the work in hand."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(timeout=max(0.0, deadline - time.monotonic()))

    def _turn(self) -> bool:
        """Waits for work and does it; returns False after ``stop``."""
        with self._changed:
            while not self._stopped and (next_work := self._queue.take(self._of_visitor)) is None:
                self._changed.wait()
            if self._stopped or next_work is None:
                return False
        visitor, work = next_work
        try:
            work()
        finally:
            with self._changed:
                self._queue.finish(visitor)
        return True
