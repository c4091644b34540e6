"""Draws a board as an image of bytes, for environments."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from engine.games import Cell, Player
from engine.games.formats.pictures import FIRST, HOLE, RACK, SECOND

CELL = 32
"""Pixels of one cell."""


def pixels(size: tuple[int, int], cells: Iterable[tuple[Cell, Player]]) -> npt.NDArray[np.uint8]:
    """Returns an image of shape (32 * height, 32 * width, 3) with red, green and blue from 0 to 255."""
    width, height = size
    image = np.empty((CELL * height, CELL * width, 3), np.uint8)
    image[:] = _colour(RACK)
    places = np.arange(CELL) - (CELL - 1) / 2
    disc = places[:, None] ** 2 + places[None, :] ** 2 < (0.4 * CELL) ** 2
    owners = dict(cells)
    for column in range(1, width + 1):
        for row in range(1, height + 1):
            owner = owners.get((column, row))
            colour = HOLE if owner is None else FIRST if owner is Player.FIRST else SECOND
            top, left = (height - row) * CELL, (column - 1) * CELL
            image[top : top + CELL, left : left + CELL][disc] = _colour(colour)
    return image


def _colour(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
