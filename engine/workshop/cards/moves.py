"""Chooses the moves of an opening by annealing over all positions that are known.

A dynamic program weighs the opening as a tree, in which a position counts once for each move that leads there. In the
file it counts once. So other moves are tried at random, and kept if they make the whole opening smaller, or, ever less
often, although they do not.
"""

import random
from collections.abc import Iterable
from heapq import heappop, heappush
from math import exp

from engine.workshop.cards.board import Option, Position
from engine.workshop.cards.graph import WEIGHT, Graph, Solution

STEPS = 1000  # moves tried for each branch of the lightest opening
HOT, COLD = 1.5, 0.15  # what raises the price by so much is kept with the chance 1/e, at first and at last


class Opening:
    """Holds the lightest opening, and changes its moves. Positions are numbers, later ones first.

    Attributes:
        options: for each position without a card the moves to positions with a weight, and the numbers of those.
        chosen: the place of each one's move among these.
        branches: those that the opening reaches.
        leaves: how many positions with a card it reaches.
    """

    def __init__(self, graph: Graph) -> None:
        weights, moves = graph.weights()
        numbers = {at: number for number, at in enumerate(weights)}
        self._at, self._weights, self._top = [*weights], [*weights.values(), 0.0], len(weights)
        self.options, self.chosen = list[list[tuple[Option, list[int]]]](), list[int]()
        for at in weights:
            move = moves.get(at)
            some = [one for one in graph.nodes[at].options or () if move and weights.keys() >= {*one.after}]
            self.options.append([(one, [numbers[after] for after in one.after]) for one in some])
            self.chosen.append(some.index(move) if move else 0)
        self.options.append([(Option(0, graph.roots), [numbers[at] for at in graph.roots])])  # of no position: the top
        self.chosen.append(0)
        self._users = [list[int]() for _ in self.options]
        self.branches, self._places, self.leaves = list[int](), dict[int, int](), 0
        self._use(self._after(self._top), self._top)
        self._weigh(self._top)

    @property
    def price(self) -> float:
        """Returns what is to be small, but for the cards: those are chosen last."""
        return self.leaves + len(self.branches) + WEIGHT * self._weights[self._top]

    def moves(self) -> dict[Position, Option]:
        """Returns the moves of the branches."""
        return {self._at[one]: self.options[one][self.chosen[one]][0] for one in self.branches}

    def change(self, branch: int, to: int) -> int:
        """Takes another move at a branch. Returns the place of the one before."""
        left, before = self._after(branch), self.chosen[branch]
        self.chosen[branch] = to
        self._use(self._after(branch), branch)
        self._leave(left, branch)
        self._weigh(branch)
        return before

    def _after(self, at: int) -> list[int]:
        return self.options[at][self.chosen[at]][1]

    def _use(self, some: Iterable[int], by: int) -> None:
        for at in some:
            self._users[at].append(by)
            if len(self._users[at]) > 1:
                continue
            if not self.options[at]:
                self.leaves += 1
                continue
            self._places[at] = len(self.branches)
            self.branches.append(at)
            self._use(self._after(at), at)
            self._weights[at] = 2.0 + sum(self._weights[one] for one in self._after(at))

    def _leave(self, some: Iterable[int], by: int) -> None:
        for at in some:
            self._users[at].remove(by)
            if self._users[at]:
                continue
            if not self.options[at]:
                self.leaves -= 1
                continue
            last, place = self.branches.pop(), self._places.pop(at)
            if last != at:
                self.branches[place], self._places[last] = last, place
            self._leave(self._after(at), at)

    def _weigh(self, at: int) -> None:
        """Weighs a position again, and those that use it, later ones first."""
        waiting = [at]
        while waiting:
            at = heappop(waiting)
            weight = 2.0 * (at != self._top) + sum(self._weights[one] for one in self._after(at))
            if weight != self._weights[at]:
                self._weights[at] = weight
                for one in self._users[at]:
                    heappush(waiting, one)


def smallest(graph: Graph, seed: int) -> Solution:
    """Returns the smallest solution without open positions that is found. The same ``seed`` gives the same one."""
    opening, rng = Opening(graph), random.Random(seed)
    price = least = opening.price
    moves = opening.moves()
    steps = STEPS * len(moves)
    for step in range(steps):
        branch = rng.choice(opening.branches)
        to = rng.randrange(len(opening.options[branch]))
        if to == opening.chosen[branch]:
            continue
        before = opening.change(branch, to)
        rise = opening.price - price
        if rise > 0 and rng.random() >= exp(-rise / (HOT * (COLD / HOT) ** (step / steps))):
            opening.change(branch, before)
            continue
        price += rise
        if price < least:
            least, moves = price, opening.moves()
    choice: dict[Position, tuple[int, bool] | Option | None] = {**moves}
    choice |= {at: next(iter(node.holding.items())) for at, node in graph.nodes.items() if node.holding}
    return graph.reached(choice)
