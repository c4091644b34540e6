"""Judges the students that visitors train in the browser, by positions with known results.

The positions are quiet, every move's result is exact, and not all results are alike. A position without a forced move
tells more than others: everybody finds a win with the next move. The share of positions in which the chosen move keeps
the result is the height of the student's curve.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from engine.games import GameError, find

BOARDS = ("tictactoe", "connect4-5x4")  # the boards on which the page trains students

_DATA = resources.files("engine.student").joinpath("data")


@dataclass(frozen=True, slots=True)
class Labelled:
    """Holds one position: the moves as digits, and a letter for each move from 1 on. The letters are w, d and l for
    a win, a draw and a loss of the side to move, and a point for an illegal move."""

    moves: str
    results: str


@cache
def shipped(board: str) -> tuple[Labelled, ...]:
    """Returns the positions that ship for a board (``fourthought bench student``). Raises GameError if none do."""
    if board not in BOARDS:
        raise GameError(f"{board} has no student; {' and '.join(BOARDS)} have one")
    rows = json.loads(_DATA.joinpath(f"{board}.json").read_text(encoding="utf-8"))["positions"]
    return tuple(Labelled(*row) for row in rows)


def as_text(board: str, positions: list[Labelled], seed: int) -> str:
    """Returns the content of a file of positions: the board, the seed, and a row for each position."""
    find(board)
    rows = [[one.moves, one.results] for one in positions]
    return json.dumps({"board": board, "seed": seed, "positions": rows}, separators=(",", ":")) + "\n"
