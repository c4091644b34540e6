"""Defines the Game protocol, and the values around a game, as far as a search needs them.

A new game is one file: subclass :class:`Game` and register an instance (see ``registry.py``). The searches, the minds,
the arena and the table in the browser then play it. States are immutable and hashable. A Game holds rules and no
position.

>>> from engine.games import find, replay
>>> game = find("connect4")
>>> state = replay(game, [4, 4, 5, 3])
>>> print(game.describe(state))
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . O . . .
. . O X X . .
>>> game.to_move(state), game.outcome(state)
(<Player.FIRST: 0>, None)
>>> game.moves(state)
(1, 2, 3, 4, 5, 6, 7)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering
from typing import Generic, TypeVar

from engine.text import Side, Text, text

Move = int  # a move, numbered for people: a 1-based column, or a 1-based square in reading order

Cell = tuple[int, int]  # (column, row), both 1-based. Row 1 is the lowest.

S = TypeVar("S", bound=Hashable)
"""The states of a game."""

NUMBERED, LETTERS = 9, 26
"""Squares up to the first number are numbered; beyond, and up to so many columns, letters and digits name them."""


class Player(IntEnum):
    """Names the side to move: one of the two sides, or chance."""

    FIRST = 0
    SECOND = 1
    CHANCE = 2

    @property
    def other(self) -> Player:
        """Returns the opponent, or chance for chance."""
        return _OTHERS[self]


CHANCE = Player.CHANCE
_OTHERS = (Player.SECOND, Player.FIRST, CHANCE)


class GameError(ValueError):
    """Tells a person in one sentence why an input is not possible, and which input would be right. ``template`` is the
    sentence in English, with holes such as ``{move}``, filled by ``values``. ``said`` can be translated."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.said = template if isinstance(template, Text) else text(template, **values)
        super().__init__(self.said)


class IllegalMoveError(GameError):
    """Refuses a move against the rules. ``reason`` says why, ``ply`` is the move's 1-based place in the given moves.

    >>> str(IllegalMoveError("column {move} is full", 7, move=4))
    'move 7: column 4 is full'
    """

    def __init__(self, template: str, ply: int | None = None, /, **values: object) -> None:
        self.reason = template if isinstance(template, Text) else text(template, **values)
        super().__init__(self.reason if ply is None else text("move {ply}: {reason}", ply=ply, reason=self.reason))
        self.ply = ply


@dataclass(frozen=True, slots=True)
class Outcome:
    """Describes the end of a game: the winner (None for a draw) and the cells of the winning line."""

    winner: Player | None
    line: tuple[Cell, ...] = ()

    def value(self, player: Player) -> float:
        """Returns 1 for a win of ``player``, -1 for a loss, 0 for a draw."""
        return 0.0 if self.winner is None else (1.0 if self.winner is player else -1.0)


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """Describes an exact result: the winner and the number of plies to the end (0: the game is over).

    Scores are ordered as the player ``pov`` would order them: a quick win, a slow win, a draw, a slow loss, a quick
    loss. Scores of different points of view do not compare: they raise ``ValueError``.

    >>> quick, slow = Score(Player.FIRST, 3, Player.FIRST), Score(Player.FIRST, 9, Player.FIRST)
    >>> slow < quick, quick.seen_by(Player.SECOND).sign
    (True, -1)
    >>> slow.words(("Red", "Yellow"))
    'Red wins in 5 moves'
    """

    winner: Player | None
    plies: int
    pov: Player

    @property
    def sign(self) -> int:
        """Returns 1 if the point of view wins, -1 for a loss, 0 for a draw."""
        return 0 if self.winner is None else (1 if self.winner is self.pov else -1)

    def seen_by(self, player: Player) -> Score:
        """Returns the same result from the point of view of ``player``."""
        return Score(self.winner, self.plies, player)

    def _rank(self) -> tuple[int, int]:
        return self.sign, -self.sign * self.plies

    def __lt__(self, other: Score) -> bool:
        if self.pov is not other.pov:
            raise ValueError("scores of different players cannot be compared; use seen_by()")
        return self._rank() < other._rank()

    def words(self, names: Sequence[str] = ("First", "Second")) -> str:
        """Returns the result as a person says it, counting the winner's own moves: "Red wins in 9 moves", "draw"."""
        if self.winner is None:
            return text("draw")
        if self.plies == 0:
            return text("{winner} has won", winner=names[self.winner])
        moves = (self.plies + 1) // 2
        return text("{winner} wins in {n} move|{winner} wins in {n} moves", winner=names[self.winner], n=moves)

    def __str__(self) -> str:
        return self.words()


