"""Learns Tic-Tac-Toe by playing against itself, and prints its curve: ``python -m fourthought.rl.tictactoe``.

A table holds the value of every position for the side that has just moved. The best reply of the other side, by the
same table, says what the value should be (Q-learning on positions). Each board explores separately.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from fourthought.rl.boards import Boards

_POWERS = 3 ** np.arange(9)
_WIDTH = 40


class Learner:
    """Holds the table, and learns with some boards together.

    Args:
        count: boards.
        rate: how far a value moves to what it should be.
        explore: the share of moves that are drawn at random.
        seed: repeats the run.
    """

    def __init__(self, count: int = 256, rate: float = 0.2, explore: float = 0.2, seed: int = 1) -> None:
        self.boards = Boards("tictactoe", count)
        self.values = np.zeros(3**9, np.float32)
        self.games = 0
        self._rate, self._explore, self._rng = rate, explore, np.random.default_rng(seed)

    def __repr__(self) -> str:
        return f"Learner({self.boards.count}, games={self.games})"

    def learn(self, steps: int) -> None:
        """Plays ``steps`` moves on every board, and learns from each."""
        boards = self.boards
        for _ in range(steps):
            codes, legal = afterstates(boards)
            actions = self._choose(codes, legal)
            after = codes[np.arange(boards.count), actions]
            rewards, done = boards.step(actions)
            self.games += int(done.sum())
            replies, open_ = afterstates(boards)
            best = np.where(open_, self.values[replies], -2.0).max(axis=1)
            aims = np.where(done, rewards, -best)
            self.values[after] += self._rate * (aims - self.values[after])

    def act(self, boards: Boards) -> npt.NDArray[np.int64]:
        """Returns the best action for each board."""
        codes, legal = afterstates(boards)
        return np.argmax(np.where(legal, self.values[codes], -2.0), axis=1)

    def _choose(self, codes: npt.NDArray[np.int64], legal: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        noise = self._rng.random(codes.shape) * 1e-3  # among equal ones any
        best = np.argmax(np.where(legal, self.values[codes] + noise, -2.0), axis=1)
        drawn = self.boards.random_actions(self._rng)
        return np.where(self._rng.random(len(best)) < self._explore, drawn, best)


def afterstates(boards: Boards) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Returns the number of the position after each action, of shape (count, 9), and which actions are legal."""
    codes = boards.cells().reshape(boards.count, 9).astype(np.int64) @ _POWERS
    return codes[:, None] + np.where(boards.legal(), _POWERS, 0), boards.legal()


def lost_to_random(learner: Learner, games: int = 1000, seed: int = 7) -> tuple[float, float]:
    """Returns the shares of games that the learner wins and loses against a random mover, half of them as second."""
    boards, rng = Boards("tictactoe", games), np.random.default_rng(seed)
    own = np.arange(games) % 2 == 0  # whether the learner moves now
    result = np.full(games, np.nan)
    while np.isnan(result).any():
        rewards, done = boards.step(np.where(own, learner.act(boards), boards.random_actions(rng)))
        fresh = done & np.isnan(result)
        result[fresh] = np.where(own, rewards, -rewards)[fresh]
        own = ~own
    return float((result == 1).mean()), float((result == -1).mean())


def curve(learner: Learner, points: int = 12, steps: int = 60) -> Iterator[tuple[int, float, float]]:
    """Yields (games learnt, share won, share lost against a random mover), before learning and after each part."""
    yield (learner.games, *lost_to_random(learner))
    for _ in range(points):
        learner.learn(steps)
        yield (learner.games, *lost_to_random(learner))


def main() -> None:
    """Learns and prints the curve."""
    print("games learnt   won   lost  against a random mover")  # noqa: T201
    lost = 1.0
    for games, won, lost in curve(Learner()):
        bar = "#" * round(_WIDTH * won) + "." * round(_WIDTH * lost)
        print(f"{games:12,}  {won:4.0%}  {lost:5.1%}  {bar}")  # noqa: T201
    sys.exit(0 if lost == 0 else 1)


if __name__ == "__main__":
    main()
