"""Orders the moves of early positions by what a learnt network believes, on boards whose network ships.

The network has learnt from games against itself (``engine.workshop.learn``). Early positions have few nodes and the
most costly trees, so the network is asked there alone: its time does not count, and its order saves two thirds of the
nodes from the empty board of 7x6 (a third of begin-hard, first 8). The order by winning cells and columns still counts:
by the network alone, different moves lead to the same positions less often (nodes on begin-hard, first 8: 1.23).
"""

import functools
from typing import Any

import numpy as np

from engine.bitboard import U0, U1, U8
from engine.games import GameError, LineGame
from engine.kernels import kernel
from engine.nets import kernel as nets
from engine.nets.layout import Compiled
from engine.nets.net import Net
from engine.nets.shipped import ordering_net
from engine.solver.memory import C_INFO, C_MASK, C_OWN, HEAD, layout

PLACE = 5  # the weight of one place further behind in the order by winning cells, in 32nds of a sum of one


def learnt_plies(width: int, height: int) -> int:
    """Returns the number of plies whose moves the network orders: a third of the cells."""
    return width * height // 3


@functools.cache
def shipped_network(width: int, height: int, connect: int) -> Compiled | None:
    """Returns the network of the package for a board. None: no network ships, or the file cannot be used."""
    game = LineGame(width, height, connect, True)
    net = ordering_net(game)
    return Compiled(game, net) if net else None


def network_for(width: int, height: int, connect: int, net: Net | None) -> Compiled | None:
    """Returns ``net`` ready for the kernel, or for None the network of the package, if one ships. Raises GameError if
    the network is for a board of another size, or too large."""
    if net is None:
        return shipped_network(width, height, connect)
    if (net.shape.width, net.shape.height) != (width, height):
        raise GameError(f"the network is for {net.shape.width}x{net.shape.height}, the board is {width}x{height}")
    return Compiled(LineGame(width, height, connect, True), net)


@functools.cache
def build(width: int, height: int, connect: int, learnt: bool, words: int = 0) -> Any:
    """Returns the kernel ``reorder(memory, slots, count, ply, network)`` of one board. ``words`` are the words of
    the board (0: as few as hold it).

    ``reorder`` sorts the ``count`` children of a frame at ``ply``, from the word ``slots`` of ``memory`` on. Without
    ``learnt``, ``network`` is None and the order stays.
    """
    if not learnt:
        return _keep

    held = layout(width, height, words)
    child, get = held.child, held.children.get
    total = nets.build(width, height, connect, True, held.words).total

    @kernel(f"void(uint64[::1], uint64, uint64, int64, {nets.NETWORK})")
    def reorder(memory: Any, slots: Any, count: Any, ply: Any, network: Any) -> None:
        behind = np.int64(network[4][nets.UNIT]) * PLACE >> 5
        for index in range(count):
            at = slots + np.uint64(index) * child
            # For the side to move at the frame: a child after an odd number of plies is the other side's.
            flip = (np.int64(memory[at + C_INFO] >> U8) - ply) & 1
            value = total(get(memory, at + C_OWN), get(memory, at + C_MASK), network)
            score = (-value if flip else value) - index * behind
            place = np.uint64(index)
            while place > U0 and np.int64(memory[HEAD + place - U1]) < score:
                memory[HEAD + place] = memory[HEAD + place - U1]
                low, high = slots + (place - U1) * child, slots + place * child
                for field in range(child):
                    swapped = memory[low + field]
                    memory[low + field] = memory[high + field]
                    memory[high + field] = swapped
                place -= U1
            memory[HEAD + place] = np.uint64(score)

    return reorder


@kernel("void(uint64[::1], uint64, uint64, int64, none)")
def _keep(memory: Any, slots: Any, count: Any, ply: Any, network: Any) -> None:
    """Leaves the order of the children."""
