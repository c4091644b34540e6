"""Holds the depth-limited alpha-beta search of one board without gravity: five in a row and similar games.

As in :mod:`engine.mind.search.gravity_kernel`, the value is plain minimax's at that depth over :func:`evaluate`.
The evaluation looks at all lines of one direction together: words mark for every line whether one more stone is
missing, two, three or more (a unary counter of bit planes), so an evaluation takes some hundred steps. The cells of the
fullest lines, which are tried first, are a by-product. A position without an open line for either side is drawn, and
worth 0 at any depth.
"""

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.bitboard import lowest, popcount
from engine.games import LineGame
from engine.kernels import kernel
from engine.mind.search.alpha_beta import (
    BEST,
    FIRST,
    FREE,
    HOT,
    KILLER,
    LEAD,
    NEXT,
    WARM,
    build_frames,
    build_step,
    win_value,
)
from engine.mind.search.transposition_table import probe, usable
from engine.mind.values import PROVEN
from engine.nets.judging import LEARNT, PLAIN, build_judge

ONE, TWO, THREE, MORE = 160, 40, 9, 2
"""The worth of an open line with at least one stone, by the stones missing: one, two, three, more."""

MOVER, WAITER = 3, 2
"""Factors for the lines of the side to move and of the other side. Their ratio makes odd and even depths agree."""

_HALF = 150  # the sum worth half a proven win

_OWN_FACTOR, _MASK_FACTOR = 0xD6E8FEB86659FD93, 0xA0761D6478BD642F
"""Factors of the key in the transposition table: without gravity, own + mask is not unique."""

Word = Any


