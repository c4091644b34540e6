"""Says what a search in the lab begins from (a tree of leaves or a position), and lays out the nodes of its tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.games import CHANCE, Game, Move, Player, find, parse
from engine.lab.trees import Tree
from engine.lab.trees import parse as parse_tree
from engine.search.catalogue import with_features
from engine.search.parts.values import outcome_value
from engine.text import text


@dataclass(frozen=True, slots=True)
class Problem:
    """Holds the rules and the root of a search: a tree of leaves, or a position of a game after ``moves``."""

    game: Game[Any]
    state: Any
    tree: Tree | None = None
    moves: str = ""
    weights: str = ""

    @classmethod
    def of_tree(cls, text: str) -> Problem:
        """Returns the problem of a tree in any form (:func:`engine.lab.trees.parse`). Raises GameError for others."""
        tree = parse_tree(text)
        return cls(tree.game, tree.game.initial(), tree)

    @classmethod
    def of_game(cls, name: str, moves: str = "", weights: str = "") -> Problem:
        """Returns the problem of a position of a registered game, with the textbook's weighted features, or with other
        ``weights`` as in "4-3-1". Raises GameError if there is no such game, a move is not legal, or the weights do
        not fit."""
        game = with_features(find(name), [int(one) for one in weights.split("-")] if weights else ())
        return cls(game, parse(game, moves)[1], None, moves, weights)


Route = tuple[Move, ...]  # the moves from the root to a place
MAX, MIN, LOTS, NOBODY = range(4)


class Place(NamedTuple):
    """Holds one node of the drawn tree. All values are of the root's side."""

    parent: int  # the number of the place above, -1 for the root
    route: Route  # lots among the moves
    state: Any
    name: str
    mover: int  # 0 the root's side, 1 the other, 2 chance, 3 none
    value: float | None  # of a finished game
    share: float | None  # the probability of a lot


def lay_out(problem: Problem, player: Player, routes: set[Route]) -> list[Place]:
    """Returns the places of all ``routes`` and above: parents before children, children by their moves."""
    game, tree, places = problem.game, problem.tree, list[Place]()

    def add(parent: int, route: Route, state: Any, share: float | None, ply: int, words: str) -> None:
        name: str = text("after {moves}", moves=words) if words else text("the root")
        if tree is not None:
            name = tree.places[tree.by_path[route]].name
        outcome = game.outcome(state)
        side = None if outcome is not None else game.to_move(state)
        mover = NOBODY if side is None else LOTS if side is CHANCE else MIN if side is player.other else MAX
        value = None if outcome is None else outcome_value(game, outcome, player, ply)
        number = len(places)
        places.append(Place(parent, route, state, name, mover, value, share))
        if side is None:
            return
        lots = dict(game.outcomes(state)) if side is CHANCE else {}
        for move in lots or game.moves(state):
            if (*route, move) in routes:
                then = f"{words}-{move}" if lots else f"{words} {move}".strip()
                add(number, (*route, move), game.play(state, move), lots.get(move), ply + (not lots), then)

    add(-1, (), problem.state, None, 0, "")
    return places
