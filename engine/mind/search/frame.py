"""Describes the explicit stack of the compiled depth-limited searches, with the steps common to all boards.

A search is an int64[4] job and an int64[depth + 1, FRAME] stack with one frame a ply, so a search stops after any
position and goes on later. Words of a bitboard are kept in the frames as int64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compiled import kernel
from engine.mind.search.transposition_table import EXACT, LOWER, UPPER
from engine.mind.values import PROVEN, STEP

OWN, MASK, FREE, ALPHA, BETA, BEST, NEXT, FIRST, LEAD, KILLER, HOT, WARM = range(12)
"""Fields of a frame. OWN, MASK: the position. ALPHA, BETA: the window. BEST: the best value so far, LEAD: the move with
the best value. FREE: the cells still to try. NEXT: the move tried now. FIRST: the move tried first. KILLER: the last
move with a cutoff at this ply. HOT, WARM: the urgent cells (boards without gravity only). Each kernel says in
which form the frame keeps moves."""

FRAME = 12
"""The number of fields of a frame."""

DEPTH, NODES, PLY, VALUE = range(4)
"""Fields of a job: the depth in plies, the positions searched so far, the ply to go on at, the result."""


@kernel(forceinline=True)
def win_value(empty: Any) -> Any:
    """Returns the value of a win with the next stone, when ``empty`` cells are free."""
    return PROVEN + STEP * (1 + (empty - 1) // 2)


@kernel(forceinline=True)
def save_position(stack: Any, ply: Any, own: Any, mask: Any, alpha: Any, beta: Any) -> None:
    """Writes a position and a window into the frame of one ply.

    Args:
        stack: the frames.
        ply: the frame to write.
        own: stones of the side to move.
        mask: all stones.
        alpha: the lower end of the window.
        beta: the upper end of the window.
    """
    stack[ply, OWN], stack[ply, MASK] = np.int64(own), np.int64(mask)
    stack[ply, ALPHA], stack[ply, BETA] = alpha, beta


@kernel(forceinline=True)
def play(stack: Any, ply: Any, move: Any) -> Any:
    """Returns the position after the cell ``move`` is taken at ``ply``, and the window of the search there."""
    mask = np.uint64(stack[ply, MASK])
    own = np.uint64(stack[ply, OWN]) ^ mask
    return own, mask | move, -stack[ply, BETA], -max(stack[ply, ALPHA], stack[ply, BEST])


@kernel(forceinline=True)
def bound_kind(stack: Any, ply: Any) -> Any:
    """Returns the kind of the best value at ``ply``: a bound, or the exact value if the value lies in the window."""
    if stack[ply, BEST] >= stack[ply, BETA]:
        return LOWER
    return EXACT if stack[ply, BEST] > stack[ply, ALPHA] else UPPER
