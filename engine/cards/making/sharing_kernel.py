"""Changes the marks of a card until it holds in several positions at once: the coach's search with more than one root.

Every root has its own side, P, to move, so the card names the first move as well. Each line of the pool belongs to one
root. Everything else is as in ``engine.coach.diagrams.improve``.
"""

from typing import Any

import numpy as np

from engine.coach.diagrams.improve import (
    FIRST,
    MORE,
    POOL,
    change,
    copy_marks,
    defeats,
    draw_line,
    draw_replies,
    draw_slack,
    drawn,
    settle,
)
from engine.coach.diagrams.play import COUNT, LIMIT, LINES, STALE, STAMP, WORK, answer, escape
from engine.coach.leaf import BOARD, BOTTOM, completes
from engine.kernels import kernel

SOME, MANY = 64, 10_000  # random lines drawn before all replies are played, and where those are too many

_U0 = np.uint64(0)


@kernel(forceinline=True)
def first_move(p: Any, o: Any, marks: Any, g: Any) -> Any:
    """Returns the move of P at a root, or 0."""
    mask = p | o
    return answer(o, (mask + g[BOTTOM]) & g[BOARD] & ~mask, marks, g)


@kernel(
    "boolean(uint64, uint64, uint64[::1], uint64[::1], boolean, uint64[::1], uint64[:, ::1], int64[::1])", part=True
)
def fails(p: Any, o: Any, marks: Any, line: Any, win: Any, g: Any, turns: Any, count: Any) -> Any:
    """Plays a line from a root as ``defeats`` does from a position with the other side to move."""
    mask, last = p | o, turns.shape[0] - 1
    free = completes(o, g) & (mask + g[BOTTOM]) & g[BOARD] & ~mask == _U0
    begin = 0
    if free:
        turns[0, 0], turns[0, 1], begin = p, o, 1
    cell = first_move(p, o, marks, g)
    if cell == _U0:
        turns[last, 0] = np.uint64(begin)
        return True
    lost = defeats(p | cell, o, marks, line, win, g, turns[begin:], count)
    turns[last, 0] += np.uint64(begin)
    return lost


@kernel(
    "int64(uint64[:, ::1], uint64[::1], boolean, uint64[::1], uint64[:, ::1], int64[::1], int64[::1], "
    "boolean[::1], int64, uint64[:, ::1], int64[::1])",
    part=True,
)
def weigh(
    roots: Any, marks: Any, win: Any, g: Any, pool: Any, owner: Any, weights: Any, lost: Any, limit: Any, turns: Any,
    count: Any,
) -> Any:  # fmt: skip
    """Returns the weight of the lines that defeat P, and marks those, or a larger number than ``limit``."""
    total = np.int64(0)
    for number in range(count[LINES]):
        root = owner[number]
        lost[number] = fails(roots[root, 0], roots[root, 1], marks, pool[number], win, g, turns, count)
        if lost[number]:
            total += weights[number]
            if total > limit:
                break
    return total


@kernel(
    "int64(int64, uint64, uint64, int64, uint64[::1], boolean, uint64[::1], uint64[:, ::1], int64[::1], int64[::1], "
    "uint64[:, ::1], int64[::1])",
    part=True,
)
def draw_defeats(
    tries: Any, p: Any, o: Any, root: Any, marks: Any, win: Any, g: Any, pool: Any, owner: Any, weights: Any,
    turns: Any, count: Any,
) -> Any:  # fmt: skip
    """Draws random lines from a root, and adds the first ``MORE`` that defeat P to the pool. Returns their number."""
    found = 0
    for _ in range(tries):
        number = count[LINES]
        draw_replies(pool[number], g, count)
        if fails(p, o, marks, pool[number], win, g, turns, count):
            owner[number], weights[number] = root, 1
            count[LINES] += 1
            found += 1
            if found == MORE:
                break
    return found


@kernel(
    "int64(uint64[:, ::1], uint64[::1], boolean, uint64[::1], uint64[:, ::1], float64[::1], uint64[:, "
    "::1], float64[::1], uint64[:, ::1], int64[::1], int64[::1], uint64[:, ::1], int64[::1])"
)
def play_all(
    roots: Any, marks: Any, win: Any, g: Any, keys: Any, values: Any, stack: Any, totals: Any, pool: Any, owner: Any,
    weights: Any, turns: Any, count: Any,
) -> Any:  # fmt: skip
    """Plays replies from the roots up to the first at which some defeat P: random ones at first, as they cost least,
    and then all. Those that defeat P join the pool. Returns 1 if none do at any root, 0 if some do, and -1 if the pool
    is full, or a root needs too many positions and no random replies defeat P."""
    count[STAMP] += 1
    for root in range(roots.shape[0]):
        p, o = roots[root, 0], roots[root, 1]
        if count[LINES] + MORE > POOL:
            return -1
        if draw_defeats(SOME, p, o, root, marks, win, g, pool, owner, weights, turns, count):
            return 0
        cell = first_move(p, o, marks, g)
        chance = escape(p | cell, o, marks, win, False, g, keys, values, stack, totals, count)
        if chance == 0.0:
            continue
        if chance > 1.0:
            found = draw_defeats(MANY, p, o, root, marks, win, g, pool, owner, weights, turns, count)
            return 0 if found else -1
        for _ in range(MORE):
            number = count[LINES]
            draw_line(p | cell, o, marks, win, g, keys, values, stack, totals, count, pool[number])
            owner[number], weights[number] = root, 1
            count[LINES] += 1
        return 0
    return 1


@kernel(
    "boolean(uint64[:, ::1], uint64[::1], boolean, uint64[::1], uint64[:, ::1], float64[::1], uint64[:, "
    "::1], float64[::1], uint64[:, ::1], int64[::1], int64[::1], boolean[:, ::1], uint64[:, ::1], "
    "uint64[::1], int64[::1])"
)
def improve_for_all(
    roots: Any, marks: Any, win: Any, g: Any, keys: Any, values: Any, stack: Any, totals: Any, pool: Any, owner: Any,
    weights: Any, lost: Any, turns: Any, old: Any, count: Any,
) -> Any:  # fmt: skip
    """Changes the marks until they hold at all roots, and tells if they do. The search ends at the limit of positions.

    Args:
        roots: uint64[n, 2]: the stones of P, who is to move, and of the other side.
        owner: int64[POOL]: the root of each line.
    """
    for number in range(FIRST):
        draw_replies(pool[number], g, count)
        owner[number], weights[number] = number % roots.shape[0], 1
    count[LINES] = FIRST
    count[COUNT] = weigh(roots, marks, win, g, pool, owner, weights, lost[0], 1 << 60, turns, count)
    while count[WORK] <= count[LIMIT]:
        if count[COUNT] == 0:
            state = play_all(roots, marks, win, g, keys, values, stack, totals, pool, owner, weights, turns, count)
            if state != 0:
                return state > 0
            count[COUNT] = weigh(roots, marks, win, g, pool, owner, weights, lost[0], 1 << 60, turns, count)
            count[STALE] = 0
            continue
        number = drawn(lost[0], count)
        root = owner[number]
        fails(roots[root, 0], roots[root, 1], marks, pool[number], win, g, turns, count)
        if turns[turns.shape[0] - 1, 0] == _U0:
            return False
        copy_marks(marks, old)
        limit = count[COUNT] + draw_slack(count)
        now = np.int64(1 << 60)
        if change(marks, turns, g, count):
            now = weigh(roots, marks, win, g, pool, owner, weights, lost[1], limit, turns, count)
        settle(marks, old, now, limit, weights, lost, count)
    return False
