"""Searches the leaves of games with chance: plain expectiminimax (Michie 1966) with a memo. Beneath a chance node every
window is the full one, so nothing is cut off, every value is exact for its depth, and a memo entry is valid on every
path to the position. A value without any evaluation, from ends of games only, is exact at every depth."""

from collections.abc import Generator, Hashable, Sequence
from typing import Generic

from engine.games import CHANCE, Game, S
from engine.games.game import number_of_outcome
from engine.mind.values import LIMIT, value_of

ChanceValue = tuple[float, int]
"""The value of a position for the side to move, and the depth of the search in plies (LIMIT: to the end)."""

MEMO_SIZE = 1 << 15  # the most positions of the memo, of some 400 bytes each. A full memo is emptied.


class ChanceSearch(Generic[S]):
    """Computes values of positions of one game with chance, in which the sides take turns."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.nodes = 0
        self._memo: dict[Hashable, ChanceValue] = {}

    def search(self, state: S, ply: int, depth: int) -> Generator[None, None, ChanceValue]:
        """Returns the value of ``state``, no chance node, ``depth`` moves ahead. Yields every few dozen positions."""
        self.nodes += 1
        key = self.game.key(state), ply
        stored = self._memo.get(key)
        if stored is not None and stored[1] in (depth, LIMIT):
            return stored
        outcome = self.game.outcome(state)
        if outcome is not None:
            number = number_of_outcome(self.game, outcome, ply, self.game.to_move(state))
            result = value_of(number), LIMIT
        elif depth <= 0:
            result = float(self.game.evaluate(state, self.game.to_move(state))), 0
        else:
            result = yield from self._best(state, ply, depth)
        if len(self._memo) >= MEMO_SIZE:
            self._memo.clear()
        self._memo[key] = result
        return result

    def _best(self, state: S, ply: int, depth: int) -> Generator[None, None, ChanceValue]:
        """Returns the value of the best move, as ``search`` does."""
        best, sight = -2.0, LIMIT
        results: dict[S, ChanceValue] = {}  # two moves with different aims may lead to the same state
        for move in self.game.moves(state):
            mean = 0.0
            for after, probability in self._chance_outcomes(self.game.play(state, move)):
                if after not in results:
                    results[after] = yield from self.search(after, ply + 1, depth - 1)
                value, depth_seen = results[after]
                mean -= probability * value
                sight = min(sight, depth_seen)
            best = max(best, mean)
        if depth > 1:
            yield
        return best, sight if sight == LIMIT else depth

    def _chance_outcomes(self, state: S) -> Sequence[tuple[S, float]]:
        """Returns the states that chance may make of ``state``, with probabilities, or ``state`` alone."""
        game = self.game
        if game.outcome(state) is not None or game.to_move(state) is not CHANCE:
            return ((state, 1.0),)
        return [(game.play(state, lot), probability) for lot, probability in game.outcomes(state)]
