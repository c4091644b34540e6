"""Changes the marks of a card until it holds in one or several positions at once.

In each of these, the roots, its own side, P, is to move. The search keeps a pool of lines: replies of the other side,
L, to the moves that the card names. A change names another cell at some turns of some lines. Each of those is played on
from the first such turn, and a change that lets lines of too much weight defeat P is taken back. When no line of the
pool defeats P, all replies are played. If some of those defeat P, they join the pool.
"""

from typing import Any

import numpy as np

from engine.bitboard import popcount
from engine.cards.making.kernel import NONE, replies_that_defeat
from engine.coach.diagrams.improve import FIRST, MORE, PATIENCE, POOL, copy_marks, draw, draw_slack, drawn
from engine.coach.diagrams.play import COUNT, LIMIT, LINES, STALE, STAMP, WORK, named
from engine.coach.leaf import BOARD, BOTTOM, HEIGHT, completes
from engine.kernels import kernel

LENGTH = 32  # the replies of a line, at most: a board of one word has no game with more
RANDOM_LINES, MANY = 500, 10_000  # drawn before all replies are played, and where those are too many
CHANGES = 30  # tries to name another cell in one step
LOOKED_AT = 3  # 2**3 lines that are looked at take as long as a position

PLAYABLE, CELL, MINE, YOURS, REPLIES = range(5)
"""Words of a turn: the playable cells and the one that the marks name, the stones of both sides, and how many replies
of the line were played before."""

ROOT, WEIGHT, LOST, TURNS, SINCE, THEN, ORDER, TOUCHED, FIELDS = range(9)
"""Rows of the numbers of lines: the root, the weight, 1 if the line defeats P, the number of turns; the turn from which
a changed card is another one, and what ``play_line`` returned for it. The last two are lists of lines: all, first those
that refused a change, and those that the change touches."""

_U0, _U1 = np.uint64(0), np.uint64(1)


@kernel(
    "int64(uint64, uint64, int64, uint64[::1], uint64[::1], boolean, uint64[::1], int64, uint64[:, ::1], int64[::1])",
    part=True,
)
def play_line(
    p: Any, o: Any, at: Any, line: Any, marks: Any, win: Any, g: Any, many: Any, turns: Any, count: Any
) -> Any:  # fmt: skip
    """Plays a line of replies (columns from 0) with P to move, and writes its turns from number ``many`` on. Returns
    the number of turns, or -1 minus this number if the line defeats P. A reply into a full column is left out, and L
    stops lines of P by itself. ``at`` replies were played before."""
    while True:
        mask = p | o
        playable = (mask + g[BOTTOM]) & g[BOARD] & ~mask
        dangers = completes(o, g)
        cell = dangers & playable
        if cell == _U0:
            cell = named(playable, marks)
            turn = turns[many]
            turn[PLAYABLE], turn[CELL], turn[MINE], turn[YOURS], turn[REPLIES] = playable, cell, p, o, np.uint64(at)
            many += 1
        if cell == _U0 or cell & (cell - _U1) != _U0:
            return -1 - many
        p |= cell
        count[WORK] += 1
        mask = p | o
        landing = (mask + g[BOTTOM]) & g[BOARD] & ~mask
        if landing == _U0:
            return -1 - many if win else many
        if dangers & landing != _U0:
            return -1 - many
        lines = completes(p, g)
        reply = lines & landing
        if reply & (reply - _U1) != _U0:
            return many
        while reply == _U0 and at < LENGTH:
            reply = landing & (((_U1 << g[HEIGHT]) - _U1) << (g[HEIGHT] + _U1) * line[at])
            at += 1
        o |= reply if reply != _U0 else landing & (~landing + _U1)
        mask = p | o
        playable = (mask + g[BOTTOM]) & g[BOARD] & ~mask
        if lines & playable != _U0:
            return many
        if playable == _U0:
            return -1 - many if win else many


@kernel(forceinline=True)
def add_line(
    root: Any, roots: Any, marks: Any, win: Any, g: Any, pool: Any, turns: Any, lines: Any, count: Any
) -> Any:  # fmt: skip
    """Lets the line behind the last one of the pool join it, and tells if it defeats P at a root."""
    number = count[LINES]
    state = play_line(
        roots[root, 0], roots[root, 1], 0, pool[number], marks, win, g, 0, turns[number], count
    )  # fmt: skip
    lost = np.int64(state < 0)
    lines[ROOT, number], lines[WEIGHT, number], lines[ORDER, number] = root, 1, number
    lines[LOST, number], lines[TURNS, number] = lost, -1 - state if lost else state
    count[LINES] += 1
    count[COUNT] += lost
    return lost


