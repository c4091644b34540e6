"""Tests the plain learner, which takes any game: a table, and a network of a game of chance."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.arena.match import play
from engine.arena.players import RandomPlayer, make_player
from engine.commands.learn import learn
from engine.games import GameError, Player, find
from engine.learn.plain import PlainLearner
from engine.nets import file


def test_nim_is_learnt_to_the_last_match() -> None:
    game: Any = find("nim")
    learner = PlainLearner(game, 300, 1)
    learner.play(300)
    state = game.initial()
    while game.outcome(state) is None:
        best = learner.look(state)[0].move
        if state.left % 4:
            assert best == state.left % 4
        state = game.play(state, best)
    assert game.outcome(state).winner is Player.FIRST
    assert learner.net() is None


def test_a_seed_repeats_a_run() -> None:
    first, again, other = (PlainLearner(find("nim"), 20, seed) for seed in (1, 1, 2))
    for learner in (first, again, other):
        learner.play(20)
    state: Any = find("nim").initial()
    values = [[one.value for one in learner.look(state)] for learner in (first, again, other)]
    assert values[0] == values[1] != values[2]


@pytest.mark.slow
def test_a_game_of_chance_is_learnt_into_a_file_that_plays(tmp_path: Path) -> None:
    game: Any = find("slippery-tictactoe")
    out = tmp_path / "a.net"
    given = ["--game", game.name, "--games", "60", "--out", str(out)]
    found = CliRunner().invoke(learn, given, catch_exceptions=False)
    assert "60 games: " in found.stderr
    assert file.read(out).games == 60
    player = make_player(game, f"net:{out}")
    points = [play(game, (player, RandomPlayer(game)), seed=number).points(True) for number in range(10)]
    assert sum(points) > 5
    with pytest.raises(GameError, match="without checkpoints"):
        CliRunner().invoke(learn, [*given, "--resume"], catch_exceptions=False)
