"""Tests values: named features whose weights sum to one, wins and losses by ply, and bounds."""

import pytest
from hypothesis import given

from engine.games import GameError, Outcome, Player, Score, find, parse
from engine.games.leaves import Payoff
from engine.search.catalogue import CATALOGUE, algorithms_for, with_features
from engine.search.parts.evaluation import Evaluation, Feature, line_features, with_evaluation
from engine.search.parts.values import (
    INFINITY,
    ROUNDING,
    SOLVED,
    STEP,
    Bound,
    Counts,
    MoveValue,
    delay,
    estimate,
    just_below,
    outcome_value,
    plies_to_end,
    score_of,
)
from tests.engine.games.test_line import positions
from tests.trees import leaf_tree

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


def test_features_are_for_boards_only() -> None:
    nim = find("nim")
    assert with_features(nim) is nim
    state = parse(GAME, "4")[1]
    assert with_features(GAME).evaluate(state, FIRST) == line_features(GAME)(state, FIRST)


SMALL, MARKS, TREE = find("connect4"), find("slippery-tictactoe"), leaf_tree("-3 7")


@pytest.mark.parametrize(("value", "score"), [
    (1 - 17 * STEP, Score(FIRST, 17, FIRST)), (-1 + 4 * STEP, Score(SECOND, 4, FIRST)),
    (SOLVED, Score(FIRST, 512, FIRST)), (-SOLVED, Score(SECOND, 512, FIRST)), (SOLVED - STEP, Score(None, 9, FIRST)),
    (STEP - SOLVED, Score(None, 9, FIRST)), (0.0, Score(None, 9, FIRST)),
])  # fmt: skip
def test_scores(value, score) -> None:
    assert score_of(SMALL, value, FIRST, True, 9) == score
    assert score_of(SMALL, value, FIRST, False, 9) is None
    assert score_of(MARKS, value, FIRST, True) is None
    assert score_of(TREE, value, FIRST, True) is None


def test_decay() -> None:
    assert outcome_value(SMALL, Outcome(FIRST), FIRST, 5) == 1 - 5 * STEP
    assert outcome_value(SMALL, Outcome(FIRST), SECOND, 5) == -1 + 5 * STEP
    assert outcome_value(SMALL, Outcome(None), SECOND, 5) == 0
    assert outcome_value(MARKS, Outcome(FIRST), FIRST, 5) == 1
    assert outcome_value(TREE, Payoff(FIRST, (), 7.0), SECOND, 5) == -7
    assert [plies_to_end(delay(v, 3)) for v in (1 - STEP, -1 + STEP)] == [4, 4]
    assert [delay(v, 3) for v in (0.0, SOLVED - STEP, STEP - SOLVED)] == [0.0, SOLVED - STEP, STEP - SOLVED]
    assert (delay(SOLVED, -1), delay(-SOLVED, -1)) == (SOLVED + STEP, -SOLVED - STEP)


def test_counts_add_up() -> None:
    counts = Counts(1, 2, 3, 4, 5)
    counts.add(Counts(10, 20, 30, 40, 4))
    assert counts == Counts(11, 22, 33, 44, 5)


def test_a_reply_is_the_second_move_of_the_line() -> None:
    assert MoveValue(4, 0.0, Bound.EXACT, 3, False, (4, 5, 3)).reply == 5
    assert MoveValue(4, 0.0, Bound.EXACT, 1, False, (4,)).reply is None


def test_what_suits_a_game() -> None:
    plain, chance = {one.name for one in algorithms_for(SMALL)}, {one.name for one in algorithms_for(MARKS)}
    assert plain == set(CATALOGUE) - {"expectiminimax", "star1", "star2"}
    assert chance == {"parallel", "bias", "expectiminimax", "star1", "star2", "deepening", "beam", "expectimax"}
    for one in algorithms_for(MARKS):
        assert one.function(MARKS, MARKS.initial(), 1, None).move in range(1, 10)


def test_just_below_is_below_whatever_the_size() -> None:
    assert (just_below(0.5), just_below(-1.0)) == (0.5 - ROUNDING, -1.0 - ROUNDING)
    assert just_below(1e12) < 1e12
    assert just_below(-1e12) < -1e12
    assert just_below(-INFINITY) == -INFINITY
