"""Holds the depth-limited alpha-beta search on an explicit stack, as far as the search is the same on all boards.

A search is an int64[4] job and an int64[depth + 1, frame] stack with one frame a ply, so a search stops after any
position and continues later. Words of a bitboard are kept in the frames as int64. A board of two words has the upper
halves of its boards behind the other fields (:func:`frame_words`).
"""

import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.kernels import kernel
from engine.kernels.words import halves, words_of
from engine.mind.search.transposition_table import EXACT, LOWER, UPPER, table_of
from engine.mind.values import PROVEN, STEP
from engine.nets.kernel import NETWORK

OWN, MASK, FREE, ALPHA, BETA, BEST, NEXT, FIRST, LEAD, KILLER, HOT, WARM = range(12)
"""Fields of a frame. OWN, MASK: the position. ALPHA, BETA: the window. BEST: the best value so far, LEAD: the move with
the best value. FREE: the cells still to try. NEXT: the move tried now. FIRST: the move tried first. KILLER: the last
move with a cutoff at this ply. HOT, WARM: the urgent cells (boards without gravity only). Each kernel says in
which form the frame keeps moves."""

FRAME = 12  # the number of fields of a frame
BOARDS = 3  # the first fields of a frame hold boards

DEPTH, NODES, PLY, VALUE = range(4)
"""Fields of a job: the depth in plies, the positions searched so far, the ply to continue at, the result."""


@kernel(forceinline=True)
def win_value(empty: Any) -> Any:
    """Returns the value of a win with the next stone, when ``empty`` cells are free."""
    return PROVEN + STEP * (1 + (empty - 1) // 2)


def frame_words(count: int) -> int:
    """Returns the fields of a frame of a board of ``count`` words."""
    return FRAME + (count - 1) * BOARDS


def place(frame: Any, own: int, mask: int, count: int) -> None:
    """Writes a position, of boards of ``count`` words, into the frame of an array of int64."""
    for field, board in ((OWN, own), (MASK, mask)):
        frame.view(np.uint64)[field::FRAME][:count] = halves(board, count)


def boards_in_frames(count: int) -> SimpleNamespace:
    """Returns :func:`engine.kernels.words.words_of` for boards of ``count`` words in frames."""
    return words_of(count, FRAME)


@functools.cache
def build_frames(count: int) -> SimpleNamespace:
    """Returns the helpers ``save_position`` and ``play`` of frames of boards of ``count`` words."""
    boards = boards_in_frames(count)
    get, put = boards.get, boards.put

    @kernel(forceinline=True)
    def save_position(stack: Any, ply: Any, own: Any, mask: Any, alpha: Any, beta: Any) -> None:
        """Writes a position, with the stones ``own`` of the side to move, and a window into the frame of one ply."""
        put(stack, ply, OWN, own)
        put(stack, ply, MASK, mask)
        stack[ply, ALPHA], stack[ply, BETA] = alpha, beta

    @kernel(forceinline=True)
    def play(stack: Any, ply: Any, move: Any) -> Any:
        """Returns the position after the cell ``move`` is taken at ``ply``, and the window of the search there."""
        mask = get(stack, ply, MASK)
        own = get(stack, ply, OWN) ^ mask
        return own, mask | move, -stack[ply, BETA], -max(stack[ply, ALPHA], stack[ply, BEST])

    return SimpleNamespace(save_position=save_position, play=play)


@kernel(forceinline=True)
def bound_kind(stack: Any, ply: Any) -> Any:
    """Returns the kind of the best value at ``ply``: a bound, or the exact value if it lies in the window."""
    if stack[ply, BEST] >= stack[ply, BETA]:
        return LOWER
    return EXACT if stack[ply, BEST] > stack[ply, ALPHA] else UPPER


def build_step(
    enter: Any,
    next_move: Any,
    note_best: Any,
    note_cutoff: Any,
    key_of: Any,
    remembers: bool,
    learnt: bool,
    of: tuple[object, ...],
    count: int = 1,
) -> Callable[..., bool]:
    """Returns the kernel ``step(job, stack, table, budget, network) -> bool`` from the kernels of one board.

    Args:
        enter: (stack, table, network, ply, depth_left, own, mask, alpha, beta) -> (answered, value). Either answers a
            position without a search, or begins the frame of ``ply``.
        next_move: (stack, ply) -> the next cell to take, as a word of one bit, or 0 after the last move.
        note_best: (stack, ply). Makes the move tried now the LEAD.
        note_cutoff: (stack, ply). Makes the LEAD the KILLER.
        key_of: (own, mask) -> the key of the position in the transposition table.
        remembers: whether searches may use a transposition table.
        of: what tells the kernels of this source apart, as the board.
        learnt: whether ``network`` holds the arrays of a network (:mod:`engine.nets.kernel`); else it is None.
        count: the words of a board.
    """
    network = NETWORK if learnt else "none"
    frames, boards, store = build_frames(count), boards_in_frames(count), table_of(count).store
    get, play, save_position, zero = boards.get, frames.play, frames.save_position, boards.word(0)

    @kernel(f"boolean(int64[::1], int64[:, ::1], uint64[:, ::1], int64, {network})", *of)
    def step(job: Any, stack: Any, table: Any, budget: int, network: Any) -> bool:
        """Runs fail-soft alpha-beta: a value <= ALPHA is an upper bound, >= BETA a lower bound, between them exact."""
        depth, ply, nodes = job[DEPTH], job[PLY], job[NODES]
        limit = nodes + budget
        own, mask = get(stack, ply, OWN), get(stack, ply, MASK)
        alpha, beta = stack[ply, ALPHA], stack[ply, BETA]
        value: Any = np.int64(0)
        entering = True
        while True:
            if entering:
                if nodes >= limit:
                    job[PLY], job[NODES] = ply, nodes
                    save_position(stack, ply, own, mask, alpha, beta)
                    return False
                # Step 1. A new position: answer without a search, or begin a frame.
                nodes += 1
                answered, value = enter(stack, table, network, ply, depth - ply, own, mask, alpha, beta)
                if answered:
                    if ply == 0:
                        break
                    ply -= 1
                    entering = False
                    continue
            # Step 2. A child has returned.
            elif -value > stack[ply, BEST]:
                stack[ply, BEST] = -value
                note_best(stack, ply)
            # Step 3. The next move, unless the best one refutes the move before.
            move = zero if stack[ply, BEST] >= stack[ply, BETA] else next_move(stack, ply)
            if move:
                own, mask, alpha, beta = play(stack, ply, move)
                ply += 1
                entering = True
                continue
            # Step 4. Store the value, and go back to the parent.
            value = stack[ply, BEST]
            kind = bound_kind(stack, ply)
            if kind == LOWER:
                note_cutoff(stack, ply)
            if remembers and len(table) > 0:
                key = key_of(get(stack, ply, OWN), get(stack, ply, MASK))
                store(key, depth - ply, value, kind, stack[ply, LEAD], table)
            if ply == 0:
                break
            ply -= 1
            entering = False
        job[PLY], job[NODES], job[VALUE] = 0, nodes, value
        return True

    return step  # type: ignore[no-any-return]
