"""Runs one depth-limited search in compiled code, in pieces of any size."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.games import LineState
from engine.mind.search import alpha_beta
from engine.mind.search.transposition_table import table_of
from engine.mind.values import SCALE

Words = npt.NDArray[np.uint64]  # the array of a transposition table

UNLIMITED = 1 << 62  # a budget of more positions than any search has

NO_TABLE: Words = np.zeros((0, 2), np.uint64)
"""No transposition table: the cost of a search does not depend on earlier searches."""


def new_table(megabytes: float, words: int = 1) -> Words:
    """Returns an empty transposition table of at most ``megabytes`` MiB for boards of so many words."""
    columns = table_of(words).columns
    return np.zeros((1 << int(megabytes * 2**17 / columns).bit_length() - 1, columns), np.uint64)


class Leaf:
    """Searches one unfinished position to ``depth`` plies within a window in [-1, 1], in one thread at a time.
    ``kernel`` is the board's, from ``build`` of :mod:`engine.mind.search.gravity_kernel` or
    :mod:`engine.mind.search.placement_kernel`. ``table`` is the transposition table, or :data:`NO_TABLE`. ``network``
    holds the arrays of a network with memory for this search alone, where the kernel judges by a network."""

    def __init__(
        self,
        kernel: SimpleNamespace,
        table: Words,
        state: LineState,
        depth: int,
        alpha: float,
        beta: float,
        *,
        network: tuple[Any, ...] | None = None,
    ) -> None:
        self._kernel, self._table, self._network = kernel, table, network
        self._job = np.zeros(4, np.int64)
        self._job[alpha_beta.DEPTH] = depth
        self._stack: Any = np.zeros((depth + 1, alpha_beta.frame_words(kernel.words)), np.int64)
        self._stack[0, alpha_beta.LEAD] = len(kernel.order)
        alpha_beta.place(self._stack[0], state.own, state.mask, kernel.words)
        self._stack[0, alpha_beta.ALPHA], self._stack[0, alpha_beta.BETA] = round(alpha * SCALE), round(beta * SCALE)

    @property
    def nodes(self) -> int:
        """Returns the number of positions searched so far."""
        return int(self._job[alpha_beta.NODES])

    @property
    def value(self) -> float:
        """Returns the fail-soft value for the side to move, once the search is done."""
        return int(self._job[alpha_beta.VALUE]) / SCALE

    @property
    def move(self) -> int:
        """Returns the move with the value, once the search is done, or 0 without such a move, or without a table."""
        lead = int(self._stack[0, alpha_beta.LEAD])
        return int(self._kernel.order[lead]) if lead < len(self._kernel.order) else 0

    def run(self, budget: int) -> bool:
        """Searches at most ``budget`` more positions. Returns whether the search is done."""
        return bool(self._kernel.step(self._job, self._stack, self._table, budget, self._network))

    def result(self) -> float:
        """Returns the value after a search without a limit."""
        while not self.run(UNLIMITED):
            pass
        return self.value


LeafJob = Callable[[LineState, int, float, float], Leaf]  # makes a search from (state, depth, alpha, beta)
