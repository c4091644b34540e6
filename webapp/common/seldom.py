"""Writes each kind of line to the log at most once a minute, so that clients cannot fill a disk."""

import logging
import time
from collections.abc import Callable

EVERY = 60.0


class Seldom:
    """Writes warnings to ``log``."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log, self._clock = log, clock
        self._kinds: dict[str, tuple[float, int]] = {}  # by kind: when the next line may be, and the lines left out

    def warning(self, words: str, *values: object) -> None:
        """Writes a line of the kind ``words`` with ``values`` in its holes. The next one counts those left out."""
        now = self._clock()
        after, left_out = self._kinds.get(words, (now, 0))
        if now < after:
            self._kinds[words] = after, left_out + 1
            return
        self._kinds[words] = now + EVERY, 0
        self._log.warning(words + (f" (and {left_out} more since the last line)" if left_out else ""), *values)
