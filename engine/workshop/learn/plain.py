"""Learns any game in plain Python, from games against itself: TD(lambda) with the textbook's search for every move. On
a board the evaluation is a network of n-tuples, as in ``kernel.py``. Elsewhere it is a table with a value for every
state. A game of chance is learnt like any other: the search takes the mean over the lots."""

import random
from collections import defaultdict
from collections.abc import Callable, Hashable
from math import tanh
from typing import Any

import numpy as np

from engine.games import CHANCE, Game, LineGame, Player
from engine.nets.net import HIGHEST, SCALE, Net, Shape, next_mover, settle
from engine.search.deepening import search_to
from engine.search.parts.evaluation import Evaluation, Feature, with_evaluation
from engine.search.parts.values import MoveValue
from engine.workshop.learn.tuples import chosen_tuples, images_of

UNIT = 1 << 12  # the whole number for a weight of one in the file

STEP, LAST_STEP, TRACE, STRAY = 0.5, 0.05, 0.8, 0.1  # the first and the last step, lambda, the share of random moves


class Table:
    """Holds a sum for each state, seen by the side to move; its tanh is the value. Symmetric states share one."""

    def __init__(self, game: Game[Any]) -> None:
        self._key: Callable[[Any], Hashable] = game.key
        self._sums = defaultdict[Hashable, float](float)

    def sum(self, state: Any) -> float:
        """Returns the sum of a state."""
        return self._sums[self._key(state)]

    def add(self, state: Any, change: float) -> None:
        """Changes the sum of a state."""
        self._sums[self._key(state)] += change


class Tuples:
    """Holds a weight for each pattern of each tuple of a board."""

    def __init__(self, game: Game[Any], board: LineGame, seed: int) -> None:
        tuples = tuple(chosen_tuples(board, 0, seed))
        self.shape = Shape(game.name, board.width, board.height, images_of(board), 2, tuples)
        self.weights = np.zeros(self.shape.size * self.shape.sets)
        self._game, self._instances = game, self.shape.instances

    def sum(self, state: Any) -> float:
        """Returns the sum of the weights of a state."""
        return float(self.weights[self.shape.places(self._game, state, self._instances)].sum())

    def add(self, state: Any, change: float) -> None:
        """Shares a change among the weights of a state."""
        places = self.shape.places(self._game, state, self._instances)
        np.add.at(self.weights, places, change / len(places))


class PlainLearner:
    """Learns the evaluation of a game by self-play, in ``games`` games."""

    def __init__(self, game: Game[Any], games: int, seed: int) -> None:
        self.game, self.total, self.seed, self.games = game, games, seed, 0
        board = getattr(game, "base", game)
        self.weights: Tuples | Table = Tuples(game, board, seed) if isinstance(board, LineGame) else Table(game)
        self.evaluation = Evaluation([Feature("learnt", 1.0, self._measure)])
        self._searched, self._rng = with_evaluation(game, self.evaluation), random.Random(f"plain {seed}")

    def play(self, games: int) -> None:
        """Plays and learns from so many more games, at most to the end of the run."""
        for _ in range(min(games, self.total - self.games)):
            self._learn(*self._play())
            self.games += 1

    def look(self, state: Any) -> tuple[MoveValue, ...]:
        """Returns the value of every move, one ply ahead, the best move first."""
        return tuple(search_to(self._searched, state, 1, every=True).moves)

    def net(self) -> Net | None:
        """Returns the network learnt so far, or None for a game without a board."""
        if not isinstance(self.weights, Tuples):
            return None
        whole = np.clip(np.rint(self.weights.weights * UNIT), -(1 << 15), (1 << 15) - 1).astype(np.int16)
        return Net(self.weights.shape, whole, UNIT, self.seed, self.games, learner="fourthought learn, plain")

    def _measure(self, state: Any, player: Player) -> float:
        value = self._value(state)
        return value if player is next_mover(self.game, state) else -value

    def _value(self, state: Any) -> float:
        game = self.game
        if game.to_move(state) is CHANCE:
            return sum(share * self._after(game.play(state, lot)) for lot, share in game.outcomes(state))
        end = settle(game, state)
        return (
            end.sign * HIGHEST / SCALE * tanh(self.weights.sum(end.state)) if end.value is None else end.value / SCALE
        )

    def _after(self, state: Any) -> float:
        end = self.game.outcome(state)
        return self._value(state) if end is None else end.value(next_mover(self.game, state))

    def _play(self) -> tuple[list[tuple[Any, float, bool]], Any]:
        """Plays a game. Returns each player's state, best value and whether it was random, and the last state."""
        game, rng, state, line = self.game, self._rng, self.game.initial(), []
        while game.outcome(state) is None:
            if game.to_move(state) is CHANCE:
                lots, shares = zip(*game.outcomes(state), strict=True)
                state = game.play(state, rng.choices(lots, shares)[0])
                continue
            found = self.look(state)
            best, stray = max(one.value for one in found), rng.random() < STRAY
            move = rng.choice([one.move for one in found if stray or one.value == best])
            line.append((state, best, stray))
            state = game.play(state, move)
        return line, state

    def _learn(self, line: list[tuple[Any, float, bool]], last: Any) -> None:
        """Moves the value of each quiet state towards the lambda-return, from the last state to the first."""
        step = STEP + (LAST_STEP - STEP) * self.games / self.total
        end = self.game.outcome(last)
        result = end.value(Player.FIRST) if end else 0.0
        for state, best, stray in reversed(line):
            sign = 1 if self.game.to_move(state) is Player.FIRST else -1
            result = sign * best if stray else (1 - TRACE) * sign * best + TRACE * result
            if self.game.is_quiet(state):
                self.weights.add(state, step * (sign * result - tanh(self.weights.sum(state))))
