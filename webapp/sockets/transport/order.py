"""Decides which websockets are read first where many have bytes: those of the visitors who have sent least of late."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

AT_ONCE = 16
"""Websockets read before the next look: a move that comes meanwhile waits for so many, not for a whole crowd."""
_HALF_LIFE = 1.0
"""Seconds after which half of what was read counts no more."""


class Sender(Protocol):
    """Stands for one websocket."""

    visitor: str


AnySender = TypeVar("AnySender", bound=Sender)


class ReadingOrder:
    """Counts what was read from each visitor of late. Used in one thread.

    Args:
        clock: returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._next = clock, clock() + _HALF_LIFE
        self._counts: dict[str, int] = {}

    def first(self, ready: Sequence[AnySender]) -> Sequence[AnySender]:
        """Returns the websockets to read now, the more urgent first; the others stay ready.

        Args:
            ready: all websockets with bytes.
        """
        self._forget()
        counts = self._counts
        if len(ready) > 1:
            ready = sorted(ready, key=lambda sender: counts.get(sender.visitor, 0))[:AT_ONCE]
        for sender in ready:
            counts[sender.visitor] = counts.get(sender.visitor, 0) + 1
        return ready

    def _forget(self) -> None:
        now = self._clock()
        if now >= self._next:
            self._next = now + _HALF_LIFE
            self._counts = {visitor: count // 2 for visitor, count in self._counts.items() if count > 1}
