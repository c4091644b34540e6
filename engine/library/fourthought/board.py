"""Holds a game with its moves, as a board that moves can be put on and taken off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games import CHANCE, IllegalMoveError, Move, Player, write
from engine.games.formats.pictures import svg_of
from fourthought.arguments import AnyGame, game_of, move_of, moves_of, whole


class Board:
    """Holds one game from its first move on.

    Two boards are equal if they show the same position of the same game. A board prints as text, shows itself in a
    notebook, and can be pickled. As a key of a dict, or in a set, it must not be changed: put a :meth:`copy` there.

    Args:
        position: the moves so far, such as ``"4453"`` or ``[4, 4, 5, 3]``.
        game: the game or its name.

    Raises:
        GameError: the position or the name cannot be read.
        IllegalMoveError: a move is against the rules; the message names its place.
    """

    def __init__(self, position: str | Iterable[Move] = "", game: AnyGame = "connect4") -> None:
        self.game = game_of(game)
        self._moves: list[Move] = []
        self._states: list[Any] = [self.game.initial()]
        for ply, move in enumerate(moves_of(position, self.game), start=1):  # one by one: the list may have no end
            try:
                self.push(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(error.reason, ply) from None

    @property
    def moves(self) -> tuple[Move, ...]:
        """Returns the moves so far, drawn lots included."""
        return tuple(self._moves)

    @property
    def position(self) -> str:
        """Returns the moves so far as text, as addresses and commands have it."""
        return write(self.game, self._moves)

    @property
    def state(self) -> Any:
        """Returns the position as the rules hold it (:class:`engine.games.Game`)."""
        return self._states[-1]

    @property
    def turn(self) -> Player | None:
        """Returns the side to move, ``Player.CHANCE`` where a lot is drawn next, None after the end."""
        return None if self.is_over else self.game.to_move(self.state)

    @property
    def is_over(self) -> bool:
        """Tells whether the game has ended."""
        return self.game.outcome(self.state) is not None

    @property
    def winner(self) -> Player | None:
        """Returns the winner; None for a draw and for an unfinished game."""
        outcome = self.game.outcome(self.state)
        return outcome.winner if outcome else None

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Returns the moves that can be pushed: the lots, where one is drawn next; none after the end."""
        if self.is_over:
            return ()
        if self.turn is CHANCE:
            return tuple(lot for lot, _ in self.game.outcomes(self.state))
        return tuple(self.game.moves(self.state))

    def push(self, move: Move) -> None:
        """Plays a move, or gives the lot that was drawn.

        Raises:
            IllegalMoveError: the move is against the rules.
        """
        move = move_of(move)
        if self.is_over:
            raise IllegalMoveError("the game is over: {end}", end=self.result)
        self._states.append(self.game.play(self.state, move))
        self._moves.append(move)

    def pop(self) -> Move:
        """Takes the last move back and returns it.

        Raises:
            IndexError: there is no move.
        """
        if not self._moves:
            raise IndexError("there is no move to take back")
        self._states.pop()
        return self._moves.pop()

    def copy(self) -> Board:
        """Returns a board with the same moves, which changes independently."""
        return Board(self._moves, self.game)

    @property
    def result(self) -> str:
        """Returns the result in words, such as "Red has won"; "" for an unfinished game."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return ""
        return "draw" if outcome.winner is None else f"{self.game.player_names[outcome.winner]} has won"

    def svg(self, size: int = 320) -> str:
        """Returns a picture of the board, ``size`` pixels wide, with the winning line marked.

        A game without a board is drawn as its text.
        """
        return svg_of(
            self.game, self.state, self._moves[-1] if self._moves else None, whole("a size", size, 1, 100_000)
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.game.describe(self.state)

    def __repr__(self) -> str:
        name = "" if self.game.name == "connect4" else f", {self.game.name!r}"
        return f"Board({self.position!r}{name})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.game.name, self.state) == (other.game.name, other.state)

    def __hash__(self) -> int:
        return hash((self.game.name, self.state))

    def __len__(self) -> int:
        return len(self._moves)


def board_of(position: str | Iterable[Move] | Board, game: AnyGame) -> Board:
    """Returns the board of a position; a board stays what it is, and brings its own game."""
    return position if isinstance(position, Board) else Board(position, game)
