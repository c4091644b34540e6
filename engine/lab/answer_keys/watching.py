"""Watches alpha-beta on a tree of leaves: the windows, the cuts, and for each cut the witness.

The visits come from the real search, :func:`engine.search.alphabeta.alphabeta`. Courses differ on one point: some cut
where best = beta, some only beyond beta. The real search cuts at ``<=`` (beta <= alpha). For ``<`` the same lines are
repeated here with the other comparison.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import Any, Final, Literal, get_args

from engine.games import GameError, Player
from engine.games.leaves import LeafTree, TreeState
from engine.lab.trees.tree import MAX, Tree
from engine.search.catalogue import algorithm
from engine.search.parts.trace import Branch, Trace
from engine.search.parts.values import Found, root_window

Rule = Literal["<=", "<"]  # when to cut: at beta <= alpha, or only at beta < alpha
RULES: Final[tuple[Rule, ...]] = get_args(Rule)
NONE: Final = -1  # no place


@dataclass(frozen=True, slots=True)
class Visit:
    """Records one visit. All values are Max's."""

    place: int
    alpha: float  # the window on entry
    beta: float
    alpha_from: int  # the place with the value behind alpha, or NONE
    beta_from: int
    value: float  # handed back, fail-soft
    best: int  # the child with this value, or NONE at a leaf
    skipped: tuple[int, ...]  # the children never tried

    @property
    def hard(self) -> float:
        """Returns the value handed back by fail-hard alpha-beta: never outside the window."""
        return min(max(self.value, self.alpha), self.beta)

    @property
    def sign(self) -> str:
        """Returns "≥" or "≤" if the value is only a bound: at or beyond beta, at or beyond alpha."""
        return "≥" if self.value >= self.beta else "≤" if self.value <= self.alpha else ""


@dataclass(frozen=True)
class Watched:
    """Holds one search of a tree: when it cuts, and the visit of each visited place, in order of entry."""

    tree: Tree
    rule: Rule
    visits: dict[int, Visit]

    @cached_property
    def cuts(self) -> tuple[Visit, ...]:
        """Returns the visits in which something was skipped."""
        return tuple(visit for visit in self.visits.values() if visit.skipped)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """Returns the leaves never looked at, from left to right."""
        return tuple(leaf for leaf in self.tree.leaves if leaf not in self.visits)

    @property
    def seen_leaves(self) -> int:
        """Returns how many leaves were looked at."""
        return len(self.tree.leaves) - len(self.unseen)

    def witness(self, cut: Visit) -> int:
        """Returns the place with the value that became the bound met by ``cut``."""
        return cut.beta_from if self.tree.places[cut.place].mover == MAX else cut.alpha_from

    def is_deep(self, cut: Visit) -> bool:
        """Tests if the bound was set higher up than at the parent: a deep cut."""
        places = self.tree.places
        return places[self.witness(cut)].parent != places[cut.place].parent

    @cached_property
    def deep_cuts(self) -> tuple[Visit, ...]:
        """Returns the deep cuts."""
        return tuple(filter(self.is_deep, self.cuts))

    def cut_above(self, place: int) -> Visit:
        """Returns the cut because of which ``place`` was never entered."""
        parent = self.tree.places[place].parent
        while parent not in self.visits:
            parent = self.tree.places[parent].parent
        return self.visits[parent]


def rule_of(text: str) -> Rule:
    """Returns the rule written as ``text``, and raises GameError if there is none."""
    for rule in RULES:
        if text == rule:
            return rule
    raise GameError(
        "{rule} is no rule for a cut; take '<=' (cut when beta <= alpha) or '<' (when beta < alpha)",
        rule=repr(text[:20]),
    )


@lru_cache(maxsize=32)
def watch(tree: Tree, rule: Rule = "<=") -> Watched:
    """Returns the search of ``tree`` by alpha-beta, from left to right. Raises GameError if the tree has chance."""
    if tree.has_chance:
        raise GameError("alpha-beta knows no chance: take a tree without lots, or ask for its values")
    seen = visits_of(tree, "alphabeta") if rule == "<=" else _by_rule(tree, rule)
    places, visits = {id(branch): place for place, branch in seen}, dict[int, Visit]()
    for place, branch in seen:
        best = next((places[id(one)] for one in branch.branches if one.value == branch.value), NONE)
        bounds = [places.get(id(one), NONE) for one in (branch.alpha_from, branch.beta_from)]
        skipped = tuple(tree.children[place][move - 1] for move in branch.skipped)
        visits[place] = Visit(place, branch.alpha, branch.beta, bounds[0], bounds[1], branch.value, best, skipped)
    return Watched(tree, rule, visits)


class Visits(Trace[TreeState]):
    """Keeps every visit of one search of a tree, with the place of its node, in the order of entering."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree.game, Player.FIRST)
        self.tree_searched, self.all = tree, list[tuple[int, Branch[TreeState]]]()

    def enter(self, *call: Any, **more: Any) -> None:
        """Begins a visit."""
        super().enter(*call, **more)
        path = tuple(one.branch.move or 0 for one in self._open[1:])
        self.all.append((self.tree_searched.by_path[path], self._open[-1].branch))


def visits_of(tree: Tree, name: str, **more: Any) -> list[tuple[int, Branch[TreeState]]]:
    """Returns every visit of a search of ``tree`` by the algorithm called ``name``, with the place of the node."""
    trace = Visits(tree)
    algorithm(name).function(tree.game, tree.game.initial(), None, trace, **more)
    return trace.all


def _by_rule(tree: Tree, rule: Rule) -> list[tuple[int, Branch[TreeState]]]:
    trace = Visits(tree)
    search(tree.game, rule, trace)
    return trace.all


def search(game: LeafTree, rule: Rule, trace: Trace[TreeState]) -> float:
    """Returns the value of the root by alpha-beta with either rule. ``trace`` records the visits."""

    def value(state: TreeState, player: Player, alpha: float, beta: float, move: int | None) -> Found:
        trace.enter(state, player, 0, alpha, beta, move)
        outcome = game.outcome(state)
        found = decide(state, player, alpha, beta) if outcome is not None or game.to_move(state) is player else None
        if found is None:  # the same side moves again, so the window turns back
            best, line = decide(state, player.other, -beta, -alpha)
            found = -best, line
        trace.leave(player, found, "")
        return found

    def decide(state: TreeState, player: Player, alpha: float, beta: float) -> Found:
        outcome = game.outcome(state)
        best, line = (-inf, ()) if outcome is None else (outcome.value(player), ())  # type: tuple[float, tuple[int, ...]]
        for branch in game.moves(state):
            v, below = value(game.play(state, branch), player.other, -beta, -max(alpha, best), branch)
            if -v > best:
                best, line = -v, (branch, *below)
            if best > beta or (rule == "<=" and best == beta):
                break
        return best, line

    return value(game.initial(), Player.FIRST, *root_window(game, Player.FIRST), None)[0]


def values_of(tree: Tree) -> list[float]:
    """Returns the value of each place for Max, searched without pruning. A chance node is worth the mean."""
    found = {place: branch.value + 0.0 for place, branch in visits_of(tree, "expectiminimax")}
    return [found[place] for place in range(len(tree.places))]


def close(written: float, value: float, tree: Tree) -> bool:
    """Tests if a written value is right: means may be rounded to two decimals."""
    return abs(written - value) <= (0.005 if tree.has_chance else 5e-5) or written == value
