"""Plays one side on many boards as a Gymnasium vector environment.

``python -m fourthought.rl.vector_env`` prints the steps a second, with random moves on both sides.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fourthought.arguments import AnyGame
from fourthought.rl.boards import Boards

Planes = npt.NDArray[np.int8]
Opponent = Callable[[Boards], npt.NDArray[np.int64]]
"""Chooses a legal action for each board, as the side to move there."""


class BoardsEnv(VectorEnv[Planes, npt.NDArray[np.int64], Any]):  # type: ignore[misc]
    """Plays ``num_envs`` boards of k in a row against an opponent in the same process, without a loop over the boards.

    An observation holds two planes of ones and zeros for each board, the top row first: the own stones, and the
    opponent's. ``infos["action_mask"]`` has a one for each legal action. A win is worth 1, a loss -1, a draw 0. A
    finished board is empty again in the same step (``AutoresetMode.SAME_STEP``), and the side that has not ended the
    game begins the next one. There is no ``final_obs``: nothing follows a finished game, so it has no value.

    Args:
        game: a game of lines, such as "connect4" or "tictactoe".
        num_envs: how many boards.
        opponent: chooses the other side's actions. Without one they are drawn at random.

    Raises:
        GameError: the game is no game of lines, or it has chance.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game: AnyGame = "connect4", num_envs: int = 512, opponent: Opponent | None = None) -> None:
        self.boards, self.num_envs = Boards(game, num_envs), num_envs
        shape = (2, self.boards.height, self.boards.width)
        self.single_observation_space = spaces.Box(0, 1, shape, np.int8)
        self.single_action_space = spaces.Discrete(self.boards.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponent = opponent or (lambda boards: boards.random_actions(self._rng))
        self._rng = np.random.default_rng()

    def __repr__(self) -> str:
        return f"BoardsEnv({self.boards.game.name!r}, {self.num_envs})"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Empties every board. The agent begins on all of them. ``seed`` decides the random opponent's moves."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.boards.reset()
        return self.boards.planes(), {"action_mask": self.boards.legal()}

    def step(self, actions: npt.ArrayLike) -> tuple[Planes, Any, Any, Any, dict[str, Any]]:
        """Plays the actions and the opponent's answers. Raises GameError where an action is not legal."""
        won, ended = self.boards.step(actions)
        lost, over = self.boards.step(self._opponent(self.boards))
        infos = {"action_mask": self.boards.legal()}
        return self.boards.planes(), won - lost, ended | over, np.zeros(self.num_envs, np.bool_), infos


def steps_a_second(game: AnyGame = "connect4", num_envs: int = 512, seconds: float = 2.0) -> float:
    """Plays random moves for some seconds of processor time. A step is one action of the agent and the answer."""
    env = BoardsEnv(game, num_envs)
    env.reset(seed=1)
    rng, began, steps = np.random.default_rng(1), time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        env.step(env.boards.random_actions(rng))
        steps += num_envs
    return steps / spent


if __name__ == "__main__":
    print(f"{steps_a_second():,.0f} steps a second")  # noqa: T201
