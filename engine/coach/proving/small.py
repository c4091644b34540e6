"""Finds the smallest proof of a win, where there is a small one: the coach's search, with one table for all choices."""

from __future__ import annotations

import numpy as np

from engine.coach import leaf as lf
from engine.coach import search
from engine.games import LineGame

SIZES = (1, 2, 4, 8, 16, 32)
"""The bounds of the size, tried one after the other."""

POSITIONS = 1_000
"""Positions searched for one choice, at most."""

_ROWS = 1 << 19


class SmallProofs:
    """Chooses moves with the smallest proof."""

    def __init__(self, game: LineGame) -> None:
        self._geometry = lf.geometry(game.width, game.height, game.connect)
        self._table = np.zeros((_ROWS, 2), np.uint64)
        self._stack, self._out = np.zeros(search.STACK, np.uint64), np.zeros(lf.WORDS, np.uint64)
        self._count = np.zeros(2, np.int64)

    def best(self, mine: int, yours: int) -> int:
        """Returns the cell of the smallest proof, or 0: the side to move has no small proof, or none was found in time.

        Args:
            mine: stones of the side to move, which cannot complete a line at once.
            yours: stones of the other side.
        """
        words = np.uint64(mine), np.uint64(yours), np.uint64(0)
        self._count[:] = 0, POSITIONS
        return self._known(words) or next(filter(None, (self._try(words, size) for size in SIZES)), 0)

    def _known(self, words: tuple[np.uint64, ...]) -> int:
        row = int(search.entry(self._table, *words))
        return 1 << (row >> 16) - 1 if row & 255 and row >> 16 else 0

    def _try(self, words: tuple[np.uint64, ...], size: int) -> int:
        if self._count[search.NODES] >= POSITIONS:
            return 0
        search.prove(*words, True, size, True, self._geometry, self._table, self._stack, self._out, self._count)
        return self._known(words)
