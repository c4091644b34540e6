"""Plays a game against a level, as a Gymnasium environment."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from engine.games import CHANCE, GameError, Move, Player
from engine.games.formats.pictures import svg_of
from engine.games.openings import draw_move
from engine.players import LevelPlayer
from fourthought.arguments import AnyGame, game_of, player_of, whole
from fourthought.rl.boards import pixels

Planes = npt.NDArray[np.int8]


class LevelEnv(gymnasium.Env[Planes, int]):
    """Plays one side against a level. The level answers within :meth:`step`.

    An observation has the shape (2, height, width), the top row first: the agent's own stones, and those of the level.
    Action ``a`` is the move ``a + 1``. ``info["action_mask"]`` has a one for each legal action. A win is worth 1, a
    loss -1, a draw 0. An illegal action ends the game with -1.

    Args:
        game: a game with a board.
        level: 1 to 10.
        seat: 0 to move first, 1 to move second, None for a draw in each game.
        render_mode: "ansi" for text, "rgb_array" for an image of shape (height, width, 3), "svg" for SVG text.

    Raises:
        GameError: there is no such game, or it has no board.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array", "svg"], "render_fps": 2}

    def __init__(
        self, game: AnyGame = "connect4", level: int = 3, seat: int | None = None, render_mode: str | None = None
    ) -> None:

        self.game, self.level, self.render_mode = game_of(game), whole("a level", level, 1, 10), render_mode
        self.seat = None if seat is None else player_of(seat)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode {render_mode!r} is none of ansi, rgb_array and svg")
        size = self.game.board_size()
        if size is None:
            raise GameError("{game} has no board to observe", game=self.game.name)
        self._width, self._height = size
        actions = self._width if getattr(self.game, "gravity", False) else self._width * self._height
        self.action_space = spaces.Discrete(actions)
        self.observation_space = spaces.Box(0, 1, (2, self._height, self._width), np.int8)
        self._level = LevelPlayer(self.game, level)
        self._rng = random.Random(0)
        self._own, self._state = Player.FIRST, self.game.initial()
        self.moves: list[Move] = []

    def __repr__(self) -> str:
        return f"LevelEnv({self.game.name!r}, {self.level}, {self.seat!r})"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Begins a game. The level has moved already where it moves first."""
        super().reset(seed=seed)
        if seed is not None:
            self._rng = random.Random(f"level env {seed}")
        self._own = Player(self._rng.randrange(2)) if self.seat is None else self.seat
        self.moves, self._state = [], self.game.initial()
        self._level.begin(self._rng.randrange(1 << 30))
        self._answer()
        return self._observe()

    def step(self, action: int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Plays the action and the level's answer."""
        if self.game.outcome(self._state) is not None:
            raise ValueError("the game is over; call reset()")
        move = whole("an action", action) + 1
        if move not in self.game.moves(self._state):
            return self._observe()[0], -1.0, True, False, {"action_mask": self._mask(), "illegal": True}
        self._play(move)
        self._answer()
        outcome = self.game.outcome(self._state)
        reward = outcome.value(self._own) if outcome else 0.0
        observation, info = self._observe()
        return observation, reward, outcome is not None, False, info

    def render(self) -> Any:
        """Returns the position in the mode of the environment."""
        if self.render_mode == "ansi":
            return self.game.describe(self._state)
        if self.render_mode == "svg":
            return svg_of(self.game, self._state, self.moves[-1] if self.moves else None, 320)
        if self.render_mode == "rgb_array":
            return pixels((self._width, self._height), self.game.cells(self._state))
        return None

    def close(self) -> None:
        """Frees the level's tree."""
        self._level.close()

    def _answer(self) -> None:
        while self.game.outcome(self._state) is None:
            mover = self.game.to_move(self._state)
            if mover is self._own:
                return
            lot = draw_move(self.game, self._state, self._rng) if mover is CHANCE else None
            self._play(self._level.move(self.moves) if lot is None else lot)

    def _play(self, move: Move) -> None:
        self._state = self.game.play(self._state, move)
        self.moves.append(move)

    def _observe(self) -> tuple[Planes, dict[str, Any]]:
        seen = np.zeros((2, self._height, self._width), np.int8)
        for (column, row), owner in self.game.cells(self._state):
            seen[0 if owner is self._own else 1, self._height - row, column - 1] = 1
        return seen, {"action_mask": self._mask()}

    def _mask(self) -> npt.NDArray[np.int8]:
        mask = np.zeros(int(self.action_space.n), np.int8)
        if self.game.outcome(self._state) is None:
            mask[[move - 1 for move in self.game.moves(self._state)]] = 1
        return mask


gymnasium.register("fourthought/Level-v0", LevelEnv)
