"""The leaf job of games with chance: plain expectiminimax (Michie 1966) with a memory.

Beneath a lot every window is the full one, so nothing is cut off and every value is exact for its depth: whichever way
leads to a position, its value can be used again. A value in which nothing but the ends of games had a part is exact for
ever, and answers every depth.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from typing import Generic, TypeVar

from engine.games import CHANCE, Game
from engine.games.numbers import number_of_outcome
from engine.mind.values import LIMIT, value_of

S = TypeVar("S", bound=Hashable)

ChanceValue = tuple[float, int]
"""The value of a position for the side to move, and the plies it is seen ahead (LIMIT: to the end of the game)."""

MEMO_SIZE = 1 << 15
"""Positions that are remembered, of some 400 bytes each; then the memory begins anew."""


class ChanceSearch(Generic[S]):
    """Values of positions of one game.

    Args:
        game: the rules; the sides take turns, and a lot is followed by the other side's move.
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.nodes = 0
        self._memo: dict[Hashable, ChanceValue] = {}

    def search(self, state: S, ply: int, depth: int) -> Generator[None, None, ChanceValue]:
        """The value of ``state``, in which no lot is to be drawn, after ``ply`` moves, seen ``depth`` moves ahead.

        Yields now and then, after some dozen positions.
        """
        self.nodes += 1
        key = self.game.key(state), ply
        known = self._memo.get(key)
        if known is not None and known[1] in (depth, LIMIT):
            return known
        outcome = self.game.outcome(state)
        if outcome is not None:
            number = number_of_outcome(self.game, outcome, ply, self.game.to_move(state))
            found = value_of(number), LIMIT
        elif depth <= 0:
            found = float(self.game.evaluate(state, self.game.to_move(state))), 0
        else:
            found = yield from self._best(state, ply, depth)
        if len(self._memo) >= MEMO_SIZE:
            self._memo.clear()
        self._memo[key] = found
        return found

    def _best(self, state: S, ply: int, depth: int) -> Generator[None, None, ChanceValue]:
        best, sight = -2.0, LIMIT
        found: dict[S, ChanceValue] = {}  # a stone that was aimed elsewhere may land in the same place
        for move in self.game.moves(state):
            total = 0.0
            for after, chance in self._chance_outcomes(self.game.play(state, move)):
                if after not in found:
                    found[after] = yield from self.search(after, ply + 1, depth - 1)
                value, seen = found[after]
                total -= chance * value
                sight = min(sight, seen)
            best = max(best, total)
        if depth > 1:
            yield
        return best, sight if sight == LIMIT else depth

    def _chance_outcomes(self, state: S) -> Sequence[tuple[S, float]]:
        """What may come of a move that led to ``state``, and how likely."""
        game = self.game
        if game.outcome(state) is not None or game.to_move(state) is not CHANCE:
            return ((state, 1.0),)
        return [(game.play(state, lot), chance) for lot, chance in game.outcomes(state)]
