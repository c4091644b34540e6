from __future__ import annotations

import pytest

from engine.arena.ponder import measure, rows
from engine.games import find
from engine.mind.readiness import WORKSHOP


def test_a_reply_that_was_pondered_to_its_end_is_answered_without_a_search() -> None:
    game = find("connect4-5x4")
    WORKSHOP.table_mb = 16
    WORKSHOP.warm_up(game)
    samples = list(measure(game, 3, 20.0))
    assert len(samples) == 6
    assert [sample.expected for sample in samples] == [True, False] * 3
    for sample in samples:
        assert not sample.was_open
        assert sample.kept > 0
        assert 0 < sample.share <= 1
    table = rows(samples)
    assert table[0][1:] == ("3", "3")
    assert table[2][1:] == ("100 %", "100 %")
    assert table[-1][1:] == ("-", "-")


def test_a_game_without_a_solver_is_refused() -> None:
    with pytest.raises(ValueError, match="no solver"):
        next(measure(find("tictactoe"), 1, 0.0))
