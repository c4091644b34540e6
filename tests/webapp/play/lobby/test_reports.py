"""Tests the reports of names: several addresses hide a name, one address alone never does."""

from __future__ import annotations

import logging

import pytest

from webapp.play.game.refusals import Refusal
from webapp.play.lobby.reports import INDEPENDENT, Reports


def test_a_name_is_hidden_after_independent_reports_only() -> None:
    reports = Reports()
    for _ in range(10):
        assert not reports.note("Rude", "one", "g", 0)
    for number in range(INDEPENDENT - 2):
        assert not reports.note("rude", f"other{number}", "g", 0)
    assert not reports.is_hidden("Rude")
    reports.refuse("Rude")
    assert reports.note("R u d e", "last", "g", 0)
    for name in ("Rude", "RUDE", "rude", "Rüde"):
        assert reports.is_hidden(name)
        with pytest.raises(Refusal, match="Please choose another name"):
            reports.refuse(name)
    for name in ("Anna", "", None):
        assert not reports.is_hidden(name)
        reports.refuse(name)
    assert (reports.count(), reports.hidden()) == (10 + INDEPENDENT - 1, 1)


def test_the_operator_finds_each_report_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    reports = Reports()
    with caplog.at_level(logging.WARNING, logger="webapp.play.lobby.reports"):
        reports.note("Rude", "192.0.2.1", "abcdefghijkl", 1)
    assert caplog.messages == ["a name was reported: 'Rude' of seat 1 in game abcdefghijkl"]
