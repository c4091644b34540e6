"""Holds the work of the pages for one move: counts of calls, which are the same on every machine."""

from tests.browser.conftest import OpenTable
from tests.browser.people import invite
from tests.browser.trace import trace
from tests.server import TableServer


def test_one_move_draws_only_what_has_changed(open_table: OpenTable, server: TableServer) -> None:
    works = trace(*invite(open_table, server))
    for sender, other in works:
        assert sender.calls.total() <= 900, sender.row()
        assert other.calls.total() <= 600, other.row()
        for work in (sender, other):
            assert work.calls["view/board/grid.js", "cellLabel"] <= 1, "the square of the disc alone gets another label"
    late, early = works[-1], works[1]
    assert late[0].calls.total() <= early[0].calls.total() + 50, "a move costs no more with more discs on the board"
