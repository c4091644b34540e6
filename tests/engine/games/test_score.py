"""Tests Score, Outcome and Player: the order of results, and the words for each."""

import pytest

from engine.games import CHANCE, Outcome, Player, Score

FIRST, SECOND = Player.FIRST, Player.SECOND


def test_a_player_orders_results_as_a_player_would() -> None:
    best_first = [
        Score(FIRST, 1, FIRST),
        Score(FIRST, 9, FIRST),
        Score(None, 4, FIRST),
        Score(SECOND, 8, FIRST),
        Score(SECOND, 2, FIRST),
    ]
    assert sorted(best_first, reverse=True) == best_first
    assert not best_first[0] < best_first[0]
    assert sorted([score.seen_by(SECOND) for score in best_first]) == [score.seen_by(SECOND) for score in best_first]


def test_other_points_of_view_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="different players"):
        assert Score(FIRST, 1, FIRST) < Score(FIRST, 1, SECOND)


@pytest.mark.parametrize(("score", "words"), [
    (Score(FIRST, 17, FIRST), "Red wins in 9 moves"), (Score(FIRST, 1, FIRST), "Red wins in 1 move"),
    (Score(SECOND, 2, FIRST), "Yellow wins in 1 move"), (Score(SECOND, 0, FIRST), "Yellow has won"),
    (Score(None, 12, FIRST), "draw"),
])  # fmt: skip
def test_words(score, words) -> None:
    assert score.words(("Red", "Yellow")) == words


def test_defaults() -> None:
    assert str(Score(SECOND, 3, FIRST)) == "Second wins in 2 moves"
    assert (Score(FIRST, 3, FIRST).sign, Score(SECOND, 3, FIRST).sign, Score(None, 3, FIRST).sign) == (1, -1, 0)


def test_players() -> None:
    assert FIRST.other is SECOND
    assert SECOND.other is FIRST
    assert CHANCE.other is CHANCE


def test_outcomes_have_values() -> None:
    assert [Outcome(FIRST).value(p) for p in (FIRST, SECOND)] == [1, -1]
    assert Outcome(None).value(SECOND) == 0
