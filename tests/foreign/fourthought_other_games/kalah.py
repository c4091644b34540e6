"""Plays Kalah with four pits and three seeds in each. A last seed in the own store gives another move."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games import Game, IllegalMoveError, Move, Outcome, Player


class Seeds(NamedTuple):
    """Holds the seeds: pits of the first player, its store, pits of the second player, its store."""

    board: tuple[int, ...]
    player: Player


class Kalah(Game[Seeds]):
    """Plays Kalah without a board on the page: text and buttons."""

    name, title = "kalah", "Kalah"
    player_names = ("South", "North")
    pits, seeds = 4, 3
    max_plies = 200
    goal = "Collect more seeds in your store than the other side."

    def initial(self) -> Seeds:
        return Seeds(((self.seeds,) * self.pits + (0,)) * 2, Player.FIRST)

    def to_move(self, state: Seeds) -> Player:
        return state.player

    def moves(self, state: Seeds) -> Sequence[Move]:
        if self.outcome(state) is not None:
            return ()
        side = self._side(state.board, state.player)
        return tuple(pit for pit in range(1, self.pits + 1) if side[pit - 1])

    def play(self, state: Seeds, move: Move) -> Seeds:
        if move not in self.moves(state):
            raise IllegalMoveError("pit {move} has no seeds to sow", move=move)
        board, size = list(state.board), self.pits + 1
        base = state.player * size
        other_store = (1 - state.player) * size + self.pits
        at = base + move - 1
        hand, board[at] = board[at], 0
        while hand:
            at = (at + 1) % len(board)
            if at != other_store:
                board[at] += 1
                hand -= 1
        store = base + self.pits
        if base <= at < store and board[at] == 1 and board[2 * self.pits - at]:  # the pit opposite
            board[store] += board[2 * self.pits - at] + 1
            board[at] = board[2 * self.pits - at] = 0
        return Seeds(tuple(board), state.player if at == store else state.player.other)

    def outcome(self, state: Seeds) -> Outcome | None:
        first, second = (self._side(state.board, side) for side in (Player.FIRST, Player.SECOND))
        if any(first[:-1]) and any(second[:-1]):
            return None
        ours, theirs = sum(first), sum(second)  # the seeds that are left belong to their side
        if ours == theirs:
            return Outcome(None)
        return Outcome(Player.FIRST if ours > theirs else Player.SECOND)

    def evaluate(self, state: Seeds, player: Player) -> float:
        ours, theirs = (self._side(state.board, side)[-1] for side in (player, player.other))
        return (ours - theirs) / (2 * self.pits * self.seeds + 1)

    def describe(self, state: Seeds) -> str:
        first, second = (self._side(state.board, side) for side in (Player.FIRST, Player.SECOND))
        north = " ".join(map(str, reversed(second[:-1])))
        south = " ".join(map(str, first[:-1]))
        return f"North: {second[-1]} in store, pits {north}. South: pits {south}, {first[-1]} in store."

    def move_words(self, move: Move) -> str:
        return f"pit {move}"

    def _side(self, board: tuple[int, ...], side: Player) -> tuple[int, ...]:
        return board[side * (self.pits + 1) : (side + 1) * (self.pits + 1)]
