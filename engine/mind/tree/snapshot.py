"""Copies the top of a tree in one step, so that a reader of the copy does not delay the search."""

import functools
from typing import Any

import numpy as np

from engine.kernels import Kernel, kernel
from engine.mind.tree.kernels import Array, node_of

MASKS = "mask", "mask_high"
"""The words of all stones in a node's record, of which games without bitboards have zeros."""


class Snapshot:
    """Holds copies of nodes, parents before children. ``parents`` gives the place of each parent, -1 at the root."""

    parents: list[int]
    low: list[int]
    high: list[int]
    value: list[float]
    depth: list[int]
    visits: list[int]
    move: list[int]
    best: list[int]
    flags: list[int]

    def __init__(self, nodes: Any, parents: list[int]) -> None:
        self.parents = parents
        for name in ("low", "high", "value", "depth", "visits", "move", "best", "flags"):
            setattr(self, name, nodes[name].tolist())

    def proven(self, node: int) -> bool:
        """Returns whether the exact result of the node at this place is known."""
        return self.low[node] == self.high[node]


def take_snapshot(nodes: Array, root: int, plies: int, limit: int, words: int = 1) -> Snapshot:
    """Returns copies of the nodes at most ``plies`` below ``root``, ply by ply and by move. At most ``limit`` nodes are
    copied, of which the most visited count, none that lies more than one move below its parent. ``words`` are those of
    a board."""
    chosen, parents = np.zeros(limit, np.int32), np.zeros(limit, np.int32)
    count = choose_of(words)(nodes, root, plies, limit, chosen, parents)
    copies, above = nodes[chosen[:count]], parents[:count].tolist()
    masks = zip(*(copies[name].tolist() for name in MASKS[:words]), strict=True)
    stones = [sum(mask.bit_count() for mask in each) for each in masks]
    places = {-1: -1}
    for place, parent in enumerate(above):
        if parent < 0 or (parent in places and stones[place] - stones[parent] <= 1):
            places[place] = len(places) - 1
    kept = [*places][1:]
    return Snapshot(copies[kept], [places[above[place]] for place in kept])


@functools.cache
def choose_of(words: int) -> Kernel:
    """Returns the kernel ``choose`` for a tree of boards of so many words."""

    @kernel("int64(node[::1], int64, int64, int64, int32[::1], int32[::1])", words, records={"node": node_of(words)})
    def choose(nodes: Array, root: int, plies: int, limit: int, chosen: Array, parents: Array) -> Any:
        """Puts the nodes into ``chosen`` and the places of the parents into ``parents``. Returns the number of nodes.
        Each node's children are sorted by visits while room gets short, then by move."""
        chosen[0], parents[0] = root, -1
        begin, end, count = 0, 1, 1
        for _ in range(plies):
            for place in range(begin, end):
                start = count
                child = nodes[chosen[place]].first
                while child >= 0:
                    if count < limit:
                        count += 1
                    elif count == start or nodes[child].visits <= nodes[chosen[count - 1]].visits:
                        child = nodes[child].next
                        continue
                    spot = count - 1
                    while spot > start and nodes[chosen[spot - 1]].visits < nodes[child].visits:
                        chosen[spot] = chosen[spot - 1]
                        spot -= 1
                    chosen[spot] = child
                    child = nodes[child].next
                for spot in range(start, count):
                    node, before = chosen[spot], spot
                    while before > start and nodes[chosen[before - 1]].move > nodes[node].move:
                        chosen[before] = chosen[before - 1]
                        before -= 1
                    chosen[before], parents[spot] = node, place
            begin, end = end, count
        return count

    found: Kernel = choose
    return found
