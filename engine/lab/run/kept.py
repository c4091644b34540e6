"""Warm-table search: searches a state with the table of the search before the last move, as after thinking ahead."""

from typing import Any, Final

from engine.games import Game, GameError, parse, replay
from engine.lab.run.problem import Problem
from engine.search.catalogue import Algorithm
from engine.search.deepening import search_to
from engine.search.parts.options import Options
from engine.search.parts.table import Table
from engine.search.parts.trace import Trace
from engine.search.parts.values import Result
from engine.text import text

NAME: Final = "kept"  # the name of the search, which the catalogue does not have
THINKING: Final = Options(table=True, order=("table", "killer", "history"))
"""The additions of the search: those of the catalogue's "all"."""


def think_ahead(problem: Problem, depth: int | None, game: Game[Any] | None = None) -> Algorithm:
    """Searches the state before the last move of ``problem``, and returns the search of the state after the move.

    Both searches have one horizon, so the first one looks a ply deeper. The returned search begins with the first one's
    table each time, and counts no node of the first one. ``game`` replaces the rules of the first search, to set a
    budget.

    Raises:
        GameError: no move was played.
    """
    if not problem.moves:
        raise GameError("the kept table is that of the search before the last move; take a game with a move played")
    moves, _ = parse(problem.game, problem.moves)
    before = replay(problem.game, moves[:-1])
    kept = Table()
    ahead = None if depth is None else depth + 1
    search_to(problem.game if game is None else game, before, ahead, options=THINKING, table=kept)

    def search(game: Game[Any], state: Any, depth: int | None, trace: Trace[Any] | None) -> Result:
        return search_to(game, state, depth, options=THINKING, table=kept.copy(), trace=trace)

    return Algorithm(NAME, text("all of them, with the table of the search before the last move"), search)
