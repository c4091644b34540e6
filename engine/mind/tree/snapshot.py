"""The top of a tree, copied in a moment: whoever shows it need not hold up the search meanwhile."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from engine.compiled import kernel
from engine.mind.tree.kernels import NODE, Array


class Snapshot:
    """Copies of a few nodes, parents before children (``parents`` are places in it, -1 above the root)."""

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
        """Whether the exact result of the node at this place is known."""
        return self.low[node] == self.high[node]


def take_snapshot(nodes: Array, root: int, plies: int, limit: int) -> Snapshot:
    """The first ``plies`` below ``root``, at most ``limit`` nodes, ply by ply and by move; short of room, the most
    visited."""
    found, above = np.zeros(limit, np.int32), np.zeros(limit, np.int32)
    count = build()(nodes, root, plies, limit, found, above)
    return Snapshot(nodes[found[:count]], above[:count].tolist())


@functools.cache
def build() -> Callable[..., int]:
    """Compile the choice of the nodes, or load it from the disk cache."""
    i, ids = numba.int64, numba.int32[::1]

    @kernel(i(numba.from_dtype(NODE)[::1], i, i, i, ids, ids))
    def top(nodes: Array, root: int, plies: int, limit: int, found: Array, above: Array) -> Any:
        """``found`` gets the nodes, ``above`` the places of their parents in it; returns how many."""
        found[0], above[0] = root, -1
        begin, end, count = 0, 1, 1
        for _ in range(plies):
            for place in range(begin, end):
                start = count
                child = nodes[found[place]].first
                while child >= 0:
                    if count < limit:
                        count += 1
                    elif count == start or nodes[child].visits <= nodes[found[count - 1]].visits:
                        child = nodes[child].next
                        continue
                    spot = count - 1
                    while spot > start and nodes[found[spot - 1]].visits < nodes[child].visits:
                        found[spot] = found[spot - 1]
                        spot -= 1
                    found[spot] = child
                    child = nodes[child].next
                for spot in range(start, count):
                    node, before = found[spot], spot
                    while before > start and nodes[found[before - 1]].move > nodes[node].move:
                        found[before] = found[before - 1]
                        before -= 1
                    found[before], above[spot] = node, place
            begin, end = end, count
        return count

    return top  # type: ignore[no-any-return]
