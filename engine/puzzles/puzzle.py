"""Defines a puzzle: a position with one right move, the solution, every wrong move refuted, themes and a rating."""

import enum
from dataclasses import dataclass
from typing import Any

from engine.games import Move


class Theme(enum.IntFlag):
    """Names the ideas of a puzzle. The first three are kinds for beginners, and a puzzle has at most one of them."""

    WIN_AT_ONCE = enum.auto()
    """The right move completes a four."""
    MUST_BLOCK = enum.auto()
    """The right move fills the one cell where the opponent would complete a four."""
    DO_NOT_HAND_OVER = enum.auto()
    """Every other move lets the opponent complete a four with the next move."""
    DOUBLE_THREAT = enum.auto()
    """At the end two cells complete a four, and the opponent can fill only one."""
    STACKED_THREATS = enum.auto()
    """At the end two cells, one above the other, complete a four."""
    ODD_THREAT = enum.auto()
    """At the end the opponent must fill the cell below a waiting four in an odd row."""
    EVEN_THREAT = enum.auto()
    """At the end the opponent must fill the cell below a waiting four in an even row."""
    BLOCK_AND_COUNTER = enum.auto()
    """The first move takes a cell that the opponent needed for a new threat, and makes a threat."""
    QUIET_MOVE = enum.auto()
    """The first move makes no threat."""
    ONLY_MOVE_DRAW = enum.auto()
    """Every other move loses."""
    DO_NOT_SPOIL = enum.auto()
    """A wrong move fills the cell below an own waiting four, so that the opponent can close the four."""

    @property
    def title(self) -> str:
        """Returns the name for people, as "block and counter"."""
        return (self.name or "").lower().replace("_", " ").replace("only move", "only-move")

    @property
    def slug(self) -> str:
        """Returns the name for addresses, as "block-and-counter"."""
        return (self.name or "").lower().replace("_", "-")


BEGINNERS = Theme.WIN_AT_ONCE | Theme.MUST_BLOCK | Theme.DO_NOT_HAND_OVER  # the kinds for beginners


@dataclass(frozen=True, slots=True)
class WrongMove:
    """Holds a move that gives the result away."""

    move: Move  # the column, from 1
    score: int  # the score number after the move, for the solver of the puzzle
    refutation: tuple[Move, ...]  # best play after the move, the opponent begins


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Holds one puzzle. The side to move solves it.

    Attributes:
        moves: the moves that lead to the position. As text they name the puzzle.
        plies: plies to the end with best play if the solver wins, or 0 if the task is a draw.
        line: the solution: the solver's moves at even places, the strongest replies between.
        wrong: every other legal first move.
        rating: points on the scale of the levels.
        level: the lowest level that finds the first move in at least half of the games, or 10.
        lines: branches of the smallest proof known after the first move, or 0.
        source: the number of the game with the position.
        later: every other move for each later move of the solver in ``line``, for the puzzles that ship.
    """

    moves: tuple[Move, ...]
    plies: int
    line: tuple[Move, ...]
    wrong: tuple[WrongMove, ...]
    themes: Theme
    rating: int
    level: int
    lines: int = 0
    source: int = 0
    later: tuple[tuple[WrongMove, ...], ...] = ()

    @property
    def name(self) -> str:
        """Returns the moves as text."""
        return "".join(map(str, self.moves))

    @property
    def for_beginners(self) -> bool:
        """Tests if the puzzle is of a kind for beginners."""
        return bool(self.themes & BEGINNERS)

    def row(self) -> list[Any]:
        """Returns the puzzle as a list for JSON. The pages read the same list (static/js/coach/model/puzzle.js)."""
        themes, line, wrong = int(self.themes), _text(self.line), _plain(self.wrong)
        row = [self.name, self.plies, line, wrong, themes, self.rating, self.level, self.lines, self.source]
        return [*row, [_plain(turn) for turn in self.later]] if self.later else row


def from_row(row: list[Any]) -> Puzzle:
    """Returns the puzzle of a list made by :meth:`Puzzle.row`, and raises ValueError for any other list."""
    try:
        name, plies, line, wrong, themes, rating, level, lines, source, *rest = row
        (later,) = rest or [()]
        refuted, turns = _refuted(wrong), tuple(map(_refuted, later))
        return Puzzle(_moves(name), plies, _moves(line), refuted, Theme(themes), rating, level, lines, source, turns)
    except (TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"this is no puzzle: {str(row)[:80]}") from error


def _plain(wrong: tuple[WrongMove, ...]) -> list[Any]:
    return [[one.move, one.score, _text(one.refutation)] for one in wrong]


def _refuted(rows: list[Any]) -> tuple[WrongMove, ...]:
    return tuple(WrongMove(move, score, _moves(text)) for move, score, text in rows)


def _text(moves: tuple[Move, ...]) -> str:
    return "".join(map(str, moves))


def _moves(text: str) -> tuple[Move, ...]:
    return tuple(map(int, text))


@dataclass(frozen=True, slots=True)
class Found:
    """Answers for one move: whether the search has finished, and the puzzle, if the move makes one."""

    complete: bool
    puzzle: Puzzle | None = None
