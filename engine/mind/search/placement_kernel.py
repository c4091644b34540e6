"""Depth-limited alpha-beta with an evaluation, compiled for one board without gravity: five in a row and its cousins.

The contract is that of :mod:`engine.mind.search.gravity_kernel`: the value is plain minimax's at that depth over
:func:`evaluate`.
All lines of one direction are looked at together: words say of every line at once whether it wants one more stone, two,
three or more (a unary counter of bit planes), so an evaluation takes some hundred steps, and the squares of the fullest
lines, which are tried first, come out of it as well. Where no line is open to anybody the game is drawn, and worth
nothing at any depth.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from engine.compiled import kernel
from engine.games import LineGame
from engine.mind.search import transposition_table
from engine.mind.search.gravity_kernel import (
    ALPHA,
    BEST,
    BETA,
    DEPTH,
    FIRST,
    FREE,
    KILLER,
    LEAD,
    MASK,
    NEXT,
    NODES,
    OWN,
    PLY,
    VALUE,
)
from engine.mind.search.transposition_table import EXACT, LOWER, UPPER
from engine.mind.values import PROVEN as WIN

HOT, WARM = 10, 11
"""Fields of a frame beside those of :mod:`engine.mind.search.gravity_kernel`: squares of lines that want two stones,
and three.
``FREE`` are the squares not tried yet; ``FIRST``, ``NEXT`` (the one that is tried) and ``KILLER`` are words of one bit
or none, and ``LEAD`` is the number of a bit."""

ONE, TWO, THREE, MORE = 160, 40, 9, 2
"""What an open line with a stone in it is worth that wants so many."""

MOVER, WAITER = 3, 2
"""How much the lines of the side to move count, and those of the other side: so that odd and even depths agree."""

_HALF = 150
"""The sum that is worth half a proven win."""

_SPIN, _TURN = 0xD6E8FEB86659FD93, 0xA0761D6478BD642F

Word = Any


@functools.cache
def build(width: int, height: int, connect: int) -> SimpleNamespace:  # noqa: C901
    """Compile ``step`` and ``evaluate`` for one board, or load them from the disk cache.

    As of :func:`engine.mind.search.gravity_kernel.build`; any search may go without a table. ``order``: the square of
    each bit.
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
    word, integer = numba.uint64, numba.int64
    shared = transposition_table.build()
    popcount, probe, settles, store = shared.popcount, shared.probe, shared.settles, shared.store

    @kernel(forceinline=True)
    def count(stones: Word, stride: int) -> Any:
        """Of every line in one direction, at its lowest cell: whether a stone is in it; and of those where one is,
        whether one is wanting, two, three, or more."""
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
        """What the lines of one direction are worth to the side to move; and whether any is open."""
        my_some, my1, my2, my3, my4 = count(own, stride)
        your_some, your1, your2, your3, your4 = count(other, stride)
        mine, yours = starts & ~your_some, starts & ~my_some
        total = MOVER * (ONE * popcount(my1 & mine) + TWO * popcount(my2 & mine))
        total += MOVER * (THREE * popcount(my3 & mine) + MORE * popcount(my4 & mine))
        total -= WAITER * (ONE * popcount(your1 & yours) + TWO * popcount(your2 & yours))
        total -= WAITER * (THREE * popcount(your3 & yours) + MORE * popcount(your4 & yours))
        return total, mine | yours

    @kernel(integer(word, word))
    def evaluate(own: Word, mask: Word) -> Any:
        """Opinion for the side to move, within +-8999; no look at what can be won at once."""
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
    def cells(lines: Word, stride: int) -> Any:
        """Every cell of these lines."""
        found = lines
        for j in range(1, connect):
            found |= lines << np.uint64(j * stride)
        return found

    @kernel(forceinline=True)
    def urgent(own: Word, other: Word, stride: int, starts: Word) -> Any:
        """As ``prospects``, of one direction."""
        my_some, my1, my2, my3, _ = count(own, stride)
        your_some, your1, your2, your3, _ = count(other, stride)
        mine, yours = starts & ~your_some, starts & ~my_some
        hot, warm = cells(my2 & mine | your2 & yours, stride), cells(my3 & mine | your3 & yours, stride)
        return cells(my1 & mine, stride), cells(your1 & yours, stride), hot, warm, mine | yours

    @kernel(numba.types.UniTuple(word, 5)(word, word))  # type: ignore[no-untyped-call]
    def prospects(own: Word, other: Word) -> Any:
        """Free cells that complete a line, those that complete the other side's, those of lines of either that want
        two, and three; and whether any line is open."""
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

    @kernel(word(word, word, word, word, word))
    def pick(untried: Word, first: Word, killer: Word, hot: Word, warm: Word) -> Word:
        """The move to try next: the table's, the last to cut here, then by urgency, each from the centre outwards."""
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

    @kernel(numba.boolean(numba.int64[::1], numba.int64[:, ::1], numba.uint64[:, ::1], integer))
    def step_on(job: Any, stack: Any, table: Any, budget: int) -> bool:  # noqa: C901
        """Fail-soft alpha-beta: a value <= ALPHA is an upper bound, >= BETA a lower bound, between them exact."""
        depth, ply, nodes = job[DEPTH], job[PLY], job[NODES]
        limit = nodes + budget
        own, mask = word(stack[ply, OWN]), word(stack[ply, MASK])
        alpha, beta = stack[ply, ALPHA], stack[ply, BETA]
        value: Any = integer(0)
        uses = len(table) > 0
        entering = True
        while True:
            if entering:
                if nodes >= limit:
                    job[PLY], job[NODES] = ply, nodes
                    stack[ply, OWN], stack[ply, MASK] = integer(own), integer(mask)
                    stack[ply, ALPHA], stack[ply, BETA] = alpha, beta
                    return False
                # Step 1. What needs no search: the horizon, a win at once, no line left, two threats to stop.
                nodes += 1
                known = True
                left = depth - ply
                if left <= 0:
                    value = evaluate(own, mask)
                else:
                    win, stop, hot, warm, lines = prospects(own, own ^ mask)
                    free = full & ~mask
                    empty = popcount(free)
                    if left == 1:
                        stop = zero  # it does not see the reply
                    if win:
                        value = WIN + 10 * (1 + (empty - 1) // 2)
                    elif empty == 1 or not lines:
                        value = 0
                    elif stop & (stop - one):
                        value = -(WIN + 10 * (1 + (empty - 2) // 2))
                    else:
                        # Step 2. What a search as deep said of this position, or one that saw its end.
                        known = False
                        first = zero
                        if uses:
                            data = probe(own * word(_SPIN) + mask * word(_TURN), table)
                            if data:
                                first = one << (data >> word(32))
                                stack[ply, LEAD] = integer(data >> word(32))
                                known, value = settles(data, left, empty, alpha, beta)
                        if not known:
                            stack[ply, OWN], stack[ply, MASK] = integer(own), integer(mask)
                            stack[ply, ALPHA], stack[ply, BETA] = alpha, beta
                            stack[ply, FREE] = integer(stop if stop else free)
                            stack[ply, HOT], stack[ply, WARM] = integer(hot), integer(warm)
                            stack[ply, BEST], stack[ply, LEAD], stack[ply, FIRST] = -2 * WIN, size, integer(first)
                if known:
                    if ply == 0:
                        break
                    ply -= 1
                    entering = False
                    continue
            # Step 3. A child has returned.
            elif -value > stack[ply, BEST]:
                stack[ply, BEST] = -value
                stack[ply, LEAD] = popcount(word(stack[ply, NEXT]) - one)
            # Step 4. The next move, unless this one refutes what led here.
            untried = word(stack[ply, FREE])
            if untried and stack[ply, BEST] < stack[ply, BETA]:
                best, killer = word(stack[ply, FIRST]), word(stack[ply, KILLER])
                move = pick(untried, best, killer, word(stack[ply, HOT]), word(stack[ply, WARM]))
                stack[ply, FREE], stack[ply, NEXT] = integer(untried & ~move), integer(move)
                mask = word(stack[ply, MASK])
                own = word(stack[ply, OWN]) ^ mask
                mask |= move
                alpha = -stack[ply, BETA]
                beta = -max(stack[ply, ALPHA], stack[ply, BEST])
                ply += 1
                entering = True
                continue
            # Step 5. Remember it, and back to the parent.
            value = stack[ply, BEST]
            kind = LOWER if value >= stack[ply, BETA] else EXACT if value > stack[ply, ALPHA] else UPPER
            if kind == LOWER:
                stack[ply, KILLER] = integer(one << word(stack[ply, LEAD]))
            if uses:
                key = word(stack[ply, OWN]) * word(_SPIN) + word(stack[ply, MASK]) * word(_TURN)
                store(key, depth - ply, value, kind, stack[ply, LEAD], table)
            if ply == 0:
                break
            ply -= 1
            entering = False
        job[PLY], job[NODES], job[VALUE] = 0, nodes, value
        return True

    return SimpleNamespace(step=step_on, evaluate=evaluate, order=tuple(squares))


def _rings(game: LineGame) -> list[int]:
    """The cells by how many lines pass through them, most first."""
    through = {cell: sum(1 for line in game.lines if line & game.bit(cell)) for cell in game.board}
    counts = sorted(set(through.values()), reverse=True)
    return [sum(game.bit(cell) for cell, lines in through.items() if lines == count) for count in counts]


def _starts(game: LineGame, columns: int, rows: int) -> int:
    """The lowest cell of every line in one direction."""
    reach = game.connect - 1
    return sum(game.bit((c, r)) for c, r in game.board if (c + columns * reach, r + rows * reach) in game.board)
