"""Plays games by arrays, by PettingZoo and by Gymnasium. The last two are skipped where they are not installed."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from fourthought import rl
from fourthought.rl import tictactoe

from engine.games import GameError, Player, find

Actions = npt.NDArray[Any]
LINES = ["connect4", "connect4-5x4", "tictactoe", "gomoku7", "connect5"]


@pytest.mark.parametrize("name", LINES)
def test_boards_in_arrays_follow_the_rules(name: str) -> None:
    """Plays each board by the rules beside the arrays; every finished board is reset."""
    boards, rng = rl.Boards(name, 16), np.random.default_rng(1)
    rules = find(name)
    states, ended = [rules.initial()] * 16, 0
    for _ in range(120):
        actions = boards.random_actions(rng)
        planes, legal = boards.planes(), boards.legal()
        for at, state in enumerate(states):
            assert list(np.flatnonzero(legal[at]) + 1) == list(rules.moves(state))
            seen = np.zeros_like(planes[at])
            for (column, row), owner in rules.cells(state):
                seen[0 if owner is rules.to_move(state) else 1, rules.height - row, column - 1] = 1
            assert np.array_equal(planes[at], seen)
            assert boards.plies[at] == state.ply
        rewards, done = boards.step(actions)
        for at, action in enumerate(actions):
            states[at] = rules.play(states[at], int(action) + 1)
            outcome = rules.outcome(states[at])
            assert bool(done[at]) is (outcome is not None)
            assert rewards[at] == (outcome is not None and outcome.winner is not None)
            if outcome:
                states[at], ended = rules.initial(), ended + 1
    assert ended > 16


def test_an_illegal_action_and_another_kind_of_game_are_refused() -> None:
    boards = rl.Boards("tictactoe", 2)
    boards.step([4, 4])
    for actions in ([4, 0], [9, 0], [-1, 0], [0]):
        with pytest.raises(GameError, match="an action is not legal"):
            boards.step(actions)
    with pytest.raises(GameError, match="nim is no game of k in a row"):
        rl.Boards("nim")


def test_tictactoe_is_learnt_and_the_curve_falls(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        tictactoe.main()
    assert ended.value.code == 0
    _, first, *_, last = capsys.readouterr().out.splitlines()
    assert float(first.split()[2].rstrip("%")) > 20
    assert last.split()[2] == "0.0%"


@pytest.mark.parametrize("name", ["connect4-5x4", "tictactoe", "nim", "slippery-connect4"])
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
def test_the_environment_of_two_agents_keeps_pettingzoos_laws(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    api_test(rl.env(name), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
def test_an_environment_draws_itself() -> None:
    pytest.importorskip("pettingzoo")
    for mode, check in (
        ("ansi", lambda drawn: drawn.count("X") == 1),
        ("svg", lambda drawn: drawn.startswith("<svg")),
        ("rgb_array", lambda drawn: drawn.shape == (128, 160, 3) and drawn.dtype == np.uint8),
    ):
        env = rl.env("connect4-5x4", mode)
        env.reset(seed=1)
        env.step(2)
        assert check(env.render())
    with pytest.raises(ValueError, match="is none of ansi"):
        rl.env("nim", "svg")


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
def test_the_environment_against_a_level_keeps_gymnasiums_laws_and_repeats_by_its_seed() -> None:
    gym = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    made = gym.make("fourthought.rl.level_env:fourthought/Level-v0", game="connect4-5x4", level=1)
    check_env(made.unwrapped)  # in all its ways to render, as the registry knows how to make it

    def game(seat: int | None, seed: int) -> list[int]:
        env = rl.LevelEnv("connect4-5x4", 2, seat)
        _, info = env.reset(seed=seed)
        reward, done = 0.0, False
        while not done:
            _, reward, done, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert not cut
        outcome = env.game.outcome(env._state)
        assert outcome is not None
        assert reward == outcome.value(env._own)
        assert not info["action_mask"].any()
        with pytest.raises(ValueError, match="the game is over"):
            env.step(0)
        env.close()
        return [int(env._own), *env.moves]

    for seat in (0, 1, None):
        assert game(seat, 5) == game(seat, 5)
    assert game(1, 5)[0] == Player.SECOND


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
def test_an_illegal_action_against_a_level_ends_the_game() -> None:
    pytest.importorskip("gymnasium")
    env = rl.LevelEnv("tictactoe", 1, 0, render_mode="ansi")
    env.reset(seed=1)
    env.step(4)
    _, reward, done, _, info = env.step(4)
    assert (reward, done, info["illegal"]) == (-1.0, True, True)
    assert "X" in env.render()
    with pytest.raises(GameError, match="nim has no board"):
        rl.LevelEnv("nim")


def test_many_boards_are_one_environment_for_gymnasium() -> None:
    """Follows each board by the rules, with the agent and the opponent in turns."""
    gym = pytest.importorskip("gymnasium")
    sides: list[Actions] = []

    def opponent(boards: rl.Boards) -> Actions:
        sides.append(np.argmax(boards.legal(), axis=1))
        return sides[-1]

    env, rng, rules = rl.BoardsEnv("tictactoe", 8, opponent), np.random.default_rng(2), find("tictactoe")
    assert isinstance(env, gym.vector.VectorEnv)
    observed, infos = env.reset(seed=1)
    states, results = [rules.initial()] * 8, set()
    for _ in range(40):
        assert observed in env.observation_space
        assert observed[0] in env.single_observation_space
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        assert actions in env.action_space
        observed, rewards, ended, cut, infos = env.step(actions)
        assert not cut.any()
        for at in range(8):
            reward, done = 0.0, False
            for sign, action in ((1.0, actions[at]), (-1.0, sides[-1][at])):
                states[at] = rules.play(states[at], int(action) + 1)
                outcome = rules.outcome(states[at])
                if outcome:
                    reward, done = (sign if outcome.winner is not None else 0.0), True
                    states[at] = rules.initial()
            assert (rewards[at], ended[at]) == (reward, done)
            assert list(np.flatnonzero(infos["action_mask"][at]) + 1) == list(rules.moves(states[at]))
            results |= {reward} if done else set()
    assert results >= {1.0, -1.0}
    with pytest.raises(GameError, match="not legal"):
        env.step(np.full(8, 9))


def test_a_random_opponent_repeats_by_the_seed() -> None:
    pytest.importorskip("gymnasium")

    def games(seed: int) -> list[Actions]:
        env = rl.BoardsEnv("connect4-5x4", 4)
        _, infos = env.reset(seed=seed)
        seen = []
        for _ in range(12):
            observed, _, _, _, infos = env.step(np.argmax(infos["action_mask"], axis=1))
            seen.append(observed)
        return seen

    assert all(map(np.array_equal, games(3), games(3)))
    assert not all(map(np.array_equal, games(3), games(4)))
