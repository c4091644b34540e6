"""Nim with one heap: take one, two or three; who takes the last one wins. A whole game, and all it takes to add one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.game import Game, IllegalMoveError, Move, Outcome, Player
from engine.games.registry import register


class Heap(NamedTuple):
    """What is left, and who takes next."""

    left: int
    player: Player


class Nim(Game[Heap]):
    """One heap of ``size``; a move takes 1 to ``most``."""

    player_names = ("First", "Second")

    def __init__(self, size: int, most: int) -> None:
        self.name, self.title = "nim", f"Nim: {size} matches, take 1 to {most}"
        self.size, self.most, self.max_plies = size, most, size

    def initial(self) -> Heap:
        """The whole heap."""
        return Heap(self.size, Player.FIRST)

    def to_move(self, state: Heap) -> Player:
        """The sides take turns."""
        return state.player

    def moves(self, state: Heap) -> Sequence[Move]:
        """How many may be taken."""
        return tuple(range(1, min(self.most, state.left) + 1))

    def play(self, state: Heap, move: Move) -> Heap:
        """Take ``move`` of them."""
        if move not in self.moves(state):
            raise IllegalMoveError(f"{move} cannot be taken; take 1 to {min(self.most, state.left)}")
        return Heap(state.left - move, state.player.other)

    def outcome(self, state: Heap) -> Outcome | None:
        """Who took the last one has won."""
        return Outcome(state.player.other) if state.left == 0 else None

    def key(self, state: Heap) -> int:
        """The heap alone: its value for the side to move does not depend on who that is."""
        return state.left

    def describe(self, state: Heap) -> str:
        """One stroke a match."""
        return f"{'|' * state.left or 'nothing'} ({state.left} left)"

    def move_words(self, move: Move) -> str:
        """ "take 2"."""
        return f"take {move}"


register(Nim(21, 3))
