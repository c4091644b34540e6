"""Holds what an analysis tells: the results of the moves, as values, as a table and as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from engine.games import LineGame, Move
from fourthought.board import Board


@dataclass(frozen=True, slots=True)
class MoveResult:
    """Holds what is known of one move, for the side that makes it.

    Args:
        score: the exact score number (22 minus the winner's stones at the end on a 7x6 board, negative for a loss, 0
            for a draw); None where the result is not proven.
        value: 1 for a proven win, 0 for a draw, -1 for a loss; between, an estimate.
        words: the result in words; "" where it is not proven.
    """

    move: Move
    score: int | None
    value: float
    words: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """Holds the results of all legal moves of one position, in order: ``for one in analysis``, ``analysis[4]``."""

    board: Board
    moves: tuple[MoveResult, ...]

    @property
    def best(self) -> tuple[Move, ...]:
        """Returns the best moves: more than one where several are equally good."""
        most = max(map(_rank, self.moves))
        return tuple(one.move for one in self.moves if _rank(one) == most)

    @property
    def score(self) -> int | None:
        """Returns the exact score of the position; None where it is not proven."""
        return max(self.moves, key=_rank).score

    @property
    def columns(self) -> tuple[Move, ...]:
        """Returns the moves that are judged, in order: the columns that are not full."""
        return tuple(one.move for one in self.moves)

    def __iter__(self) -> Iterator[MoveResult]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, move: Move) -> MoveResult:
        for one in self.moves:
            if one.move == move:
                return one
        raise KeyError(f"{move!r} is not judged; {', '.join(map(str, self.columns))} are")

    def __str__(self) -> str:
        kind = "column" if isinstance(self.board.game, LineGame) and self.board.game.gravity else "move"
        rows = (f"{one.move:>{len(kind)}}  {_number(one):>5}  {one.words}".rstrip() for one in self.moves)
        return "\n".join([f"{kind}  score  result", *rows])

    def _repr_html_(self) -> str:
        best = self.best
        rows = "".join(
            f"<tr><td>{'<b>' if one.move in best else ''}{one.move}</td><td>{_number(one)}</td>"
            f"<td>{escape(one.words)}</td></tr>"
            for one in self.moves
        )
        head = "<tr><th>move</th><th>score</th><th>result</th></tr>"
        return f"{self.board.svg(200)}<table>{head}{rows}</table>"


def _rank(one: MoveResult) -> tuple[float, int]:
    return one.value, one.score or 0


def _number(one: MoveResult) -> str:
    if one.score is None:
        return f"{round(one.value, 2) + 0.0:+.2f}"  # never "-0.00"
    return f"{one.score:+d}" if one.score else "0"
