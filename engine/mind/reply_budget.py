"""Divides the time of pondering among the replies: which reply gets the next search."""

from collections.abc import Sequence

from engine.mind.tree.reading import reply_weights
from engine.mind.tree.tree import Tree

TO_PROVE, TO_SEE = (0.75, 0.15), (0.1, 0.05)
"""The part of the time divided evenly, and the spread (in value) of the likelihoods dividing the rest. Where replies
can be proven, even the least likely reply gets a good part of the search done."""

TO_PREDICT, TO_PREDICTED = 0.25, 0.8
"""Where replies cannot be proven, predicting the reply pays more: 25 % of the time searches the root, to predict the
reply, 80 % of the rest searches the predicted reply, and TO_SEE divides the remaining time."""

LAG = 3
"""Plies by which a reply may lag behind the deepest reply. A reply further behind is searched first, up to half of an
even part: divided by likelihood alone, an unlikely reply would come with next to no search."""


class ReplyBudget:
    """Keeps how many positions each reply has had, and names the reply to search next. ``even`` is the part of the time
    divided evenly, ``spread`` that of the likelihoods dividing the rest. The replies are children of the root of
    ``tree``. Call :meth:`clear` when the root moves."""

    def __init__(self, tree: Tree, even: float, spread: float) -> None:
        self._tree, self._even, self._spread = tree, even, spread
        self._charged: dict[int, int] = {}

    def clear(self) -> None:
        """Forgets all charges."""
        self._charged = {}

    def charge(self, node: int, searched: int) -> None:
        """Adds ``searched`` positions to the charge of ``node``."""
        self._charged[node] = self._charged.get(node, 0) + searched

    def next_reply(self, nodes: Sequence[int]) -> int:
        """Returns the node among ``nodes`` with the smallest charge per weight."""
        if len(nodes) == 1:
            return nodes[0]
        deserved = self._weights(nodes)
        return min(nodes, key=lambda node: (self._charged.get(node, 0) + 1) / deserved[node])

    def _weights(self, nodes: Sequence[int]) -> dict[int, float]:
        return reply_weights(self._tree, nodes, self._even, self._spread)


class PredictingBudget(ReplyBudget):
    """Divides time where replies cannot be proven: the root, most to the predicted reply, enough to the last."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree, *TO_SEE)

    def next_reply(self, nodes: Sequence[int]) -> int:
        """Returns a reply lagging too far behind, or else the node with the smallest charge per weight."""
        if len(nodes) == 1:
            return nodes[0]
        return super().next_reply(self._lagging(nodes) or nodes)

    def _lagging(self, nodes: Sequence[int]) -> list[int]:
        depth, replies = self._tree.depth, [node for node in nodes if node != self._tree.root]
        deepest = max(depth[node] for node in replies)
        half = sum(self._charged.values()) / (2 * len(nodes))
        return [node for node in replies if depth[node] < deepest - LAG and self._charged.get(node, 0) < half]

    def _weights(self, nodes: Sequence[int]) -> dict[int, float]:
        tree = self._tree
        replies = [node for node in nodes if node != tree.root]
        predicted = tree.child(tree.root, tree.best[tree.root])
        part = 1.0 if predicted not in replies else 1 - TO_PREDICTED
        deserved = {node: part * weight for node, weight in super()._weights(replies).items()}
        if predicted in deserved:
            deserved[predicted] += TO_PREDICTED
        return {**deserved, tree.root: TO_PREDICT / (1 - TO_PREDICT)}
