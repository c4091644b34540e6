"""Compiles the depth-limited alpha-beta search of one gravity board, with an evaluation: for levels with a horizon.

The value is exactly plain minimax's at that depth over :func:`evaluate` (fail-soft alpha-beta; forced replies merely
skip moves with an immediate loss), so a kept tree and a fresh search agree. The features and weights of the evaluation
were measured against each other in play: threats by the parity of the row, open lines by the number of stones, the
centre.
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
from engine.mind.search.frame import (
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
    bound_kind,
    play,
    save_position,
    win_value,
)
from engine.mind.search.transposition_table import LOWER
from engine.mind.values import PROVEN
from engine.solver.bitboard import centre_out, completing, popcount

TEMPO = 12
"""The worth of being the side to move: about the gain of the next stone, so that odd and even depths agree."""

Word = Any


@functools.cache
def build(width: int, height: int, connect: int, remembers: bool = False) -> SimpleNamespace:  # noqa: C901
    """Compiles ``step`` and ``evaluate`` for one board, or loads the functions from the disk cache.

    ``step(job, stack, table, budget) -> bool`` searches on by about ``budget`` positions. True: the value for the side
    to move, in 1/10,000, is in ``job[VALUE]``. Job and stack are described in :mod:`engine.mind.search.frame`; the
    position and the window lie in the first frame, and the game must not be over. ``table`` is a transposition table,
    uint64[2^n, 2], shared by any number of threads, or empty (always empty unless the kernel ``remembers``).
    ``evaluate(own, mask) -> int`` is the heuristic value; ``order`` names the columns from the centre outwards.

    A frame keeps a move as a place in ``order`` (FIRST and LEAD: ``width`` for none); NEXT is the place to try next
    (-1: the place in FIRST); KILLER is the place plus one (0: none).

    Args:
        width: columns of the board.
        height: rows of the board.
        connect: stones in a row that win.
        remembers: whether searches may use a transposition table; without one a search is quicker.
    """
    step = height + 1
    cells = width * height
    game = LineGame(width, height, connect, True)
    full = np.uint64(game.full)
    bottom = np.uint64(sum(1 << c * step for c in range(width)))
    odd_rows = np.uint64(sum(1 << c * step + r for c in range(width) for r in range(0, height, 2)))
    lines = np.array(game.lines, np.uint64)
    outwards = centre_out(width)
    order = np.array([((1 << height) - 1) << c * step for c in outwards], np.uint64)
    centre = np.array([round(100 * (1 - abs(2 * c + 1 - width) / width)) for c in range(width)], np.int64)
    columns = np.array([((1 << height) - 1) << c * step for c in range(width)], np.uint64)
    tall, need = np.uint64(height), np.uint64(connect)
    across, upward = width >= connect, height >= connect
    slanted = across and upward
    one, zero = np.uint64(1), np.uint64(0)
    word, integer = numba.uint64, numba.int64
    shared = transposition_table.build()
    probe, usable, store = shared.probe, shared.usable, shared.store

    @kernel(word(word))
    def winning(stones: Word) -> Word:
        """Returns every cell of the board that would complete a line of ``stones``."""
        return completing(stones, tall, need, across, upward, slanted) & full

    @kernel(integer(word, word))
    def evaluate(own: Word, mask: Word) -> Any:
        """Returns the heuristic value for the side to move, within +-8999, without regard to immediate wins."""
        other = own ^ mask
        free = full & ~mask
        mine = winning(own) & free
        theirs = winning(other) & free
        # A threat right above an enemy threat is never played out.
        mine_kept, theirs_kept = mine & ~(theirs << one), theirs & ~(mine << one)
        first_moves = popcount(mask) % 2 == 0
        good_rows = odd_rows if first_moves else full & ~odd_rows
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
        """Runs fail-soft alpha-beta: a value <= ALPHA is an upper bound, >= BETA a lower bound, between them exact."""
        depth, ply, nodes = job[DEPTH], job[PLY], job[NODES]
        limit = nodes + budget
        own, mask = word(stack[ply, OWN]), word(stack[ply, MASK])
        alpha, beta = stack[ply, ALPHA], stack[ply, BETA]
        value: Any = integer(0)
        use_table = remembers and len(table) > 0
        entering = True
        while True:
            if entering:
                if nodes >= limit:
                    job[PLY], job[NODES] = ply, nodes
                    save_position(stack, ply, own, mask, alpha, beta)
                    return False
                # Step 1. No search: at the horizon, before a win at once or the last cell, against two threats.
                nodes += 1
                answered = True
                depth_left = depth - ply
                other = own ^ mask
                free = (mask + bottom) & full & ~mask
                empty = cells - popcount(mask)
                if depth_left <= 0:
                    value = evaluate(own, mask)
                elif winning(own) & free:
                    value = win_value(empty)
                elif empty == 1:
                    value = 0
                else:
                    forced = winning(other) & free if depth_left > 1 else zero
                    moves = forced if forced else free
                    if forced & (forced - one):
                        value = -win_value(empty - 1)
                    else:
                        # Step 2. The table: the value of a search at least as deep, or a forced win.
                        answered = False
                        first: Any = width
                        if use_table:
                            killer = stack[ply, KILLER] - 1
                            if killer >= 0 and moves & order[killer]:
                                first = killer
                            data = probe(own + mask, table)
                            if data:
                                first = integer(data >> word(32))
                                stack[ply, LEAD] = first
                                # A search of one ply tries moves that leave a threat standing: not so here.
                                if first < width and not moves & order[first]:
                                    first = width
                                answered, value = usable(data, depth_left, empty, alpha, beta)
                        if not answered:
                            save_position(stack, ply, own, mask, alpha, beta)
                            stack[ply, FREE] = integer(moves)
                            stack[ply, BEST], stack[ply, NEXT] = -2 * PROVEN, 0
                            if remembers:
                                stack[ply, LEAD], stack[ply, FIRST] = width, first
                                stack[ply, NEXT] = -1 if first < width else 0
                if answered:
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
                own, mask, alpha, beta = play(stack, ply, free & order[index])
                ply += 1
                entering = True
                continue
            # Step 5. Store the value, and go back to the parent.
            value = stack[ply, BEST]
            if use_table:
                kind = bound_kind(stack, ply)
                if kind == LOWER:
                    stack[ply, KILLER] = stack[ply, LEAD] + 1
                key = word(stack[ply, OWN]) + word(stack[ply, MASK])
                store(key, depth - ply, value, kind, stack[ply, LEAD], table)
            if ply == 0:
                break
            ply -= 1
            entering = False
        job[PLY], job[NODES], job[VALUE] = 0, nodes, value
        return True

    return SimpleNamespace(step=step_on, evaluate=evaluate, order=tuple(column + 1 for column in outwards))