class Game(ABC, Generic[S]):
    """Defines the rules of one two-player game: five abstract methods, the others with defaults for most games."""

    name: str  # short name in addresses and commands, such as ``connect4``
    title: str  # the name for people
    player_names: tuple[str, str] = (Side("First"), Side("Second"))
    """The names of the first and the second player. :func:`engine.games.register` makes plain text a ``Side``."""
    max_plies: int  # an upper bound on the plies of one game, chance not counted
    has_chance: bool = False  # True where lots are drawn. Values are then expectations, and a win has no length.
    sides = 2
    """The number of players. With more, to_move tells the first from all others."""
    payoffs: tuple[float, float] | None = None
    """The least and the greatest worth of an outcome to the first player, where outcomes are amounts, else None."""
    bounds: tuple[float, float] | None = None
    """The ends of the window at the root, for the first player, where an exercise gives them, else None."""
    viewer: Player | None = None
    """The side for whom a search counts values, if it is always the same, else None: the side to move at the root."""
    goal: str = ""
    """The aim in a sentence or two, for the page's menu. Our own games leave it empty: the page knows their aim."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({getattr(self, 'name', '')!r})"

    @abstractmethod
    def initial(self) -> S:
        """Returns the state before the first move."""

    @abstractmethod
    def to_move(self, state: S) -> Player:
        """Returns the side to move, or ``CHANCE`` when the rules draw lots next. Undefined once the game is over."""

    @abstractmethod
    def moves(self, state: S) -> Sequence[Move]:
        """Returns every legal move, in the order a person would list them. There is none when the game is over."""

    @abstractmethod
    def play(self, state: S, move: Move) -> S:
        """Returns the state after ``move``. Raises IllegalMoveError with the reason if ``move`` is not legal."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Returns the result of a finished game, else None."""

    def outcomes(self, state: S) -> Sequence[tuple[Move, float]]:
        """Returns every lot of a chance state with its probability. The probabilities sum to one."""
        return ()

    def evaluate(self, state: S, player: Player) -> float:
        """Returns an estimate of the value of an unfinished state for ``player``, strictly between -1 and 1."""
        return 0.0

    def key(self, state: S) -> Hashable:
        """Returns a key equal for symmetric states. Two states with one key have one value."""
        return state

    def shares(self, state: S) -> tuple[float, ...]:
        """Returns what each player gets at an end, or about gets, in a game of more than two players."""
        raise NotImplementedError(f"{self.name} has two players")

    def is_quiet(self, state: S) -> bool:
        """Returns whether ``evaluate`` is reliable here: no side can win with its next move."""
        return True

    def forced_moves(self, state: S) -> Sequence[Move]:
        """Returns, for a state not quiet, moves of which one is a best move. A search may skip all others."""
        return self.moves(state)

    def cells(self, state: S) -> Sequence[tuple[Cell, Player]]:
        """Returns every occupied cell and its owner. A game without a board has none."""
        return ()

    def board_size(self) -> tuple[int, int] | None:
        """Returns (width, height) of the board, or None for a game without a board, shown as text and buttons."""
        return None

    def describe(self, state: S) -> str:
        """Returns the state as plain text, for terminals and for games without a board."""
        return str(state)

    def move_words(self, move: Move) -> str:
        """Returns a move as a person says it: by default "square d4" on a board."""
        return str(move) if self.board_size() is None else text("square {n}", n=self.place_name(move))

    def place_name(self, move: Move) -> str:
        """Returns a move in a sentence that has named another one: "d4", "4" on a small board, “take 2” without one."""
        size = self.board_size()
        if size is None:
            words = self.move_words(move)
            return words if words == str(move) else text("“{move}”", move=words)
        width, height = size
        if width * height <= NUMBERED or width > LETTERS:
            return str(move)
        row, column = divmod(move - 1, width)
        return f"{chr(ord('a') + column)}{height - row}"


# --- score numbers ---
#
# The solvers count exact results as numbers: 1 + (plies of the longest game still left after the last move) // 2,
# negative for a loss and 0 for a draw, so on a 7x6 board 22 minus the winner's stones. During a game only the sign of
# the number changes, with the side to move. The sides take turns. Drawn lots are not counted as plies.


def number_of_outcome(game: Game[S], outcome: Outcome, ply: int, player: Player) -> int:
    """Returns the number of a game finished after ``ply`` moves, from the point of view of ``player``."""
    if outcome.winner is None:
        return 0
    number = 1 + (game.max_plies - ply) // 2
    return number if outcome.winner is player else -number


def score_of(game: Game[S], number: int, ply: int, player: Player) -> Score:
    """Returns the Score of a ``number`` for ``player``, the side to move after ``ply`` moves."""
    if number == 0:
        return Score(None, game.max_plies - ply, player)
    winner = player if number > 0 else player.other
    end = game.max_plies - 2 * (abs(number) - 1)
    if (end - ply) % 2 != (winner is player):  # the side to move makes the last move of an odd number of plies
        end -= 1
    return Score(winner, end - ply, player)


def number_of(game: Game[S], score: Score, ply: int) -> int:
    """Returns the number of a Score at ``ply``, from the Score's point of view: the inverse of :func:`score_of`."""
    return score.sign * (1 + (game.max_plies - ply - score.plies) // 2)
