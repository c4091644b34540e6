"""Judges a program on a tree: value, move and count, by plain minimax and the real alpha-beta."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.games import Player
from engine.games.formats.leaf_text import Choice, Lottery, Node
from engine.lab.mutants.programs import Answer, Look
from engine.lab.trees import Tree
from engine.search.alphabeta import alphabeta
from engine.search.minimax import minimax

Harm = Literal["value", "move", "count"]
"""Names the harm of a slip: to the value of the tree, to the chosen branch, or to the number of nodes looked at."""
DECAY = 0.9


@dataclass(frozen=True, slots=True)
class Program:
    """Describes a program to be judged."""

    run: Callable[[Look, Tree], Answer]  # the first argument is called once for each node
    prunes: bool = True  # the program claims to look at no more nodes than alpha-beta
    decays: bool = False  # a value loses a tenth with each ply


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
        if not _equal(self.value, self.true_value):
            found.append("value")
        if self.move not in self.best_moves:
            found.append("move")
        if self.true_nodes is not None and self.nodes > self.true_nodes:
            found.append("count")
        return tuple(found)


def judge(program: Program, tree: Tree) -> Trial:
    """Returns the answer of ``program`` on ``tree`` and the right one. Raises GameError if the tree has chance."""
    game, nodes = tree.game, 0
    counts = alphabeta(game, game.initial()).counts if program.prunes else minimax(game, game.initial()).counts

    def look(node: Node) -> tuple[tuple[Node, ...], float]:
        nonlocal nodes
        nodes += 1
        return (node.branches, 0.0) if isinstance(node, Choice | Lottery) else ((), node)

    value, move = program.run(look, tree)
    factor = DECAY if program.decays else 1.0
    below = [factor * _value(branch, Player.SECOND, factor) for branch in _branches(tree.root)]
    best = max(below)
    moves = tuple(i for i, found in enumerate(below, start=1) if _equal(found, best))
    return Trial(value, move, nodes, best, moves, None if program.decays else counts.nodes)


def _value(node: Node, player: Player, factor: float) -> float:
    """Returns the value for Max by minimax. A value loses by ``factor`` with each ply."""
    if not isinstance(node, Choice | Lottery):
        return node
    below = [factor * _value(branch, player.other, factor) for branch in node.branches]
    return max(below) if player is Player.FIRST else min(below)


def _branches(root: Node) -> tuple[Node, ...]:
    return root.branches if isinstance(root, Choice | Lottery) else ()


def _equal(found: float, right: float) -> bool:
    """Tests if two values are the same except for rounding."""
    return math.isclose(found, right, rel_tol=1e-9, abs_tol=1e-9)
