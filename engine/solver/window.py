"""Chooses the next null window: the policy behind a sequence of yes-or-no questions with an exact score at the end."""

from typing import Any

import numpy as np

from engine.kernels import kernel

FAR = 9
"""Scores further from a draw than this are sorted out first: such windows are cheap, for wins so early are shallow."""

COSTLY = 200_000  # nodes from which on a score is likely near a draw, so that windows go one by one


@kernel(forceinline=True)
def next_window(low: Any, high: Any, nodes: Any) -> Any:
    """Returns the alpha of the next null window for a score in [low, high], low < high, after so many ``nodes``.

    Far windows come first, then the winner, then windows upwards from a draw: a third of the rest at a time up to 3,
    and single steps from there, or everywhere where the search is costly. The cost of a window grows towards the true
    score and falls quickly beyond, so the cheap side comes first. Nodes relative to plain bisection (middle-medium,
    begin-easy, begin-medium, begin-hard): 0.88, 0.78, 0.92, 0.87. MTD(f) from 0 has 0.80, 10.5, 1.14, 0.82. Without the
    rule for costly searches, relative to with: 1.00, 1.00, 0.97, 1.09, and from the empty board 1.31.
    """
    far, zero, one, three = np.int64(FAR), np.int64(0), np.int64(1), np.int64(3)
    if low < -far and high > -far:
        return -far
    if low < far and high > far:
        return far
    if low < zero and high > zero:
        return zero
    costly = np.int64(nodes) >= np.int64(COSTLY)
    if low >= zero:
        return low if costly or low >= three else low + (high - low) // three
    return high - one if costly or high <= -three else high - (high - low) // three - one
