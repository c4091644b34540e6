"""Handles the stones of many rows at once, in one word or in two."""

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels.words import BITS

Rows = npt.NDArray[np.uint64]

OWN, MASK = 0, 1
"""Where the stones of the side to move, and all stones, begin in a row: ``rows[:, OWN::4]`` are the words, the lowest
first."""


def sums(rows: Rows) -> Rows:
    """Returns the key of each row's position (:mod:`engine.solver.table`), in its words."""
    own = rows[:, OWN::4]
    found = own + rows[:, MASK::4]
    found[:, 1:] += found[:, :-1] < own[:, :-1]
    return found


def keys(rows: Rows) -> npt.NDArray[Any]:
    """Returns the keys as what can be sorted: numbers, or of two words the bytes, the highest first."""
    found = sums(rows)
    return found[:, 0] if found.shape[1] == 1 else found[:, ::-1].astype(">u8").view("S16")[:, 0]


def key_of(number: int, words: int) -> np.uint64 | bytes:
    """Returns a key, as it stands among those of rows of so many ``words``."""
    return np.uint64(number) if words == 4 else number.to_bytes(16, "big").rstrip(b"\0")  # as NumPy gives bytes back


def mirrored(stones: Rows, columns: int, bits: int) -> Rows:
    """Returns the mirror images of some stones, uint64[count, words], on a board with so many bits a column."""
    found, column = np.zeros_like(stones), np.uint64((1 << bits) - 1)
    for place in range(columns):
        (word, at), (to, behind) = divmod(place * bits, BITS), divmod((columns - 1 - place) * bits, BITS)
        part = stones[:, word] >> np.uint64(at)
        if at + bits > BITS:
            part |= stones[:, word + 1] << np.uint64(BITS - at)
        part &= column
        found[:, to] |= part << np.uint64(behind)
        if behind + bits > BITS:
            found[:, to + 1] |= part >> np.uint64(BITS - behind)
    return found
