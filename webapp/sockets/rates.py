"""How often is too often: counts in windows of time.

The ``limits`` library does the same, but its storage in memory starts a thread at almost every count and lets it look
through all keys: 0.7 ms of processor time a move with a thousand connections, where this takes a few microseconds.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

_SPELLING = re.compile(r"(\d+) per (?:(\d+) )?(second|minute|hour|day)s?")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_TIDY = 60.0


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in so many seconds."""

    amount: int
    seconds: int

    @classmethod
    def parse(cls, text: str) -> Rate:
        """A rate such as "100 per 10 seconds" or "5 per minute"; raises ``ValueError`` for anything else."""
        found = _SPELLING.fullmatch(text)
        if not found:
            raise ValueError(f"{text!r} is no rate; one is written as '100 per 10 seconds'")
        return cls(int(found[1]), int(found[2] or 1) * _SECONDS[found[3]])


class Counts:
    """Counts what happened, by rate and key. A window begins with the first count after the last one's end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._windows: dict[Hashable, tuple[float, int]] = {}  # when each ends, and what it has counted
        self._tidied = clock()

    def hit(self, rate: Rate, key: Hashable) -> bool:
        """Count one more; whether that is within the rate."""
        now = self._clock()
        with self._lock:
            if now - self._tidied > _TIDY:
                self._tidied = now
                self._windows = {key: window for key, window in self._windows.items() if window[0] > now}
            end, count = self._windows.get(key, (now, 0))
            if end <= now:
                end, count = now + rate.seconds, 0
            self._windows[key] = (end, count + 1)
        return count < rate.amount

    def forget(self, key: Hashable) -> None:
        """This key will not come back."""
        with self._lock:
            self._windows.pop(key, None)
