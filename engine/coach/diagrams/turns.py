"""Finds the positions in which a side, P, has to choose a move, after a move of P and each reply of the other, L."""

from typing import Any

import numpy as np

from engine.coach.leaf import BOARD, BOTTOM, completes
from engine.kernels import kernel

_MOST = 32  # replies of a position, at most: columns of a board
_U0, _U1 = np.uint64(0), np.uint64(1)


@kernel("int64(uint64, uint64, uint64[::1], uint64[:, ::1], uint64[:, ::1])")
def choices(p: Any, o: Any, g: Any, stack: Any, out: Any) -> Any:
    """Plays each reply of L, who is to move, and each answer of P to a threat, and fills ``out`` with the positions in
    which P has neither a line to complete nor a threat to answer. Returns their number. Games that end are left out.

    Args:
        p, o: the stones of P and L, without a line. P is not lost.
        stack: scratch uint64[n, 2].
        out: uint64[n, 2]: the stones of P and L. A position can come twice. The number is -1 if there are too many.
    """
    stack[0, 0], stack[0, 1] = p, o
    depth, many = 1, 0
    while depth:
        if max(depth, many) > len(out) - _MOST:
            return -1
        depth -= 1
        p, o = stack[depth, 0], stack[depth, 1]
        mask = p | o
        replies = (mask + g[BOTTOM]) & g[BOARD] & ~mask
        lines = completes(p, g)
        while replies != _U0:
            reply = replies & (~replies + _U1)
            replies ^= reply
            after = mask | reply
            playable = (after + g[BOTTOM]) & g[BOARD] & ~after
            if playable & lines != _U0 or playable == _U0:
                continue
            threats = completes(o | reply, g) & playable
            if threats == _U0:
                out[many, 0], out[many, 1] = p, o | reply
                many += 1
                continue
            stack[depth, 0], stack[depth, 1] = p | (threats & (~threats + _U1)), o | reply
            depth += 1
    return many
