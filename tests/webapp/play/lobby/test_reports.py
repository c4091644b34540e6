"""Tests the reports of names: several addresses hide a name, one address alone never does."""

from __future__ import annotations

import logging

import pytest

from tests.webapp.fakes import FakeReports, FakeWorkers
from webapp.play.game.refusals import Refusal
from webapp.play.lobby.reports import INDEPENDENT, Reports
from webapp.play.ports import StoreError


def test_a_name_is_hidden_after_independent_reports_only() -> None:
    reports = Reports(FakeReports(), FakeWorkers())
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
    reports = Reports(FakeReports(), FakeWorkers())
    with caplog.at_level(logging.WARNING, logger="webapp.play.lobby.reports"):
        reports.note("Rude", "192.0.2.1", "abcdefghijkl", 1)
    assert caplog.messages == ["a name was reported: 'Rude' of seat 1 in game abcdefghijkl"]


def test_a_restart_forgets_no_report_and_no_address_is_stored() -> None:
    store = FakeReports()
    for number in range(INDEPENDENT):
        Reports(store, FakeWorkers()).note("Rude", f"192.0.2.{number}", "abcdefghijkl", 1)
        Reports(store, FakeWorkers()).note("Rude", f"192.0.2.{number}", "abcdefghijkl", 1)
    assert Reports(store, FakeWorkers()).is_hidden("rude")
    assert len(store.rows) == INDEPENDENT
    assert {(row.game_id, row.seat, row.name) for row in store.rows} == {("abcdefghijkl", 1, "Rude")}
    assert not any("192" in row.reporter for row in store.rows)


def test_reports_count_while_the_disk_is_full() -> None:
    store = FakeReports()
    reports = Reports(store, FakeWorkers())
    store.fail = StoreError("the disk is full")
    for number in range(INDEPENDENT):
        reports.note("Rude", f"192.0.2.{number}", "abcdefghijkl", 1)
    assert reports.is_hidden("Rude")
    assert not Reports(store, FakeWorkers()).is_hidden("Rude")
