"""Orders moves: alpha-beta with the best move first visits about b^(d/2) leaves instead of b^d.

Killers are the last two moves with a cutoff at the same ply. History counts for each side how often, and how near the
root, a move caused a cutoff (Schaeffer 1983). The static value is the game's evaluation of the state after the move.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Generic

from engine.games import CHANCE, Game, Move, Player, S
from engine.search.parts.values import decays, delay, estimate, outcome_value


class Ordering(Generic[S]):
    """Orders moves by named keys, the first key counting most, and learns from cutoffs."""

    def __init__(self, game: Game[S], names: Sequence[str], seed: int = 0) -> None:
        self.game = game
        self.names = tuple(names)
        self._random = random.Random(seed)
        self._killers: defaultdict[int, list[Move]] = defaultdict(list)
        self._history: defaultdict[tuple[Player, Move], int] = defaultdict(int)
        self._known: dict[tuple[S, Player, int], float] = {}

    def sort(self, state: S, player: Player, depth: int, ply: int, table_move: Move | None) -> Sequence[Move]:
        """Returns the legal moves of an unfinished ``state``, the most promising first. ``depth`` counts the plies left
        to the horizon, ``ply`` those from the root. ``table_move`` is the move stored in the transposition table, if
        any."""
        moves = self.game.moves(state)
        if not self.names or len(moves) < 2:
            return moves
        keys = [self._key(name, state, player, depth, ply, table_move) for name in self.names]
        return sorted(moves, key=lambda move: [key(move) for key in keys], reverse=True)

    def cut(self, player: Player, move: Move, ply: int, depth: int) -> None:
        """Learns a cutoff by ``move`` at ``ply``. Deeper cutoffs, with more plies of ``depth`` left, count more."""
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]
        self._history[player, move] += max(depth, 1) ** 2

    def static(self, state: S, player: Player, move: Move) -> float:
        """Returns the evaluation (or the result) of the state after ``move``, for ``player``."""
        child = self.game.play(state, move)
        outcome = self.game.outcome(child)
        if outcome is not None:
            return outcome_value(self.game, outcome, player, 0)
        if self.game.to_move(child) is CHANCE:
            lots = self.game.outcomes(child)
            return sum(chance * self.static(child, player, lot) for lot, chance in lots)
        return estimate(self.game, child, player)

    def _key(
        self, name: str, state: S, player: Player, depth: int, ply: int, table_move: Move | None
    ) -> Callable[[Move], float]:
        """Returns the function by which ``name`` orders moves, the greatest first."""
        match name:
            case "table":
                return lambda move: float(move == table_move)
            case "static":
                return lambda move: self.static(state, player, move)
            case "killer":
                return lambda move: float(move in self._killers[ply])
            case "history":
                return lambda move: float(self._history[player, move])
            case "random":
                return lambda move: self._random.random()
            case "best":
                return lambda move: self._oracle(self.game.play(state, move), player, depth - 1)
            case _:
                return lambda move: -self._oracle(self.game.play(state, move), player, depth - 1)

    def _oracle(self, state: S, player: Player, depth: int) -> float:
        """Returns the value of minimax of ``depth`` plies, cached. The nodes do not count for the search."""
        known = self._known.get((state, player, depth))
        if known is not None:
            return known
        game = self.game
        outcome = game.outcome(state)
        if outcome is not None:
            value = outcome_value(game, outcome, player, 0)
        elif game.to_move(state) is CHANCE:
            value = sum(p * self._oracle(game.play(state, lot), player, depth) for lot, p in game.outcomes(state))
        elif depth <= 0:
            value = estimate(game, state, player)
        else:
            better = max if game.to_move(state) is player else min
            below = better(self._oracle(game.play(state, move), player, depth - 1) for move in game.moves(state))
            value = delay(below, 1) if decays(game) else below
        self._known[state, player, depth] = value
        return value
