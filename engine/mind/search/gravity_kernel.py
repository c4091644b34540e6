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
from engine.mind.search import transposition_table
from engine.mind.search.transposition_table import EXACT, LOWER, UPPER
from engine.mind.values import PROVEN as WIN

TEMPO = 12
"""What it is worth to be the one to move: about what the next stone brings, so that odd and even depths agree."""

OWN, MASK, FREE, ALPHA, BETA, BEST, NEXT, FIRST, LEAD, KILLER = range(10)
"""Fields of a frame of the explicit stack. ``FIRST`` is the place in the order of the move that is tried first (the
width: none), ``LEAD`` that of the best so far, ``NEXT`` the place that comes next (-1: the first one's), ``KILLER``
one more than that of the last move that cut at this ply."""

FRAME = 12
"""Fields of a frame of any kernel: this one's, and two that others have use for."""

DEPTH, NODES, PLY, VALUE = range(4)
"""Fields of a job beside its stack: plies that it looks ahead, positions so far, where it stands, its result."""

Word = Any


@functools.cache
def build(width: int, height: int, connect: int, remembers: bool = False) -> SimpleNamespace:  # noqa: C901
    """Compile ``step`` and ``evaluate`` for one board, or load them from the disk cache; a search that never
    ``remembers`` is quicker.

    ``step(job, stack, table, budget) -> bool`` searches on by about ``budget`` positions; True when the value for the
    side to move, in 1/10,000, is in ``job[VALUE]``. The job is int64[4]; its position and window lie in the first row
    of ``stack``, int64[depth + 1, FRAME], and its game must not be over. ``table`` is uint64[2^n, 2] of opinions,
    shared by any number of threads, or empty (always, unless the kernel ``remembers``). ``evaluate(own, mask) -> int``.
    ``order``: the columns from the centre outwards.
    """
    step = height + 1
    cells = width * height
    game = LineGame(width, height, connect, True)
    full = np.uint64(game.full)
    bottom = np.uint64(sum(1 << c * step for c in range(width)))
    odd = np.uint64(sum(1 << c * step + r for c in range(width) for r in range(0, height, 2)))
    lines = np.array(game.lines, np.uint64)
    outwards = sorted(range(width), key=lambda c: (abs(2 * c + 1 - width), c))
    order = np.array([((1 << height) - 1) << c * step for c in outwards], np.uint64)
    centre = np.array([round(100 * (1 - abs(2 * c + 1 - width) / width)) for c in range(width)], np.int64)
    columns = np.array([((1 << height) - 1) << c * step for c in range(width)], np.uint64)
    one, zero = np.uint64(1), np.uint64(0)
    strides = (step - 1, step, step + 1)
    word, integer = numba.uint64, numba.int64
    shared = transposition_table.build()
    popcount, probe, settles, store = shared.popcount, shared.probe, shared.settles, shared.store

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

    @kernel(numba.boolean(numba.int64[::1], numba.int64[:, ::1], numba.uint64[:, ::1], integer))
    def step_on(job: Any, stack: Any, table: Any, budget: int) -> bool:  # noqa: C901
        """Fail-soft alpha-beta: a value <= ALPHA is an upper bound, >= BETA a lower bound, between them exact."""
        depth, ply, nodes = job[DEPTH], job[PLY], job[NODES]
        limit = nodes + budget
        own, mask = word(stack[ply, OWN]), word(stack[ply, MASK])
        alpha, beta = stack[ply, ALPHA], stack[ply, BETA]
        value: Any = integer(0)
        uses = remembers and len(table) > 0
        entering = True
        while True:
            if entering:
                if nodes >= limit:
                    job[PLY], job[NODES] = ply, nodes
                    stack[ply, OWN], stack[ply, MASK] = integer(own), integer(mask)
                    stack[ply, ALPHA], stack[ply, BETA] = alpha, beta
                    return False
                # Step 1. What needs no search: the horizon, a win at once, the last cell, two threats to stop.
                nodes += 1
                known = True
                left = depth - ply
                other = own ^ mask
                free = (mask + bottom) & full & ~mask
                empty = cells - popcount(mask)
                if left <= 0:
                    value = evaluate(own, mask)
                elif completing(own) & free:
                    value = WIN + 10 * (1 + (empty - 1) // 2)
                elif empty == 1:
                    value = 0
                else:
                    forced = completing(other) & free if left > 1 else zero
                    if forced & (forced - one):
                        value = -(WIN + 10 * (1 + (empty - 2) // 2))
                    else:
                        # Step 2. What a search as deep said of this position, or one that saw its end.
                        known = False
                        first: Any = width
                        if uses:
                            killer = stack[ply, KILLER] - 1
                            if killer >= 0 and (forced if forced else free) & order[killer]:
                                first = killer
                            data = probe(own + mask, table)
                            if data:
                                first = integer(data >> word(32))
                                stack[ply, LEAD] = first
                                # A search of one ply tries moves that leave a threat standing: not so here.
                                if first < width and not (forced if forced else free) & order[first]:
                                    first = width
                                known, value = settles(data, left, empty, alpha, beta)
                        if not known:
                            stack[ply, OWN], stack[ply, MASK] = integer(own), integer(mask)
                            stack[ply, ALPHA], stack[ply, BETA] = alpha, beta
                            stack[ply, FREE] = integer(forced if forced else free)
                            stack[ply, BEST], stack[ply, NEXT] = -2 * WIN, 0
                            if remembers:
                                stack[ply, LEAD], stack[ply, FIRST] = width, first
                                stack[ply, NEXT] = -1 if first < width else 0
                if known:
                    if ply == 0:
                        break
                    ply -= 1
                    entering = False
                    continue
            # Step 3. A child has returned.
            elif -value > stack[ply, BEST]:
                stack[ply, BEST] = -value
                if remembers:
                    stack[ply, LEAD] = stack[ply, FIRST] if stack[ply, NEXT] == 0 else stack[ply, NEXT] - 1
            # Step 4. The next move: the table's, then from the centre outwards.
            index = stack[ply, NEXT]
            first = stack[ply, FIRST] if remembers else width
            free = word(stack[ply, FREE])
            if stack[ply, BEST] >= stack[ply, BETA]:
                index = width
            elif remembers and index < 0:
                index = first
                stack[ply, NEXT] = 0
            else:
                while index < width and (index == first or free & order[index] == zero):
                    index += 1
                stack[ply, NEXT] = index + 1
            if index < width:
                mask = word(stack[ply, MASK])
                own = word(stack[ply, OWN]) ^ mask
                mask |= free & order[index]
                alpha = -stack[ply, BETA]
                beta = -max(stack[ply, ALPHA], stack[ply, BEST])
                ply += 1
                entering = True
                continue
            # Step 5. Remember it, and back to the parent.
            value = stack[ply, BEST]
            if uses:
                kind = LOWER if value >= stack[ply, BETA] else EXACT if value > stack[ply, ALPHA] else UPPER
                key = word(stack[ply, OWN]) + word(stack[ply, MASK])
                if kind == LOWER:
                    stack[ply, KILLER] = stack[ply, LEAD] + 1
                store(key, depth - ply, value, kind, stack[ply, LEAD], table)
            if ply == 0:
                break
            ply -= 1
            entering = False
        job[PLY], job[NODES], job[VALUE] = 0, nodes, value
        return True

    return SimpleNamespace(step=step_on, evaluate=evaluate, order=tuple(column + 1 for column in outwards))
