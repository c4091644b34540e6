from __future__ import annotations

import random

import pytest

from engine.arena.sprt import expected_points, judge


def test_expected_points_are_those_of_the_rating_scale() -> None:
    assert expected_points(0) == 0.5
    assert expected_points(400) == pytest.approx(10 / 11)
    assert expected_points(30) == pytest.approx(0.5431, abs=1e-4)


def test_nothing_is_known_before_the_first_pair() -> None:
    verdict = judge([], 0, 30)
    assert verdict.ratio == 0
    assert verdict.passed is None
    assert verdict.upper == pytest.approx(2.944, abs=1e-3)


def test_the_ratio_is_the_normal_approximations() -> None:
    """Compares with a result by hand: 40 pairs, mean 0.6 a game, variance 0.0525."""
    pairs = [2.0] * 8 + [1.5] * 4 + [1.0] * 20 + [0.5] * 8
    mean = sum(pairs) / 80
    variance = sum((p / 2 - mean) ** 2 for p in pairs) / 40
    below, above = 0.5, expected_points(30)
    by_hand = 40 * (above - below) * (2 * mean - below - above) / (2 * variance)
    assert judge(pairs, 0, 30).ratio == pytest.approx(by_hand, rel=0.01)


@pytest.mark.parametrize(("rating", "passes"), [(60.0, True), (-30.0, False)])
def test_the_test_ends_with_the_truth(rating: float, passes: bool) -> None:
    """Plays sixty matches of sides ``rating`` points apart, half of the games drawn: few verdicts are wrong."""
    wrong = 0
    for seed in range(60):
        rng, pairs, verdict = random.Random(seed), [], judge([], 0, 30)
        while verdict.passed is None:
            wins = expected_points(rating) - 0.25
            pairs.append(sum(rng.choices((1.0, 0.5, 0.0), (wins, 0.5, 0.5 - wins))[0] for _ in range(2)))
            verdict = judge(pairs, 0, 30)
        wrong += verdict.passed is not passes
    assert wrong <= 6


def test_a_side_that_wins_all_has_a_finite_rating() -> None:
    verdict = judge([2.0] * 200, 0, 30)
    assert verdict.passed is True
    assert verdict.rating < 1_300
