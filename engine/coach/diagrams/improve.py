"""Changes the marks of a diagram until no line of play defeats them.

The search keeps a pool of lines: replies of the other side, L. It changes one mark after the other so that fewer lines
of the pool defeat the side, P. When none does, all replies are played. If some of those defeat P, they join the pool.
"""

from typing import Any

import numpy as np

from engine.bitboard import popcount
from engine.coach.diagrams.play import (
    COUNT,
    LIMIT,
    LINES,
    LOST,
    RANDOM,
    SEED,
    STALE,
    STAMP,
    TREE,
    WORK,
    answer,
    escape,
    named,
)  # fmt: skip
from engine.coach.leaf import BOARD, BOTTOM, HEIGHT, completes
from engine.kernels import kernel
from engine.kernels.words import low_half

POOL, LENGTH = 4096, 24  # the lines of the pool, and the replies of a line
FIRST, MORE = 64, 4  # random lines at first, and lines that join after all replies were played
PATIENCE = 60  # changes without a better count, after which the lines that are left weigh more
COOLING = 0.1353352832366127  # exp(-2): the share of changes that may let one more line of the pool defeat P

_U0, _U1 = np.uint64(0), np.uint64(1)
_SPAN = 2147483648.0  # random numbers are below


@kernel(forceinline=True)
def draw(count: Any) -> Any:
    """Returns a random number of 31 bits."""
    word = np.uint64(count[RANDOM])
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    count[RANDOM] = np.int64(word)
    return np.int64(word >> np.uint64(33))


@kernel("boolean(word, word, word[::1], uint64[::1], boolean, word[::1], word[:, ::1], int64[::1])", part=True)
def defeats(p: Any, o: Any, marks: Any, line: Any, win: Any, g: Any, turns: Any, count: Any) -> Any:
    """Plays a line of replies (columns from 0), and tests if it defeats P. A reply into a full column is left out, and
    L stops lines of P by itself. The positions where the marks named a move go to ``turns``, their number to its last
    row."""
    many, at, lost = 0, 0, False
    step = g[HEIGHT] + _U1
    while True:
        count[WORK] += 1
        mask = p | o
        landing = (mask + g[BOTTOM]) & g[BOARD] & ~mask
        if landing == _U0:
            lost = win
            break
        if completes(o, g) & landing != _U0:
            lost = True
            break
        lines = completes(p, g)
        reply = lines & landing
        if reply & (reply - _U1) != _U0:
            break
        while reply == _U0 and at < LENGTH:
            reply = landing & (((_U1 << g[HEIGHT]) - _U1) << step * line[at])
            at += 1
        o |= reply if reply != _U0 else landing & (~landing + _U1)
        mask = p | o
        playable = (mask + g[BOTTOM]) & g[BOARD] & ~mask
        if lines & playable != _U0:
            break
        if playable == _U0:
            lost = win
            break
        threats = completes(o, g) & playable
        if threats == _U0:
            turns[many, 0], turns[many, 1] = p, o
            many += 1
        cell = answer(o, playable, marks, g)
        if cell == _U0:
            lost = True
            break
        p |= cell
    turns[turns.shape[0] - 1, 0] = np.uint64(many)
    return lost


@kernel(forceinline=True)
def draw_replies(line: Any, g: Any, count: Any) -> Any:
    """Draws the columns of a line."""
    for at in range(LENGTH):
        line[at] = np.uint64(draw(count) % popcount(g[BOTTOM]))


