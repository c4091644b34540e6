"""Plays all replies to cards, and tests which cards of a library hold in a position, with their own side to move."""

from typing import Any

import numpy as np

from engine.bitboard import popcount
from engine.coach.diagrams.play import STAMP, TREE, WORK, answer
from engine.coach.leaf import BOARD, BOTTOM, HEIGHT, completes
from engine.kernels import kernel

TOO_MANY, NONE, SOME = -1, 0, 1
"""What all replies come to: more positions than allowed, none that defeat P, or some."""

_P, _O, _LINES, _LANDING, _NEXT, _REPLIES, WORDS = range(7)
"""Words of a frame of the stack: the stones of P and of L, who is to move, the cells that complete a line of P, those
that L may play, the number of the next column to try, and how many columns of the line were chosen before."""

_U0, _U1 = np.uint64(0), np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)


@kernel(forceinline=True)
def _landing(mask: Any, g: Any) -> Any:
    return (mask + g[BOTTOM]) & g[BOARD] & ~mask


@kernel(forceinline=True)
def _row(key: Any, keys: Any) -> Any:
    return np.int64((key * _MIX) >> np.uint64(40)) & (keys.shape[0] - 1)


@kernel("boolean(uint64[::1], boolean, uint64[::1], uint64[:, ::1], int64[::1])", part=True)
def _is_lost(f: Any, win: Any, g: Any, keys: Any, count: Any) -> Any:
    """Tells if L defeats P at once. Else the frame takes the replies to try, none where the position is safe."""
    mask = f[_P] | f[_O]
    landing, key = _landing(mask, g), f[_P] + mask
    if completes(f[_O], g) & landing != _U0 or (win and landing == _U0):
        return True
    row = _row(key, keys)
    if keys[row, 0] == key and keys[row, 1] == np.uint64(count[STAMP]):
        landing = _U0
    count[WORK] += 1
    f[_LINES], f[_NEXT] = completes(f[_P], g), _U0
    forced = f[_LINES] & landing
    f[_LANDING] = landing if forced == _U0 else forced if forced & (forced - _U1) == _U0 else _U0
    return False


@kernel(
    "int64(uint64, uint64, uint64[::1], boolean, uint64[::1], uint64[::1], uint64[:, ::1], uint64[:, ::1], "
    "uint64[::1], int64[::1])"
)
def replies_that_defeat(
    p: Any, o: Any, marks: Any, win: Any, g: Any, columns: Any, keys: Any, stack: Any, line: Any, count: Any
) -> Any:  # fmt: skip
    """Plays all replies to the marks, with P to move who cannot complete a line immediately, up to the first that
    defeat P. Returns ``SOME``, ``NONE``, or ``TOO_MANY`` after ``count[TREE]`` positions.

    Args:
        win: P is to win. Otherwise P is not to lose.
        columns: the cells of each column, in the order in which they are tried.
        keys: a table uint64[2**n, 2] of safe positions with L to move, which holds while ``count[STAMP]`` is the same.
        stack: scratch uint64[n, WORDS], a row for each reply of a game and one more.
        line: takes the columns, from 0, of the replies that defeat P.
    """
    step, until, depth = g[HEIGHT] + _U1, count[WORK] + count[TREE], 0
    cell = answer(o, _landing(p | o, g), marks, g)
    stack[0, _P], stack[0, _O], stack[0, _REPLIES] = p | cell, o, _U0
    lost = cell == _U0 or _is_lost(stack[0], win, g, keys, count)
    while not lost and depth >= 0:
        if count[WORK] > until:
            return TOO_MANY
        f = stack[depth]
        number, mask = np.int64(f[_NEXT]), f[_P] | f[_O]
        if f[_LANDING] == _U0 or number == columns.shape[0]:
            key = f[_P] + mask
            row = _row(key, keys)
            keys[row, 0], keys[row, 1] = key, np.uint64(count[STAMP])
            depth -= 1
            continue
        f[_NEXT] += _U1
        reply = f[_LANDING] & columns[number]
        playable = _landing(mask | reply, g)
        if reply == _U0 or f[_LINES] & playable != _U0:
            continue
        free = f[_LINES] & f[_LANDING] == _U0
        if free:
            line[np.int64(f[_REPLIES])] = np.uint64(popcount(reply - _U1)) // step
        if playable == _U0:
            lost = win
            continue
        cell = answer(f[_O] | reply, playable, marks, g)
        depth += 1
        stack[depth, _P], stack[depth, _O] = f[_P] | cell, f[_O] | reply
        stack[depth, _REPLIES] = f[_REPLIES] + np.uint64(free)
        lost = cell == _U0 or _is_lost(stack[depth], win, g, keys, count)
    return SOME if lost else NONE


@kernel(
    "int64(uint64, uint64, uint64[:, ::1], int64, int64, boolean, uint64[::1], uint64[::1], uint64[:, ::1], "
    "uint64[:, ::1], uint64[::1], int64[::1])"
)
def first_holding(
    p: Any, o: Any, sheets: Any, begin: Any, end: Any, win: Any, g: Any, columns: Any, keys: Any, stack: Any,
    line: Any, count: Any,
) -> Any:  # fmt: skip
    """Returns the number of the first sheet that keeps the claim of P, who is to move and cannot complete a line
    immediately, or -1.

    Args:
        p, o: the stones of P and of the other side.
        sheets: uint64[n, kinds of marks], of which the rows from ``begin`` to before ``end`` are tried.
        win, columns, keys, stack, line, count: see :func:`replies_that_defeat`. A sheet that needs more positions than
            ``count[TREE]`` does not hold.
    """
    for number in range(begin, end):
        count[STAMP] += 1
        if replies_that_defeat(p, o, sheets[number], win, g, columns, keys, stack, line, count) == NONE:
            return number
    return -1
