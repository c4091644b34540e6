"""Tests the evaluation: named features, weights which sum to one, strictly between loss and win."""

import pytest
from hypothesis import given

from engine.games import GameError, Player, find, parse
from engine.search.catalogue import with_features
from engine.search.deepening import search_to
from engine.search.evaluation import Evaluation, Feature, line_features, with_evaluation
from engine.search.values import SOLVED, estimate
from tests.engine.games.test_line import positions

GAME = find("connect4")
FIRST, SECOND = Player.FIRST, Player.SECOND


@pytest.mark.parametrize("weights", [(0.5, 0.4), (0.6, 0.5), (1.5, -0.5), (1.0, 0.0), ()])
def test_weights_must_sum_to_one(weights) -> None:
    with pytest.raises(GameError, match="must be positive and sum to one"):
        Evaluation([Feature("f", weight, lambda state, player: 0.0) for weight in weights])


@given(positions())
def test_a_guess_is_strictly_between_loss_and_win(found) -> None:
    game, state = found
    evaluation = line_features(game)
    for player in (FIRST, SECOND):
        value = evaluation(state, player)
        assert -1 < value < 1
        assert value == pytest.approx(-evaluation(state, player.other))
        assert sum(evaluation.parts(state, player).values()) == pytest.approx(value)
        assert all(-1 < f.measure(state, player) < 1 for f in evaluation.features)
        assert abs(estimate(with_evaluation(game, evaluation), state, player)) < SOLVED


def test_what_the_features_see() -> None:
    evaluation = line_features(GAME)
    assert [f.name for f in evaluation.features] == ["lines", "threats", "centre"]
    assert sum(f.weight for f in evaluation.features) == 1
    parts = evaluation.parts(parse(GAME, "1213141"[:6])[1], FIRST)
    assert parts["threats"] == 0
    three = evaluation.parts(parse(GAME, "121212"[:5])[1], FIRST)
    assert three["threats"] == pytest.approx(0.375 / 2)
    centre = evaluation.parts(parse(GAME, "4")[1], FIRST)["centre"]
    assert centre == pytest.approx(0.125 * 7 / (69 * 4 + 1))
    assert evaluation.parts(parse(GAME, "4")[1], SECOND)["centre"] == -centre
    second = evaluation.parts(parse(GAME, "44")[1], FIRST)["centre"]
    assert second == pytest.approx(0.125 * (7 - 10) / (69 * 4 + 1))


def test_a_judged_game_is_the_same_game_with_another_opinion() -> None:
    high = with_evaluation(GAME, lambda state, player: 0.5 if player is FIRST else -0.5)
    assert search_to(high, high.initial(), 2).value == 0.5 * SOLVED
    assert GAME.evaluate(GAME.initial(), FIRST) == 0
    assert high.name == GAME.name


def test_features_are_for_boards_only() -> None:
    nim = find("nim")
    assert with_features(nim) is nim
    state = parse(GAME, "4")[1]
    assert with_features(GAME).evaluate(state, FIRST) == line_features(GAME)(state, FIRST)
