"""Watches alpha-beta on a tree of leaves: the windows, the cuts, and for each cut the witness.

The visits come from the real search, :func:`engine.search.alphabeta.alphabeta`. Courses differ on one point: some cut
where best = beta, some only beyond beta. The real search cuts at ``<=`` (beta <= alpha). For ``<`` the same lines are
repeated here with the other comparison.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import Final, Literal, get_args

from engine.games import GameError, Player
from engine.games.leaves import LeafTree, TreeState
from engine.lab.trees.tree import MAX, Tree
from engine.search.alphabeta import alphabeta
from engine.search.chance.expectiminimax import expectiminimax
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
    visits: dict[int, Visit] = {}
    _collect(tree, traced(tree, rule), 0, {}, visits)
    return Watched(tree, rule, visits)


def traced(tree: Tree, rule: Rule) -> Branch[TreeState]:
    """Returns the trace of the search of :func:`watch`. Raises GameError if the tree has chance."""
    if tree.has_chance:
        raise GameError("alpha-beta knows no chance: take a tree without lots, or ask for its values")
    game = tree.game
    trace: Trace[TreeState] = Trace(game, Player.FIRST)
    if rule == "<=":
        alphabeta(game, game.initial(), trace=trace)
    else:
        search(game, rule, trace)
    return trace.tree()


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


def _collect(
    tree: Tree, branch: Branch[TreeState], place: int, places: dict[int, int], visits: dict[int, Visit]
) -> None:
    """Enters ``branch`` and everything below into ``visits``. ``places`` maps the identity of a branch to its place."""
    places[id(branch)] = place
    visits[place] = Visit(
        place,
        branch.alpha,
        branch.beta,
        places.get(id(branch.alpha_from), NONE),
        places.get(id(branch.beta_from), NONE),
        branch.value,
        next((child_of(tree, place, below) for below in branch.branches if below.value == branch.value), NONE),
        tuple(tree.children[place][move - 1] for move in branch.skipped),
    )
    for below in branch.branches:
        _collect(tree, below, child_of(tree, place, below), places, visits)


def child_of(tree: Tree, place: int, below: Branch[TreeState]) -> int:
    """Returns the place of a visit directly below ``place``."""
    return tree.children[place][(below.move or 1) - 1]


def values_of(tree: Tree) -> list[float]:
    """Returns the value of each place for Max, searched without pruning. A chance node is worth the mean."""
    game = tree.game
    trace: Trace[TreeState] = Trace(game, Player.FIRST)
    expectiminimax(game, game.initial(), trace=trace)
    found = [0.0] * len(tree.places)

    def collect(branch: Branch[TreeState], place: int) -> None:
        found[place] = branch.value + 0.0
        for child, below in zip(tree.children[place], branch.branches, strict=True):
            collect(below, child)

    collect(trace.tree(), 0)
    return found


def close(written: float, value: float, tree: Tree) -> bool:
    """Tests if a written value is right: means may be rounded to two decimals."""
    return abs(written - value) <= (0.005 if tree.has_chance else 5e-5) or written == value
