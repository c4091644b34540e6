"""Holds the depth-limited alpha-beta search of one gravity board, with an evaluation: for levels with a horizon.

The value is exactly plain minimax's at that depth over :func:`evaluate` (fail-soft alpha-beta, where forced replies
merely skip moves with an immediate loss), so a kept tree and a fresh search agree. The features and weights of the
evaluation were measured against each other in play: threats by the parity of the row, open lines by the number of
stones, the centre.
"""

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.bitboard import centre_out, completing, popcount
from engine.games import LineGame
from engine.kernels import kernel
from engine.kernels.words import listed
from engine.mind.search.alpha_beta import (
    BEST,
    FIRST,
    FREE,
    KILLER,
    LEAD,
    NEXT,
    boards_in_frames,
    build_frames,
    build_step,
    win_value,
)
from engine.mind.search.transposition_table import table_of, usable
from engine.mind.values import PROVEN
from engine.nets.judging import LEARNT, PLAIN, build_judge

TEMPO = 12
"""The worth of being the side to move: about the gain of the next stone, which makes odd and even depths agree."""

Word = Any


@functools.cache
def build(  # noqa: C901
    width: int, height: int, connect: int, remembers: bool = False, judging: str = PLAIN, words: int = 0
) -> SimpleNamespace:
    """Returns the kernels ``step`` and ``evaluate`` of one board.

    ``step(job, stack, table, budget, network) -> bool`` continues a search by about ``budget`` positions. True: the
    value for the side to move, in 1/10,000, is in ``job[VALUE]``. :mod:`engine.mind.search.alpha_beta` describes job
    and stack. The position and the window lie in the first frame, and the game must not be over. ``table`` is a
    transposition table (:mod:`engine.mind.search.transposition_table`), shared by any number of threads, or empty
    (always empty unless the kernel ``remembers``). ``network`` holds the arrays of a network, or None unless the kernel
    judges by one.
    ``evaluate(own, mask) -> int`` is the hand-written value. ``order`` names the columns from the centre outwards.

    A frame keeps a move as a place in ``order`` (FIRST and LEAD: ``width`` for none). NEXT is the place to try next
    (-1: the place in FIRST). KILLER is the place plus one (0: none).

    Args:
        remembers: whether searches may use a transposition table; without one a search is quicker.
        judging: how a position at the horizon is judged: :data:`PLAIN`, :data:`QUIET` or :data:`LEARNT`.
        words: the words of a board; 0: as few as hold it.
    """
    stride = height + 1
    cells = width * height
    game = LineGame(width, height, connect, True)
    words = words or game.words
    boards, save_position, probe = boards_in_frames(words), build_frames(words).save_position, table_of(words).probe
    word, put, name = boards.word, boards.put, boards.name
    get = boards.get if remembers else boards.read  # both ways keep the machine code of boards of one word
    full = word(game.full)
    bottom = word(sum(1 << c * stride for c in range(width)))
    odd_rows = word(sum(1 << c * stride + r for c in range(width) for r in range(0, height, 2)))
    lines = listed(game.lines, words)
    outwards = centre_out(width)
    order = listed((((1 << height) - 1) << c * stride for c in outwards), words)
    centre = np.array([round(100 * (1 - abs(2 * c + 1 - width) / width)) for c in range(width)], np.int64)
    columns = listed((((1 << height) - 1) << c * stride for c in range(width)), words)
    tall, need = np.uint64(height), np.uint64(connect)
    across, upward = width >= connect, height >= connect
    slanted = across and upward
    one, zero = word(1), word(0)
    integer, late = np.int64, np.uint64(32)
    of = (width, height, connect, remembers, judging) + ((words,) if words > game.words else ())

    @kernel(f"{name}({name})")
    def winning(stones: Word) -> Word:
        """Returns every cell of the board that would complete a line of ``stones``."""
        return completing(stones, tall, need, across, upward, slanted) & full

    @kernel(f"int64({name}, {name})", *(of if words == 1 else ()))
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

    judge = build_judge(width, height, connect, True, judging, evaluate, words)

    @kernel(forceinline=True)
    def key_of(own: Word, mask: Word) -> Word:
        """Returns the key of a position in the transposition table."""
        return own + mask

    @kernel(forceinline=True)
    def enter(
        stack: Any, table: Any, network: Any, ply: int, depth_left: int, own: Word, mask: Word, alpha: int, beta: int
    ) -> tuple[bool, int]:
        """Answers a position without a search, or begins the frame of ``ply``. Returns (answered, value)."""
        # No search: at the horizon, before an immediate win or the last cell, against two threats.
        if depth_left <= 0:
            return True, judge(own, mask, network)
        free = (mask + bottom) & full & ~mask
        empty = cells - popcount(mask)
        if winning(own) & free:
            return True, win_value(empty)
        if empty == 1:
            return True, 0
        forced = winning(own ^ mask) & free if depth_left > 1 else zero
        if forced & (forced - one):
            return True, -win_value(empty - 1)
        # The table: the value of a search at least as deep, or a forced win.
        moves = forced if forced else free
        first: Any = width
        if remembers and len(table) > 0:
            killer = stack[ply, KILLER] - 1
            if killer >= 0 and moves & order[killer]:
                first = killer
            data = probe(key_of(own, mask), table)
            if data:
                first = integer(data >> late)
                stack[ply, LEAD] = first
                # An entry of a one-ply search may name a move which ignores a threat. Such a move is skipped.
                if first < width and not moves & order[first]:
                    first = width
                answered, value = usable(data, depth_left, empty, alpha, beta)
                if answered:
                    return True, value
        save_position(stack, ply, own, mask, alpha, beta)
        put(stack, ply, FREE, moves)
        stack[ply, BEST], stack[ply, NEXT] = -2 * PROVEN, 0
        if remembers:
            stack[ply, LEAD], stack[ply, FIRST] = width, first
            stack[ply, NEXT] = -1 if first < width else 0
        return False, 0

    @kernel(forceinline=True)
    def next_move(stack: Any, ply: int) -> Word:
        """Returns the next cell to take, the table's or the killer first, then from the centre outwards, or 0."""
        index = stack[ply, NEXT]
        first = stack[ply, FIRST] if remembers else width
        free = get(stack, ply, FREE)
        if remembers and index < 0:
            stack[ply, NEXT] = 0
            return free & order[first]
        while index < width and (index == first or free & order[index] == zero):
            index += 1
        stack[ply, NEXT] = index + 1
        return free & order[index] if index < width else zero

    @kernel(forceinline=True)
    def note_best(stack: Any, ply: int) -> None:
        """Makes the move tried now the LEAD."""
        if remembers:
            stack[ply, LEAD] = stack[ply, FIRST] if stack[ply, NEXT] == 0 else stack[ply, NEXT] - 1

    @kernel(forceinline=True)
    def note_cutoff(stack: Any, ply: int) -> None:
        """Makes the LEAD the KILLER."""
        if remembers:
            stack[ply, KILLER] = stack[ply, LEAD] + 1

    step = build_step(enter, next_move, note_best, note_cutoff, key_of, remembers, judging == LEARNT, of, words)
    named = tuple(column + 1 for column in outwards)
    return SimpleNamespace(step=step, evaluate=evaluate, order=named, words=words)
