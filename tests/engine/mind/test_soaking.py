"""Tests that answers stay right under a hard cap, for a short time, and in a long run for some billion positions."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.games import find
from engine.mind.mind import Mind
from tests.engine.mind.soaking import SoakResult, soak_minds

SMALL, TALL, WIDE = find("connect4-5x4"), find("connect4"), find("connect4-8x7")


def lasting(games: list[Any], cap_mb: float, each: int, first: int, whole: int) -> SoakResult:
    """Soaks minds for ``whole`` positions, and checks the cap of each tree (MiB) after each step."""
    running: Iterator[SoakResult] = soak_minds(games, cap_mb, each, first)
    for out in running:
        assert out.largest <= cap_mb * 2**20
        if out.nodes > whole:
            return replace(out)
    raise AssertionError("it has no end of its own")


@pytest.mark.slow
def test_at_the_cap_nothing_outgrows_it_and_what_is_said_is_true() -> None:
    out = lasting([SMALL, TALL], 0.05, 300_000, 3_000_000, 10_000_000)
    assert out.collapsed > 100
    assert out.checked > 20
    assert out.wrong == []


@pytest.mark.long
@pytest.mark.parametrize(("cap_mb", "whole"), [(1.0, 1_500_000_000), (16.0, 3_000_000_000)])
def test_long_pondering_at_the_cap_stays_there_and_right(cap_mb: float, whole: int) -> None:
    out = lasting([TALL, WIDE], cap_mb, 10_000_000, whole // 8, whole)
    assert cap_mb > 1 or out.collapsed > 10_000
    assert out.checked > 30
    assert out.wrong == []


def test_a_wrong_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    truly = Mind.answer

    def turned(mind: Mind, **asked: Any) -> Any:
        """Answers with the worst move."""
        choice = truly(mind, **asked)
        worst = min(mind.digest().moves, key=lambda view: view.value).move
        return replace(choice, move=worst)

    monkeypatch.setattr(Mind, "answer", turned)
    assert lasting([SMALL], 0.1, 300_000, 0, 1_000_000).wrong
