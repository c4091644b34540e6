"""Finds the pairs of cells by which one side (P) answers the other (L) to the end of the game, without a search.

**Setting.** Gravity board, k in a row. L is to move, and neither side has a line.

**Waiting lines.** Two empty cells T and U, T right above U: P would complete a line at T with the stones on the board
now. Choose any set of those, at most one a column. In the column of each, U and all cells above are closed.

**Pairs.** The other empty cells are open. Split all of them into pairs, each of one of two kinds: *above*, a cell and
the next cell above, or *level*, two cells of different columns, both to be filled next, or resting on the two cells of
another level pair. If L fills a cell of a pair, P fills the other. P can, because the two cells of a level pair become
free together, and L gets no chance at the upper cell of an *above* pair. So, as long as no closed cell is filled, P
always has an answer, L gets the lower cells and at most one cell of each level pair, and P gets all upper cells. If L
fills a U, P fills T and wins. When only closed cells are left, L must fill a U. Without closed cells the game ends with
the board full.

**Theorem (cover).** If no line lies within L's stones, L's cells and at most one U, without both cells of one pair,
then L never gets a line: P does not lose. If there is a waiting line, or a line within P's stones and the upper cells,
P wins.

**Theorem (block).** Without waiting lines, let some disjoint pairs be chosen (*level*: both cells to be filled next),
not covering all cells. If every line without a P stone holds both cells of a pair, L never gets a line: P answers in
the pair, and where no answer is due every move of P is as good as any other, because a P stone never helps L.

The cover theorem is claimeven and baseinverse of V. Allis, "A Knowledge-based Approach of Connect-Four" (1988), with
the waiting lines of ``engine.solver.proofs``.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np

from engine.bitboard import completing, has_line, popcount
from engine.kernels import kernel
from engine.kernels.words import array_of, low_half

HEIGHT, CONNECT, BOARD, BOTTOM, SAME, ACROSS, UPWARD, SLANTED = range(8)
"""Words of a board's geometry: see :func:`geometry`."""

CLOSED, LOWER, BLOCK, PAIRS = range(4)
"""Words of a found leaf: every U, the lower cells of *above* pairs, 1 if pairs only block, number of level pairs."""

FIRST = 4  # from here on: the cells of each level pair as one word, a pair a word
SCRATCH = 20  # from here on: the U's of each column with waiting lines, three words a column (the last counts)
WORDS = 40  # the length of the array for a leaf
_COLUMNS = 5  # the most columns with waiting lines that are searched

_U0, _U1 = np.uint64(0), np.uint64(1)
Key = TypeVar("Key")


def needed(lines: Iterable[int], taken: int, words: dict[Key, int]) -> list[Key]:
    """Returns some of the pairs: enough to hold two cells of each line without a cell of ``taken``."""
    open_lines = [line for line in lines if not line & taken]
    for pair in list(words):
        rest = [word for other, word in words.items() if other != pair]
        if all(any(not word & ~line for word in rest) for line in open_lines):
            del words[pair]
    return list(words)


def geometry(width: int, height: int, connect: int, words: int = 1) -> Any:
    """Returns the numbers and boards, of so many words, that describe a board to the kernels."""
    bottom = sum(1 << c * (height + 1) for c in range(width))
    same = bottom * sum(1 << r for r in range(height) if (height - r) % 2 == 0)
    across, upward = width >= connect, height >= connect
    board = bottom * ((1 << height) - 1)
    return array_of([height, connect, board, bottom, same, across, upward, across and upward], words)


@kernel(forceinline=True)
def line_in(stones: Any, flat: Any, g: Any) -> Any:
    """Tests if ``stones`` hold a line. With ``flat`` vertical lines do not count."""
    upward = g[UPWARD] != _U0 and not flat
    return has_line(stones, g[HEIGHT], g[CONNECT], g[ACROSS] != _U0, upward, g[SLANTED] != _U0)


@kernel(forceinline=True)
def completes(stones: Any, g: Any) -> Any:
    """Returns the cells that complete a line of ``stones``, guards and occupied cells included."""
    return completing(stones, g[HEIGHT], g[CONNECT], g[ACROSS] != _U0, g[UPWARD] != _U0, g[SLANTED] != _U0)


@kernel("boolean(word, word, boolean, word[::1])", part=True)
def line_with_one(stones: Any, closed: Any, flat: Any, g: Any) -> Any:
    """Tests if ``stones`` with at most one cell of ``closed`` hold a line (``flat``: no vertical one)."""
    while True:
        one = closed & (~closed + _U1)
        closed ^= one
        if line_in(stones | one, flat, g):
            return True
        if closed == _U0:
            return False


