"""Searches the value of every node without pruning."""

from __future__ import annotations

from engine.games import Player
from engine.games.leaves import TreeState
from engine.lab.trees import Tree
from engine.search.expectiminimax import expectiminimax
from engine.search.trace import Branch, Trace


def values_of(tree: Tree) -> list[float]:
    """Returns the value of each place for Max, searched without pruning; a chance node is worth the mean."""
    game = tree.game
    trace: Trace[TreeState] = Trace(game, Player.FIRST)
    expectiminimax(game, game.initial(), trace=trace)
    found = [0.0] * len(tree.places)

    def collect(branch: Branch[TreeState], place: int) -> None:
        found[place] = branch.value + 0.0
        for child, below in zip(tree.children[place], branch.branches, strict=True):
            collect(below, child)

    collect(trace.tree(), 0)
    return found


def close(written: float, value: float, tree: Tree) -> bool:
    """Tests if a written value is right: means may be rounded to two decimals."""
    return abs(written - value) <= (0.005 if tree.has_chance else 5e-5) or written == value
