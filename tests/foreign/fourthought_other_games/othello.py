"""Plays Othello on 6x6 squares. A side without a move passes: the other side moves again, without a word."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games import Cell, Game, IllegalMoveError, Move, Outcome, Player, register

WAYS = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up]


class Discs(NamedTuple):
    """Holds the squares of both sides, by number from 0 in reading order, and the side to move."""

    owned: tuple[frozenset[int], frozenset[int]]
    player: Player


class Othello(Game[Discs]):
    """Plays until neither side has a move. The side with more discs has won."""

    name, title = "othello6", "Othello, 6x6"
    player_names = ("Black", "White")
    goal = "Enclose discs of the other side to turn them. More discs at the end win."
    size = 6
    max_plies = 32

    def initial(self) -> Discs:
        return Discs((frozenset({15, 20}), frozenset({14, 21})), Player.FIRST)

    def to_move(self, state: Discs) -> Player:
        return state.player

    def moves(self, state: Discs) -> Sequence[Move]:
        return _moves(self, state)

    def play(self, state: Discs, move: Move) -> Discs:
        turned = self._turned(state, move - 1) if 1 <= move <= self.size**2 else frozenset()
        if not turned:
            raise IllegalMoveError("square {move} turns no disc", move=move)
        mover = state.player
        ours = state.owned[mover] | turned | {move - 1}
        theirs = state.owned[mover.other] - turned
        owned = (ours, theirs) if mover is Player.FIRST else (theirs, ours)
        after = Discs(owned, mover.other)
        return after if self.moves(after) else Discs(owned, mover)

    def outcome(self, state: Discs) -> Outcome | None:
        if self.moves(state):
            return None
        first, second = map(len, state.owned)
        return Outcome(None if first == second else Player.FIRST if first > second else Player.SECOND)

    def evaluate(self, state: Discs, player: Player) -> float:
        corners = {0, self.size - 1, self.size * (self.size - 1), self.size**2 - 1}
        ours, theirs = state.owned[player], state.owned[player.other]
        return (len(ours) - len(theirs) + 8 * (len(ours & corners) - len(theirs & corners))) / 100

    def cells(self, state: Discs) -> Sequence[tuple[Cell, Player]]:
        size = self.size
        return [
            ((at % size + 1, size - at // size), side)
            for side in (Player.FIRST, Player.SECOND)
            for at in sorted(state.owned[side])
        ]

    def board_size(self) -> tuple[int, int]:
        return self.size, self.size

    def describe(self, state: Discs) -> str:
        signs = ["X" if at in state.owned[0] else "O" if at in state.owned[1] else "." for at in range(self.size**2)]
        return "\n".join(" ".join(signs[at : at + self.size]) for at in range(0, len(signs), self.size))

    def _turned(self, state: Discs, at: int) -> frozenset[int]:
        """Returns the discs that a disc of the side to move on a square would turn."""
        ours, theirs = state.owned[state.player], state.owned[state.player.other]
        if at in ours or at in theirs:
            return frozenset()
        found: set[int] = set()
        for across, up in WAYS:
            column, row, between = at % self.size + across, at // self.size + up, list[int]()
            while 0 <= column < self.size and 0 <= row < self.size:
                square = row * self.size + column
                if square in ours:
                    found.update(between)
                if square not in theirs:
                    break
                between.append(square)
                column, row = column + across, row + up
        return frozenset(found)


@lru_cache(1 << 16)
def _moves(game: Othello, state: Discs) -> tuple[Move, ...]:
    return tuple(at + 1 for at in range(game.size**2) if game._turned(state, at))


register(Othello())
