"""Runs in a few threads what would hold up the loop: rendering pages, reading and folding stored games."""

import time
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop

Result = TypeVar("Result")
Done = Callable[[Result | Exception], object]


class FairQueue:
    """Holds work by visitor. The visitor with the least work in hand comes next, and equals take turns."""

    def __init__(self, may_begin: Callable[[str], bool] = lambda _: True) -> None:
        self._may_begin = may_begin
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self._running: Counter[str] = Counter()
        self.total = 0
        """How much work of visitors is in hand or waits, without that of the server itself."""

    def put(self, visitor: str, work: Callable[[], None]) -> None:
        """Adds work to a visitor's queue."""
        self._waiting.setdefault(visitor, deque()).append(work)
        self.total += bool(visitor)

    def take(self, most: int) -> tuple[str, Callable[[], None]] | None:
        """Returns a visitor and the next work, None if all who wait have ``most`` in hand, or may not begin now."""
        visitor = min(filter(self._may_begin, self._waiting), key=lambda one: self._running[one], default=None)
        if visitor is None or self._running[visitor] >= most:
            return None
        queue = self._waiting.pop(visitor)
        work = queue.popleft()
        if queue:
            self._waiting[visitor] = queue  # at the end: others come first
        self._running[visitor] += 1
        return visitor, work

    def finish(self, visitor: str) -> None:
        """Records that a piece of work is done."""
        self.total -= bool(visitor)
        self._running[visitor] -= 1
        if not self._running[visitor]:
            del self._running[visitor]

    def has_room(self, visitor: str, most: int) -> bool:
        """Returns whether ``visitor`` may add work: beyond ``most`` only with less than an equal part."""
        visitors = self._waiting.keys() | self._running.keys() | {visitor}
        return self.total < most or self.count(visitor) < most // len(visitors)

    def count(self, visitor: str) -> int:
        """Returns how much work of a visitor is in hand or waits."""
        return len(self._waiting.get(visitor, ())) + self._running[visitor]


class Workers:
    """Runs ``count`` threads called ``name`` for the loop. One visitor gets at most half of them. ``most`` pieces of
    work may be in hand or waiting. While nobody else waits, all may be of one visitor. ``may_begin`` tells whether a
    visitor's work may begin now (see :meth:`look_again`)."""

    def __init__(
        self,
        loop: Loop,
        threads: ServiceThreads | None = None,
        *,
        name: str = "pages",
        count: int = 2,
        most: int = 256,
        may_begin: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._loop, self._most, self._of_visitor = loop, most, max(1, count // 2)
        threads = threads or ServiceThreads()
        self._changed, self._queue, self._stopped = threads.condition(), FairQueue(may_begin), False
        self._threads = [threads.start(name, self._turn) for _ in range(count)]

    def run(self, work: Callable[[], Result], done: Done[Result], visitor: str = "") -> bool:
        """Calls ``work`` in a thread, then ``done`` in the loop with the result or the exception. An empty ``visitor``
        is the server itself. Returns False, and does nothing, if the visitor has too much work here."""

        def act() -> None:
            result: Result | Exception
            try:
                result = work()
            except Exception as error:
                result = error
            self._loop.call(partial(done, result))

        with self._changed:
            if visitor and not self._queue.has_room(visitor, self._most):
                return False
            self._queue.put(visitor, act)
            self._changed.notify()
        return True

    def count(self) -> int:
        """Returns how much work of visitors is in hand or waits."""
        return self._queue.total

    def look_again(self) -> None:
        """Begins work of visitors who may begin some now."""
        with self._changed:
            self._changed.notify_all()

    def stop(self, seconds: float = 5.0) -> None:
        """Ends the threads after the work in hand."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(timeout=max(0.0, deadline - time.monotonic()))

    def _turn(self) -> bool:
        """Waits for work and does it. Returns False after ``stop``."""
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
