"""Tests the reports of names: a name goes from its game, and from everybody only after independent games."""

import logging

import pytest

from tests.webapp.fakes import FakeReports, FakeTimers, FakeWorkers
from webapp.play.game.refusals import Refusal
from webapp.play.lobby.reports import EXPIRY, OPPONENTS, WATCHERS, Reports
from webapp.play.ports import StoreError


class _Office:
    """Takes reports, at a time that the test sets."""

    def __init__(self, store: FakeReports | None = None) -> None:
        self.store, self.clock = store or FakeReports(), FakeTimers()
        self.clock.time = 1e9
        self.reports = Reports(self.store, FakeWorkers(), self.clock.now)

    def note(self, name: str, address: object, game: object, *, played: bool = True) -> None:
        self.reports.note(name, f"192.0.2.{address}", f"game{game}", 0, played=played)

    def everywhere(self, name: str) -> bool:
        try:
            self.reports.refuse(name)
        except Refusal as no:
            assert self.reports.is_hidden(name)
            return no.code == "bad_name"
        assert not self.reports.is_hidden(name)
        return False


@pytest.mark.parametrize(
    ("pairs", "played", "hidden"),
    [
        ([(n, n) for n in range(OPPONENTS)], True, True),
        ([(n, n) for n in range(OPPONENTS - 1)], True, False),
        ([(n, n) for n in range(OPPONENTS)], False, False),  # people who only watched
        ([(n, 1) for n in range(2 * OPPONENTS)], True, False),  # one game
        ([(1, n) for n in range(2 * OPPONENTS)], True, False),  # one address
        ([(n % 3, n) for n in range(5 * OPPONENTS)], True, False),  # three strangers
        ([(n, m) for n in range(OPPONENTS) for m in range(n + 1)], True, True),
    ],
)
def test_a_name_goes_from_everybody_after_different_games_with_different_opponents(
    pairs: list[tuple[int, int]], played: bool, hidden: bool
) -> None:
    office = _Office()
    for address, game in pairs:
        office.note("Rude", address, game, played=played)
    assert [office.everywhere(name) for name in ("Rude", "rude", "R u d 3", "Anna")] == [hidden] * 3 + [False]
    assert office.reports.hidden() == hidden
    again = _Office(office.store)
    assert again.everywhere("Rude") == hidden, "a restart forgets no report"


@pytest.mark.parametrize("name", ["Anna", "anna", "4nn4", "Anna 7", "José", "Peter", "Marie", "Mohamed", "Анна"])
def test_common_first_names_stay_everybody_s(name: str) -> None:
    office = _Office()
    for number in range(2 * OPPONENTS):
        office.note(name, number, number)
    assert not office.everywhere(name)
    assert office.reports.is_hidden(name, "game1")


def test_a_hidden_name_is_free_again_after_some_weeks() -> None:
    office = _Office()
    for number in range(OPPONENTS):
        office.note("Rude", number, number)
        office.clock.advance(86_400)
    office.clock.advance(EXPIRY - 86_400 - 1)
    assert office.everywhere("Rude")
    office.clock.advance(1)
    assert not office.everywhere("Rude")
    assert office.reports.hidden() == 0
    office.note("Rude", 7, 7)
    assert not office.everywhere("Rude"), "old reports count no more"
    for number in range(OPPONENTS):
        office.note("Vile", number, number)
    assert list(office.reports._hidden.values()) == [office.clock.now() + EXPIRY], "the first name is kept no longer"


def test_the_operator_finds_each_report_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    office = _Office()
    with caplog.at_level(logging.WARNING, logger="webapp.play.lobby.reports"):
        office.note("Rude", 1, 1)
    assert caplog.messages == ["a name was reported: 'Rude' of seat 0 in game game1"]
    assert office.reports.count() == 1


def test_no_report_is_stored_twice_and_no_address_at_all() -> None:
    office = _Office()
    for number in range(WATCHERS):
        for _ in range(2):
            office.note("Rude", number, 1)
    assert {(row.game_id, row.seat, row.name) for row in office.store.rows} == {("game1", 0, "Rude")}
    assert len(office.store.rows) == WATCHERS
    assert not any("192.0.2" in row.reporter or row.reporter == "" for row in office.store.rows)


def test_reports_count_while_the_disk_is_full() -> None:
    office = _Office()
    office.store.fail = StoreError("the disk is full")
    for number in range(OPPONENTS):
        office.note("Rude", number, number)
    assert office.everywhere("Rude")
    assert not _Office(office.store).everywhere("Rude")
