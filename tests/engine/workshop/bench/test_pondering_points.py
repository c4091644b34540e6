"""Plays a short match between a mind that ponders and one that does not, on boards of one word and two."""

import pytest

from engine.games import find
from engine.workshop.bench.pondering_points import games, line, points


@pytest.mark.parametrize("name", ["connect4-5x4", "connect4-8x8"])
def test_every_opening_is_played_with_both_colours(name: str) -> None:
    played = list(games(find(name), 1, 0.001))
    assert len(played) == 2
    assert all(one.score in (0, 0.5, 1) for one in played)
    assert all(0 <= share <= 1 for one in played for share in one.kept)
    assert line(name, played, 0.001).startswith(f"{name}  2 games of 0.001 s a move  ")


def test_the_points_are_those_of_the_score() -> None:
    assert points([1.0, 0.0] * 10)[0] == 0
    gained, error = points([1.0, 1.0, 1.0, 0.0] * 100)
    assert gained == pytest.approx(190.2, abs=1)
    assert error == pytest.approx(20, abs=1)
