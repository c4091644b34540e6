"""The solver against known scores, and its promises: resumable, stoppable, bounded."""

from __future__ import annotations

import random

import pytest

from engine.games import LineGame, LineState, parse
from engine.solver.solver import Solver, number_to_score, score_to_number

GAME = LineGame(7, 6, 4, True)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(table_mb=8)


def at(text: str) -> LineState:
    return parse(GAME, text)[1]


@pytest.mark.parametrize(
    ("text", "score"), [("4455", 18), ("44455554221", -15), ("7422341735647741166133573473242566", 1)]
)
def test_known_scores(solver: Solver, text: str, score: int) -> None:
    assert solver.solve(*at(text)).score == score


def test_numbers_and_scores_are_inverse() -> None:
    rng = random.Random(5)
    for _ in range(200):
        state = GAME.initial()
        while GAME.outcome(state) is None:
            ply, cells = state.ply, 42
            for plies in range(cells - ply + 1):
                number = (1 + (cells - ply - plies) // 2) * (1 if plies % 2 else -1)
                score = number_to_score(GAME, state, number)
                assert score.plies == plies
                assert score_to_number(GAME, state, score) == number
            state = GAME.play(state, rng.choice(GAME.moves(state)))


def test_slices_change_nothing(solver: Solver) -> None:
    state = at("32751571231557")
    solver.clear()
    whole = solver.begin(*state)
    assert whole.run()
    rng = random.Random(3)
    solver.clear()
    sliced = solver.begin(*state)
    while not sliced.run(rng.randrange(1, 3000)):
        assert sliced.low < sliced.high
    assert (sliced.low, sliced.high, sliced.nodes, sliced.move) == (whole.low, whole.high, whole.nodes, whole.move)


def test_stop_word_ends_a_step(solver: Solver) -> None:
    search = solver.begin(*at("4"))
    search.stop[0] = 1
    assert not search.run()
    assert search.nodes == 0


def test_log_has_children_before_parents(solver: Solver) -> None:
    solver.clear()
    search = solver.begin(*at("32751571231557"), report=100, log_rows=7)
    rows = []
    while not search.run():
        assert search.logged == 7
        rows += search.drain()
    rows += search.drain()
    assert rows[-1].mask == search.mask
    assert len(rows) > 20
    for row in rows:
        assert row.nodes >= 100
        assert row.low <= row.high
        state = LineState(row.own, row.mask)
        assert state.ply == row.ply
        exact = solver.solve(row.own, row.mask).score
        assert row.low <= exact <= row.high
        if row.move and row.low > -((40 - row.ply) // 2):
            reply = GAME.play(state, row.move)
            assert -solver.solve(*reply).score >= row.low
