"""Proves upper bounds of a position at a glance, without a search (the follow-up theorem).

**Setting.** Gravity board of height h, k in a row. Rows count from 0. L is the side to move, F the other. Neither has
a line. ``hc[c]`` stones lie in column c, and E cells are empty. A position's score is 1 + (cells left empty at the end
of the game) // 2, negative if L loses, 0 for a draw.

**Tails.** A tail is a cell T = (c, t) where F would complete a line with the stones on the board now, but which cannot
be filled by the next stone (t > hc[c]). Choose any set of tails, at most one a column. Below each T lies the empty cell
U. The side that fills U gives T to the other side. Take away, in each tail's column, U and all cells above: tau cells
altogether. The remaining empty cells are the region: per column a run of cells from the landing cell upwards.

**Follow-up.** If the region has an even number of cells, F can answer every L move in the region inside the region: in
a run of even length F plays directly on top of L's stone. When L plays the landing cell of an odd run, F plays the
landing cell of another odd run (the number of odd runs is even), and both are even from then on. So, as long as the
game stays in the region, L fills at most

    PL = L's stones + the landing cell of every run + in every run the cells an even distance below the upper end

and F fills everything else.

**Theorem.** (A) No tails, E even: if PL holds no line, L never gets one: score <= 0. If moreover F's stones and the
region's other cells hold a line, F completes the line: the score is at most -(1 + (h-1-r) // 2), where r is the row of
the highest still empty cell of the line, because the cells above in the same column are still empty then.
(B) One tail, E - tau even: if neither PL nor PL with U holds a line, L must some day fill U (the region is full, or
earlier by L's choice), and F answers on T and wins. At most the region and U, T are full then: tau - 2 cells at least
stay empty, so score <= -(tau // 2). The same holds with several tails together, where all U are added to PL together, a
slightly stronger condition than needed.

*Proof.* By induction F's answer is always at hand, keeps the region's runs even (or paired), and F's answers outside PL
never help L. L's stones are always within PL until L fills a U. L's line would thus lie in PL, or in PL and this U,
and by assumption there is none. L can make no other move when the region is full. If L could win now, the winning
cell would be a landing cell or a U, and the assumption would fail. So no condition on threats of L is needed.

The even case of (A) is claimeven, known from Allis, Tromp and Steininger. The tails are new here, and checked
exhaustively on every reachable position of small boards for k = 3, 4 and 5, of even and odd heights
(tests/engine/solver).
"""

from typing import Any

import numpy as np

from engine.bitboard import has_line, popcount
from engine.kernels import kernel

NONE = 127  # Returned where nothing is proven

_U0 = np.uint64(0)
_U1 = np.uint64(1)


@kernel(forceinline=True)
def claims(empty: Any, landing: Any, same: Any, cut: Any, low: Any) -> Any:
    """Returns the cells L may fill apart from L's stones: every U, and L's share of the region. ``same`` marks the
    cells of rows r with height - r even, ``cut`` the cells outside the region."""
    return low | (((same & empty) | landing) & ~cut)


@kernel(forceinline=True)
def row_win(other: Any, spare: Any, alpha: Any, height: Any, connect: Any, across: Any, upward: Any, slanted: Any,
            bottom: Any) -> Any:  # fmt: skip
    """Returns the best bound by a line of F, for (A)'s second half, or 0. ``spare`` are the region's cells for F,
    ``alpha`` is the bound of use, ``bottom`` the lowest cell of each column."""
    # F's spare cells lie on every second row from the top one down, so the next case has two rows fewer.
    bound = np.int64(0)
    rows = np.int64(height)
    while bound > alpha and rows > np.int64(0):
        lower = bottom * ((_U1 << np.uint64(rows)) - _U1)
        if not has_line(other | (spare & lower), height, connect, across, upward, slanted):
            break
        bound -= np.int64(1)
        rows -= np.int64(2)
    return bound


@kernel(forceinline=True)
def upper_bound(own: Any, other: Any, mask: Any, wins: Any, alpha: Any, height: Any, connect: Any, across: Any,
                upward: Any, slanted: Any, board: Any, bottom: Any, guards: Any, same: Any, follow_up: Any,
                lines: Any, even_tails: Any, odd_tails: Any) -> Any:  # fmt: skip
    """Returns an upper bound of the score of the side to move, at most ``alpha``, or ``NONE`` if no such bound is seen.

    Args:
        own, other: the stones of the side to move (L) and of the other side (F).
        wins: the empty cells that complete a line of F.
        across, upward, slanted: the board has room for horizontal, vertical, diagonal lines.
        bottom, guards: the lowest cell and the guard of each column.
        same: the cells of rows r with height - r even.
        follow_up, lines: use (A), and its second half.
        even_tails, odd_tails: use (B) with even tails, and with odd tails.
    """
    empty = board & ~mask
    landing = (mask + bottom) & board
    tails = wins & empty & ~landing
    even = popcount(empty) & np.int64(1) == np.int64(0)
    # Lowest U of each column that has even tails: within a column, guard - x is the two's complement of x.
    under = (tails & ~same) >> _U1 if even_tails else _U0
    low = under & (guards - under)
    cut = (guards - low) & board
    odd = (tails & same) >> _U1 if odd_tails else _U0
    odd &= guards - odd
    if even and (follow_up or low != _U0):
        bound = -(popcount(cut) // np.int64(2))
        if bound <= alpha or (bound == np.int64(0) and alpha >= -np.int64(height + _U1) // np.int64(2)):
            mine = own | claims(empty, landing, same, cut, low)
            if not has_line(mine, height, connect, across, upward, slanted):
                if bound > alpha and lines:
                    bound = row_win(other, empty & ~mine, alpha, height, connect, across, upward, slanted, bottom)
                if bound <= alpha:
                    return bound
    # Odd tails: one if E is odd, two if E is even, in all combinations, each with all even tails of other columns.
    first = odd
    while first != _U0:
        u = first & (~first + _U1)
        first ^= u
        second = first if even else u
        while second != _U0:
            v = second & (~second + _U1)
            second ^= v
            pair = u | v
            cut_pair = (guards - pair) & board
            has = guards & ~(guards - pair)
            columns = has - (has >> height)
            cut_all = (cut & ~columns) | cut_pair
            bound = -(popcount(cut_all) // np.int64(2))
            if bound <= alpha:
                # Below an odd tail the rows that are L's change places.
                share = (same & ~columns) | (columns & ~same)
                mine = own | claims(empty, landing, share, cut_all, (low & ~columns) | pair)
                if not has_line(mine, height, connect, across, upward, slanted):
                    return bound
    return np.int64(NONE)
