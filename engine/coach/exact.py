"""Gives the exact score of every move, for the searches of this room."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games import LineGame, LineState, Move
from engine.games.numbers import number_of
from engine.solver.analysis import Analysis
from engine.solver.book.book import book_of
from engine.solver.solver import Solver

TABLE_MB = 8.0


class ExactScores:
    """Returns the exact score number of every move of a position, from the book or by the solver.

    Args:
        game: a board with gravity and a solver.
        solver: the solver; None: one with a small table.
        with_book: ask the opening book first.

    Raises:
        ValueError: the board has no solver.
    """

    def __init__(self, game: LineGame, solver: Solver | None = None, *, with_book: bool = True) -> None:
        self._game, self._book = game, book_of(game) if with_book else None
        self._solver = solver or Solver(game.width, game.height, game.connect, table_mb=TABLE_MB)

    def __call__(self, state: LineState) -> Mapping[Move, int]:
        """Returns the score number of every move, for the side to move."""
        scores = Analysis(self._solver, self._game, state, self._book).scores()
        return {move: number_of(self._game, score, state.ply) for move, score in scores.items()}

    def clear(self) -> None:
        """Empties the solver's table, for measurements."""
        self._solver.clear()
