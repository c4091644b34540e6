"""Which move to try first. Alpha-beta with the best move first visits about b^(d/2) leaves instead of b^d.

Killers are the last two moves that cut at the same ply; history counts, for each side, how often and how near the root
a move has cut (Schaeffer 1983); the static value is the game's guess at the state that the move leads to.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

from engine.games import CHANCE, Game, Move, Player
from engine.search.values import decided, guessed

S = TypeVar("S", bound=Hashable)


class Ordering(Generic[S]):
    """Orders moves by the named keys, the first counting most; learns from the cutoffs it is told of."""

    def __init__(self, game: Game[S], names: Sequence[str], seed: int = 0) -> None:
        self.game = game
        self.names = tuple(names)
        self._random = random.Random(seed)
        self._killers: defaultdict[int, list[Move]] = defaultdict(list)
        self._history: defaultdict[tuple[Player, Move], int] = defaultdict(int)
        self._exact: dict[tuple[S, Player], float] = {}

    def sort(self, state: S, player: Player, ply: int, table_move: Move | None) -> Sequence[Move]:
        """The legal moves of ``state``, the most promising for ``player`` (who is to move) first."""
        moves = self.game.moves(state)
        if not self.names or len(moves) < 2:
            return moves
        return sorted(moves, key=lambda move: self._rank(state, player, ply, move, table_move), reverse=True)

    def cut(self, player: Player, move: Move, ply: int, depth: int) -> None:
        """Learn that ``move`` refuted the line that led to it."""
        killers = self._killers[ply]
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]
        self._history[player, move] += max(depth, 1) ** 2

    def static(self, state: S, player: Player, move: Move) -> float:
        """The guess at (or the result of) the state after ``move``, for ``player``."""
        child = self.game.play(state, move)
        outcome = self.game.outcome(child)
        if outcome is not None:
            return decided(self.game, outcome, player, 0)
        if self.game.to_move(child) is CHANCE:
            lots = self.game.outcomes(child)
            return sum(chance * self.static(child, player, lot) for lot, chance in lots)
        return guessed(self.game, child, player)

    def _rank(self, state: S, player: Player, ply: int, move: Move, table_move: Move | None) -> tuple[float, ...]:
        ranks = []
        for name in self.names:
            match name:
                case "table":
                    ranks.append(float(move == table_move))
                case "static":
                    ranks.append(self.static(state, player, move))
                case "killer":
                    ranks.append(float(move in self._killers[ply]))
                case "history":
                    ranks.append(float(self._history[player, move]))
                case "random":
                    ranks.append(self._random.random())
                case "best":
                    ranks.append(self._oracle(self.game.play(state, move), player))
                case _:
                    ranks.append(-self._oracle(self.game.play(state, move), player))
        return tuple(ranks)

    def _oracle(self, state: S, player: Player) -> float:
        """The exact value of a state by plain minimax, remembered."""
        if (state, player) not in self._exact:
            game = self.game
            outcome = game.outcome(state)
            if outcome is not None:
                value = decided(game, outcome, player, 0)
            elif game.to_move(state) is CHANCE:
                value = sum(p * self._oracle(game.play(state, lot), player) for lot, p in game.outcomes(state))
            else:
                better = max if game.to_move(state) is player else min
                value = better(self._oracle(game.play(state, move), player) for move in game.moves(state))
            self._exact[state, player] = value
        return self._exact[state, player]
