"""Holds the transposition table of the depth-limited searches, shared by any number of threads without a lock.

An entry is two words: the key of the position XOR the data, and the data: the value, the kind of bound, the search
depth, the first move to try. An entry torn by two threads has a key that fits no position. Each position has two
places: one keeps the deeper entry, the other always takes the newer one. A table is uint64[2^n, 2], values are in
1/10,000, and a key is any word with a different value for every position. A key of a board of two words has 128 bits.
Its table has a third word an entry, for the rest of the key: an entry of another position is never taken for this one.
"""

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.kernels import kernel
from engine.kernels.words import high_half, low_half
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


@kernel(forceinline=True)
def data_of(depth: Any, value: Any, kind: Any, move: Any) -> Any:
    """Returns the data of an entry."""
    data = np.uint64(value + _OFFSET) | np.uint64(kind) << np.uint64(16)
    data |= np.uint64(depth) << np.uint64(24) | np.uint64(move) << np.uint64(32)
    return data


@kernel("void(uint64, int64, int64, int64, int64, uint64[:, ::1])")
def store(key: Word, depth: int, value: int, kind: int, move: int, table: Any) -> None:
    """Stores the value of a search of ``depth`` plies, with the move to try first. A deeper entry of another
    position keeps the first place. The second place always takes the new entry."""
    place = first_place(key, table)
    old = table[place, 1]
    if np.int64(old >> np.uint64(24) & np.uint64(255)) > depth and table[place, 0] ^ old != key:
        place += np.uint64(1)
    data = data_of(depth, value, kind, move)
    table[place, 0] = key ^ data
    table[place, 1] = data


@kernel(forceinline=True)
def folded(key: Any) -> Any:
    """Returns 64 bits of a key of 128. With the upper half they give back the key."""
    return low_half(key) ^ high_half(key) * np.uint64(_SPREAD)


@kernel(forceinline=True)
def probe_wide(key: Any, table: Any) -> Any:
    """Returns the data that the table holds of a position with a key of 128 bits, or 0."""
    first = folded(key)
    data = probe(first, table)
    place, rest = first_place(first, table), high_half(key)
    for offset in range(2):
        if table[place + np.uint64(offset), 2] ^ data == rest:
            return data
    return np.uint64(0)


@kernel(forceinline=True)
def store_wide(key: Any, depth: Any, value: Any, kind: Any, move: Any, table: Any) -> None:
    """Stores as :func:`store` does, with the rest of a key of 128 bits."""
    first, data = folded(key), data_of(depth, value, kind, move)
    store(first, depth, value, kind, move, table)
    place = first_place(first, table)
    for offset in range(2):
        if table[place + np.uint64(offset), 1] == data and table[place + np.uint64(offset), 0] ^ data == first:
            table[place + np.uint64(offset), 2] = high_half(key) ^ data


@functools.cache
def table_of(count: int) -> SimpleNamespace:
    """Returns ``probe`` and ``store`` for keys of ``count`` words, and the ``columns`` of their table."""
    if count == 1:
        return SimpleNamespace(probe=probe, store=store, columns=2)
    return SimpleNamespace(probe=probe_wide, store=store_wide, columns=3)
