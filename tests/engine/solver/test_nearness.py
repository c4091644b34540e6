"""Tests the judgement of shared tables with made-up seconds: no clock decides."""

import pytest

from engine.games import LineGame, parse
from engine.solver import nearness, team
from engine.solver.nearness import COMPARE, DOUBTS, FAR, REST, SLICE, Nearness
from engine.solver.solver import Solver

USUAL = 0.01
"""Seconds of a slice without the shared table."""


def shared_slices(judge: Nearness, count: int, times: float) -> list[bool]:
    """Returns for each slice whether the slice shared, if sharing takes so many times as long."""
    found = []
    for _ in range(count):
        found.append(judge.shares())
        judge.note(found[-1], SLICE, USUAL * (times if found[-1] else 1))
    return found


def test_near_cores_share_all_slices_but_those_that_tell_the_usual_speed() -> None:
    found = shared_slices(Nearness(), 2 * COMPARE, 1.05)
    assert [number for number, shared in enumerate(found, start=1) if not shared] == [1, COMPARE, 2 * COMPARE]


def test_far_cores_try_again_after_a_rest_and_doubt_less_long() -> None:
    found = shared_slices(Nearness(), 1 + DOUBTS + REST + 1 + REST + 1, 1.4)
    assert found == [False] + DOUBTS * [True] + REST * [False] + [True] + REST * [False] + [True]


def test_cores_that_come_near_share_again() -> None:
    judge = Nearness()
    shared_slices(judge, 1 + DOUBTS, 1.4)
    found = shared_slices(judge, REST + COMPARE, 1.0)
    assert not any(found[:REST])
    assert sum(found[REST:]) >= COMPARE - 2


def test_a_slow_slice_now_and_then_ends_no_sharing() -> None:
    judge = Nearness()
    shared_slices(judge, 1, 1.0)
    for _ in range(DOUBTS + 1):
        judge.note(True, SLICE, 1.5 * USUAL)
        judge.note(True, SLICE, 1.0 * USUAL)
    assert judge.shares()


def test_short_slices_tell_nothing() -> None:
    judge = Nearness()
    shared_slices(judge, 1, 1.0)
    for _ in range(2 * DOUBTS):
        judge.note(True, SLICE // 2 - 1, 100 * FAR * USUAL)
    assert judge.shares()


@pytest.mark.parametrize("near", [True, False])
def test_a_team_finds_the_score_wherever_its_cores_are(near: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (nearness, team):
        monkeypatch.setattr(module, "SLICE", 200)
    monkeypatch.setattr(team, "ALONE", 0)
    asked = []

    def shares(_judge: Nearness) -> bool:
        asked.append(near if len(asked) % 3 else not near)
        return asked[-1]

    monkeypatch.setattr(Nearness, "shares", shares)
    solver, game = Solver(table_mb=1), LineGame(7, 6, 4, True)
    for text in ("2531276566711153", "2416615552"):
        state = parse(game, text)[1]
        alone = Solver(table_mb=1).solve(state.own, state.mask)
        assert team.solve(solver, state.own, state.mask, 2).score == alone.score
    assert len(set(asked)) == 2
