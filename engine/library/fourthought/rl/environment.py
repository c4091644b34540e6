"""Plays a registered game as a PettingZoo environment, one agent after the other (agent environment cycle)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.games import CHANCE, Game, GameError, Move, Player
from engine.games.formats.pictures import svg_of
from engine.games.openings import draw_move
from fourthought.arguments import AnyGame, game_of, whole
from fourthought.rl.boards import pixels

Board = npt.NDArray[np.int8]
Observation = dict[str, Board]

AGENTS = ("player_0", "player_1")
"""The first and the second player of every game."""

ILLEGAL_REWARD = -1.0
"""What the side gets for a move against the rules, which ends the game."""


def env(game: AnyGame = "connect4", render_mode: str | None = None) -> AECEnv[str, Observation, int]:
    """Returns the environment of a game with the checks of PettingZoo: an illegal move ends the game.

    Args:
        game: the game or its name.
        render_mode: "ansi", "rgb_array" or "svg".

    Raises:
        GameError: there is no game of this name, or the game has nothing to observe.
    """
    checked = wrappers.TerminateIllegalWrapper(GameEnvironment(game, render_mode), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class GameEnvironment(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """Plays one game after the other. Chance is drawn by the environment, from the seed of ``reset``.

    Action ``a`` is the move ``a + 1``: a column from the left, or a square in reading order. On a board an observation
    holds two planes of ones and zeros, with the top row first: the agent's own stones, and the stones of the other
    agent. Without a board the observation holds a single one at the place of the state's number (for Nim the matches
    left). The mask has a one for each legal action. A win is worth 1, a loss -1, a draw 0.

    Args:
        game: the game or its name.
        render_mode: "ansi" for text, and with a board "rgb_array" for an image and "svg" for SVG text.

    Raises:
        GameError: there is no game of this name, or the game has nothing to observe.
    """

    def __init__(self, game: AnyGame = "connect4", render_mode: str | None = None) -> None:
        super().__init__()
        self.game: Game[Any] = game_of(game)
        name = self.game.name
        size, start = self.game.board_size(), self.game.initial()
        modes = ["ansi", "rgb_array", "svg"] if size else ["ansi"]
        if render_mode not in (None, *modes):
            raise ValueError(f"render_mode {render_mode!r} is none of {', '.join(modes)}")
        self.render_mode = render_mode
        self.metadata = {"name": f"fourthought-{name}", "render_modes": modes, "render_fps": 2}
        self.metadata["is_parallelizable"] = False
        if size is None and not isinstance(self.game.key(start), int):
            raise GameError(f"{name} has no board and no number to observe; every game with a board has an observation")
        self._shape = (size[1], size[0], 2) if size else (self.game.max_plies + 1,)
        gravity = getattr(getattr(self.game, "base", self.game), "gravity", False)
        self._actions = max(self.game.moves(start)) if size is None or gravity else size[0] * size[1]
        self.possible_agents = list(AGENTS)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self._shape, np.int8),
                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in AGENTS}
        self._rng = random.Random(0)
        self.moves: list[Move] = []
        """The moves since the last reset, with the lots of chance."""
        self.played = 0
        """The number of games so far. Agents know a new game by the number."""
        self._state = start

    def __repr__(self) -> str:
        return f"GameEnvironment({self.game.name!r}, {self.render_mode!r})"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of observations, the same for both agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. ``seed`` decides the lots of games with chance."""
        if seed is not None:
            self._rng = random.Random(f"environment {seed}")
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.moves, self._state = [], self.game.initial()
        self.played += 1
        self._draw_lots()
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> Observation:
        """Returns the position as ``agent`` sees it, and the mask of legal actions, empty for the side not to move."""
        mask = np.zeros(self._actions, np.int8)
        if not self._is_over() and agent == self._mover():
            mask[[move - 1 for move in self.game.moves(self._state)]] = 1
        return {"observation": self._seen(_player(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move of the selected agent. Raises ``IllegalMoveError`` for a move against the rules."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the game is not over: the agent must choose an action")
        move = whole("an action", action) + 1
        self._state = self.game.play(self._state, move)
        self.moves.append(move)
        self._draw_lots()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.agent_selection = _other(agent) if self._is_over() else self._mover()
        self._pay()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Returns the position in the mode of the environment."""
        size = self.game.board_size()
        if self.render_mode == "svg":
            return svg_of(self.game, self._state, self.moves[-1] if self.moves else None, 320)
        if self.render_mode == "rgb_array" and size:
            return pixels(size, self.game.cells(self._state))
        return self.game.describe(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: no resource is held."""

    def _is_over(self) -> bool:
        return self.game.outcome(self._state) is not None

    def _mover(self) -> str:
        return AGENTS[self.game.to_move(self._state)]

    def _pay(self) -> None:
        outcome = self.game.outcome(self._state)
        if outcome is not None:
            self.rewards = {agent: outcome.value(_player(agent)) for agent in AGENTS}
            self.terminations = dict.fromkeys(AGENTS, True)

    def _draw_lots(self) -> None:
        while not self._is_over() and self.game.to_move(self._state) is CHANCE:
            self.moves.append(draw_move(self.game, self._state, self._rng))
            self._state = self.game.play(self._state, self.moves[-1])

    def _seen(self, player: Player) -> Board:
        return self._board(player) if len(self._shape) == 3 else self._number()

    def _board(self, player: Player) -> Board:
        seen = np.zeros(self._shape, np.int8)
        for (column, row), owner in self.game.cells(self._state):
            seen[self._shape[0] - row, column - 1, 0 if owner is player else 1] = 1
        return seen

    def _number(self) -> Board:
        seen, number = np.zeros(self._shape, np.int8), self.game.key(self._state)
        seen[number if isinstance(number, int) else 0] = 1
        return seen


def _player(agent: str) -> Player:
    return Player(AGENTS.index(agent))


def _other(agent: str) -> str:
    return AGENTS[1 - AGENTS.index(agent)]
