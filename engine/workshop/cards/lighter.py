"""Says where a search for cards makes the opening lightest as a tree: a card weighs 1, a branch 2 and what follows the
replies. A position that was not searched is hoped to weigh less than others of its ply, so other moves are tried. A
card near the root is worth more, as it spares a whole subtree. More is played only where less has found no card."""

from collections import Counter
from math import inf
from typing import NamedTuple

from engine.workshop.cards.board import Option, Position
from engine.workshop.cards.graph import Graph, Node, Solution, order

LEVELS = (300_000, 1_500_000, 8_000_000, 48_000_000)
"""The positions played for a card: at first, and after each search that found none."""
LUCK = (0.25, 0.08, 0.02, 0.01)
"""The share of searches of each level that find a card, as long as few have been done at a ply, and their number. In
the first fifth of a game it is less."""
FEW, EARLY = 5, 5.0
HOPES = (0.2, 0.1, 0.3)
"""The weight of a position without a search, as a part of the mean of its ply: in turn, as none is always right."""
UNKNOWN = 8.0  # the weight of a branch of a ply where none is known
WHOLE = 20  # branches whose other moves are listed for one front, at most: the exact solver takes its time for each


class Search(NamedTuple):
    """Names a position to be searched, with the positions to be played for a card. ``gain`` is what each may spare."""

    gain: float
    at: Position
    level: int
    played: int


class Lighter:
    """Weighs the positions of a graph, and counts which searches found a card."""

    def __init__(self, graph: Graph, effort: int) -> None:
        self._graph, self._levels = graph, sorted({min(effort, played) for played in LEVELS})
        self._found, self._tried = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for at, node in graph.nodes.items():
            for level in range(self._level(node)):
                found = bool(node.holding) and level == self._level(node) - 1
                self.count(Search(0.0, at, level, 0), found)
        self._mean, self._whole_weight = dict[int, float](), dict[Position, float]()

    def count(self, search: Search, found: bool) -> None:
        """Learns from a search how likely the next of its ply finds a card."""
        key = search.at.mask.bit_count(), search.level
        self._tried[key] += 1
        self._found[key] += found

    def lightest(self) -> tuple[Solution, float]:
        """Returns the solution of the least weight without open positions, and its weight."""
        weights, moves = self._weigh(None)
        choice = dict[Position, tuple[int, bool] | Option | None](moves)
        choice |= {at: next(iter(node.holding.items())) for at, node in self._graph.nodes.items() if node.holding}
        return self._graph.reached(choice), sum(weights.get(root, inf) for root in self._graph.roots)

    def front(self, turn: int) -> list[Search]:
        """Returns the searches of the choice that promises most, those first that promise most for what they play."""
        _, moves = self._weigh(HOPES[turn % len(HOPES)])
        times, layer, found = Counter(self._graph.roots), [*self._graph.roots], list[Search]()
        listed = 0
        while layer:
            later = dict[Position, None]()
            for at in layer:
                node = self._graph.nodes[at]
                if node.holding:
                    continue
                level, ply = self._level(node), at.mask.bit_count()
                if level < len(self._levels):
                    spared = self._whole_weight.get(at, self._mean.get(ply, UNKNOWN)) - 1
                    gain = times[at] * self._chance(ply, level) * spared / self._levels[level]
                    found.append(Search(gain, at, level, self._levels[level]))
                if not node.whole and node.options and listed < WHOLE:
                    listed += 1
                    self._graph.expand(at, self._graph.board.options(at))
                for one in moves[at].after if at in moves else ():
                    times[one] += times[at]
                    later[one] = None
            layer = [*later]
        return sorted(found, reverse=True)

    def _level(self, node: Node) -> int:
        return sum(1 for played in self._levels if node.spent >= played)

    def _chance(self, ply: int, level: int) -> float:
        if level >= len(self._levels):
            return 0.0
        luck = LUCK[level] * min(1.0, (EARLY * ply / self._graph.board.game.full.bit_count()) ** 2)
        return (self._found[ply, level] + FEW * luck) / (self._tried[ply, level] + FEW)

    def _weigh(self, hope: float | None) -> tuple[dict[Position, float], dict[Position, Option]]:
        """Returns the weights of the positions that were searched or have moves, and the moves of those without a card.
        Without ``hope`` a position that was not searched counts as a loss."""
        nodes, weights, moves = self._graph.nodes, dict[Position, float](), dict[Position, Option]()
        sums, counts = Counter[int](), Counter[int]()
        for at in sorted((at for at, node in nodes.items() if node.holding or node.options), key=order, reverse=True):
            node, ply = nodes[at], at.mask.bit_count()
            if node.holding:
                weights[at] = 1.0
                continue
            least, other = inf, inf if hope is None else self._hoped(ply + 2, hope, sums, counts)
            for option in node.options or ():
                weight = sum(weights.get(one, other) for one in option.after)
                if weight < least:
                    least, moves[at] = weight, option
            weights[at] = least + 2.0
            if hope is not None:
                chance = self._chance(ply, self._level(node))
                sums[ply] += weights[at]  # type: ignore[assignment]
                counts[ply] += 1
                self._whole_weight[at] = weights[at]
                weights[at] += chance * (1.0 - weights[at])
        self._mean = {ply: sums[ply] / counts[ply] for ply in counts} or self._mean
        return weights, moves

    def _hoped(self, ply: int, hope: float, sums: Counter[int], counts: Counter[int]) -> float:
        chance, mean = self._chance(ply, 0), (sums[ply] + FEW * UNKNOWN) / (counts[ply] + FEW)
        return chance + (1.0 - chance) * hope * mean
