"""Sets cells aside which need no more answer of one side (P), so that fewer replies of the other side (L) are left.

**Setting.** As in ``engine.coach.leaf``: L is to move, neither side has a line, and P is not to lose. E cells are open.

**Pairs.** A set A of open cells is split into pairs: *above*, a cell and the next cell above, or *level*, the cells to
be filled next in two columns. Above a cell of A lie only cells of A. So each column of A is a run up to the top, and L
enters a run at the first cell of a pair, or at a cell of a level pair.

**Theorem (aside).** Fill A so: if E is even, the first cells of the *above* pairs and both cells of the *level* pairs
get stones of L and the second cells of the *above* pairs get neutral stones. If E is odd, all cells of A get stones of
L. If P does not lose on the board filled so, with L to move, P does not lose on the real board.

*Proof.* P answers a move in a pair by the other cell of the pair, which is free and can be filled, and every other move
as on the filled board. P never begins a pair, so each pair is empty or full when L is to move, and the rest keeps the
parity of E then. All cells of the rest lie below A, so the rest is played as on the filled board, and a line of P there
is a real line. If E is even, the rest has an odd number of cells after a move of L there, so P finds an answer in the
rest. Therefore P has all second cells, and every real stone of L is also a stone of L on the filled board. If E is odd,
the rest may run out when P is to move. Then the filled board is full without a line of L, although L has all of A
there, so no later move makes a line of L. Before that, L has no line, as on the filled board.

Pairs set aside one after the other add up, because the filled board is a board of the theorem again.
"""

from typing import Any

import numpy as np

from engine.bitboard import popcount
from engine.coach.leaf import ACROSS, BOARD, BOTTOM, CONNECT, HEIGHT, SAME, SLANTED, UPWARD, completes
from engine.kernels import kernel
from engine.kernels.words import low_half

MINE, NOBODY = 0, 1  # words of the cells set aside: new stones of L, new neutral stones

_U0, _U1, _U2 = np.uint64(0), np.uint64(1), np.uint64(2)


@kernel(forceinline=True)
def in_lines_along(room: Any, step: Any, connect: Any) -> Any:
    """Returns the cells of all lines within ``room`` along one direction."""
    first = room
    for number in range(1, connect):
        first &= room >> (step * np.uint64(number))
    cells = first
    for number in range(1, connect):
        cells |= first << (step * np.uint64(number))
    return cells


@kernel("word(word, word[::1])", part=True)
def in_lines(room: Any, g: Any) -> Any:
    """Returns the cells of all lines within ``room``."""
    connect, cells = np.int64(low_half(g[CONNECT])), _U0
    if g[UPWARD] != _U0:
        cells |= in_lines_along(room, _U1, connect)
    if g[ACROSS] != _U0:
        cells |= in_lines_along(room, g[HEIGHT] + _U1, connect)
    if g[SLANTED] != _U0:
        cells |= in_lines_along(room, g[HEIGHT], connect)
        cells |= in_lines_along(room, g[HEIGHT] + _U2, connect)
    return cells


@kernel("word(word, word, word, word[::1])", part=True)
def dead_runs(dead: Any, empty: Any, landing: Any, g: Any) -> Any:
    """Returns even runs of ``dead`` cells (empty, in no line that L can get) at the tops of columns, and pairs of whole
    columns with odd runs."""
    found, single, bottoms = _U0, _U0, g[BOTTOM]
    while bottoms != _U0:
        bottom = bottoms & (~bottoms + _U1)
        bottoms ^= bottom
        cell, run = bottom << (g[HEIGHT] - _U1), _U0
        while cell >= bottom and cell & empty == _U0:
            cell >>= _U1
        while cell >= bottom and cell & dead != _U0:
            run |= cell
            cell >>= _U1
        if popcount(run) & np.int64(1):
            last = run & (~run + _U1)
            run ^= last
            if last & landing != _U0:
                # The whole column: its lowest cell makes a level pair with that of another such column.
                found |= single | last if single != _U0 else _U0
                single = last if single == _U0 else _U0
        found |= run
    return found


@kernel("word(word, word, word, word, word[::1])", part=True)
def lower_cells(lower: Any, empty: Any, p: Any, nobody: Any, g: Any) -> Any:
    """Returns the lower cells of the largest set of *above* pairs without a line of L through a lower cell. ``lower``
    are empty cells of every second row, counted from the second at the top, each below an empty cell."""
    while lower != _U0:
        runs, bottoms = _U0, g[BOTTOM]
        while bottoms != _U0:
            bottom = bottoms & (~bottoms + _U1)
            bottoms ^= bottom
            cell = bottom << (g[HEIGHT] - _U2)
            while cell >= bottom and cell & empty == _U0:
                cell >>= _U2
            while cell >= bottom and cell & lower != _U0:
                runs |= cell
                cell >>= _U2
        lower = runs & ~in_lines(g[BOARD] & ~(p | nobody | runs << _U1), g)
        if lower == runs:
            break
    return lower


@kernel("void(word, word, word, word[::1], word[::1])")
def set_aside(p: Any, o: Any, nobody: Any, g: Any, out: Any) -> None:
    """Writes the new stones of L and the new neutral stones to ``out``. No cell below or within a waiting line of P is
    set aside."""
    mask = p | o | nobody
    empty = g[BOARD] & ~mask
    waiting = completes(p, g) & empty
    waiting |= waiting >> _U1
    out[NOBODY] = _U0
    if popcount(empty) & np.int64(1):
        dead = empty & ~waiting & ~in_lines(g[BOARD] & ~(p | nobody), g)
        out[MINE] = dead_runs(dead, empty, (mask + g[BOTTOM]) & empty, g)
    elif g[HEIGHT] > _U1:
        out[MINE] = lower_cells(empty & g[SAME] & ~(waiting | waiting >> _U1), empty, p, nobody, g)
        out[NOBODY] = out[MINE] << _U1
