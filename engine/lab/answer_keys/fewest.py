"""Finds the order of branches with the fewest leaves for alpha-beta to look at.

The best branch first is best on regular trees (Knuth, Moore 1975), but not on all uneven trees: a cheap branch may
narrow the window for a costly one. So every order is compared. The order below a node changes the cost and never the
value within a window: orders are chosen node by node, for each window, over the sets of branches already searched.
"""

from functools import lru_cache
from math import inf
from typing import Final

from engine.games import GameError
from engine.games.formats.leaf_text import Choice, Node
from engine.lab.answer_keys.watching import Rule, values_of
from engine.lab.trees import Tree
from engine.lab.trees.tree import MAX

MOST_LEAVES: Final = 64
MOST_BRANCHES: Final = 6
Plan = tuple[int, tuple[int, ...]]  # the number of leaves looked at, and the tried children in order


def fewest_leaves(tree: Tree, rule: Rule) -> tuple[int, Tree]:
    """Returns the least number of leaves over all orders of branches, and ``tree`` in an order which needs no more.
    Raises GameError if the tree has chance, more than 64 leaves, or more than 6 branches at a node."""
    widest = max(map(len, tree.children))
    if tree.has_chance or len(tree.leaves) > MOST_LEAVES or widest > MOST_BRANCHES:
        refusal = (
            "for an order take a tree without chance, of at most {leaves} leaves, "
            "with at most {branches} branches at a node"
        )
        raise GameError(refusal, leaves=MOST_LEAVES, branches=MOST_BRANCHES)
    best = _Orders(tree, rule)
    return best.plan(0, -inf, inf)[0], Tree(best.ordered(0, -inf, inf))


class _Orders:
    def __init__(self, tree: Tree, rule: Rule) -> None:
        self.tree, self.equal_cuts = tree, rule == "<="
        self.values = values_of(tree)
        self.plan = lru_cache(maxsize=None)(self._plan)

    def _plan(self, place: int, alpha: float, beta: float) -> Plan:
        """Returns the cheapest search of ``place`` in a window."""
        children = self.tree.children[place]
        if not children:
            return 1, ()
        costs: dict[frozenset[int], Plan] = {frozenset(): (0, ())}
        cheapest: Plan = len(self.tree.places), ()
        for _ in children:
            grown: dict[frozenset[int], Plan] = {}
            for done, (cost, order) in costs.items():
                low, high = self._narrowed(place, done, alpha, beta)
                for child in children:
                    if child in done:
                        continue
                    plan = cost + self.plan(child, low, high)[0], (*order, child)
                    now = done | {child}
                    if self._is_cut(*self._narrowed(place, now, alpha, beta)) or len(now) == len(children):
                        cheapest = min(cheapest, plan)
                    elif now not in grown or plan < grown[now]:
                        grown[now] = plan
            costs = grown
        return cheapest

    def _narrowed(self, place: int, done: frozenset[int], alpha: float, beta: float) -> tuple[float, float]:
        found = [self.values[child] for child in done]
        if self.tree.places[place].mover == MAX:
            return max(alpha, *found, -inf), beta
        return alpha, min(beta, *found, inf)

    def _is_cut(self, alpha: float, beta: float) -> bool:
        return beta <= alpha if self.equal_cuts else beta < alpha

    def ordered(self, place: int, *window: float) -> Node:
        """Returns the node of ``place`` with all branches in the cheapest order, the untried ones last, as they are."""
        here, children = self.tree.places[place], self.tree.children[place]
        if here.value is not None:
            return here.value
        tried = self.plan(place, *window)[1] if window else ()
        branches = [
            self.ordered(child, *self._narrowed(place, frozenset(tried[:index]), *window))
            for index, child in enumerate(tried)
        ]
        return Choice((*branches, *(self.ordered(child) for child in children if child not in tried)))
