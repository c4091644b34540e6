"""Plays diagrams (``diagram.py``) against all replies of the other side, L, fast: the chance that random replies win.

A search is described by an array ``count`` of 64-bit numbers, see :data:`WORK`.
"""

from typing import Any

import numpy as np

from engine.bitboard import popcount
from engine.coach.leaf import BOARD, BOTTOM, completes
from engine.kernels import kernel
from engine.kernels.words import folded, low_half, shape_of

CLASSES = 6  # kinds of marks that name a move in the coach's diagrams. Cards have more: the kernels take any number

WORK, LIMIT, STAMP, RANDOM, LINES, COUNT, STALE, TREE, SEED = range(9)
"""Words of a search: positions played so far and at most, the mark of the table's entries, the state of the random
numbers, the lines in the pool, the weight of those that defeat P, changes without a better count, the most positions of
one play of all replies (0: the search has given up), and 1 before the first step."""

_P, _O, _REST, _ALL = range(4)
_U0, _U1 = np.uint64(0), np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
DEPTH = 72  # the most replies of a game, and more
LOST, _OPEN = 1.0, -1.0  # the chance of a lost position, and of one that is not decided yet


def scratch(entries: int, words: int = 1) -> tuple[Any, Any, Any, Any]:
    """Returns a table of 2**n entries, and the stack and the sums of :func:`escape`, for boards of so many words."""
    keys, stack = (np.zeros(shape_of(shape, words), np.uint64) for shape in ((entries, 2), (DEPTH, 4)))
    return keys, np.zeros(entries), stack, np.zeros(DEPTH)


@kernel(forceinline=True)
def named(playable: Any, marks: Any) -> Any:
    """Returns the playable cell which the marks name, or 0."""
    for number in range(marks.shape[0]):
        some = playable & marks[number]
        if some != _U0 and some & (some - _U1) == _U0:
            return some
    return _U0


@kernel(forceinline=True)
def answer(o: Any, playable: Any, marks: Any, g: Any) -> Any:
    """Returns the answer of P, who cannot complete a line, or 0 if there is none."""
    threats = completes(o, g) & playable
    if threats == _U0:
        return named(playable, marks)
    return threats if threats & (threats - _U1) == _U0 else _U0


@kernel("float64(word[::1], boolean, word[::1], word[:, ::1], float64[::1], int64[::1])", part=True)
def look(f: Any, win: Any, g: Any, keys: Any, values: Any, count: Any) -> Any:
    """Returns the chance that random replies defeat P at a frame with L to move, or -1 if replies must be tried. The
    frame then takes the replies after which P has no line immediately."""
    p, o = f[_P], f[_O]
    mask = p | o
    landing = (mask + g[BOTTOM]) & g[BOARD] & ~mask
    if landing == _U0:
        return 1.0 if win else 0.0
    if completes(o, g) & landing != _U0:
        return LOST
    key = p + mask
    row = np.int64((folded(key) * _MIX) >> np.uint64(40)) & (keys.shape[0] - 1)
    if keys[row, 0] == key and keys[row, 1] == np.uint64(count[STAMP]):
        return values[row]
    count[WORK] += 1
    mine = completes(p, g)
    f[_REST] = _U0
    while landing != _U0:
        reply = landing & (~landing + _U1)
        landing ^= reply
        after = mask | reply
        if mine & (after + g[BOTTOM]) & g[BOARD] & ~after == _U0:
            f[_REST] |= reply
    f[_ALL] = np.uint64(popcount(f[_REST]))
    return _OPEN if f[_REST] != _U0 else 0.0


@kernel(
    "float64(word, word, word[::1], boolean, boolean, word[::1], word[:, ::1], float64[::1], "
    "word[:, ::1], float64[::1], int64[::1])"
)
def escape(
    p: Any, o: Any, marks: Any, win: Any, any_one: Any, g: Any, keys: Any, values: Any, stack: Any, totals: Any,
    count: Any,
) -> Any:  # fmt: skip
    """Returns the chance that random replies defeat the marks, L to move. Replies that lose immediately do not count.

    Args:
        any_one: stop at the first line that defeats the marks, with any number above 0.
        keys, values: a table uint64[2**n, 2] and float64[2**n]. Its entries hold for one value of ``count[STAMP]``.
        stack, totals: scratch uint64[DEPTH, 4] and float64[DEPTH], see :func:`scratch`.
        count: see :data:`WORK`. After ``count[TREE]`` positions the result is 2.
    """
    totals[0] = 0.0
    depth, until = 0, count[WORK] + count[TREE]
    stack[0, _P], stack[0, _O] = p, o
    value = look(stack[0], win, g, keys, values, count)
    while True:
        f = stack[depth]
        if value >= 0.0:
            # A position is decided: its chance joins the sum of the position before.
            if depth == 0 or (any_one and value > 0.0):
                return value
            depth -= 1
            f = stack[depth]
            totals[depth] += value
        # The next reply with an answer, or the mean of all.
        value = _OPEN
        mask = f[_P] | f[_O]
        while f[_REST] != _U0:
            reply = f[_REST] & (~f[_REST] + _U1)
            f[_REST] ^= reply
            after = mask | reply
            playable = (after + g[BOTTOM]) & g[BOARD] & ~after
            if playable == _U0:
                totals[depth] += 1.0 if win else 0.0
                continue
            cell = answer(f[_O] | reply, playable, marks, g)
            if cell == _U0:
                totals[depth] += LOST
                continue
            child = stack[depth + 1]
            child[_P], child[_O] = f[_P] | cell, f[_O] | reply
            depth += 1
            totals[depth] = 0.0
            value = look(child, win, g, keys, values, count)
            if value < 0.0 and count[WORK] > until:
                return 2.0
            break
        else:
            value = totals[depth] / np.float64(low_half(f[_ALL]))
            key = f[_P] + mask
            row = np.int64((folded(key) * _MIX) >> np.uint64(40)) & (keys.shape[0] - 1)
            keys[row, 0], keys[row, 1], values[row] = key, np.uint64(count[STAMP]), value
        if any_one and totals[depth] > 0.0:
            return LOST
