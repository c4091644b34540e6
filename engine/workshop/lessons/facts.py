"""Computes the numbers of the lessons by the searches of the textbook, on the figures of the lessons."""

import json
from functools import cache
from importlib import resources
from typing import Any

from engine.games import Game, GameError, LineGame, LineState, parse, replay
from engine.lab.answer_keys.watching import visits_of
from engine.lab.lessons import Figure, lesson
from engine.lab.lessons.games import position
from engine.lab.run.making import THINKING, think_ahead
from engine.lab.run.problem import Problem
from engine.lab.trees import parse as parse_tree
from engine.search.catalogue import algorithm
from engine.search.deepening import search_to
from engine.search.parts.evaluation import Feature, line_features
from engine.search.parts.trace import Branch
from engine.search.parts.values import Result

STORED = "costly.json"
"""The numbers that take long to compute, made by the workshop."""


@cache
def stored() -> dict[str, int]:
    """Returns the stored numbers."""
    numbers: dict[str, int] = json.loads(resources.files(__package__).joinpath(STORED).read_text(encoding="utf-8"))
    return numbers


def figure(slug: str) -> Figure:
    """Returns the figure of a lesson."""
    return lesson(slug).figure


def following(slug: str) -> Figure:
    """Returns the figure that a lesson offers after the right answer."""
    then = lesson(slug).then
    assert then is not None  # noqa: S101
    return then[1]


def tree(slug: str) -> str:
    """Returns the tree of the figure of a lesson."""
    return figure(slug).tree or ""


def sides(name: str, moves: str) -> dict[str, str]:
    """Returns the names of the side to move, and of the other."""
    game, state = position(name, moves)
    side = game.to_move(state)
    return {"side": game.player_names[side], "other": game.player_names[side.other]}


@cache
def result(name: str, moves: str, method: str, depth: int | None = None, weights: str = "") -> Result:
    """Returns the result of a search from the state after ``moves``, to the end without a depth."""
    game, state = position(name, moves, weights)
    return algorithm(method).function(game, state, depth, None)


@cache
def tree_result(text: str, method: str) -> Result:
    """Returns the result of a search of a tree of leaves."""
    game = parse_tree(text).game
    return algorithm(method).function(game, game.initial(), None, None)


@cache
def visits(text: str, method: str) -> dict[str, Branch[Any]]:
    """Returns the last visit to each node of a tree of leaves, by the name of the node."""
    tree = parse_tree(text)
    return {tree.places[place].name: branch for place, branch in visits_of(tree, method)}


def features(game: Game[Any]) -> tuple[Feature[LineState], ...]:
    """Returns the features of the evaluation of a board, and raises GameError if the game has no lines to complete."""
    if not isinstance(game, LineGame):
        raise GameError("{game} has no features; take a game of lines such as Tic-Tac-Toe", game=game.title)
    return line_features(game).features


@cache
def thinking_ahead(name: str, moves: str, depth: int | None = None) -> dict[str, int]:
    """Returns the nodes of a search before the last of ``moves``, and of searches after the move.

    The first search looks one ply deeper, so all searches have one horizon. Raises ArithmeticError if the two searches
    after the move disagree.

    Returns:
        ``before``: nodes of the first search. ``branch``: of these, the nodes of the move played. ``fallen``: the nodes
            of all other moves. ``afresh``: nodes after the move without a table. ``kept``: with the first search's
            table.
    """
    problem = Problem.of_game(name, moves)
    game, state, played = problem.game, problem.state, parse(problem.game, moves)[0]
    before = replay(game, played[:-1])
    first = search_to(game, before, None if depth is None else depth + 1, options=THINKING)
    branch = next(one.nodes for one in first.moves if one.move == played[-1])
    afresh = search_to(game, state, depth, options=THINKING)
    kept = think_ahead(problem, depth).function(game, state, depth, None)
    if kept.value != afresh.value:
        raise ArithmeticError("the kept table changed the value")
    return {
        "before": first.counts.nodes,
        "branch": branch,
        "fallen": first.counts.nodes - branch - 1,
        "afresh": afresh.counts.nodes,
        "kept": kept.counts.nodes,
    }
