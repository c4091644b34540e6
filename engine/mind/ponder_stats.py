"""What pondering was worth in this process so far, for whoever watches over it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Pondering:
    """Counts since the process began.

    ``asked``: replies that came after a mind had pondered and expected one; ``hits``: those that it had expected.
    ``kept`` and ``pruned``: nodes of its tree that such replies kept, and freed.
    """

    asked: int = 0
    hits: int = 0
    kept: int = 0
    pruned: int = 0


class _Counters:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = Pondering()

    def add(self, hit: bool, kept: int, pruned: int) -> None:
        """A reply came."""
        with self._lock:
            now = self._now
            self._now = replace(
                now, asked=now.asked + 1, hits=now.hits + hit, kept=now.kept + kept, pruned=now.pruned + pruned
            )

    def read(self) -> Pondering:
        """The counts, all of one moment."""
        with self._lock:
            return self._now


PONDERING = _Counters()
"""The counters of this process; every mind adds to them."""
