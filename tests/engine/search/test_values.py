"""Tests values, counts, and the Scores for values."""

import pytest

from engine.games import Outcome, Player, Score, find
from engine.games.leaves import LeafTree, Payoff
from engine.search.catalogue import CATALOGUE, algorithms_for
from engine.search.values import (
    INFINITY,
    ROUNDING,
    SOLVED,
    STEP,
    Bound,
    Counts,
    MoveValue,
    delay,
    just_below,
    limits,
    outcome_value,
    plies_to_end,
    score_of,
)

FIRST, SECOND = Player.FIRST, Player.SECOND
GAME, MARKS, TREE = find("connect4"), find("slippery-tictactoe"), LeafTree.parse("-3 7")


@pytest.mark.parametrize(("value", "score"), [
    (1 - 17 * STEP, Score(FIRST, 17, FIRST)), (-1 + 4 * STEP, Score(SECOND, 4, FIRST)),
    (SOLVED, Score(FIRST, 512, FIRST)), (-SOLVED, Score(SECOND, 512, FIRST)), (SOLVED - STEP, Score(None, 9, FIRST)),
    (STEP - SOLVED, Score(None, 9, FIRST)), (0.0, Score(None, 9, FIRST)),
])  # fmt: skip
def test_scores(value, score) -> None:
    assert score_of(GAME, value, FIRST, True, 9) == score
    assert score_of(GAME, value, FIRST, False, 9) is None
    assert score_of(MARKS, value, FIRST, True) is None
    assert score_of(TREE, value, FIRST, True) is None


def test_decay() -> None:
    assert outcome_value(GAME, Outcome(FIRST), FIRST, 5) == 1 - 5 * STEP
    assert outcome_value(GAME, Outcome(FIRST), SECOND, 5) == -1 + 5 * STEP
    assert outcome_value(GAME, Outcome(None), SECOND, 5) == 0
    assert outcome_value(MARKS, Outcome(FIRST), FIRST, 5) == 1
    assert outcome_value(TREE, Payoff(FIRST, (), 7.0), SECOND, 5) == -7
    assert [plies_to_end(delay(v, 3)) for v in (1 - STEP, -1 + STEP)] == [4, 4]
    assert [delay(v, 3) for v in (0.0, SOLVED - STEP, STEP - SOLVED)] == [0.0, SOLVED - STEP, STEP - SOLVED]
    assert delay(SOLVED, -1) == SOLVED + STEP
    assert delay(-SOLVED, -1) == -SOLVED - STEP


def test_limits_are_those_of_a_side() -> None:
    assert limits(GAME, FIRST) == (-1, 1)
    assert limits(TREE, FIRST) == (-3, 7)
    assert limits(TREE, SECOND) == (-7, 3)


def test_counts_add_up() -> None:
    counts = Counts(1, 2, 3, 4, 5)
    counts.add(Counts(10, 20, 30, 40, 4))
    assert counts == Counts(11, 22, 33, 44, 5)


def test_what_nothing_was_said_of_is_nothing() -> None:
    assert Counts() == Counts(0, 0, 0, 0, 0)
    assert MoveValue(4, 0.0, Bound.EXACT, 1, False, (4,)).nodes == 0
    assert score_of(GAME, 0.0, FIRST, True) == Score(None, 0, FIRST)


def test_the_scale_of_values() -> None:
    """Compares a win of 512 plies, the longest possible, with the greatest guess: the win is still more."""
    assert (STEP, SOLVED, 1 - 512 * STEP) == (1 / 4096, 0.875, SOLVED)
    assert 0 < ROUNDING < STEP / 1000


def test_a_reply_is_the_second_move_of_the_line() -> None:
    assert MoveValue(4, 0.0, Bound.EXACT, 3, False, (4, 5, 3)).reply == 5
    assert MoveValue(4, 0.0, Bound.EXACT, 1, False, (4,)).reply is None


def test_what_suits_a_game() -> None:
    plain, chance = {one.name for one in algorithms_for(GAME)}, {one.name for one in algorithms_for(MARKS)}
    assert plain == set(CATALOGUE) - {"expectiminimax", "star1", "star2"}
    assert chance == {"parallel", "bias", "expectiminimax", "star1", "star2", "deepening", "beam"}
    for one in algorithms_for(MARKS):
        assert one.function(MARKS, MARKS.initial(), 1, None).move in range(1, 10)


def test_just_below_is_below_whatever_the_size() -> None:
    assert just_below(0.5) == 0.5 - ROUNDING
    assert just_below(-1.0) == -1.0 - ROUNDING
    assert just_below(1e12) < 1e12
    assert just_below(-1e12) < -1e12
    assert just_below(-INFINITY) == -INFINITY
