"""Says where a search for cards makes the opening lightest as a tree: a card weighs 1, a branch 2 and what follows the
replies. A card is searched at the branches of the lightest opening, as it spares all that follows, and at the last
positions that a lighter move lacks. The lightest branches come first: those that need much after them seldom have a
card. More is played only where less has found no card."""

from collections import Counter
from collections.abc import Callable
from math import exp, inf, prod
from typing import NamedTuple

from engine.workshop.cards.board import Position
from engine.workshop.cards.graph import Graph, Node

LEVELS = (300_000, *(3_000_000 * 4**more for more in range(8)))
"""The positions played for a card: at first, and after each search that found none."""
LUCK = (0.1, 0.2, 0.3)
"""The share of searches of each level, the last one's of all above, that find a card, as long as few have been done at
a ply, and their number. In the first fifth of a game it is less."""
FEW, EARLY = 5, 5.0
HEAVY = 14.0  # a branch that weighs so much more has a card less often by a factor of e
LACKING = 10  # the positions without a weight of a move that is tried, at most: more are not worth the time
OFTEN = 4  # the paths to a position that count, at most: a card spares as much weight a path, but one leaf
WHOLE = 20  # branches whose other moves are listed for one front, at most: the exact solver takes its time for each


class Search(NamedTuple):
    """Names a position to be searched, with the positions to be played for a card. ``gain`` is what each may spare."""

    gain: float
    at: Position
    level: int
    played: int


class Lighter:
    """Counts which searches found a card. ``weight`` is that of the lightest opening at the last front.

    Args:
        effort: positions played for a card, at most.
        expand: lists the moves of a position, and tries the cards that are known at what follows.
    """

    def __init__(self, graph: Graph, effort: int, expand: Callable[[Position], None]) -> None:
        self._graph, self._expand, self.weight = graph, expand, inf
        self._levels = sorted({min(effort, played) for played in LEVELS})
        self._found, self._tried = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for at, node in graph.nodes.items():
            for level in range(self._level(node)):
                found = bool(node.holding) and level == self._level(node) - 1
                self.count(Search(0.0, at, level, 0), found)

    def count(self, search: Search, found: bool) -> None:
        """Learns from a search how likely the next of its ply finds a card."""
        key = search.at.mask.bit_count(), search.level
        self._tried[key] += 1
        self._found[key] += found

    def front(self) -> list[Search]:
        """Returns searches that can make the lightest opening lighter, those first that promise most for what they
        play. Lists other moves at some of its branches, unless all are known."""
        weights, moves = self._graph.weights()
        self.weight = sum(weights[root] for root in self._graph.roots)
        times, layer = Counter(self._graph.roots), [*self._graph.roots]
        nodes, searches, listed = self._graph.nodes, dict[Position, Search](), 0
        while layer:
            branches = [at for at in layer if at in moves]
            for at in branches:
                node = nodes[at]
                if not node.whole and listed < WHOLE:
                    listed += 1
                    self._expand(at)
                self._add(searches, [at], min(times[at], OFTEN) * (weights[at] - 1) * exp(-weights[at] / HEAVY))
                for option in node.options or ():
                    some = [one for one in option.after if one not in weights and not nodes[one].holding]
                    if 0 < len(some) <= LACKING:
                        known = sum(weights.get(one, 1.0) for one in option.after)
                        self._add(searches, some, min(times[at], OFTEN) * (weights[at] - 2 - known))
                for one in moves[at].after:
                    times[one] += times[at]
            layer = [*dict.fromkeys(one for at in branches for one in moves[at].after)]
        lacking = sorted((one for one in searches.values() if not nodes[one.at].holding), reverse=True)
        return lacking or (self.front() if listed else [])

    def _add(self, searches: dict[Position, Search], some: list[Position], spared: float) -> None:
        """Adds the searches of some positions that spare a weight if all find a card."""
        levels = [self._level(self._graph.nodes[at]) for at in some]
        if spared <= 0 or max(levels) == len(self._levels):
            return
        chance = prod(self._chance(at.mask.bit_count(), level) for at, level in zip(some, levels, strict=True))
        gain = spared * chance / sum(self._levels[level] for level in levels)
        for at, level in zip(some, levels, strict=True):
            search = Search(gain, at, level, self._levels[level])
            searches[at] = max(searches.get(at, search), search)

    def _level(self, node: Node) -> int:
        return sum(1 for played in self._levels if node.spent >= played)

    def _chance(self, ply: int, level: int) -> float:
        luck = LUCK[min(level, len(LUCK) - 1)] * min(1.0, (EARLY * ply / self._graph.board.game.full.bit_count()) ** 2)
        return (self._found[ply, level] + FEW * luck) / (self._tried[ply, level] + FEW)
