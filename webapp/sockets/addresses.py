"""Counts the websockets of each address, so that no address takes all connections."""

from __future__ import annotations

from collections import Counter

from limits import parse
from limits.strategies import FixedWindowRateLimiter

from webapp.common.rate_windows import Windows


class OpenWebsockets:
    """Counts the open websockets of each visitor, and the new ones in a time.

    Args:
        most: the most open websockets of one visitor.
        rate: the most new websockets of one visitor in a time, as "1000 per 60 seconds".
    """

    def __init__(self, most: int, rate: str) -> None:
        self._most, self._rate = most, parse(rate)
        self._hit = FixedWindowRateLimiter(Windows()).hit
        self._open: Counter[str] = Counter()

    def is_too_fast(self, visitor: str) -> bool:
        """Counts a new websocket; returns whether a visitor opens too many in a short time."""
        return not self._hit(self._rate, "from", visitor)

    def enter(self, visitor: str) -> bool:
        """Counts a websocket as open; returns False, and counts nothing, where a visitor has too many."""
        if self._open[visitor] >= self._most:
            return False
        self._open[visitor] += 1
        return True

    def leave(self, visitor: str) -> None:
        """Counts the end of a websocket."""
        self._open[visitor] -= 1
        if not self._open[visitor]:
            del self._open[visitor]

    def count(self) -> int:
        """Returns the number of open websockets."""
        return self._open.total()
