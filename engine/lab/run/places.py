"""Lays out the places of a run: every state of the drawn tree, each once, with name, side to move and value."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games import CHANCE, Move, Player
from engine.lab.run.problem import Problem
from engine.search.values import outcome_value
from engine.text import text

Route = tuple[Move, ...]
"""The moves from the root to a place."""
MAX, MIN, LOTS, NOBODY = range(4)


class Place(NamedTuple):
    """Holds one place of the tree.

    Attributes:
        parent: the number of the place above; -1 for the root.
        route: the moves from the root, lots among them.
        mover: the side to move: 0 the root's side, 1 the other, 2 chance, 3 nobody.
        value: the value of a finished game for the root's side; None elsewhere.
        share: the probability of a lot; None elsewhere.
    """

    parent: int
    route: Route
    state: Any
    name: str
    mover: int
    value: float | None
    share: float | None


def lay_out(problem: Problem, player: Player, routes: set[Route]) -> list[Place]:
    """Returns the places of all ``routes``: parents before children, children in the order of the moves.

    Args:
        problem: the tree or the position.
        player: the side to move at the root.
        routes: the moves to each place; with every route the routes of all places above.
    """
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
