"""Tests that files are for their owner alone, and that no address can be computed from a stored report."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webapp.fakes import FakeReports, FakeWorkers
from tests.webapp.storage.test_backup import run
from tests.webapp.storage.test_games import CREATED
from webapp.play.lobby.reports import Reports
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.private import reporters_key


@pytest.fixture(autouse=True)
def open_mask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.parametrize("old", [False, True])
def test_all_files_are_for_the_owner_alone(tmp_path: Path, old: bool) -> None:
    """Also a file that an older release has left open to all."""
    file = tmp_path / "data" / "deep" / "games.sqlite3"
    if old:
        Database(f"sqlite:///{file}").close()
        file.chmod(0o666)
    database = Database(f"sqlite:///{file}", owned=True)
    database.reporters_key()
    GameStore(database).create("g", CREATED)
    assert run(file, "backup", str(file.parent / "copy"))[0] == 0
    during = {each.name: each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
    assert during == dict.fromkeys(
        [*(f"games.sqlite3{end}" for end in ("", "-wal", "-shm", ".lock", ".key")), "copy"], 0o600
    )
    database.close()
    assert run(file, "restore", str(file.parent / "copy"))[0] == 0
    assert {each.stat().st_mode & 0o777 for each in file.parent.iterdir()} == {0o600}
    assert {each.stat().st_mode & 0o777 for each in (file.parent, file.parent.parent)} == {0o700}


def test_a_stored_report_needs_the_key_to_be_traced(tmp_path: Path) -> None:
    """Counts one address as one after a restart, for the key stays, and hashes it otherwise by another key."""
    keys = []
    for name in ("one", "one", "other"):
        database = Database(f"sqlite:///{tmp_path / name}")
        keys.append(database.reporters_key())
        database.close()
    store = FakeReports()
    for key in keys:
        Reports(store, FakeWorkers(), lambda: 1e9, key).note("Rude", "192.0.2.1", "game1", 0, played=True)
    assert len({row.reporter for row in store.rows}) == 2
    assert len(store.rows) == 2


@pytest.mark.parametrize("spoilt", [b"", b"short"])
def test_a_key_that_cannot_be_used_is_told_and_replaced_for_the_run(
    tmp_path: Path, spoilt: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "games.key").write_bytes(spoilt)
    database = Database(f"sqlite:///{tmp_path / 'games'}")
    assert len(database.reporters_key()) == 32
    assert "must have 32 bytes" in caplog.text
    database.close()


def test_without_a_folder_the_key_is_for_the_run(caplog: pytest.LogCaptureFixture) -> None:
    assert len({reporters_key(None), reporters_key(None)}) == 2
    assert "no folder" in caplog.text
