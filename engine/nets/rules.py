"""Holds two tests of a board: the cells open to a stone, and the cells completing a line."""

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.bitboard import U1, completing, completing_along
from engine.games import LineGame
from engine.kernels import kernel
from engine.kernels.words import words_of

Word = Any


@functools.cache
def build(width: int, height: int, connect: int, gravity: bool, words: int = 0) -> SimpleNamespace:
    """Returns ``wins`` and ``open_cells`` of one board. ``connect`` is 3 to 5. ``words`` are the words of the board
    (0: as few as hold it)."""
    game = LineGame(width, height, connect, gravity)
    held = words_of(words or game.words)
    word, name = held.word, held.name
    full = word(game.full)
    bottom = word(sum(1 << c * (height + 1) for c in range(width)))
    tall, need = np.uint64(height), np.uint64(connect)
    across, upward = width >= connect, height >= connect
    slanted = across and upward
    flat_columns = upward and not gravity

    @kernel(f"{name}({name})")
    def wins(stones: Word) -> Word:
        """Returns the cells completing a line of ``stones``, occupied cells of the board included."""
        found = completing(stones, tall, need, across, upward and gravity, slanted)
        if flat_columns:
            found |= completing_along(stones, U1, need)
        return found & full

    @kernel(f"{name}({name})")
    def open_cells(mask: Word) -> Word:
        """Returns the cells open to the next stone."""
        return (mask + bottom) & full if gravity else full & ~mask

    return SimpleNamespace(wins=wins, open_cells=open_cells, full=full)
