"""Runs the sequential probability ratio test (SPRT): only as many games are played as needed for a verdict.

Two hypotheses about a difference in rating points are compared by the likelihood of the results so far. Games come in
pairs, one opening with colours swapped, and pairs are counted, not games: both games of an opening are alike, and
independent counts would overstate the evidence. Source: Van den Bergh, "A practical introduction to the GSPRT"
(2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

FEWEST = 30
"""Pairs before any verdict: the variance of a few results says nothing."""

_PRIOR = 0.001
"""Added to the count of each of the five results of a pair, to keep the variance above 0."""


def expected_points(rating: float) -> float:
    """Returns the expected points a game (0 to 1) of a side with ``rating`` points more."""
    return 1 / (1 + 10 ** (-rating / 400))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Holds the state of the test.

    Args:
        pairs: pairs of games so far.
        ratio: log-likelihood ratio.
        lower: the limit of the ratio for the lower hypothesis.
        upper: the limit of the ratio for the higher hypothesis.
        rating: the difference in rating points.
        margin: half the width of the 95 % interval of ``rating``.
    """

    pairs: int
    ratio: float
    lower: float
    upper: float
    rating: float
    margin: float

    @property
    def passed(self) -> bool | None:
        """Returns True: the higher hypothesis is accepted; False: the lower one; None: no verdict yet."""
        if self.pairs < FEWEST:
            return None
        return True if self.ratio >= self.upper else False if self.ratio <= self.lower else None


def judge(pairs: Sequence[float], low: float, high: float, error: float = 0.05) -> Verdict:
    """Compares the hypothesis of ``high`` rating points with the hypothesis of ``low``.

    Args:
        pairs: points of each whole pair of games: 0, 0.5, 1, 1.5 or 2.
        low: the lower difference in rating points.
        high: the higher difference in rating points.
        error: the probability of a wrong verdict, either way.
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
