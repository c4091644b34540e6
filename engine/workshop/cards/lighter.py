"""Says where a search for cards makes the opening smaller. A position costs 1, a branch also what follows its replies:
of a position to which several moves of the last solution lead, each its share. The regret of a position is what the
opening would cost more if it led there than with the moves of the last solution. So a card is expected to spare what
the position costs beyond 1 and its regret, at a branch of the opening or in place of one. What no search has decided
costs the mean of its kind, and a branch less where a card is likely. A move is left aside only if all the cards that
may still be found could not make it better. The kind is the ply and, as far as the book tells it, how soon
the exact solver wins: the sooner, the more positions have a card. More is played only where less has found no card."""

from collections import Counter
from collections.abc import Callable
from math import exp, inf
from typing import NamedTuple

from engine.games import LineState
from engine.workshop.cards.board import Option, Position
from engine.workshop.cards.graph import Graph, Node, Solution

LEVELS = (300_000, *(3_000_000 * 4**more for more in range(8)))
"""The positions played for a card: at first, and after each search that found none."""
LUCK = (0.1, 0.2, 0.3)
"""The share of searches of each level, the last one's of all above, that find a card, as long as few of the kind have
been done, and their number. In the first fifth of a game it is less."""
FEW, EARLY = 5, 5.0
SOON = 8  # the score from which on a win is as good as any sooner one: nearly all such positions have a card
HEAVY = 14.0  # a branch that costs so much more has a card less often by a factor of e
UNKNOWN = 4.0  # what an undecided position costs if none of its kind is decided
WHOLE = 20  # positions whose moves are listed for one front, at most: solver and known cards take their time for each

Kind = tuple[int, int | None]


class Search(NamedTuple):
    """Names a position to be searched, with the positions to be played for a card. ``gain`` is what each may spare."""

    gain: float
    at: Position
    level: int
    played: int


class Move(NamedTuple):
    """Holds what follows a move: its cost with the cards that are likely, and with all that may still be found."""

    likely: float
    least: float
    option: Option


class Lighter:
    """Counts which searches found a card.

    Args:
        effort: positions played for a card, at most.
        expand: lists the moves of a position, and tries the cards that are known at what follows.
    """

    def __init__(self, graph: Graph, effort: int, expand: Callable[[Position], None]) -> None:
        self._graph, self._expand = graph, expand
        self._levels = sorted({min(effort, played) for played in LEVELS})
        self._kinds, self._means = dict[Position, Kind](), dict[Kind, float]()
        self._found, self._tried = Counter[tuple[Kind, int]](), Counter[tuple[Kind, int]]()
        for at, node in graph.nodes.items():
            for level in range(self._level(node)):
                found = bool(node.holding) and level == self._level(node) - 1
                self.count(Search(0.0, at, level, 0), found)

    def count(self, search: Search, found: bool) -> None:
        """Learns from a search how likely the next of its kind finds a card."""
        key = self._kind(search.at), search.level
        self._tried[key] += 1
        self._found[key] += found

    def front(self, last: Solution) -> list[Search]:
        """Returns searches that can make a solution smaller, those first that promise most for what they play. Lists
        all moves at some of these positions."""
        searches, listed = self._round(last)
        while listed and not searches:
            searches, listed = self._round(last)
        return searches

    def _round(self, last: Solution) -> tuple[list[Search], int]:
        """Returns searches, and of how many positions the moves were listed."""
        costs, moves = self._costs(last)
        nodes, searches, unlisted = self._graph.nodes, list[Search](), list[tuple[float, Position]]()
        regrets = dict.fromkeys(self._graph.roots, 0.0)
        for at in self._graph.earliest_first():
            node, level = nodes[at], self._level(nodes[at])
            if node.holding or at not in regrets:
                continue
            spared = costs[at] - 1 - regrets[at]
            if level < len(self._levels):
                value = self._chance(at, level, costs[at]) * (spared if spared > 1 else exp(spared - 1))
                searches.append(Search(value / self._levels[level], at, level, self._levels[level]))
            if not node.whole:
                unlisted.append((spared, at))
            here = moves.get(at, [])
            chosen = [one for one in here if one.option == last.chosen.get(at)]
            usual = min((one.likely for one in chosen or here), default=0.0)
            for one in here:
                if one.least < usual or one.likely <= usual:
                    regret = regrets[at] + max(0.0, one.likely - usual)
                    regrets |= {then: min(regrets.get(then, inf), regret) for then in one.option.after}
        for _, at in sorted(unlisted, reverse=True)[:WHOLE]:
            self._expand(at)
        return sorted((one for one in searches if not nodes[one.at].holding), reverse=True), len(unlisted)

    def _costs(self, last: Solution) -> tuple[dict[Position, float], dict[Position, list[Move]]]:
        """Returns what each position costs, and of those without a card their moves."""
        uses = Counter(one for option in last.branches.values() for one in option.after)
        costs, likely, least = dict[Position, float](), dict[Position, float](), dict[Position, float]()
        moves, sums = dict[Position, list[Move]](), dict[Kind, tuple[float, int]]()

        def follows(option: Option, some: dict[Position, float]) -> float:
            return sum(some[one] / max(1, uses[one]) for one in option.after)

        for at in self._graph.latest_first():
            node, kind = self._graph.nodes[at], self._kind(at)
            cost, few = 1.0, 1.0
            if node.options and not node.holding:
                moves[at] = [Move(follows(option, likely), follows(option, least), option) for option in node.options]
                cost = 1.0 + min(one.likely for one in moves[at])
                few = 1.0 + min(one.least for one in moves[at])
            elif not node.holding:
                cost = few = self._means.get(kind, UNKNOWN)
            if node.options or node.holding:
                before, many = sums.get(kind, (0.0, 0))
                sums[kind] = before + cost, many + 1
            level = self._level(node)
            chance = self._chance(at, level, cost) if level < len(self._levels) else 0.0
            costs[at], likely[at], least[at] = cost, cost - chance * (cost - 1), 1.0 if chance else few
        self._means = {kind: cost / many for kind, (cost, many) in sums.items()}
        return costs, moves

    def _level(self, node: Node) -> int:
        return sum(1 for played in self._levels if node.spent >= played)

    def _chance(self, at: Position, level: int, cost: float) -> float:
        kind = ply, score = self._kind(at)
        luck = LUCK[min(level, len(LUCK) - 1)] * min(1.0, (EARLY * ply / self._graph.board.game.full.bit_count()) ** 2)
        if score is not None:
            luck *= 2 * score / SOON
        return (self._found[kind, level] + FEW * luck) / (self._tried[kind, level] + FEW) * exp(-cost / HEAVY)

    def _kind(self, at: Position) -> Kind:
        if at not in self._kinds:
            book, ply = self._graph.board.book, at.mask.bit_count()
            score = book.score(LineState(at.mine, at.mask)) if book and ply <= book.plies else None
            self._kinds[at] = ply, None if score is None else max(0, min(score, SOON))
        return self._kinds[at]
