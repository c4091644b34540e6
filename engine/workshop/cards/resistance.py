"""Finds the replies of perfect resistance: those with the best exact score for the other side of a course."""

from collections.abc import Iterator

from engine.cards.check import Board, Stones
from engine.cards.teaching.course import Course
from engine.games import LineGame, LineState
from engine.solver.book.book import Book, book_of
from engine.solver.solver import Solver


def resistance(course: Course, table_mb: float) -> Iterator[int]:
    """Yields for each position of :meth:`Course.choices` the strongest columns as bits, that of column 1 the lowest.
    The solver's table has ``table_mb``."""
    board = course.board
    game = LineGame(board.width, board.height, board.connect, True)
    solver = Solver(board.width, board.height, board.connect, table_mb=table_mb)
    book = book_of(game)
    for at in course.choices():
        scores = {
            1 << column - 1: 0 if then.mask == game.full else _score(solver, book, then)
            for column, then in _replies(board, at)
        }
        best = min(scores.values())  # the side's own score
        yield sum(bit for bit, score in scores.items() if score == best)


def _replies(board: Board, at: Stones) -> Iterator[tuple[int, LineState]]:
    mine, mask = at[0], at[0] | at[1]
    for column in range(1, board.width + 1):
        cell = board.landing(mask) & board.column(column)
        if cell:
            yield column, LineState(mine, mask | cell)


def _score(solver: Solver, book: Book | None, then: LineState) -> int:
    known = book.score(then) if book else None
    return solver.solve(*then).score if known is None else known
