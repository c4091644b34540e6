"""Lets one request at a time compute, and a few wait: of several visitors each goes in turn."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

WAITING = 8
"""Requests that may wait; a further one is refused in words."""


class FullError(Exception):
    """Tells that too many requests wait already."""


@dataclass(eq=False, slots=True)
class _Place:
    visitor: str
    called: threading.Event = field(default_factory=threading.Event)
    refused: bool = False


class Line:
    """Holds the waiting requests.

    A visitor with several requests lets others go first, and loses the last one where a newcomer finds no room.

    Args:
        room: how many requests may wait.
    """

    def __init__(self, room: int = WAITING) -> None:
        self._room, self._lock = room, threading.Lock()
        self._busy = False
        self._waiting: list[_Place] = []
        self._served: dict[str, int] = {}  # the visitors in the line or served of late, by the number of the turn
        self._turns = 0

    def length(self) -> int:
        """Returns how many requests wait."""
        return len(self._waiting)

    @contextmanager
    def turn(self, visitor: str) -> Iterator[None]:
        """Waits for the turn of a visitor's request.

        Raises:
            FullError: too many wait, or a newcomer took the place.
        """
        place = self._enter(visitor)
        if place is not None:
            place.called.wait()
            if place.refused:
                raise FullError
        try:
            yield
        finally:
            self._leave()

    def _enter(self, visitor: str) -> _Place | None:
        """Returns a place in the line; None where the turn has come at once."""
        with self._lock:
            if not self._busy:
                self._begin(visitor)
                return None
            if len(self._waiting) >= self._room and not self._make_room(visitor):
                raise FullError
            place = _Place(visitor)
            self._waiting.append(place)
            return place

    def _make_room(self, newcomer: str) -> bool:
        """Refuses the last request of the visitor with the most, if that leaves the visitor as many as the newcomer."""
        counts = Counter(place.visitor for place in self._waiting)
        ((crowd, most),) = counts.most_common(1)
        if most <= counts[newcomer] + 1:
            return False
        last = next(place for place in reversed(self._waiting) if place.visitor == crowd)
        self._waiting.remove(last)
        last.refused = True
        last.called.set()
        return True

    def _leave(self) -> None:
        with self._lock:
            self._busy = False
            if self._waiting:
                place = min(self._waiting, key=lambda one: self._served.get(one.visitor, 0))  # the first of equals
                self._waiting.remove(place)
                self._begin(place.visitor)
                place.called.set()
            else:
                self._served.clear()

    def _begin(self, visitor: str) -> None:
        self._busy = True
        self._turns += 1
        self._served[visitor] = self._turns
