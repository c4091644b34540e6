"""Tests which cards of a library hold in a position, with their own side to move."""

from typing import Any

import numpy as np

from engine.coach.diagrams.play import STAMP, answer, escape
from engine.coach.leaf import BOARD, BOTTOM
from engine.kernels import kernel

_U0 = np.uint64(0)


@kernel(
    "int64(uint64, uint64, uint64[:, ::1], int64, int64, boolean, uint64[::1], uint64[:, ::1], "
    "float64[::1], uint64[:, ::1], float64[::1], int64[::1])"
)
def first_holding(
    p: Any, o: Any, sheets: Any, begin: Any, end: Any, win: Any, g: Any, keys: Any, values: Any, stack: Any,
    totals: Any, count: Any,
) -> Any:  # fmt: skip
    """Returns the number of the first sheet that keeps the claim of P, who is to move and cannot complete a line
    immediately, or -1.

    Args:
        p, o: the stones of P and of the other side.
        sheets: uint64[n, kinds of marks], of which the rows from ``begin`` to before ``end`` are tried.
        win: P is to win. Otherwise P is not to lose.
        keys, values, stack, totals, count: see ``engine.coach.diagrams.play.escape``. A sheet that needs more
            positions than ``count[TREE]`` does not hold.
    """
    mask = p | o
    playable = (mask + g[BOTTOM]) & g[BOARD] & ~mask
    for number in range(begin, end):
        cell = answer(o, playable, sheets[number], g)
        if cell == _U0:
            continue
        count[STAMP] += 1
        if escape(p | cell, o, sheets[number], win, True, g, keys, values, stack, totals, count) == 0.0:
            return number
    return -1
