"""Runs an algorithm of the textbook on a problem and returns the run as data for the page."""

import copy
import time
from dataclasses import replace
from typing import Any, Final

from engine.games import Game, GameError, LineGame, Player, parse, replay
from engine.games.chance import SlipperyGame
from engine.games.formats.leaf_text import Leaf, Shares, number_words
from engine.lab.run.conditions import conditions
from engine.lab.run.problem import Place, Problem, lay_out
from engine.lab.run.recording import CUT, KINDS, LimitError, Limits, Recording, Step
from engine.lab.run.sentences import Story
from engine.lab.run.visits import Visits
from engine.lab.trees import Tree
from engine.search.catalogue import Algorithm, algorithm
from engine.search.deepening import search_to
from engine.search.parts.drawing import value_words
from engine.search.parts.options import Options
from engine.search.parts.table import Table
from engine.search.parts.trace import Trace
from engine.search.parts.values import Result, root_view
from engine.text import text

KEPT: Final = "kept"  # the name of the search, which the catalogue does not have
THINKING: Final = Options(table=True, order=("table", "killer", "history"))
"""The additions of the search: those of the catalogue's "all"."""


VERSION = 1


def record(problem: Problem, name: str, depth: int | None = None, limits: Limits = Limits()) -> dict[str, Any]:  # noqa: B008
    """Returns the run of an algorithm of the catalogue, or ``kept`` (:func:`think_ahead`), to ``depth`` plies (None: to
    the end): the tree, every visit, every step, and a sentence for each step of the story. A search beyond ``limits``
    is shown in part. Raises GameError if there is no such algorithm, it cannot search this problem, or the time is
    spent before the first visit."""
    chosen = _chosen(problem, name, depth, limits)
    game, state = problem.game, problem.state
    player = root_view(game, state, depth)
    recording: Recording[Any] = Recording(
        game, player, limits, iterates=name in ("deepening", "mtdf"), rounds=chosen.rounds
    )
    result, reason = None, ""
    try:
        with recording.watching():
            result = chosen.function(game, state, depth, recording)
    except LimitError as stop:
        reason = stop.reason
    if not recording.visits:
        raise GameError("{name} takes too long here to be watched; choose a smaller depth", name=name)
    result = seen_by(player, result)
    whole = None
    if result is None:
        whole = result = seen_by(player, count(problem, chosen, depth, limits))
    tree, routes = problem.tree, set(recording.places)
    if tree is not None and len(tree.places) <= limits.places:
        routes.update(tree.by_path)
    places = lay_out(problem, player, routes)
    visits = Visits(recording, places, chosen)
    steps = [step for step in recording.steps if step.kind != CUT or visits.is_cut(step.visit)]
    story = Story(problem, places, visits, None if reason else result, chosen)
    return {
        "v": VERSION,
        "title": text(game.title),
        "algorithm": chosen.name,
        "words": text(chosen.words),
        "rounds": chosen.rounds,
        "backwards": chosen.backwards,
        "depth": depth,
        "kind": "game" if tree is None else "leaves",
        "tree": None if tree is None else tree.text(),
        "game": game.name if tree is None else None,
        "moves": problem.moves,
        "weights": problem.weights,
        "player": int(player),
        "names": [game.player_names[player], game.player_names[player.other]],
        "board": _board(game),
        "sides": game.sides,
        "sources": [source.as_data() for source in recording.sources],
        "places": _places(game, places, tree),
        "visits": visits.as_data(),
        "steps": {name: [getattr(step, name) for step in steps] for name in Step.__slots__},
        "kinds": list(KINDS),
        "sentences": {str(at): words for at, words in story.sentences(steps)},
        "counts": visits.counts(),
        "bounds": None if tree is None else tree.bounds,
        "unknown": _unknown(tree, chosen, depth),
        "result": None if result is None else _result(game, result),
        "complete": not reason,
        "limit": _limit(reason, len(visits.place), whole, limits) if reason else None,
        "whole": None if whole is None else _whole(whole),
    }


def _chosen(problem: Problem, name: str, depth: int | None, limits: Limits) -> Algorithm:
    """Returns the search of a name. ``kept`` thinks ahead first, within the budget of an unwatched search."""
    if name != KEPT:
        return algorithm(name)
    try:
        return think_ahead(problem, depth, _on_a_budget(problem.game, limits))
    except LimitError:
        raise GameError("to think ahead takes too long here; choose a smaller depth") from None


def seen_by(player: Player, result: Result | None) -> Result | None:
    """Returns a result with its values counted for ``player``: some searches count for the side to move."""
    if result is None or result.player is player:
        return result
    moves = tuple(replace(one, value=-one.value + 0.0) for one in result.moves)
    return replace(result, value=-result.value + 0.0, player=player, moves=moves)


