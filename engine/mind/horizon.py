"""Depth-limited alpha-beta with an evaluation, compiled for one gravity board: what a level with a horizon sees.

The value is exactly plain minimax's at that depth over :func:`evaluate` (fail-soft alpha-beta, forced replies merely
skip moves that lose at once), so a kept tree and a fresh search agree. The evaluation's features and weights are those
measured against each other in play: threats by the parity of their row, open lines by how full they are, the centre.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from engine.compiled import kernel
from engine.games import LineGame
from engine.mind.numbers import PROVEN as WIN

TEMPO = 12
"""What it is worth to be the one to move: about what the next stone brings, so that odd and even depths agree."""

OWN, MASK, FREE, ALPHA, BETA, BEST, NEXT = range(7)
"""Fields of a frame of the explicit stack; ``stack`` is int64[depth + 1, 7]."""

Word = Any


@functools.cache
def build(width: int, height: int, connect: int) -> SimpleNamespace:  # noqa: C901
    """Compile ``search`` and ``evaluate`` for one board, or load them from the disk cache.

    ``search(own, mask, depth, alpha, beta, counts, stack) -> int``: the value for the side to move, in 1/10,000;
    ``counts[0]`` grows by the positions entered. The game must not be over. ``evaluate(own, mask) -> int``.
    """
    step = height + 1
    cells = width * height
    game = LineGame(width, height, connect, True)
    full = np.uint64(game.full)
    bottom = np.uint64(sum(1 << c * step for c in range(width)))
    odd = np.uint64(sum(1 << c * step + r for c in range(width) for r in range(0, height, 2)))
    lines = np.array(game.lines, np.uint64)
    order = np.array(
        [((1 << height) - 1) << c * step for c in sorted(range(width), key=lambda c: (abs(2 * c + 1 - width), c))],
        np.uint64,
    )
    centre = np.array([round(100 * (1 - abs(2 * c + 1 - width) / width)) for c in range(width)], np.int64)
    columns = np.array([((1 << height) - 1) << c * step for c in range(width)], np.uint64)
    one, zero = np.uint64(1), np.uint64(0)
    strides = (step - 1, step, step + 1)
    word, integer = numba.uint64, numba.int64

    @kernel(integer(word))
    def popcount(x: Word) -> Any:
        """How many bits are set."""
        count = 0
        while x:
            x &= x - one
            count += 1
        return count

    @kernel(word(word))
    def completing(stones: Word) -> Word:
        """Every cell of the board that would complete a line of ``stones``."""
        line = full
        for j in range(1, connect):
            line &= stones << np.uint64(j)
        found = line
        for stride in strides:
            for gap in range(connect):
                line = full
                for j in range(connect):
                    if j < gap:
                        line &= stones << np.uint64((gap - j) * stride)
                    elif j > gap:
                        line &= stones >> np.uint64((j - gap) * stride)
                found |= line
        return found & full

    @kernel(integer(word, word))
    def evaluate(own: Word, mask: Word) -> Any:
        """Opinion for the side to move, within +-8999; no look at what can be won at once."""
        other = own ^ mask
        free = full & ~mask
        mine = completing(own) & free
        theirs = completing(other) & free
        # A threat right above an enemy threat is never played out.
        mine_kept, theirs_kept = mine & ~(theirs << one), theirs & ~(mine << one)
        first_moves = popcount(mask) % 2 == 0
        good_rows = odd if first_moves else full & ~odd
        total = 25 * (popcount(mine_kept) - popcount(theirs_kept))
        total += 60 * (popcount(mine_kept & good_rows) - popcount(theirs_kept & (full & ~good_rows)))
        for index in range(len(lines)):
            line = lines[index]
            if line & other == zero:
                total += 3 * popcount(line & own)
            elif line & own == zero:
                total -= 3 * popcount(line & other)
        middle = 0
        for column in range(width):
            middle += centre[column] * (popcount(own & columns[column]) - popcount(other & columns[column]))
        total += 4 * middle // 100
        total += TEMPO
        return 8999 * total // (100 + abs(total))

    @kernel(integer(word, word, integer, integer, integer, numba.int64[::1], numba.int64[:, ::1]))
    def search(own: Word, mask: Word, depth: int, alpha: int, beta: int, counts: Any, stack: Any) -> Any:
        """Fail-soft alpha-beta: a value <= alpha is an upper bound, >= beta a lower bound, between them exact."""
        ply = 0
        value = 0
        entering = True
        while True:
            done = False
            if entering:
                # Step 1. What needs no search: the horizon, a win at once, the last cell, two threats to stop.
                counts[0] += 1
                done = True
                other = own ^ mask
                free = (mask + bottom) & full & ~mask
                empty = cells - popcount(mask)
                if ply >= depth:
                    value = evaluate(own, mask)
                elif completing(own) & free:
                    value = WIN + 10 * (1 + (empty - 1) // 2)
                elif empty == 1:
                    value = 0
                else:
                    forced = completing(other) & free if depth - ply > 1 else zero
                    if forced & (forced - one):
                        value = -(WIN + 10 * (1 + (empty - 2) // 2))
                    else:
                        done = False
                        stack[ply, OWN] = integer(own)
                        stack[ply, MASK] = integer(mask)
                        stack[ply, FREE] = integer(forced if forced else free)
                        stack[ply, ALPHA] = alpha
                        stack[ply, BETA] = beta
                        stack[ply, BEST] = -2 * WIN
                        stack[ply, NEXT] = 0
            else:
                # Step 2. A child has returned.
                stack[ply, BEST] = max(stack[ply, BEST], -value)
                if stack[ply, BEST] >= stack[ply, BETA]:
                    value = stack[ply, BEST]
                    done = True
            if not done:
                # Step 3. The next move, from the centre outwards.
                index = stack[ply, NEXT]
                free = word(stack[ply, FREE])
                while index < width and free & order[index] == zero:
                    index += 1
                if index < width:
                    stack[ply, NEXT] = index + 1
                    mask = word(stack[ply, MASK])
                    own = word(stack[ply, OWN]) ^ mask
                    mask |= free & order[index]
                    alpha = -stack[ply, BETA]
                    beta = -max(stack[ply, ALPHA], stack[ply, BEST])
                    ply += 1
                    entering = True
                    continue
                value = stack[ply, BEST]
            # Step 4. Back to the parent.
            if ply == 0:
                return value
            ply -= 1
            entering = False

    return SimpleNamespace(search=search, evaluate=evaluate)
