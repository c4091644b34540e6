"""Chooses the next null window: the policy behind a sequence of yes-or-no questions with an exact score at the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled import kernel

FAR = 9
"""Scores further from a draw than this are sorted out first: such windows are cheap, for wins so early are shallow."""


@kernel(forceinline=True)
def next_window(low: Any, high: Any) -> Any:
    """Returns the alpha of the next null window for a score in [low, high], low < high.

    Far windows come first, then the winner, then windows upwards from a draw: a third of the rest at a time up to 3,
    and one by one from there. The cost of a window grows towards the true score and falls off quickly beyond, so the
    cheap side comes first. Nodes relative to plain bisection (middle-medium, begin-easy, begin-medium, begin-hard):
    0.88, 0.78, 0.92, 0.87; MTD(f) from 0 has 0.80, 10.5, 1.14, 0.82.
    """
    far, zero, one, three = np.int64(FAR), np.int64(0), np.int64(1), np.int64(3)
    if low < -far and high > -far:
        return -far
    if low < far and high > far:
        return far
    if low < zero and high > zero:
        return zero
    if low >= zero:
        return low if low >= three else low + (high - low) // three
    return high - one if high <= -three else high - (high - low) // three - one


def near_window(low: int, high: int, goal: int) -> int:
    """Returns the window for a second thread beside ``goal``: the first from ``goal`` towards a draw, or ``goal``.

    Scores near a draw are likelier, so the work is seldom in vain: the expected answers decide both windows.
    """
    if goal > 0 and low < goal:
        return int(next_window(low, goal))
    if goal < 0 and goal + 1 < high:
        return int(next_window(goal + 1, high))
    return goal
