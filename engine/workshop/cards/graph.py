"""Keeps the positions of a search for cards, and chooses moves and cards.

Every position has its own side to move. A position is a leaf if a card holds there; else it is a branch with one move,
and the positions after all replies follow. A choice of moves is a dynamic program over the positions from the last ply
to the first. It counts trees, but the solution is a graph in which many moves lead to one position and many leaves
share a card. So in a search for a first solution a position or card that the last choice used several times costs each
user its share alone. ``moves.py`` counts a graph once there is a solution.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import chain
from math import inf
from typing import NamedTuple

from engine.workshop.cards.board import Board, Option, Position

BRANCH = 0.15  # what a branch costs beside a card
CAUTION = 2.0  # how much worse than the mean an open position is taken to be, for a first solution
SHARED = 0.3  # what a leaf costs whose card another leaf of the solution needs anyway
CARD, WEIGHT = 0.1, 0.05  # what a card and a unit of the weight cost beside a leaf or a branch of a complete solution


@dataclass(slots=True)
class Node:
    """Holds what is known of a position.

    Attributes:
        spent: the positions played in the largest search for a card of its own.
        tested: how many cards of the library were tested.
        holding: the cards that hold: their numbers, and whether they are read in a mirror.
        options: the moves that keep the claim, None before they were asked for.
        whole: all such moves are there, not only that of a file.
    """

    spent: int = 0
    tested: int = 0
    holding: dict[int, bool] = field(default_factory=dict)
    options: tuple[Option, ...] | None = None
    whole: bool = False


class Size(NamedTuple):
    """Counts a solution."""

    open: int
    cards: int
    leaves: int
    branches: int


@dataclass(slots=True)
class Solution:
    """Holds the choice for a position: a card and whether it is mirrored, a move, or None for an open position."""

    chosen: dict[Position, tuple[int, bool] | Option | None] = field(default_factory=dict)

    @property
    def open(self) -> list[Position]:
        """Returns the positions without a card or a move, the earliest first."""
        return sorted((at for at, one in self.chosen.items() if one is None), key=order)

    @property
    def leaves(self) -> dict[Position, tuple[int, bool]]:
        """Returns the leaves with their cards."""
        return {at: one for at, one in self.chosen.items() if one is not None and not isinstance(one, Option)}

    @property
    def branches(self) -> dict[Position, Option]:
        """Returns the branches with their moves."""
        return {at: one for at, one in self.chosen.items() if isinstance(one, Option)}

    @property
    def size(self) -> Size:
        """Returns what is to be small."""
        leaves, branches, still_open = self.leaves, len(self.branches), len(self.open)
        return Size(still_open, len({number for number, _ in leaves.values()}), len(leaves), branches)


class Graph:
    """Keeps nodes by position, mirror images once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.roots = board.roots()
        self.nodes = dict[Position, Node]()
        self._plies = [list[Position]() for _ in range(board.game.full.bit_count() + 1)]
        for root in self.roots:
            self.add(root)

    def add(self, at: Position) -> Node:
        """Returns the node of a position, a new one where there is none."""
        if at not in self.nodes:
            self.nodes[at] = Node()
            self._plies[at.mask.bit_count()].append(at)
        return self.nodes[at]

    def latest_first(self) -> Iterator[Position]:
        """Yields all positions, those of the last ply first."""
        return chain.from_iterable(reversed(self._plies))

    def earliest_first(self) -> Iterator[Position]:
        """Yields all positions, those of the first ply first."""
        return chain.from_iterable(self._plies)

    def expand(self, at: Position, options: tuple[Option, ...], *, whole: bool = True) -> None:
        """Takes the moves of a position."""
        self.nodes[at].options, self.nodes[at].whole = options, whole
        for option in options:
            for one in option.after:
                self.add(one)

    def weights(self) -> tuple[dict[Position, float], dict[Position, Option]]:
        """Returns the least weights of the positions that need no open one, later ones first, as trees: a card weighs
        1, a branch 2 and what follows its replies. With them the moves of those without a card."""
        weights, moves = dict[Position, float](), dict[Position, Option]()
        for at in self.latest_first():
            node, least = self.nodes[at], inf
            if node.holding:
                weights[at] = 1.0
                continue
            for option in node.options or ():
                weight = sum(weights.get(one, inf) for one in option.after)
                if weight < least:
                    least, moves[at] = weight, option
            if least < inf:
                weights[at] = least + 2.0
        return weights, moves

    def price(self, solution: Solution) -> float:
        """Returns what a solution without open positions makes small: leaves, branches and a part of the cards, some of
        which sharing makes needless, and of the weight."""
        branches, weights = solution.branches, dict.fromkeys(solution.chosen, 1.0)
        for at in sorted(branches, key=order, reverse=True):
            weights[at] = 2.0 + sum(weights[one] for one in branches[at].after)
        size = solution.size
        weight = sum(weights[root] for root in self.roots)
        return size.leaves + size.branches + CARD * size.cards + WEIGHT * weight

    def promising(self, last: Solution) -> Solution:
        """Returns the choice that promises most, perhaps with open positions, by one run of the dynamic program."""
        uses = Counter(one for option in last.branches.values() for one in option.after)
        shares = Counter(number for number, _ in last.leaves.values())
        cost = dict[Position, float]()
        choice = dict[Position, tuple[int, bool] | Option | None]()
        for ply in reversed(self._plies):
            undecided, prices = list[Position](), list[float]()
            for at in ply:
                node = self.nodes[at]
                if node.holding:
                    number = max(node.holding, key=lambda one: (shares[one], -one))
                    choice[at], cost[at] = (number, node.holding[number]), SHARED if shares[number] > 1 else 1.0
                elif node.options is not None:
                    totals = [
                        (sum(cost[one] / max(1, uses[one]) for one in option.after), option) for option in node.options
                    ]
                    least, choice[at] = min(totals, key=lambda pair: (pair[0], pair[1].cell))
                    cost[at] = least + BRANCH
                else:
                    undecided.append(at)
                    continue
                prices.append(cost[at])
            mean = sum(prices) / len(prices) if prices else 1.0
            cost |= dict.fromkeys(undecided, 1.0 + CAUTION * max(0.0, mean - 1.0))
        return self.reached(choice)

    def reached(self, choice: Mapping[Position, tuple[int, bool] | Option | None]) -> Solution:
        """Returns the part of a choice that play can reach."""
        found, todo = Solution(), list(self.roots)
        while todo:
            at = todo.pop()
            if at not in found.chosen:
                one = found.chosen[at] = choice.get(at)
                if isinstance(one, Option):
                    todo += one.after
        return found

    def covered(self, solution: Solution) -> Solution:
        """Lets few cards serve the leaves: first the cards that serve most, then without those not needed."""
        left = set(solution.leaves)
        serves = dict[int, set[Position]]()
        for at in left:
            for number in self.nodes[at].holding:
                serves.setdefault(number, set()).add(at)
        picked = list[int]()
        waiting = [(-len(leaves), number) for number, leaves in serves.items()]
        heapify(waiting)
        while left:
            before, number = heappop(waiting)
            now = -len(serves[number] & left)
            if now != before:  # some of its leaves have a card by now
                heappush(waiting, (now, number))
                continue
            picked.append(number)
            left -= serves[number]
        needed = Counter(at for number in picked for at in serves[number])
        for number in list(picked):
            if all(needed[at] > 1 for at in serves[number]):
                picked.remove(number)
                needed.subtract(serves[number])
        for number in picked:
            for at in serves[number]:
                solution.chosen[at] = number, self.nodes[at].holding[number]
        return solution


def order(at: Position) -> tuple[int, Position]:
    """Returns a key that sorts earlier positions first."""
    return at.mask.bit_count(), at