@kernel(
    "boolean(word, word, word[::1], boolean, word[::1], word[:, ::1], float64[::1], word[:, "
    "::1], float64[::1], int64[::1], uint64[::1])",
    part=True,
)
def draw_line(
    p: Any, o: Any, marks: Any, win: Any, g: Any, keys: Any, values: Any, stack: Any, totals: Any, count: Any, line: Any
) -> Any:
    """Draws a line that defeats the marks, by the chances in the table of :func:`escape`."""
    step = np.int64(low_half(g[HEIGHT])) + 1
    draw_replies(line, g, count)
    at = 0
    while True:
        mask = p | o
        landing = (mask + g[BOTTOM]) & g[BOARD] & ~mask
        if landing == _U0 or completes(o, g) & landing != _U0:
            return True
        lines = completes(p, g)
        weight, chosen, then = 0.0, _U0, _U0
        rest = landing
        while rest != _U0:
            reply = rest & (~rest + _U1)
            rest ^= reply
            after = mask | reply
            playable = (after + g[BOTTOM]) & g[BOARD] & ~after
            if playable == _U0 or lines & playable != _U0:
                continue
            cell = answer(o | reply, playable, marks, g)
            chance = LOST
            if cell != _U0:
                chance = escape(p | cell, o | reply, marks, win, False, g, keys, values, stack, totals, count)
            weight += chance
            if chance > 0.0 and np.float64(draw(count)) * weight <= chance * _SPAN:
                chosen, then = reply, cell
        if chosen == _U0:
            return False
        if lines & landing == _U0 and at < LENGTH:
            line[at] = np.uint64(popcount(chosen - _U1) // step)
            at += 1
        if then == _U0:
            return True
        o |= chosen
        p |= then


@kernel(
    "int64(word, word, word[::1], boolean, word[::1], uint64[:, ::1], int64[::1], boolean[::1], "
    "int64, word[:, ::1], int64[::1])",
    part=True,
)
def weigh(
    p: Any, o: Any, marks: Any, win: Any, g: Any, pool: Any, weights: Any, lost: Any, limit: Any, turns: Any, count: Any
) -> Any:
    """Returns the weight of the lines that defeat P, and marks those, or a larger number than ``limit``."""
    total = np.int64(0)
    for number in range(count[LINES]):
        lost[number] = defeats(p, o, marks, pool[number], win, g, turns, count)
        if lost[number]:
            total += weights[number]
            if total > limit:
                break
    return total


@kernel(forceinline=True)
def add_lines(
    more: Any, p: Any, o: Any, marks: Any, win: Any, g: Any, pool: Any, weights: Any, lost: Any, turns: Any, count: Any
) -> Any:
    """Adds the lines that were drawn into the pool, and weighs all."""
    for _ in range(more):
        weights[count[LINES]] = 1
        count[LINES] += 1
    count[COUNT] = weigh(p, o, marks, win, g, pool, weights, lost[0], 1 << 60, turns, count)
    count[STALE] = 0


@kernel(forceinline=True)
def drawn(lost: Any, count: Any) -> Any:
    """Returns the number of a line that defeats the marks."""
    number = draw(count) % count[LINES]
    while not lost[number]:
        number = (number + 1) % count[LINES]
    return number


@kernel("boolean(word[::1], word[:, ::1], word[::1], int64[::1])", part=True)
def change(marks: Any, turns: Any, g: Any, count: Any) -> Any:
    """Changes some marks so that another move is named at a turn of a line, and tells if one is."""
    many, changed = np.int64(low_half(turns[turns.shape[0] - 1, 0])), False
    for _ in range(30):
        turn = draw(count) % many
        mask = turns[turn, 0] | turns[turn, 1]
        playable = (mask + g[BOTTOM]) & g[BOARD] & ~mask
        before, cell = named(playable, marks), playable
        for _ in range(draw(count) % popcount(playable)):
            cell &= cell - _U1
        cell &= ~cell + _U1
        kinds = marks.shape[0]
        for number in range(kinds):
            marks[number] &= ~cell
        to = draw(count) % (kinds + 1)
        if to < kinds:
            marks[to] |= cell
        now = named(playable, marks)
        if now != before and now != _U0:
            changed = True
            if draw(count) % 4:
                break
    return changed


@kernel(forceinline=True)
def draw_slack(count: Any) -> Any:
    """Draws by how much a change may raise the weight: each further one has the chance ``COOLING``."""
    left, share, slack = (draw(count) + 1.0) / (_SPAN + 1.0), COOLING, np.int64(0)
    while left <= share:
        slack += 1
        share *= COOLING
    return slack


@kernel(forceinline=True)
def copy_marks(marks: Any, to: Any) -> None:
    """Copies the words of a diagram."""
    for number in range(marks.shape[0]):
        to[number] = marks[number]


@kernel(forceinline=True)
def settle(marks: Any, old: Any, now: Any, limit: Any, weights: Any, lost: Any, count: Any) -> Any:
    """Keeps changed marks whose weight is within the limit, and else the old ones. Without progress, the lines that
    are left weigh more."""
    count[STALE] += 1
    if now <= limit:
        if now < count[COUNT]:
            count[STALE] = 0
        count[COUNT] = now
        for number in range(count[LINES]):
            lost[0, number] = lost[1, number]
    else:
        copy_marks(old, marks)
    if count[STALE] > PATIENCE:
        count[STALE] = 0
        for number in range(count[LINES]):
            weights[number] += lost[0, number]
            count[COUNT] += lost[0, number]


@kernel(
    "boolean(word, word, word[::1], boolean, word[::1], word[:, ::1], float64[::1], word[:, "
    "::1], float64[::1], uint64[:, ::1], int64[::1], boolean[:, ::1], word[:, ::1], word[::1], "
    "int64[::1])"
)
def improve(
    p: Any, o: Any, marks: Any, win: Any, g: Any, keys: Any, values: Any, stack: Any, totals: Any, pool: Any,
    weights: Any, lost: Any, turns: Any, old: Any, count: Any,
) -> Any:  # fmt: skip
    """Changes the marks until no line of play defeats them, and tells if that is so. L is to move, and neither side has
    a line. The search ends at the limit of positions, and goes on in the next call with the same arguments.

    Args:
        pool, weights: uint64[POOL, LENGTH] and int64[POOL]: the lines.
        lost: boolean[2, POOL]: the lines that defeat P, with the marks and with changed marks.
        turns, old: scratch uint64[64, 2] and a word for each kind of marks.
        count: see :data:`WORK`.
    """
    if count[SEED]:
        count[SEED] = 0
        for number in range(FIRST):
            draw_replies(pool[number], g, count)
        add_lines(FIRST, p, o, marks, win, g, pool, weights, lost, turns, count)
    while count[WORK] <= count[LIMIT] and count[TREE]:
        if count[COUNT] == 0:
            # Step 1. No line of the pool defeats the marks: all replies are played.
            count[STAMP] += 1
            chance = escape(p, o, marks, win, False, g, keys, values, stack, totals, count)
            if chance == 0.0:
                return True
            if chance > 1.0 or count[LINES] + MORE > POOL:
                count[TREE] = 0
                return False
            for number in range(MORE):
                draw_line(p, o, marks, win, g, keys, values, stack, totals, count, pool[count[LINES] + number])
            add_lines(MORE, p, o, marks, win, g, pool, weights, lost, turns, count)
            continue
        # Step 2. A change at one of the turns of a line that defeats the marks.
        defeats(p, o, marks, pool[drawn(lost[0], count)], win, g, turns, count)
        if turns[turns.shape[0] - 1, 0] == _U0:
            count[TREE] = 0  # P loses before the marks name a move
            return False
        copy_marks(marks, old)
        limit = count[COUNT] + draw_slack(count)
        now = np.int64(1 << 60)
        if change(marks, turns, g, count):
            now = weigh(p, o, marks, win, g, pool, weights, lost[1], limit, turns, count)
        settle(marks, old, now, limit, weights, lost, count)
    return False
