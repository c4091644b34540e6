"""Holds the work of the pages for one move: counts of calls, which are the same on every machine."""

from tests.browser.conftest import OpenTable
from tests.browser.people import invite
from tests.browser.trace import trace
from tests.server import TableServer


def test_one_move_draws_only_what_has_changed(open_table: OpenTable, server: TableServer) -> None:
    works = trace(*invite(open_table, server))
    for page, most in enumerate((900, 600)):
        by_calls = sorted((work[page] for work in works), key=lambda work: work.calls.total())
        assert by_calls[-2].calls.total() <= most, by_calls[-2].row()  # other news may come beside one of the moves
        for work in by_calls:
            assert work.calls["view/board/grid.js", "cellLabel"] <= 1, "the square of the disc alone gets another label"
    late, early = works[-1], works[1]
    assert late[0].calls.total() <= early[0].calls.total() + 50, "a move costs no more with more discs on the board"
