"""Tests the ratings of simulated solvers: the estimate by default, the levels on unseen puzzles as a long run."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.bench.solvers import held_out, solvers, trained
from engine.puzzles.rating import expected


def test_a_solver_on_the_curve_gets_the_rating_of_the_curve() -> None:
    rng = random.Random(3)
    for rating in (850, 1150, 1490):
        results = list[tuple[int, bool]]()
        for _ in range(600):
            puzzle = rng.randint(500, 1800)
            results.append((puzzle, rng.random() < float(expected(np.array(rating), np.array(puzzle)))))
        assert abs(trained(results) - rating) < 100
    assert trained([]) == 800
    assert trained([(800, True)]) > 900 > 700 > trained([(800, False)])


@pytest.mark.long
def test_levels_solve_unseen_puzzles_like_players_of_their_rating() -> None:
    for solver in solvers(list(held_out(200)), visits=100):
        assert abs(solver.distance) <= 75, solver