def count(problem: Problem, chosen: Algorithm, depth: int | None, limits: Limits) -> Result | None:
    """Returns the result of an unwatched search, or None beyond the budget."""
    try:
        return chosen.function(_on_a_budget(problem.game, limits), problem.state, depth, None)
    except LimitError:
        return None


def _on_a_budget(game: Game[Any], limits: Limits) -> Game[Any]:
    """Returns the game with a :class:`LimitError` after too many calls of ``outcome``, or too long a time."""
    clone, outcome = copy.copy(game), game.outcome
    asked, until = 0, time.process_time() + limits.count_seconds  # of all threads of a search

    def counted(state: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked > limits.nodes or (asked % 64 == 0 and time.process_time() > until):
            raise LimitError("budget")
        return outcome(state)

    clone.outcome = counted  # type: ignore[method-assign]
    return clone


def _unknown(tree: Tree | None, chosen: Algorithm, depth: int | None) -> list[str]:
    """Returns for which values of the unknown leaves each cut happens, in a search of one tree alone."""
    if tree is None or tree.game.sides > 2 or chosen.name in (KEPT, "mtdf") or chosen.rounds or chosen.backwards:
        return []
    return list(conditions(tree, chosen, depth))


def _limit(reason: str, visits: int, whole: Result | None, limits: Limits) -> str:
    """Returns the words for a run with only the beginning of a search. ``whole`` is None beyond the budget."""
    if reason == "places":
        first = text("the first {n} state|the first {n} states", n=limits.places)
    else:
        first = text("the first {n} visit|the first {n} visits", n=visits)
    if whole is not None:
        return first
    return text("{first}; the whole search is too long to be counted here", first=first)


def _whole(result: Result) -> dict[str, int]:
    counts = result.counts
    return {"nodes": counts.nodes, "leaves": counts.leaves, "met": counts.cutoffs, "table_hits": counts.table_hits}


def _result(game: Game[Any], result: Result) -> dict[str, Any]:
    return {
        "value": result.value,
        "words": value_words(game, result.value, result.player),
        "move": None if result.move is None else str(result.move),
        "line": [str(move) for move in result.pv],
        "exact": result.exact,
    }


def _board(game: Game[Any]) -> dict[str, Any] | None:
    rules = game.base if isinstance(game, SlipperyGame) else game
    size = game.board_size()
    if size is None:
        return None
    return {"columns": size[0], "rows": size[1], "gravity": isinstance(rules, LineGame) and rules.gravity}


def _places(game: Game[Any], places: list[Place], tree: Tree | None) -> dict[str, Any]:
    size = game.board_size()
    signs = tree is not None and (tree.unknowns or game.sides > 2)
    return {
        "move": ["" if not place.route else str(place.route[-1]) for place in places],
        "cells": None if size is None else [_cells(game, place.state, size) for place in places],
        **({"sign": [_sign(place) for place in places]} if signs else {}),
        **{name: [getattr(place, name) for place in places] for name in ("parent", "name", "mover", "value", "share")},
    }


def _sign(place: Place) -> str | None:
    """Returns what stands for the value of an unknown leaf, and None for every other place."""
    node = place.state.node
    if isinstance(node, Shares):
        return ",".join(map(number_words, node.each))
    return node.name if isinstance(node, Leaf) and node.unknown else None


def _cells(game: Game[Any], state: Any, size: tuple[int, int]) -> str:
    owners = dict(game.cells(state))
    columns, rows = size
    return "".join(
        "XO"[owners[column, row]] if (column, row) in owners else "."
        for row in range(rows, 0, -1)
        for column in range(1, columns + 1)
    )


def think_ahead(problem: Problem, depth: int | None, game: Game[Any] | None = None) -> Algorithm:
    """Searches the state before the last move of ``problem``, and returns the search of the state after the move. Both
    searches have one horizon, so the first one looks a ply deeper. The returned search begins with the first one's
    table each time, and counts no node of the first one. ``game`` replaces the rules of the first search, to set a
    budget. Raises GameError if no move was played."""
    if not problem.moves:
        raise GameError("the kept table is that of the search before the last move; take a game with a move played")
    moves, _ = parse(problem.game, problem.moves)
    before = replay(problem.game, moves[:-1])
    kept = Table()
    ahead = None if depth is None else depth + 1
    search_to(problem.game if game is None else game, before, ahead, options=THINKING, table=kept)

    def search(game: Game[Any], state: Any, depth: int | None, trace: Trace[Any] | None) -> Result:
        return search_to(game, state, depth, options=THINKING, table=kept.copy(), trace=trace)

    return Algorithm(KEPT, text("all of them, with the table of the search before the last move"), search)
