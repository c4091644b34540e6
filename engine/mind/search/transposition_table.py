"""Holds the transposition table of the depth-limited searches, shared by any number of threads without a lock.

An entry is two words: the key of the position XOR the data, and the data: the value, the kind of bound, the search
depth, the first move to try. An entry torn by two threads has a key that fits no position. Each position has two
places: one keeps the deeper entry, the other always takes the newer one. A table is uint64[2^n, 2], values are in
1/10,000, and a key is any word with a different value for every position.
"""

from typing import Any

import numpy as np

from engine.kernels import kernel
from engine.mind.values import PROVEN, STEP

EXACT, LOWER, UPPER = 1, 2, 3  # kinds of a value: exact, a lower bound, an upper bound

_OFFSET = 1 << 15
_SPREAD = 0x9E3779B97F4A7C15

Word = Any


@kernel("uint64(uint64, uint64[:, ::1])")
def first_place(key: Word, table: Any) -> Any:
    """Returns the first of the two places of a position."""
    return (key * np.uint64(_SPREAD)) >> np.uint64(20) & np.uint64(len(table) - 2)


@kernel("uint64(uint64, uint64[:, ::1])")
def probe(key: Word, table: Any) -> Any:
    """Returns the data that the table holds of a position, or 0."""
    place = first_place(key, table)
    for offset in range(2):
        data = table[place + np.uint64(offset), 1]
        if data and table[place + np.uint64(offset), 0] ^ data == key:
            return data
    return np.uint64(0)


@kernel("Tuple((boolean, int64))(uint64, int64, int64, int64, int64)")
def usable(data: Word, depth: int, empty: int, alpha: int, beta: int) -> Any:
    """Returns whether an entry answers a search of ``depth`` plies in this window, and the value of the entry.

    ``empty`` is the number of free cells. A forced win within the entry's own depth is exact. A later one came from
    another entry. A faster win may exist, so the value is only a lower bound (for a loss: an upper bound).
    """
    value: Any = np.int64(data & np.uint64(65535)) - _OFFSET
    kind: Any = np.int64(data >> np.uint64(16) & np.uint64(3))
    entry_depth = np.int64(data >> np.uint64(24) & np.uint64(255))
    answers: Any = entry_depth >= depth
    if not answers and abs(value) >= PROVEN:
        answers = empty - 2 * ((abs(value) - PROVEN) // STEP - 1) <= entry_depth
        if not answers and kind != (UPPER if value > 0 else LOWER):
            answers, kind = True, (LOWER if value > 0 else UPPER)
    if kind != EXACT:
        answers &= (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha)
    return answers, value


@kernel("void(uint64, int64, int64, int64, int64, uint64[:, ::1])")
def store(key: Word, depth: int, value: int, kind: int, move: int, table: Any) -> None:
    """Stores the value of a search of ``depth`` plies, with the move to try first. A deeper entry of another
    position keeps the first place. The second place always takes the new entry."""
    place = first_place(key, table)
    old = table[place, 1]
    if np.int64(old >> np.uint64(24) & np.uint64(255)) > depth and table[place, 0] ^ old != key:
        place += np.uint64(1)
    data = np.uint64(value + _OFFSET) | np.uint64(kind) << np.uint64(16)
    data |= np.uint64(depth) << np.uint64(24) | np.uint64(move) << np.uint64(32)
    table[place, 0] = key ^ data
    table[place, 1] = data
