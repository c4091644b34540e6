"""The compiled searches' table of opinions: two entries a place, shared by any number of threads without a lock.

An entry is two words: the position's key, crossed with the data, and the data: value, kind of bound, plies it looked
ahead, the first move to try. One that two threads have torn has no key that fits.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from engine.compiled import kernel
from engine.mind.values import PROVEN

EXACT, LOWER, UPPER = 1, 2, 3
"""Kinds of a value: the value itself, at least it, at most it."""

_OFFSET = 1 << 15
_SPREAD = 0x9E3779B97F4A7C15

Word = Any


@functools.cache
def build() -> SimpleNamespace:  # noqa: C901
    """Compile ``probe``, ``settles``, ``store`` and ``popcount``, or load them from the disk cache.

    A table is uint64[2^n, 2]; values are in 1/10,000; keys are whatever tells positions apart.
    """
    one, zero = np.uint64(1), np.uint64(0)
    word, integer, entries = numba.uint64, numba.int64, numba.uint64[:, ::1]

    @kernel(integer(word))
    def popcount(x: Word) -> Any:
        """How many bits are set."""
        count = 0
        while x:
            x &= x - one
            count += 1
        return count

    @kernel(word(word, entries))
    def place(key: Word, table: Any) -> Any:
        """Where the first of a position's two entries lies."""
        return (key * word(_SPREAD)) >> word(20) & word(len(table) - 2)

    @kernel(word(word, entries))
    def probe(key: Word, table: Any) -> Any:
        """What the table holds of a position, or 0."""
        slot = place(key, table)
        for near in range(2):
            data = table[slot + word(near), 1]
            if data and table[slot + word(near), 0] ^ data == key:
                return data
        return zero

    answer: Any = numba.types.Tuple((numba.boolean, integer))  # type: ignore[no-untyped-call]

    @kernel(answer(word, integer, integer, integer, integer))
    def settles(data: Word, left: int, empty: int, alpha: int, beta: int) -> Any:
        """Whether an entry answers a search of ``left`` plies, with ``empty`` cells, in this window; and its value."""
        value = integer(data & word(65535)) - _OFFSET
        kind = integer(data >> word(16) & word(3))
        seen = integer(data >> word(24) & word(255))
        known = seen >= left
        if not known and abs(value) >= PROVEN:
            # An end within its sight is exact; a later one it heard of, and faster may be.
            known = empty - 2 * ((abs(value) - PROVEN) // 10 - 1) <= seen
            if not known and kind != (UPPER if value > 0 else LOWER):
                known, kind = True, (LOWER if value > 0 else UPPER)
        if kind != EXACT:
            known &= (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha)
        return known, value

    @kernel(numba.void(word, integer, integer, integer, integer, entries))
    def store(key: Word, left: int, value: int, kind: int, first: int, table: Any) -> None:
        """Remember a value to ``left`` plies: the deeper of two stays, the other place takes whatever comes."""
        slot = place(key, table)
        held = table[slot, 1]
        if integer(held >> word(24) & word(255)) > left and table[slot, 0] ^ held != key:
            slot += one
        data = word(value + _OFFSET) | word(kind) << word(16) | word(left) << word(24) | word(first) << word(32)
        table[slot, 0] = key ^ data
        table[slot, 1] = data

    return SimpleNamespace(popcount=popcount, probe=probe, settles=settles, store=store)
