"""Judges a program on a tree: value, move and count, by plain minimax and the real alpha-beta."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from engine.games.formats.leaf_text import Choice, Lottery, Node
from engine.lab.judge.reference import close, values_below
from engine.lab.mutants.programs import Answer, Look
from engine.lab.trees import Tree
from engine.search.alphabeta import alphabeta
from engine.search.minimax import minimax

Harm = Literal["value", "move", "count"]
"""Names the harm of a slip: to the value of the tree, to the chosen branch, or to the number of nodes looked at."""
DECAY = 0.9


Run = Callable[[Look, Tree], Answer]
"""Is a program to be judged. It calls its first argument once for each node."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Holds the answer of a program and the right answer."""

    value: float
    move: int | None  # the branch chosen
    nodes: int  # the nodes looked at
    true_value: float
    best_moves: tuple[int, ...]
    true_nodes: int | None  # None if no number is right

    @property
    def harms(self) -> tuple[Harm, ...]:
        """Returns everything that is wrong."""
        found: list[Harm] = []
        if not close(self.value, self.true_value):
            found.append("value")
        if self.move not in self.best_moves:
            found.append("move")
        if self.true_nodes is not None and self.nodes > self.true_nodes:
            found.append("count")
        return tuple(found)


def judge(run: Run, tree: Tree, prunes: bool = True, decays: bool = False) -> Trial:
    """Returns the answer of a program on ``tree`` and the right one. Raises GameError if the tree has chance. It
    ``prunes`` if it claims to look at no more nodes than alpha-beta, and values may lose a tenth with each ply."""
    game, nodes = tree.game, 0
    counts = alphabeta(game, game.initial()).counts if prunes else minimax(game, game.initial()).counts

    def look(node: Node) -> tuple[tuple[Node, ...], float]:
        nonlocal nodes
        nodes += 1
        return (node.branches, 0.0) if isinstance(node, Choice | Lottery) else ((), node)

    value, move = run(look, tree)
    below = values_below(_nested(tree.root), DECAY if decays else 1.0)
    best = max(below)
    moves = tuple(i for i, found in enumerate(below, start=1) if close(found, best))
    return Trial(value, move, nodes, best, moves, None if decays else counts.nodes)


def _nested(node: Node) -> Any:
    return [*map(_nested, node.branches)] if isinstance(node, Choice | Lottery) else node