@functools.cache
def build(width: int, height: int, connect: int, judging: str = PLAIN) -> SimpleNamespace:  # noqa: C901
    """Returns the kernels ``step`` and ``evaluate`` of one board.

    Both are used as in :func:`engine.mind.search.gravity_kernel.build`, but any search may have no table. ``order``
    names the square of each bit.

    A frame keeps FREE, HOT, WARM, FIRST, NEXT and KILLER as words of cells (the last three with one bit or none), and
    LEAD as the number of a bit (``size`` for none). HOT and WARM are the cells of lines with two and three stones
    missing.

    Args:
        judging: how a position at the horizon is judged: :data:`PLAIN`, :data:`QUIET` or :data:`LEARNT`.
    """
    game = LineGame(width, height, connect, False)
    full = np.uint64(game.full)
    size = width * (height + 1)
    squares = [0] * size
    for move in range(1, game.max_plies + 1):
        squares[game.bit(game.square(move)).bit_length() - 1] = move
    rings = np.array(_rings(game), np.uint64)
    across, down, rising, falling = (np.uint64(_starts(game, *way)) for way in ((1, 0), (0, 1), (1, 1), (1, -1)))
    one, zero = np.uint64(1), np.uint64(0)
    word, integer = np.uint64, np.int64
    of = (width, height, connect, "flat", judging)

    @kernel(forceinline=True)
    def missing(stones: Word, stride: int) -> Any:
        """Returns five words about all lines of one direction, each line standing at its lowest cell.

        The words mark the lines with at least one stone, the lines with one stone missing, and the lines with at least
        one stone and two, three, or more missing.
        """
        some = wants1 = wants2 = wants3 = wants4 = zero
        for j in range(connect):
            here = stones >> np.uint64(j * stride)
            some |= here
            wants4 |= wants3 & ~here
            wants3 |= wants2 & ~here
            wants2 |= wants1 & ~here
            wants1 |= ~here
        return some, wants1 & ~wants2, some & wants2 & ~wants3, some & wants3 & ~wants4, some & wants4

    @kernel(forceinline=True)
    def worth(own: Word, other: Word, stride: int, starts: Word) -> Any:
        """Returns the worth of all lines of one direction for the side to move, and the open lines."""
        my_some, my1, my2, my3, my4 = missing(own, stride)
        your_some, your1, your2, your3, your4 = missing(other, stride)
        mine, yours = starts & ~your_some, starts & ~my_some
        total = MOVER * (ONE * popcount(my1 & mine) + TWO * popcount(my2 & mine))
        total += MOVER * (THREE * popcount(my3 & mine) + MORE * popcount(my4 & mine))
        total -= WAITER * (ONE * popcount(your1 & yours) + TWO * popcount(your2 & yours))
        total -= WAITER * (THREE * popcount(your3 & yours) + MORE * popcount(your4 & yours))
        return total, mine | yours

    @kernel("int64(uint64, uint64)", *of)
    def evaluate(own: Word, mask: Word) -> Any:
        """Returns the heuristic value for the side to move, within +-8999, without regard to immediate wins."""
        other = own ^ mask
        a, open_a = worth(own, other, height + 1, across)
        b, open_b = worth(own, other, 1, down)
        c, open_c = worth(own, other, height + 2, rising)
        d, open_d = worth(own, other, height, falling)
        total = a + b + c + d
        if not open_a | open_b | open_c | open_d:
            return 0
        return 8999 * total // (_HALF + abs(total))

    @kernel(forceinline=True)
    def cells_of(lines: Word, stride: int) -> Any:
        """Returns every cell of the lines that start at the given cells."""
        cells = lines
        for j in range(1, connect):
            cells |= lines << np.uint64(j * stride)
        return cells

    @kernel(forceinline=True)
    def urgent(own: Word, other: Word, stride: int, starts: Word) -> Any:
        """Returns the five words of ``prospects`` for one direction, occupied cells included."""
        my_some, my1, my2, my3, _ = missing(own, stride)
        your_some, your1, your2, your3, _ = missing(other, stride)
        mine, yours = starts & ~your_some, starts & ~my_some
        hot, warm = cells_of(my2 & mine | your2 & yours, stride), cells_of(my3 & mine | your3 & yours, stride)
        return cells_of(my1 & mine, stride), cells_of(your1 & yours, stride), hot, warm, mine | yours

    @kernel("UniTuple(uint64, 5)(uint64, uint64)")
    def prospects(own: Word, other: Word) -> Any:
        """Returns four words of free cells and one of open lines.

        The cells complete a line of the side to move, complete a line of the other side, lie in a line of either side
        with two stones missing, and in one with three.
        """
        win_a, stop_a, hot_a, warm_a, open_a = urgent(own, other, height + 1, across)
        win_b, stop_b, hot_b, warm_b, open_b = urgent(own, other, 1, down)
        win_c, stop_c, hot_c, warm_c, open_c = urgent(own, other, height + 2, rising)
        win_d, stop_d, hot_d, warm_d, open_d = urgent(own, other, height, falling)
        free = full & ~(own | other)
        return (
            (win_a | win_b | win_c | win_d) & free,
            (stop_a | stop_b | stop_c | stop_d) & free,
            (hot_a | hot_b | hot_c | hot_d) & free,
            (warm_a | warm_b | warm_c | warm_d) & free,
            open_a | open_b | open_c | open_d,
        )

    @kernel("uint64(uint64, uint64, uint64, uint64, uint64)")
    def pick(untried: Word, first: Word, killer: Word, hot: Word, warm: Word) -> Word:
        """Returns the next move to try: the table's, the killer, then by urgency, each from the centre outwards."""
        if untried & first:
            return first
        if untried & killer:
            return killer
        group = untried & hot
        if not group:
            group = untried & warm
            if not group:
                group = untried
        ring = 0
        while not group & rings[ring]:
            ring += 1
        group &= rings[ring]
        return group & (~group + one)

    judge, save_position = build_judge(width, height, connect, False, judging, evaluate), build_frames(1).save_position

    @kernel(forceinline=True)
    def key_of(own: Word, mask: Word) -> Word:
        """Returns the key of a position in the transposition table."""
        return own * word(_OWN_FACTOR) + mask * word(_MASK_FACTOR)

    @kernel(forceinline=True)
    def enter(
        stack: Any, table: Any, network: Any, ply: int, depth_left: int, own: Word, mask: Word, alpha: int, beta: int
    ) -> tuple[bool, int]:
        """Answers a position without a search, or begins the frame of ``ply``. Returns (answered, value)."""
        # No search: at the horizon, before an immediate win, without open lines, against two threats.
        if depth_left <= 0:
            return True, judge(own, mask, network)
        win, stop, hot, warm, lines = prospects(own, own ^ mask)
        free = full & ~mask
        empty = popcount(free)
        if depth_left == 1:
            stop = zero  # the reply lies beyond the horizon
        if win:
            return True, win_value(empty)
        if empty == 1 or not lines:
            return True, 0
        if stop & (stop - one):
            return True, -win_value(empty - 1)
        # The table: the value of a search at least as deep, or a forced win.
        first = zero
        if len(table) > 0:
            data = probe(key_of(own, mask), table)
            if data:
                first = one << (data >> word(32))
                stack[ply, LEAD] = integer(data >> word(32))
                answered, value = usable(data, depth_left, empty, alpha, beta)
                if answered:
                    return True, value
        save_position(stack, ply, own, mask, alpha, beta)
        stack[ply, FREE] = integer(stop if stop else free)
        stack[ply, HOT], stack[ply, WARM] = integer(hot), integer(warm)
        stack[ply, BEST], stack[ply, LEAD], stack[ply, FIRST] = -2 * PROVEN, size, integer(first)
        return False, 0

    @kernel(forceinline=True)
    def next_move(stack: Any, ply: int) -> Word:
        """Returns the next cell to take, or 0 after the last one."""
        untried = word(stack[ply, FREE])
        if not untried:
            return zero
        first, killer = word(stack[ply, FIRST]), word(stack[ply, KILLER])
        move = pick(untried, first, killer, word(stack[ply, HOT]), word(stack[ply, WARM]))
        stack[ply, FREE], stack[ply, NEXT] = integer(untried & ~move), integer(move)
        return move

    @kernel(forceinline=True)
    def note_best(stack: Any, ply: int) -> None:
        """Makes the move tried now the LEAD."""
        stack[ply, LEAD] = lowest(word(stack[ply, NEXT]))

    @kernel(forceinline=True)
    def note_cutoff(stack: Any, ply: int) -> None:
        """Makes the LEAD the KILLER."""
        stack[ply, KILLER] = integer(one << word(stack[ply, LEAD]))

    step = build_step(enter, next_move, note_best, note_cutoff, key_of, True, judging == LEARNT, of)
    return SimpleNamespace(step=step, evaluate=evaluate, order=tuple(squares), words=1)


def _rings(game: LineGame) -> list[int]:
    """Returns the cells grouped by the number of lines through each cell, the most lines first."""
    through = {cell: sum(1 for line in game.lines if line & game.bit(cell)) for cell in game.board}
    counts = sorted(set(through.values()), reverse=True)
    return [sum(game.bit(cell) for cell, lines in through.items() if lines == count) for count in counts]


def _starts(game: LineGame, columns: int, rows: int) -> int:
    """Returns the lowest cell of every line in one direction."""
    reach = game.connect - 1
    return sum(game.bit((c, r)) for c, r in game.board if (c + columns * reach, r + rows * reach) in game.board)
