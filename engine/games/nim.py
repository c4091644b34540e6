"""Plays Nim with one heap: who takes the last match wins. An example of a whole game in one file."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.game import Game, IllegalMoveError, Move, Outcome, Player
from engine.games.registry import register
from engine.text import Side, text


class Heap(NamedTuple):
    """Holds the number of matches left, and the side to move."""

    left: int
    player: Player


class Nim(Game[Heap]):
    """Plays with one heap of ``size`` matches. A move takes 1 to ``most``."""

    player_names = (Side("First"), Side("Second"))

    def __init__(self, size: int, most: int) -> None:
        self.name, self.title = "nim", f"Nim: {size} matches, take 1 to {most}"
        self.size, self.most, self.max_plies = size, most, size

    def initial(self) -> Heap:
        """Returns the whole heap."""
        return Heap(self.size, Player.FIRST)

    def to_move(self, state: Heap) -> Player:
        """Returns the side to take next."""
        return state.player

    def moves(self, state: Heap) -> Sequence[Move]:
        """Returns the numbers of matches allowed to take."""
        return tuple(range(1, min(self.most, state.left) + 1))

    def play(self, state: Heap, move: Move) -> Heap:
        """Takes ``move`` matches from the heap."""
        allowed = self.moves(state)
        if move not in allowed:
            raise IllegalMoveError("{move} cannot be taken; take 1 to {most}", move=move, most=len(allowed))
        return Heap(state.left - move, state.player.other)

    def outcome(self, state: Heap) -> Outcome | None:
        """Returns a win of the player of the last match."""
        return Outcome(state.player.other) if state.left == 0 else None

    def key(self, state: Heap) -> int:
        """Returns the heap alone: the value for the side to move is the same for both sides."""
        return state.left

    def describe(self, state: Heap) -> str:
        """Returns one stroke for each match."""
        strokes = "|" * state.left
        return text("{strokes} ({n} left)", strokes=strokes, n=state.left) if strokes else text("No matches are left.")

    def move_words(self, move: Move) -> str:
        """Returns "take 2"."""
        return text("take {n}", n=move)


register(Nim(21, 3))
