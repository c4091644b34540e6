"""How pondering is dealt among the replies: whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.mind.tree.reading import weights
from engine.mind.tree.tree import Tree

TO_PROVE, TO_SEE = (0.75, 0.15), (0.1, 0.05)
"""The part that is dealt evenly, and the spread of the rest. Where replies can be proven, the unlikeliest, too, shall
find much of its work done."""

TO_GUESS, TO_MEET = 0.25, 0.8
"""Where all that is to be had is depth, guessing well pays more: the part that goes into finding the reply as the other
side does, and the part of the rest that goes into its consequences; only what is left is dealt as above."""

LAG = 3
"""Plies that a reply there may lie behind the deepest before it is brought up first, within half of an even part: were
all dealt by likelihood, an unlikely reply would be met with next to nothing."""


class Shares:
    """What the children of one root, and the root itself, have had, and who is next.

    Args:
        tree: whose root it is; :meth:`clear` when it moves.
        small: the board can be thought through to its end.
        large: it cannot, and its search is compiled.
    """

    def __init__(self, tree: Tree, *, small: bool, large: bool) -> None:
        self._tree, self._large = tree, large
        self._dealt = TO_PROVE if small else TO_SEE
        self._had: dict[int, int] = {}

    def clear(self) -> None:
        """Nobody has had anything."""
        self._had = {}

    def add(self, node: int, searched: int) -> None:
        """A node has had so many positions more."""
        self._had[node] = self._had.get(node, 0) + searched

    def next(self, nodes: Sequence[int]) -> int:
        """One that lies too far behind, or else the one that got least for its weight."""
        if len(nodes) == 1:
            return nodes[0]
        nodes = self._lagging(nodes) or nodes
        deserved = self._weights(nodes)
        return min(nodes, key=lambda node: (self._had.get(node, 0) + 1) / deserved[node])

    def _lagging(self, nodes: Sequence[int]) -> list[int]:
        if not self._large:
            return []
        depth, replies = self._tree.depth, [node for node in nodes if node != self._tree.root]
        deepest = max(depth[node] for node in replies)
        most = sum(self._had.values()) / (2 * len(nodes))
        return [node for node in replies if depth[node] < deepest - LAG and self._had.get(node, 0) < most]

    def _weights(self, nodes: Sequence[int]) -> dict[int, float]:
        tree = self._tree
        if not self._large:
            return weights(tree, nodes, *self._dealt)
        replies = [node for node in nodes if node != tree.root]
        lead = tree.child(tree.root, tree.best[tree.root])
        part = 1.0 if lead not in replies else 1 - TO_MEET
        deserved = {node: part * weight for node, weight in weights(tree, replies, *self._dealt).items()}
        if lead in deserved:
            deserved[lead] += TO_MEET
        return {**deserved, tree.root: TO_GUESS / (1 - TO_GUESS)}
