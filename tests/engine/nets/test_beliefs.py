"""Tests what a network says of every move."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.commands.textbook import explain
from engine.games import GameError, Player, find, parse
from engine.nets import file
from engine.nets.beliefs import beliefs, words
from engine.nets.net import MOST
from engine.search.deepening import search_to
from engine.search.evaluation import Evaluation, Feature, line_features, with_evaluation
from engine.search.values import estimate
from tests.engine.nets.test_file import small_net

GAME: Any = find("connect4-5x4")
NET = small_net(GAME)


def test_a_belief_is_the_value_after_the_move() -> None:
    state = parse(GAME, "3243")[1]
    found = beliefs(GAME, NET, state)
    assert [belief.move for belief in found] != sorted(belief.move for belief in found)
    for belief in found:
        after = GAME.play(state, belief.move)
        assert belief.value == -NET.value(GAME, after) / 10_000
        sums = sorted((abs(one) for one in NET.sums(GAME, after)), reverse=True)
        if not belief.replies:
            assert [abs(say.weight) for say in belief.says] == [one / NET.unit for one in sums[:3]]
            total = math.tanh(-sum(NET.sums(GAME, after)) / NET.unit)
            assert belief.value == pytest.approx(0.89 * total, abs=1e-3)


def test_a_forced_end_is_told_as_such() -> None:
    state = parse(GAME, "22334")[1]
    found = {belief.move: belief for belief in beliefs(GAME, NET, state)}
    assert found[1].value == found[5].value == (2 - MOST) / 10_000 or found[1].value < -0.89
    assert "a loss by force" in words(GAME, found[1])
    with pytest.raises(GameError, match="before the game is over"):
        beliefs(GAME, NET, parse(GAME, "1212121")[1])


def test_a_network_is_a_feature_of_an_evaluation() -> None:
    evaluation = Evaluation([Feature("learnt", 0.75, NET.measure(GAME)), *_quarter()])
    state = parse(GAME, "3243")[1]
    parts = evaluation.parts(state, Player.FIRST)
    assert parts["learnt"] == 0.75 * NET.value(GAME, state) / 10_000
    game = with_evaluation(GAME, evaluation)
    searched = search_to(game, state, 1, every=True)
    for one in searched.moves:
        after = GAME.play(state, one.move)
        if GAME.outcome(after) is None:
            assert one.value == pytest.approx(estimate(game, after, Player.FIRST))


def _quarter() -> list[Feature[Any]]:
    return [Feature(one.name, one.weight / 4, one.measure) for one in line_features(GAME).features]


def test_the_command_tells_every_move(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    file.write(NET, path)
    given = ["connect4-5x4", "3243", "--net", str(path)]
    lines = CliRunner().invoke(explain, given, catch_exceptions=False).stdout.splitlines()
    assert len(lines) == 5
    assert all(line.startswith("column ") for line in lines)
    found = json.loads(CliRunner().invoke(explain, [*given, "--json"], catch_exceptions=False).stdout)
    assert [one["move"] for one in found["moves"]] == [
        belief.move for belief in beliefs(GAME, NET, parse(GAME, "3243")[1])
    ]
    wrong = CliRunner().invoke(explain, ["connect4", "44", "--net", str(path)])
    assert wrong.exit_code == 2
    assert "the network is for connect4-5x4, not for connect4" in wrong.output
