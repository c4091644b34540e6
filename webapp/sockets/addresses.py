"""Counts the websockets of each visitor, so that no address takes all connections."""

from collections import Counter

from limits import parse
from limits.strategies import FixedWindowRateLimiter

from webapp.common.rate_windows import Windows


class OpenWebsockets:
    """Counts the open and the new websockets of each visitor. ``most`` may be open, and ``rate`` is as "1000 per 60
    seconds"."""

    def __init__(self, most: int, rate: str) -> None:
        self._most, self._rate = most, parse(rate)
        self._hit = FixedWindowRateLimiter(Windows()).hit
        self._open: Counter[str] = Counter()

    def is_too_fast(self, visitor: str) -> bool:
        """Counts a new websocket. Returns whether the visitor opens too many in a short time."""
        return not self._hit(self._rate, "from", visitor)

    def enter(self, visitor: str) -> bool:
        """Counts a websocket as open. Returns False, and counts nothing, if the visitor has too many."""
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
