"""Tests L1, L2 and C7 in short: counts, no timing. The full forms are ``python -m tests.load`` (README)."""

from __future__ import annotations

from pathlib import Path

from tests.load.run import Plan, hold, storm


def test_everybody_is_served_and_beyond_the_cap_refused_in_words(tmp_path: Path) -> None:
    outcome = hold(tmp_path, Plan(60, 20, 10, 8.0, beyond=20))
    assert outcome.connected == 60
    assert outcome.refused_events == {}
    assert outcome.refused_lines == {}
    assert outcome.lost_lines == 0
    assert outcome.moves >= 5
    assert outcome.replies >= 1
    assert outcome.beyond == {"server_full": 20}


def test_all_come_back_after_a_restart(tmp_path: Path) -> None:
    _, outcome = storm(tmp_path, 40)
    assert outcome.connected == 40
    assert outcome.refused_events == {}
