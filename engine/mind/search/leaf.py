"""A leaf job: one depth-limited search in compiled code, that may be left and taken up again."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.games import LineState
from engine.mind.search import frame
from engine.mind.values import SCALE

Words = npt.NDArray[np.uint64]

UNLIMITED = 1 << 62
"""More positions than any search has."""

NO_TABLE: Words = np.zeros((0, 2), np.uint64)
"""No table: every search is a plain one, and costs the same whatever came before."""


def new_table(megabytes: float) -> Words:
    """An empty table of at most so many MiB."""
    return np.zeros((1 << int(megabytes * 2**16).bit_length() - 1, 2), np.uint64)


class Leaf:
    """One search of a position to ``depth`` plies within a window; one thread at a time.

    Args:
        kernel: the board's (``build`` of :mod:`engine.mind.search.gravity_kernel` or
            :mod:`engine.mind.search.placement_kernel`).
        table: opinions that it may use and add to.
        state: the position; its game is not over.
        depth: plies.
        alpha, beta: the window; the value is a bound where it falls outside.
    """

    def __init__(
        self, kernel: SimpleNamespace, table: Words, state: LineState, depth: int, alpha: float, beta: float
    ) -> None:
        self._kernel, self._table = kernel, table
        self._job = np.zeros(4, np.int64)
        self._job[frame.DEPTH] = depth
        self._stack: Any = np.zeros((depth + 1, frame.FRAME), np.int64)
        self._stack[0, frame.LEAD] = len(kernel.order)
        root = self._stack[0].view(np.uint64)
        root[frame.OWN], root[frame.MASK] = state.own, state.mask
        self._stack[0, frame.ALPHA], self._stack[0, frame.BETA] = (
            round(alpha * SCALE),
            round(beta * SCALE),
        )

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self._job[frame.NODES])

    @property
    def value(self) -> float:
        """The fail-soft value for the side to move, once the search is done."""
        return int(self._job[frame.VALUE]) / SCALE

    @property
    def move(self) -> int:
        """The move that the value is of, once the search is done; 0 where it is of none, or nothing is remembered."""
        lead = int(self._stack[0, frame.LEAD])
        return int(self._kernel.order[lead]) if lead < len(self._kernel.order) else 0

    def run(self, budget: int) -> bool:
        """Search on by at most so many positions; True when it is done."""
        return bool(self._kernel.step(self._job, self._stack, self._table, budget))

    def result(self) -> float:
        """The value, after as long a search as it takes."""
        while not self.run(UNLIMITED):
            pass
        return self.value


LeafJob = Callable[[LineState, int, float, float], Leaf]
"""(state, depth, alpha, beta) -> a search that has not begun."""
