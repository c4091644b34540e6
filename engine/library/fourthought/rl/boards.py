"""Plays many boards of one game at once, as arrays."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from engine.games import Cell, GameError, LineGame, Player
from engine.games.formats.pictures import FIRST, HOLE, RACK, SECOND
from fourthought.arguments import AnyGame, game_of, whole

_FREE, _OWN, _OTHER, _OFF = 0, 1, 2, 3


class Boards:
    """Plays ``count`` games of k in a row side by side. A finished board is emptied in the same step.

    ::

        boards = Boards("connect4", 512)
        while learning:
            actions = policy(boards.planes(), boards.legal())   # one for each board
            rewards, done = boards.step(actions)

    The side to move changes with every step on every board, and everything is seen by the side to move. Action ``a`` is
    move ``a + 1``: a column from the left, or a square in reading order.

    Args:
        game: a game of lines, such as "connect4" or "tictactoe".
        count: how many boards.

    Raises:
        GameError: the game is no game of lines, or it has chance.
    """

    def __init__(self, game: AnyGame = "connect4", count: int = 512) -> None:
        rules, count = game_of(game), whole("a count of boards", count, 1)
        if type(rules) is not LineGame:
            raise GameError("{game} is no game of k in a row, which boards in arrays are for", game=rules.name)
        self.game, self.count = rules, count
        self.width, self.height = rules.width, rules.height
        self.actions = rules.width if rules.gravity else rules.width * rules.height
        self._cells = rules.width * rules.height
        self._lines = _lines_through(rules)
        self._rows = np.arange(count)
        # Row 0 is the top. One more cell, which no side can own, fills the lists of lines.
        self._board = np.zeros((count, self._cells + 1), np.int8)
        self._heights = np.zeros((count, rules.width), np.int64)
        self.plies = np.zeros(count, np.int64)
        """The stones on each board, of shape (count,)."""
        self.reset()

    def __repr__(self) -> str:
        return f"Boards({self.game.name!r}, {self.count})"

    def reset(self) -> None:
        """Empties every board."""
        self._board[:] = _FREE
        self._board[:, self._cells] = _OFF
        self._heights[:] = 0
        self.plies[:] = 0

    def cells(self) -> npt.NDArray[np.int8]:
        """Returns a copy of the boards, of shape (count, height, width), the top row first: 0 for a free cell, 1 for
        the side to move, 2 for the other side."""
        return self._board[:, : self._cells].reshape(self.count, self.height, self.width).copy()

    def planes(self) -> npt.NDArray[np.int8]:
        """Returns zeros and ones of shape (count, 2, height, width): stones of the side to move, and of the other."""
        cells = self.cells()
        return np.stack([cells == _OWN, cells == _OTHER], axis=1).astype(np.int8)

    def legal(self) -> npt.NDArray[np.bool_]:
        """Returns which actions are legal, of shape (count, actions)."""
        if self.game.gravity:
            return self._heights < self.height
        legal: npt.NDArray[np.bool_] = self._board[:, : self._cells] == _FREE
        return legal

    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Plays one action on each board.

        Args:
            actions: of shape (count,), each legal on its board.

        Returns:
            The rewards of the side that has moved (1 for a win, else 0), and whether the game has ended, both of shape
            (count,). A board whose game has ended is empty again.

        Raises:
            GameError: an action is not legal.
        """
        chosen = np.asarray(actions, np.int64)
        in_range = (chosen >= 0) & (chosen < self.actions)
        if chosen.shape != (self.count,) or not in_range.all() or not self.legal()[self._rows, chosen].all():
            raise GameError("an action is not legal; take one legal action for each of {n} boards", n=self.count)
        cell = chosen
        if self.game.gravity:
            cell = (self.height - 1 - self._heights[self._rows, chosen]) * self.width + chosen
            self._heights[self._rows, chosen] += 1
        self._board[self._rows, cell] = _OWN
        self.plies += 1
        owners = self._board[self._rows[:, None, None], self._lines[cell]]
        won = (owners == _OWN).all(axis=2).any(axis=1)
        done = won | (self.plies == self._cells)
        inner = self._board[:, : self._cells]
        np.subtract(3, inner, out=inner, where=inner != _FREE)  # the other side moves next
        self._board[done, : self._cells] = _FREE
        self._heights[done] = 0
        self.plies[done] = 0
        return won.astype(np.float32), done

    def random_actions(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Draws a legal action for each board, all equally likely."""
        return np.argmax(rng.random((self.count, self.actions), np.float32) * self.legal(), axis=1)


def _lines_through(game: LineGame) -> npt.NDArray[np.int64]:
    """Returns the other cells of every line through each cell, of shape (cells, lines, connect). The last cell, which
    no side owns, fills lists that are short."""
    size = game.width * game.height
    through: list[list[list[int]]] = [[] for _ in range(size)]
    for line in game.cell_lines:
        cells = [(row - 1) * game.width + column - 1 for column, row in line]
        for cell in cells:
            through[cell].append(cells)
    most = max(1, *map(len, through))
    empty = [size] * game.connect
    return np.array([lines + [empty] * (most - len(lines)) for lines in through], np.int64)


CELL = 32
"""Pixels of one cell."""


def pixels(size: tuple[int, int], cells: Iterable[tuple[Cell, Player]]) -> npt.NDArray[np.uint8]:
    """Returns an image of shape (32 * height, 32 * width, 3) with red, green and blue from 0 to 255."""
    width, height = size
    image = np.empty((CELL * height, CELL * width, 3), np.uint8)
    image[:] = _colour(RACK)
    places = np.arange(CELL) - (CELL - 1) / 2
    disc = places[:, None] ** 2 + places[None, :] ** 2 < (0.4 * CELL) ** 2
    owners = dict(cells)
    for column in range(1, width + 1):
        for row in range(1, height + 1):
            owner = owners.get((column, row))
            colour = HOLE if owner is None else FIRST if owner is Player.FIRST else SECOND
            top, left = (height - row) * CELL, (column - 1) * CELL
            image[top : top + CELL, left : left + CELL][disc] = _colour(colour)
    return image


def _colour(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
