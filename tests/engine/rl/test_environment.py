"""Tests the games as environments by PettingZoo's own tests, against the rules, and with the players as agents."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra rl is not installed: pip install '.[rl]'")

from pettingzoo.test import api_test, seed_test

from engine.games import GameError, find, replay
from engine.rl import Agent, GameEnvironment, env
from tests.games import each_game

KNOWN = (
    "Observation space for each agent probably should be",  # a mask comes with every observation
    "Observation is not a NumPy array",
    "Observation numpy array is all zeros",  # an empty board
    "Action mask numpy array is all zeros",  # of the agent not to move
)
"""Lists the remarks that PettingZoo makes about its own Connect Four as well, where that name is not excused."""


@pytest.mark.parametrize("name", each_game())
def test_every_game_passes_pettingzoos_own_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env(name), num_cycles=60)
    assert [str(one.message) for one in told if not str(one.message).startswith(KNOWN)] == []
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["connect4-5x4", "slippery-tictactoe"])
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=30)


@pytest.mark.parametrize("name", each_game())
def test_observations_masks_and_rewards_follow_the_rules(name: str) -> None:
    environment, rng = GameEnvironment(name), random.Random(name)
    for number in range(3):
        environment.reset(seed=number)
        while environment.agents:
            observation, _, over, _, _ = environment.last()
            state = replay(environment.game, environment.moves)
            assert over == (environment.game.outcome(state) is not None)
            if over:
                break
            assert observation is not None
            legal = [int(action) + 1 for action in np.flatnonzero(observation["action_mask"])]
            assert legal == list(environment.game.moves(state))
            check_stones(environment, observation["observation"], state)
            environment.step(rng.choice(legal) - 1)
        outcome = environment.game.outcome(replay(environment.game, environment.moves))
        assert outcome is not None
        expected = {"player_0": 0.0, "player_1": 0.0}
        if outcome.winner is not None:
            expected = {f"player_{side}": 1.0 if side == outcome.winner else -1.0 for side in (0, 1)}
        assert environment.rewards == expected


def check_stones(environment: GameEnvironment, seen: Any, state: Any) -> None:
    """Compares an observation of the side to move with the stones on the board, or with the state's number."""
    game = environment.game
    size = game.board_size()
    if size is None:
        assert np.flatnonzero(seen).tolist() == [game.key(state)]
        return
    mover = game.to_move(state)
    stones = {(size[1] - row, column - 1, int(owner is not mover)) for (column, row), owner in game.cells(state)}
    assert {tuple(place) for place in np.argwhere(seen).tolist()} == stones


def test_a_move_against_the_rules_loses_the_game() -> None:
    environment = env("tictactoe")
    environment.reset(seed=1)
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_0": 0, "player_1": -1}
    assert all(environment.terminations.values())


@pytest.mark.slow
def test_the_perfect_agent_never_loses_and_a_seed_repeats_its_games() -> None:
    played = []
    for _ in range(2):
        environment = env("connect4-5x4")
        agent, rng, lines = Agent(environment, 10, seed=3), np.random.default_rng(5), []
        for number in range(6):
            environment.reset(seed=number)
            own = f"player_{number % 2}"
            for turn in environment.agent_iter():
                observation, reward, over, _, _ = environment.last()
                assert turn != own or reward >= 0
                if over:
                    environment.step(None)
                elif turn == own:
                    environment.step(agent.action())
                else:
                    assert observation is not None
                    environment.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            lines.append(tuple(environment.unwrapped.moves))
        agent.close()
        played.append(lines)
    assert played[0] == played[1]
    assert len({*played[0]}) > 3


def test_an_environment_renders_and_refuses_what_it_does_not_know() -> None:
    environment = GameEnvironment("tictactoe", render_mode="ansi")
    environment.reset()
    environment.step(4)
    assert environment.render() == find("tictactoe").describe(replay(find("tictactoe"), [5]))
    with pytest.raises(ValueError, match="must choose an action"):
        environment.step(None)
    with pytest.raises(GameError, match="no game called"):
        env("chess")
    with pytest.raises(GameError, match="no player"):
        Agent(environment, "nobody")
