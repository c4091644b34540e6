"""The Game protocol and its value types: what a search needs, and no more.

A new game is one file: subclass :class:`Game`, register an instance (see ``registry.py``), and the searches, the
minds, the arena and the table in the browser play it. States are immutable and hashable; a Game holds rules, never
a position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering
from typing import Generic, TypeVar

Move = int
"""A move as a person counts it: a 1-based column, or a 1-based square in reading order."""

Cell = tuple[int, int]
"""(column, row), both 1-based; row 1 is the lowest."""

S = TypeVar("S", bound=Hashable)


class Player(IntEnum):
    """Who is to move: one of the two sides, or chance."""

    FIRST = 0
    SECOND = 1
    CHANCE = 2

    @property
    def other(self) -> Player:
        """The opponent; chance has none and answers itself."""
        return _OTHERS[self]


CHANCE = Player.CHANCE
_OTHERS = (Player.SECOND, Player.FIRST, CHANCE)


class GameError(ValueError):
    """Something a person gave us is not possible; the message says what is wrong and what would be right."""


class IllegalMoveError(GameError):
    """A move that the rules do not allow; ``ply`` is its 1-based place in the line that was given."""

    def __init__(self, message: str, ply: int | None = None) -> None:
        super().__init__(message if ply is None else f"move {ply}: {message}")
        self.reason = message
        self.ply = ply


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: the winner (None for a draw) and the cells that show it."""

    winner: Player | None
    line: tuple[Cell, ...] = ()

    def value(self, player: Player) -> float:
        """1 for a win of ``player``, -1 for a loss, 0 for a draw."""
        return 0.0 if self.winner is None else (1.0 if self.winner is player else -1.0)


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """An exact result: who wins and how many plies remain (0: the game is over).

    Scores are ordered as the player ``pov`` would order them: a quick win, a slow win, a draw, a slow loss, a quick
    loss. Comparing scores of different points of view is an error in the program and raises ``ValueError``.
    """

    winner: Player | None
    plies: int
    pov: Player

    @property
    def sign(self) -> int:
        """1 if the point of view wins, -1 if it loses, 0 for a draw."""
        return 0 if self.winner is None else (1 if self.winner is self.pov else -1)

    def seen_by(self, player: Player) -> Score:
        """The same result from the other chair."""
        return Score(self.winner, self.plies, player)

    def _rank(self) -> tuple[int, int]:
        return self.sign, -self.sign * self.plies

    def __lt__(self, other: Score) -> bool:
        if self.pov is not other.pov:
            raise ValueError("scores of different players cannot be compared; use seen_by()")
        return self._rank() < other._rank()

    def words(self, names: Sequence[str] = ("First", "Second")) -> str:
        """As a person says it, counting the winner's own moves: "Red wins in 9 moves", "draw"."""
        if self.winner is None:
            return "draw"
        if self.plies == 0:
            return f"{names[self.winner]} has won"
        moves = (self.plies + 1) // 2
        return f"{names[self.winner]} wins in {moves} {'move' if moves == 1 else 'moves'}"

    def __str__(self) -> str:
        return self.words()


class Game(ABC, Generic[S]):
    """The rules of one two-player game. Pure: no search, no clock, no threads.

    Subclasses implement the five abstract methods; the others have defaults that suit most games.
    """

    name: str
    """Short name in addresses and commands, such as ``connect4``."""
    title: str
    """The name that a person reads."""
    player_names: tuple[str, str] = ("First", "Second")
    max_plies: int
    """An upper bound on the plies of one game, chance not counted."""
    has_chance: bool = False
    """Whether lots are drawn; values are then expectations, and a win has no length."""
    payoffs: tuple[float, float] | None = None
    """The least and the greatest worth of an outcome to the first player, where it is an amount and no win or loss."""

    @abstractmethod
    def initial(self) -> S:
        """The state before the first move."""

    @abstractmethod
    def to_move(self, state: S) -> Player:
        """Whose turn it is; ``CHANCE`` when the rules draw lots next. Undefined once the game is over."""

    @abstractmethod
    def moves(self, state: S) -> Sequence[Move]:
        """Every legal move, in the order a person would list them; empty when the game is over."""

    @abstractmethod
    def play(self, state: S, move: Move) -> S:
        """The state after ``move``; raises :class:`IllegalMoveError` with one clear sentence if it is not legal."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on."""

    def outcomes(self, state: S) -> Sequence[tuple[Move, float]]:
        """For a chance state: every lot and its probability (they sum to one)."""
        return ()

    def evaluate(self, state: S, player: Player) -> float:
        """A guess at the value of an unfinished state for ``player``, strictly between -1 and 1."""
        return 0.0

    def key(self, state: S) -> Hashable:
        """Equal for states that are the same up to symmetry; two states with one key have one value."""
        return state

    def is_quiet(self, state: S) -> bool:
        """Whether ``evaluate`` may be trusted here: nothing is about to be won or must be stopped."""
        return True

    def forced_moves(self, state: S) -> Sequence[Move]:
        """Where the state is not quiet: moves of which one is a best one, so that no other need be looked at."""
        return self.moves(state)

    def cells(self, state: S) -> Sequence[tuple[Cell, Player]]:
        """Every occupied cell and its owner; empty for games without a board."""
        return ()

    def board_size(self) -> tuple[int, int] | None:
        """(width, height) of the board, or None for a game without one: it is shown as text and buttons."""
        return None

    def describe(self, state: S) -> str:
        """The state as plain text, for terminals and for games without a board."""
        return str(state)

    def move_words(self, move: Move) -> str:
        """A move as a person says it."""
        return str(move)
