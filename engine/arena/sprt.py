"""The sequential probability ratio test: play only as many games as it takes to know.

Two hypotheses about a difference in rating points are weighed by the likelihood of the results so far. Games come in
pairs, one opening with colours swapped, and the pairs are what is counted: both games of an opening are alike, and
taken for independent they would promise too much. Source: Van den Bergh, "A practical introduction to the GSPRT"
(2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

FEWEST = 30
"""Pairs before which nothing is decided: the variance of a few results says nothing."""

_PRIOR = 0.001
"""Counted for each of the five results a pair can have, so that its variance is never 0."""


def expected_points(rating: float) -> float:
    """Points a game (0 to 1) that a side with so many rating points more can expect."""
    return 1 / (1 + 10 ** (-rating / 400))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where the test stands: log-likelihood ratio, its two limits, and the difference in rating points with half the
    width of its 95 % interval."""

    pairs: int
    ratio: float
    lower: float
    upper: float
    rating: float
    margin: float

    @property
    def passed(self) -> bool | None:
        """True: the higher hypothesis is accepted; False: the lower one; None: it is not decided yet."""
        if self.pairs < FEWEST:
            return None
        return True if self.ratio >= self.upper else False if self.ratio <= self.lower else None


def judge(pairs: Sequence[float], low: float, high: float, error: float = 0.05) -> Verdict:
    """Weigh the hypothesis of ``high`` rating points against that of ``low``.

    Args:
        pairs: points of each whole pair of games: 0, 0.5, 1, 1.5 or 2.
        low, high: differences in rating points, low < high.
        error: the chance of a wrong verdict, either way.
    """
    limit = math.log((1 - error) / error)
    counts = {points / 2: _PRIOR for points in (0, 0.5, 1, 1.5, 2)}
    for points in pairs:
        counts[points / 2] += 1
    total = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / total
    variance = sum((score - mean) ** 2 * count for score, count in counts.items()) / total
    below, above = expected_points(low), expected_points(high)
    ratio = len(pairs) * (above - below) * (2 * mean - below - above) / (2 * variance) if pairs else 0.0
    spread = 1.96 * math.sqrt(variance / total)
    top, bottom = (_rating(mean + side * spread) for side in (1, -1))
    return Verdict(len(pairs), ratio, -limit, limit, _rating(mean), (top - bottom) / 2)


def _rating(score: float) -> float:
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)
