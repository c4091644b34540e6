"""Defines who plays behind a bot's seat: a function, a level of this program, or an outside engine on pipes."""

import math
from collections.abc import Callable
from typing import Any, Protocol

from engine.arena.pipe import PipePlayer
from engine.arena.pipe_words import Clock, Limits
from engine.games import Game, Move
from fourthought.arguments import Limit, move_of
from fourthought.board import Board
from fourthought.mind import Mind

_NO_HOPE = -0.9


class Player(Protocol):
    """Plays one side of the games at one table, until closed."""

    name: str
    """The name on the page."""

    def move(self, board: Board, side: int, clock: Clock | None) -> Move:
        """Returns the move of ``side``. ``clock`` holds the seconds of both sides now, if there are clocks."""

    def ponder(self, board: Board) -> None:
        """Begins to think on the other side's time, without waiting."""

    def takes_draw(self) -> bool:
        """Tells whether a draw that the other side offers is welcome."""

    def close(self) -> None:
        """Ends the player."""


class FunctionPlayer:
    """Plays by a function from a board to a move."""

    def __init__(self, choose: Callable[[Board], Move], name: str = "") -> None:
        self._choose, self.name = choose, name or getattr(choose, "__name__", "bot").replace("_", " ").strip("<>")

    def __repr__(self) -> str:
        return f"FunctionPlayer({self.name!r})"

    def move(self, board: Board, side: int, clock: Clock | None) -> Move:
        """Returns the function's move. Raises GameError for anything that is no whole number."""
        return move_of(self._choose(board))

    def ponder(self, board: Board) -> None:
        """Does nothing: a function does not ponder."""

    def takes_draw(self) -> bool:
        """Declines."""
        return False

    def close(self) -> None:
        """Does nothing: no resource is held."""


class LevelPlayer:
    """Plays a level, keeps the tree from move to move, and ponders."""

    def __init__(self, game: Game[Any], level: int) -> None:
        self.name, self._value = f"Level {level}", 0.0
        self._mind = Mind(game, level)

    def __repr__(self) -> str:
        return f"LevelPlayer({self._mind!r})"

    def move(self, board: Board, side: int, clock: Clock | None) -> Move:
        """Returns the level's move, within the time that the clock allows."""
        self._mind.rest()
        self._mind.follow(board)
        seconds = clock.seconds(side) if clock else math.inf
        choice = self._mind.think(Limit(seconds=seconds))
        self._value = choice.value
        return choice.move

    def ponder(self, board: Board) -> None:
        """Thinks in a thread of its own."""
        self._mind.follow(board)
        self._mind.ponder()

    def takes_draw(self) -> bool:
        """Accepts where the game is as good as lost."""
        return self._value < _NO_HOPE

    def close(self) -> None:
        """Frees the tree."""
        self._mind.close()


class OutsidePlayer:
    """Plays through an outside engine in one child process."""

    def __init__(self, game: Game[Any], command: str, patience: float = 60.0, movetime: float | None = None) -> None:
        self._value, self._movetime = 0.0, movetime
        self._player = PipePlayer(game, command, patience, self._hear)
        self.name = self._player.name

    def __repr__(self) -> str:
        return f"OutsidePlayer({self.name!r})"

    def move(self, board: Board, side: int, clock: Clock | None) -> Move:
        """Returns the engine's move. Raises ``ForfeitError`` for an engine that does not play on."""
        self._player.begin(0)
        self._player.limits = Limits(self._movetime, None, clock)
        return self._player.move(board.moves)

    def ponder(self, board: Board) -> None:
        """Lets an engine of version 2 think on."""
        self._player.ponder(board.moves)

    def takes_draw(self) -> bool:
        """Accepts where the engine's own value says that the game is as good as lost."""
        return self._value < _NO_HOPE

    def close(self) -> None:
        """Ends the process."""
        self._player.close()

    def _hear(self, info: Any) -> None:
        self._value = self._value if info.value is None else info.value
