"""Compiles the transposition table of the depth-limited searches, shared by any number of threads without a lock.

An entry is two words: the key of the position XOR the data, and the data: the value, the kind of bound, the search
depth, the first move to try. An entry torn by two threads has a key that fits no position. Each position has two
places: one keeps the deeper entry, the other always takes the newer one.
"""

import functools
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from engine.compiled import kernel
from engine.mind.values import PROVEN, STEP

EXACT, LOWER, UPPER = 1, 2, 3  # kinds of a value: exact, a lower bound, an upper bound

_OFFSET = 1 << 15
_SPREAD = 0x9E3779B97F4A7C15

Word = Any


@functools.cache
def build() -> SimpleNamespace:
    """Compiles ``probe``, ``usable`` and ``store``, or loads the functions from the disk cache. A table is uint64[2^n,
    2], and values are in 1/10,000. A key is any word with a different value for every position."""
    one, zero = np.uint64(1), np.uint64(0)
    word, integer, entries = numba.uint64, numba.int64, numba.uint64[:, ::1]

    @kernel(word(word, entries))
    def first_place(key: Word, table: Any) -> Any:
        """Returns the first of the two places of a position."""
        return (key * word(_SPREAD)) >> word(20) & word(len(table) - 2)

    @kernel(word(word, entries))
    def probe(key: Word, table: Any) -> Any:
        """Returns the data that the table holds of a position, or 0."""
        place = first_place(key, table)
        for offset in range(2):
            data = table[place + word(offset), 1]
            if data and table[place + word(offset), 0] ^ data == key:
                return data
        return zero

    answer: Any = numba.types.Tuple((numba.boolean, integer))  # type: ignore[no-untyped-call]

    @kernel(answer(word, integer, integer, integer, integer))
    def usable(data: Word, depth: int, empty: int, alpha: int, beta: int) -> Any:
        """Returns whether an entry answers a search of ``depth`` plies in this window, and the value of the entry.

        ``empty`` is the number of free cells. A forced win within the entry's own depth is exact. A later one came from
        another entry. A faster win may exist, so the value is only a lower bound (for a loss: an upper bound).
        """
        value = integer(data & word(65535)) - _OFFSET
        kind = integer(data >> word(16) & word(3))
        entry_depth = integer(data >> word(24) & word(255))
        answers = entry_depth >= depth
        if not answers and abs(value) >= PROVEN:
            answers = empty - 2 * ((abs(value) - PROVEN) // STEP - 1) <= entry_depth
            if not answers and kind != (UPPER if value > 0 else LOWER):
                answers, kind = True, (LOWER if value > 0 else UPPER)
        if kind != EXACT:
            answers &= (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha)
        return answers, value

    @kernel(numba.void(word, integer, integer, integer, integer, entries))
    def store(key: Word, depth: int, value: int, kind: int, move: int, table: Any) -> None:
        """Stores the value of a search of ``depth`` plies, with the move to try first. A deeper entry of another
        position keeps the first place. The second place always takes the new entry."""
        place = first_place(key, table)
        old = table[place, 1]
        if integer(old >> word(24) & word(255)) > depth and table[place, 0] ^ old != key:
            place += one
        data = word(value + _OFFSET) | word(kind) << word(16) | word(depth) << word(24) | word(move) << word(32)
        table[place, 0] = key ^ data
        table[place, 1] = data

    return SimpleNamespace(probe=probe, usable=usable, store=store)