@kernel(forceinline=True)
def draw_replies(line: Any, g: Any, count: Any) -> None:
    """Draws the columns of a line."""
    for at in range(LENGTH):
        line[at] = np.uint64(draw(count) % popcount(g[BOTTOM]))


@kernel(
    "int64(int64, int64, uint64[:, ::1], uint64[::1], boolean, uint64[::1], uint64[:, ::1], uint64[:, :, ::1], "
    "int64[:, ::1], int64[::1])",
    part=True,
)
def draw_lines(
    tries: Any, root: Any, roots: Any, marks: Any, win: Any, g: Any, pool: Any, turns: Any, lines: Any, count: Any
) -> Any:  # fmt: skip
    """Draws random lines from a root, of which the first ``MORE`` that defeat P join the pool. Returns their number."""
    found = 0
    for _ in range(tries):
        draw_replies(pool[count[LINES]], g, count)
        if add_line(root, roots, marks, win, g, pool, turns, lines, count):
            found += 1
            if found == MORE:
                break
        else:
            count[LINES] -= 1
    return found


@kernel(
    "int64(uint64[:, ::1], uint64[::1], boolean, uint64[::1], uint64[::1], uint64[:, ::1], uint64[:, ::1], "
    "uint64[:, ::1], uint64[:, :, ::1], int64[:, ::1], int64[::1])",
    part=True,
)
def play_all(
    roots: Any, marks: Any, win: Any, g: Any, columns: Any, keys: Any, stack: Any, pool: Any, turns: Any, lines: Any,
    count: Any,
) -> Any:  # fmt: skip
    """Plays replies from the roots up to the first at which some defeat P: random ones at first, as they cost least,
    and then all. Those that defeat P join the pool. Returns 1 if none do at any root, 0 if some do, and -1 if the pool
    is full, or a root needs too many positions and no random replies defeat P."""
    count[STAMP] += 1
    for root in range(roots.shape[0]):
        if count[LINES] + MORE >= POOL:
            return -1
        if draw_lines(RANDOM_LINES, root, roots, marks, win, g, pool, turns, lines, count):
            return 0
        for more in range(MORE):
            for at in range(columns.shape[0] - 1, 0, -1):
                other = draw(count) % (at + 1)
                columns[at], columns[other] = columns[other], columns[at]
            line = pool[count[LINES]]
            draw_replies(line, g, count)
            state = replies_that_defeat(
                roots[root, 0], roots[root, 1], marks, win, g, columns, keys, stack, line, count
            )  # fmt: skip
            if state == NONE:
                break
            if state < 0:
                if more == 0 and not draw_lines(MANY, root, roots, marks, win, g, pool, turns, lines, count):
                    return -1
                return 0
            add_line(root, roots, marks, win, g, pool, turns, lines, count)
        if count[COUNT]:
            return 0
    return 1


@kernel("uint64(uint64[::1], uint64[:, ::1], int64, int64[::1])", part=True)
def change(marks: Any, turns: Any, many: Any, count: Any) -> Any:
    """Changes marks so that another cell is named at one turn of a line, or more. Returns the cells whose marks were
    changed."""
    changed, kinds = _U0, marks.shape[0]
    for _ in range(CHANGES):
        playable = turns[draw(count) % many, PLAYABLE]
        before, cell, mark = named(playable, marks), playable, kinds
        for _ in range(draw(count) % popcount(playable)):
            cell &= cell - _U1
        cell &= ~cell + _U1
        for kind in range(kinds):
            if marks[kind] & cell != _U0:
                mark = kind
                marks[kind] ^= cell
        to = draw(count) % (kinds + 1)
        if to < kinds:
            marks[to] |= cell
        now = named(playable, marks)
        if now != before and now != _U0:
            changed |= cell
            if draw(count) % 4:
                break
            continue
        if to < kinds:
            marks[to] ^= cell
        if mark < kinds:
            marks[mark] |= cell
    return changed


@kernel(forceinline=True)
def is_named(turns: Any, number: Any, turn: Any, changed: Any, marks: Any) -> Any:
    """Tells if the marks name the same cell as before at a turn, after a change in some cells."""
    playable = turns[number, turn, PLAYABLE]
    return playable & changed == _U0 or named(playable, marks) == turns[number, turn, CELL]


