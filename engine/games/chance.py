"""Adds chance to the boards of ``line.py``: a stone may miss its aim.

With probability ``slip`` the stone lands on a free neighbour of its aim, each neighbour equally likely. Without a free
neighbour it lands on its aim. Neighbours are the columns to the left and right, or without gravity the squares sharing
a side. A turn is two moves: the aim, and the lot drawn by chance (``4-5`` in notation).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from engine.games.game import CHANCE, Cell, Game, GameError, IllegalMoveError, Move, Outcome, Player
from engine.games.line import LineGame, LineState
from engine.games.registry import register

_REMEMBERED = 1 << 12


class SlipState(NamedTuple):
    """Holds a position, and the aim of a stone not yet landed (0: there is none)."""

    board: LineState
    aim: Move = 0


class SlipperyGame(Game[SlipState]):
    """Plays ``base`` with slips of probability ``slip``. Raises GameError if ``slip`` is no probability."""

    has_chance = True

    def __init__(self, base: LineGame, slip: float) -> None:
        if not 0 <= slip <= 1:
            raise GameError(f"{slip} is no probability; a slip has one from 0 to 1")
        self.base, self.slip = base, slip
        self.name = f"slippery-{base.name}"
        self.title = f"Slippery {base.title}"
        self.player_names = base.player_names
        self.max_plies = base.max_plies
        self._remember()

    def _remember(self) -> None:
        # A search asks this of every aim, and again of every lot. Boards of other stones have the same moves, and
        # stones that were aimed at different places may land in the same one.
        self._lots = lru_cache(_REMEMBERED)(self._spread)
        self._landed = lru_cache(_REMEMBERED)(self._land)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_lots", "_landed")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._remember()

    def initial(self) -> SlipState:
        """Returns the empty board."""
        return SlipState(self.base.initial())

    def to_move(self, state: SlipState) -> Player:
        """Returns chance while a stone has not landed, else the side to move."""
        return CHANCE if state.aim else self.base.to_move(state.board)

    def moves(self, state: SlipState) -> Sequence[Move]:
        """Returns the moves to aim at, or the places for the stone to land."""
        return tuple(lot for lot, _ in self.outcomes(state)) if state.aim else self.base.moves(state.board)

    def play(self, state: SlipState, move: Move) -> SlipState:
        """Aims a stone, or lands the aimed stone."""
        if not state.aim:
            if move not in self.base.moves(state.board):
                self.base.play(state.board, move)  # refuses, and says why
            return SlipState(state.board, move)
        if move not in [lot for lot, _ in self.outcomes(state)]:
            raise IllegalMoveError(
                "what is aimed at {aim} cannot land at {move}", aim=self.move_words(state.aim), move=move
            )
        return self._landed(state.board, move)

    def outcome(self, state: SlipState) -> Outcome | None:
        """Returns the outcome of the board."""
        return self.base.outcome(state.board)

    def outcomes(self, state: SlipState) -> Sequence[tuple[Move, float]]:
        """Returns the landing places of the aimed stone, with their probabilities."""
        if not state.aim:
            return ()
        return self._lots(tuple(self.base.moves(state.board)), state.aim)

    def key(self, state: SlipState) -> SlipState:
        """Returns the smallest symmetric image of the board. An aimed stone leaves the state as it is."""
        return state if state.aim else SlipState(self.base.key(state.board))

    def evaluate(self, state: SlipState, player: Player) -> float:
        """Returns the estimate of ``base`` for the board: slips hit both sides alike."""
        return self.base.evaluate(state.board, player)

    def cells(self, state: SlipState) -> Sequence[tuple[Cell, Player]]:
        """Returns every stone on the board."""
        return self.base.cells(state.board)

    def board_size(self) -> tuple[int, int]:
        """Returns (width, height)."""
        return self.base.board_size()

    def describe(self, state: SlipState) -> str:
        """Returns the board, and the aim of a stone not yet landed."""
        board = self.base.describe(state.board)
        return f"{board}\naimed at {self.move_words(state.aim)}" if state.aim else board

    def move_words(self, move: Move) -> str:
        """Returns "column 4" or "square 5"."""
        return self.base.move_words(move)

    def place_name(self, move: Move) -> str:
        """Returns "4"; on boards of many squares "d4"."""
        return self.base.place_name(move)

    def _land(self, board: LineState, move: Move) -> SlipState:
        return SlipState(self.base.play(board, move))

    def _spread(self, legal: tuple[Move, ...], aim: Move) -> tuple[tuple[Move, float], ...]:
        free = [move for move in self._neighbours(aim) if move in legal]
        if not free or not self.slip:
            return ((aim, 1.0),)
        straight = ((aim, 1.0 - self.slip),) if self.slip < 1 else ()
        return straight + tuple((move, self.slip / len(free)) for move in free)

    def _neighbours(self, move: Move) -> list[Move]:
        if self.base.gravity:
            return [move - 1, move + 1]
        column, row = self.base.square(move)
        beside = ((column, row + 1), (column - 1, row), (column + 1, row), (column, row - 1))
        width, height = self.base.board_size()
        return [(height - r) * width + c for c, r in beside if 1 <= c <= width]  # no square is above or below the board


register(SlipperyGame(LineGame(7, 6, 4, True, name="connect4", title="Connect Four"), 0.2))
register(SlipperyGame(LineGame(3, 3, 3, False, name="tictactoe", title="Tic-Tac-Toe", player_names=("X", "O")), 0.2))