@kernel("boolean(word, word, word, boolean, boolean, word[::1], word[::1])", part=True)
def pair_up(stones: Any, cells: Any, closed: Any, flat: Any, every: Any, g: Any, out: Any) -> Any:
    """Splits ``cells`` into pairs so that no line lies within ``stones`` and one cell of each pair.

    Args:
        stones: the stones of L, and cells open to L without a condition.
        closed: cells of which L may get one.
        flat: vertical lines do not count.
        every: pair all cells, of an even number. Otherwise only cells which complete a line together.
    """
    count = np.int64(0)
    single = cells
    rest = cells
    while rest != _U0:
        x = rest & (~rest + _U1)
        rest ^= x
        if line_with_one(stones | x, closed, flat, g):
            return False
        others = rest
        while others != _U0:
            y = others & (~others + _U1)
            others ^= y
            if line_with_one(stones | x | y, closed, flat, g):
                if x & single == _U0 or y & single == _U0:
                    return False
                single ^= x | y
                out[FIRST + count] = x | y
                count += 1
    while every and single != _U0:
        x = single & (~single + _U1)
        single ^= x
        y = single & (~single + _U1)
        single ^= y
        out[FIRST + count] = x | y
        count += 1
    out[PAIRS] = np.uint64(count)
    # All choices of one cell a pair: lines may hold three paired cells, and more.
    for choice in range(1 << count):
        taken = stones | single
        for number in range(count):
            low = out[FIRST + number] & (~out[FIRST + number] + _U1)
            taken |= low if choice >> number & 1 else out[FIRST + number] ^ low
        if line_with_one(taken, closed, flat, g):
            return False
    return True


@kernel("boolean(word, word, word, word, boolean, word[::1], word[::1])", part=True)
def cover(p: Any, o: Any, nobody: Any, u: Any, win: Any, g: Any, out: Any) -> Any:
    """Tests the cover theorem with the waiting lines above ``u`` (every U), and writes the leaf."""
    height, board, bottom, same = g[HEIGHT], g[BOARD], g[BOTTOM], g[SAME]
    mask = p | o | nobody
    guards = bottom << height
    region = board & ~mask & ~(guards - u)
    if popcount(region) & np.int64(1):
        return False
    # In a column closed from a U on, where the rows change places, lower cells are counted from that U.
    odd = guards & ~(guards - (u & ~same))
    columns = odd - (odd >> height)
    share = (same & ~columns) | (columns & ~same)
    lower = region & share
    level = region & (mask + bottom) & ~share
    if not (win and u == _U0) or line_in(p | (region & ~lower & ~level), False, g):
        out[CLOSED], out[LOWER], out[BLOCK] = u, lower, _U0
        if not line_with_one(o | lower, u, False, g):
            return pair_up(o | lower, level, u, False, True, g, out)
    return False


@kernel("boolean(word, word, word, word[::1], word[::1])", part=True)
def block(p: Any, o: Any, nobody: Any, g: Any, out: Any) -> Any:
    """Tests the block theorem, and writes the leaf."""
    mask = p | o | nobody
    empty = g[BOARD] & ~mask
    landing = empty & (mask + g[BOTTOM])
    out[CLOSED], out[LOWER], out[BLOCK], out[PAIRS] = _U0, _U0, _U1, _U0
    if not line_in(o | empty, False, g):
        return True
    if line_in(o | (empty & ~landing), True, g) or not pair_up(
        o | (empty & ~landing), landing, _U0, True, False, g, out
    ):
        return False
    # Vertical lines: pairs from the landing cell upwards, or from the next cell if the landing cell is paired.
    paired = _U0
    for number in range(np.int64(low_half(out[PAIRS]))):
        paired |= out[FIRST + number]
    rest = paired
    while rest != _U0:
        x = rest & (~rest + _U1)
        rest ^= x
        if line_in(o | x | (x << _U1 & empty), False, g):
            return False
    starts = (landing & ~paired) | (paired << _U1 & empty)
    if line_in(o, False, g):
        return False
    while starts != _U0:
        upper = starts << _U1 & empty
        out[LOWER] |= upper >> _U1
        starts = upper << _U1 & empty
    return True


@kernel("boolean(word, word, word, boolean, word[::1], word[::1])")
def leaf(p: Any, o: Any, nobody: Any, win: Any, g: Any, out: Any) -> Any:
    """Tests if one of the theorems proves the claim, with L to move, and writes the leaf (:data:`WORDS` words).

    Args:
        nobody: the neutral stones, see ``engine.coach.aside``.
        win: P is to win. Otherwise P is not to lose.
    """
    height, same = g[HEIGHT], g[SAME]
    mask = p | o | nobody
    empty = g[BOARD] & ~mask
    waiting = completes(p, g) & empty
    waiting = (waiting >> _U1) & empty
    count, combinations = np.int64(0), np.int64(1)
    bottoms = g[BOTTOM]
    while waiting != _U0 and bottoms != _U0 and count < _COLUMNS:
        low = bottoms & (~bottoms + _U1)
        bottoms ^= low
        here = waiting & ((low << height) - low)
        if here == _U0:
            continue
        at = np.int64(SCRATCH) + 3 * count
        found = np.int64(0)
        for parity in range(2):
            some = here & (same if parity else ~same)
            if some != _U0:
                out[at + found] = some & (~some + _U1)
                found += 1
        out[at + 2] = np.uint64(found)
        combinations *= found + 1
        count += 1
    for combination in range(combinations):
        u, rest = _U0, np.int64(combination)
        for number in range(count):
            at = np.int64(SCRATCH) + 3 * number
            options = np.int64(low_half(out[at + 2])) + 1
            pick = rest % options
            rest //= options
            if pick:
                u |= out[at + pick - 1]
        if cover(p, o, nobody, u, win, g, out):
            return True
    return not win and block(p, o, nobody, g, out)
