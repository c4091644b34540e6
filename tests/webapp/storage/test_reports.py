"""Tests the stored reports of nicknames, and the command that lists and forgets them."""

from pathlib import Path

from tests.webapp.storage.test_backup import run
from tests.webapp.storage.test_database import opened
from webapp.play.ports import NameReport
from webapp.storage.reports import Reports

ROWS = [
    NameReport("abcdefghijkl", 1, "Rude", "r1", 1000.5),
    NameReport("abcdefghijkl", 1, "Rude", "r2", 1001.0),
    NameReport("mnopqrstuvwx", 0, "R u d e", "r1", 1002.0),
    NameReport("mnopqrstuvwx", 1, "Zoë", "r1", 1003.0),
]


def test_reports_are_kept_in_order(database_url: str) -> None:
    with opened(database_url) as database:
        store = Reports(database)
        assert store.last() == []
        for row in ROWS:
            store.add(row)
    with opened(database_url) as again:
        assert Reports(again).last() == ROWS
        assert Reports(again).last(2) == ROWS[2:]
        assert Reports(again).forget("RUDE") == 3
        assert Reports(again).last() == ROWS[3:]


def test_the_operator_lists_and_forgets(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    assert run(file, "database", "reports") == (0, "No name has been reported.\n")
    with opened(f"sqlite:///{file}") as database:
        for row in ROWS:
            Reports(database).add(row)
    assert run(file, "database", "reports") == (
        0,
        "Rude: reported from 2 addresses, seat 1 of game abcdefghijkl\n"
        "R u d e: reported from 1 address, seat 0 of game mnopqrstuvwx\n"
        "Zoë: reported from 1 address, seat 1 of game mnopqrstuvwx\n",
    )
    assert run(file, "database", "reports", "--forget", "rude") == (0, "3 reports forgotten.\n")
    assert run(file, "database", "reports", "--forget", "zoe") == (0, "1 report forgotten.\n")
    assert run(tmp_path, "database", "reports")[0] == 2
