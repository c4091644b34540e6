"""Defines who plays behind a bot's seat: a function, a level of this program, or an outside engine on pipes."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from engine.arena.pipe import PipePlayer
from engine.arena.pipe_words import Limits
from engine.games import Game, Move
from engine.players import Player
from fourthought.arguments import Limit, move_of
from fourthought.board import Board
from fourthought.mind import Mind


class FunctionPlayer(Player):
    """Plays by a function from a board to a move."""

    def __init__(self, game: Game[Any], choose: Callable[[Board], Move], name: str = "") -> None:
        self._game, self._choose = game, choose
        self.name = name or getattr(choose, "__name__", "bot").replace("_", " ").strip("<>")

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the function's move. Raises GameError for anything that is no whole number."""
        return move_of(self._choose(Board(moves, self._game)))


class LevelPlayer(Player):
    """Plays a level, keeps the tree from move to move, and ponders."""

    def __init__(self, game: Game[Any], level: int) -> None:
        self.name, self._mind = f"Level {level}", Mind(game, level)

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the level's move, within the time that the clock allows."""
        self._mind.rest()
        self._mind.follow(moves)
        side = int(self._mind.board.turn or 0)
        choice = self._mind.think(Limit(seconds=self.clock.seconds(side) if self.clock else math.inf))
        self.value = choice.value
        return choice.move

    def ponder(self, moves: Sequence[Move]) -> None:
        """Thinks in a thread of its own."""
        self._mind.follow(moves)
        self._mind.ponder()

    def close(self) -> None:
        """Frees the tree."""
        self._mind.close()


class OutsidePlayer(PipePlayer):
    """Plays through an outside engine in one child process. ``movetime`` are the seconds a move that it is told."""

    def __init__(self, game: Game[Any], command: str, patience: float = 60.0, movetime: float | None = None) -> None:
        super().__init__(game, command, patience)
        self.limits = Limits(movetime)
