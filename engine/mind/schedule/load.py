"""Counts the work of a scheduler, and shortens pondering under load, without loading the engine.

Ranks alone would allow pondering until the moment in which a move is due, and the move would wait for the end of a
slice on every core. Where moves are due all the time, each of them would wait so long. So the busier the cores are with
due moves and hints, the earlier pondering ends. It continues when the load has fallen.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Load:
    """Counts the ``due`` moves and ``hints``, waiting or running, the ``pondering`` minds, and the work so far.
    ``oldest`` counts the seconds since the oldest due move was requested.
    ``urgent`` is the part of the cores that due moves and hints have taken recently, 0 to 1."""

    due: int
    hints: int
    pondering: int
    oldest: float
    nodes: int
    busy_seconds: float
    urgent: float = 0.0


WINDOW = 10.0  # seconds over which the load is measured: older slices count less and less

STEPS = ((0.9, 0.0), (0.8, 5.0), (0.7, 30.0))
"""From which part of the cores a mind ponders for how many seconds after a request, the heaviest load first."""

PAUSE = 1.0  # seconds between two looks at a mind that must not ponder now


class Shedding:
    """Measures the part of the ``cores`` (parallel searches) taken by due moves and hints."""

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._seconds = 0.0  # of slices, counted at the moment ``_at``
        self._at = 0.0

    def charge(self, seconds: float, now: float) -> None:
        """Adds a slice of a due move or a hint, in seconds."""
        self._seconds = self._seconds * self._decay(now) + seconds
        self._at = now

    def share(self, now: float) -> float:
        """Returns the part of the cores, 0 to 1, over about the last :data:`WINDOW` seconds."""
        return min(1.0, self._seconds * self._decay(now) / (self._cores * WINDOW))

    def ponder_seconds(self, now: float) -> float:
        """Returns for how many seconds after a request a mind may ponder now."""
        share = self.share(now)
        return next((seconds for part, seconds in STEPS if share >= part), math.inf)

    def _decay(self, now: float) -> float:
        return math.exp(min(0.0, self._at - now) / WINDOW)
