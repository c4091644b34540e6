"""Answers complete requests by few threads, of which each visitor has a part."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from typing import Any

from webapp.process.service_threads import ServiceThreads
from webapp.process.serving.limits import Limits


class PageThreads:
    """Runs the threads ``pages``; the requests of different visitors wait in different queues.

    In waitress's queue, which is one for all, a visitor with a hundred requests kept everybody else waiting.

    Args:
        limits: the number of threads, and the part of one visitor.
        threads: starts the threads.
    """

    def __init__(self, limits: Limits, threads: ServiceThreads) -> None:
        self._limits, self._service = limits, threads
        self._changed = threading.Condition()
        self._waiting: dict[str, deque[Any]] = {}
        self._running: Counter[str] = Counter()
        self._stopped = False

    def start(self) -> None:
        """Starts the threads."""
        self._threads = [self._service.start("pages", self._turn) for _ in range(self._limits.pages)]

    def serve(self, channel: Any, visitor: str) -> bool:
        """Lets a thread answer the request of a connection soon; returns False for a visitor with too many requests."""
        with self._changed:
            waiting = self._waiting.get(visitor) or deque()
            if len(waiting) + self._running[visitor] >= self._limits.requests_of_visitor:
                return False
            waiting.append(channel)
            self._waiting[visitor] = waiting
            self._changed.notify()
        return True

    def stop(self, seconds: float) -> None:
        """Lets the threads end after the requests that are being answered."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(timeout=max(0.0, deadline - time.monotonic()))

    def _turn(self) -> bool:
        """Waits for a request, and answers; returns False after ``stop``."""
        with self._changed:
            while not self._stopped and (visitor := self._next_visitor()) is None:
                self._changed.wait()
            if self._stopped or visitor is None:
                return False
            channel = self._take(visitor)
        try:
            channel.service()
        finally:
            with self._changed:
                self._running[visitor] -= 1
                if not self._running[visitor]:
                    del self._running[visitor]
        return True  # the same thread looks next whether the visitor, no longer with a full part, waits

    # --- inside, under the lock ---

    def _next_visitor(self) -> str | None:
        """Returns the waiting visitor with the fewest threads, in turns; None where nobody may have one more."""
        visitor = min(self._waiting, key=lambda visitor: self._running[visitor], default=None)
        return None if visitor is None or self._running[visitor] >= self._limits.pages_of_visitor else visitor

    def _take(self, visitor: str) -> Any:
        waiting = self._waiting.pop(visitor)
        channel = waiting.popleft()
        if waiting:
            self._waiting[visitor] = waiting  # at the end: others with as many threads come first
        self._running[visitor] += 1
        return channel