@kernel(
    "boolean(int64, uint64, uint64[::1], boolean, uint64[::1], uint64[:, ::1], uint64[:, :, ::1], int64[:, ::1], "
    "int64[::1])",
    part=True,
)
def settle(
    limit: Any, changed: Any, marks: Any, win: Any, g: Any, pool: Any, turns: Any, lines: Any, count: Any
) -> Any:  # fmt: skip
    """Plays on the lines that a change in some cells touches, first those that defeated P. Keeps what follows if the
    weight of those that defeat P stays within the limit, and tells if it does."""
    total, touched, order = count[COUNT], 0, lines[ORDER]
    for lost in range(1, -1, -1):
        for place in range(count[LINES]):
            number = order[place]
            if lines[LOST, number] != lost:
                continue
            since, many = 0, lines[TURNS, number]
            while since < many and is_named(turns, number, since, changed, marks):
                since += 1
            if since == many:
                continue
            begin = turns[number, since]
            state = play_line(
                begin[MINE], begin[YOURS], np.int64(begin[REPLIES]), pool[number], marks, win, g, since,
                turns[POOL + number], count,
            )  # fmt: skip
            lines[SINCE, number], lines[THEN, number], lines[TOUCHED, touched] = since, state, number
            touched += 1
            total += lines[WEIGHT, number] * (np.int64(state < 0) - lost)
            if total > limit:
                for at in range(place, place // 2, -1):
                    order[at] = order[at - 1]
                order[place // 2] = number
                return False
    for at in range(touched):
        number = lines[TOUCHED, at]
        state = lines[THEN, number]
        lines[LOST, number], lines[TURNS, number] = np.int64(state < 0), -1 - state if state < 0 else state
        for turn in range(lines[SINCE, number], lines[TURNS, number]):
            for word in range(REPLIES + 1):
                turns[number, turn, word] = turns[POOL + number, turn, word]
    if total < count[COUNT]:
        count[STALE] = 0
    count[COUNT] = total
    return True


@kernel(
    "boolean(uint64[:, ::1], uint64[::1], boolean, uint64[::1], uint64[::1], uint64[:, ::1], uint64[:, ::1], "
    "uint64[:, ::1], uint64[:, :, ::1], int64[:, ::1], uint64[::1], int64[::1])"
)
def search(
    roots: Any, marks: Any, win: Any, g: Any, columns: Any, keys: Any, stack: Any, pool: Any, turns: Any, lines: Any,
    old: Any, count: Any,
) -> Any:  # fmt: skip
    """Changes the marks until they hold at all roots, and tells if they do. The search ends at the limit of positions.

    Args:
        roots: uint64[n, 2]: the stones of P, who is to move, and of the other side.
        columns, keys, stack: see ``replies_that_defeat``. The columns change their order.
        pool: uint64[POOL, LENGTH], the lines.
        turns: uint64[2 * POOL, LENGTH, 5], the turns of each line, and after a change from the first one touched on.
        lines: int64[FIELDS, POOL], see :data:`ROOT`.
        old: a word for each kind of marks.
        count: see ``engine.coach.diagrams.play.WORK``.
    """
    count[LINES], count[COUNT], count[STALE] = 0, 0, 0
    for number in range(FIRST):
        draw_replies(pool[number], g, count)
        add_line(number % roots.shape[0], roots, marks, win, g, pool, turns, lines, count)
    while count[WORK] <= count[LIMIT]:
        if count[COUNT] == 0:
            state = play_all(roots, marks, win, g, columns, keys, stack, pool, turns, lines, count)
            if state != 0:
                return state > 0
            count[STALE] = 0
            continue
        number = drawn(lines[LOST], count)
        if lines[TURNS, number] == 0:
            return False  # P loses before the marks name a move
        copy_marks(marks, old)
        limit = count[COUNT] + draw_slack(count)
        changed = change(marks, turns[number], lines[TURNS, number], count)
        count[STALE] += 1
        count[WORK] += 1 + (count[LINES] >> LOOKED_AT)
        if changed == _U0 or not settle(limit, changed, marks, win, g, pool, turns, lines, count):
            copy_marks(old, marks)
        if count[STALE] > PATIENCE:
            count[STALE] = 0
            for number in range(count[LINES]):
                lines[WEIGHT, number] += lines[LOST, number]
                count[COUNT] += lines[LOST, number]
    return False
