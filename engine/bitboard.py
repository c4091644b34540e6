"""Implements bit tricks on column-major boards: cells to complete a line, lines.

Bit ``column * (height + 1) + row`` (both from 0) is a cell. The top bit of each column is a guard, never set in a set
of stones. All words are uint64. All helpers are compiled into their users (``engine.kernels``), where constant
arguments fold away. A constant switches off each direction without room on the board. This also keeps every shift
below 64, as the machine demands.
"""

from typing import Any

import numpy as np

from engine.kernels import instruction, kernel

U0 = np.uint64(0)
U1 = np.uint64(1)
U2 = np.uint64(2)
U3 = np.uint64(3)
U4 = np.uint64(4)
U8 = np.uint64(8)


def centre_out(width: int) -> list[int]:
    """Returns the columns (from 0) from the middle outwards."""
    return sorted(range(width), key=lambda column: (abs(2 * column - width + 1), column))


popcount = instruction("engine.kernels.instructions", "popcount")
bit_of = instruction("engine.kernels.instructions", "bit_of")
lowest = instruction("engine.kernels.instructions", "lowest")
prefetch = instruction("engine.kernels.instructions", "prefetch")


@kernel(forceinline=True)
def completing_along(stones: Any, step: Any, connect: Any) -> Any:
    """Returns the cells that complete a line of ``stones`` along one direction, guards and occupied cells included."""
    up = stones << step
    up2 = stones << (step * U2)
    down = stones >> step
    down2 = stones >> (step * U2)
    if connect == U3:
        return (up & up2) | (up & down) | (down & down2)
    up3 = stones << (step * U3)
    down3 = stones >> (step * U3)
    if connect == U4:
        return (up & up2 & (up3 | down)) | (down & down2 & (up | down3))
    up4 = stones << (step * U4)
    down4 = stones >> (step * U4)
    return (up & up2 & ((up3 & (up4 | down)) | (down & down2))) | (down & down2 & down3 & (up | down4))


@kernel(forceinline=True)
def completing(stones: Any, height: Any, connect: Any, across: Any, upward: Any, slanted: Any) -> Any:
    """Returns the cells that complete a line of ``stones``, with guards and occupied cells not masked off. ``across``,
    ``upward`` and ``slanted`` tell whether the board has room for horizontal, vertical, diagonal lines."""
    found = stones ^ stones
    if upward:
        found = (stones << U1) & (stones << U2)
        if connect >= U4:
            found &= stones << U3
        if connect > U4:
            found &= stones << U4
    if across:
        found |= completing_along(stones, height + U1, connect)
    if slanted:
        found |= completing_along(stones, height, connect)
        found |= completing_along(stones, height + U2, connect)
    return found


@kernel(forceinline=True)
def line_along(stones: Any, step: Any, connect: Any) -> Any:
    """Returns a word other than zero if ``stones`` hold a line along one direction."""
    pairs = stones & (stones >> step)
    if connect == U3:
        return pairs & (stones >> (step * U2))
    if connect == U4:
        return pairs & (pairs >> (step * U2))
    return pairs & (pairs >> (step * U2)) & (stones >> (step * U4))


@kernel(forceinline=True)
def has_line(stones: Any, height: Any, connect: Any, across: Any, upward: Any, slanted: Any) -> Any:
    """Tests if ``stones`` (guards clear) hold a line in any direction with room, as in :func:`completing`."""
    found = stones ^ stones
    if across:
        found |= line_along(stones, height + U1, connect)
    if upward:
        found |= line_along(stones, U1, connect)
    if slanted:
        found |= line_along(stones, height, connect)
        found |= line_along(stones, height + U2, connect)
    return found != stones ^ stones
