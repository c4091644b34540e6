"""Tests that one server at a time owns a database, until its process ends in any way."""

import json
import os
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.waiting import wait_until
from tests.webapp.storage.test_backup import run
from tests.webapp.storage.test_database import opened, stored
from tests.webapp.storage.test_games import CREATED, moved
from webapp.storage.claim import PostgresClaim
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.status import sentences, status
from webapp.storage.url import DatabaseError, read_url

_OWNER = """
import sys
from webapp.storage.database import Database
database = Database(sys.argv[1], owned=True)
print("ready", flush=True)
input()
"""


def test_a_second_server_is_refused_until_the_first_has_closed(database_url: str) -> None:
    first = Database(database_url, owned=True)
    with opened(database_url) as beside:  # commands and tests look on
        assert beside.is_writable()
    for _ in range(2):
        with pytest.raises(DatabaseError, match="already uses the database"):
            Database(database_url, owned=True)
    assert first.is_writable()
    first.close()
    Database(database_url, owned=True).close()


def test_the_death_of_a_server_frees_the_database(database_url: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _OWNER, database_url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ}
    ) as owner:
        assert owner.stdout is not None
        owner.stdout.readline()
        with pytest.raises(DatabaseError, match="already uses the database"):
            Database(database_url, owned=True)
        owner.kill()
        owner.wait()

    def is_free() -> bool:
        with suppress(DatabaseError):
            Database(database_url, owned=True).close()
            return True
        return False

    wait_until(is_free)  # PostgreSQL notices the end of a client a little later


def cut_claim(server: Database, beside: Database) -> None:
    """Ends the session with the lock, as a restart of PostgreSQL does."""
    claim = server._claim
    assert isinstance(claim, PostgresClaim)
    assert claim._connection is not None
    session = claim._connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
    with beside.transaction() as connection:
        connection.execute(text("SELECT pg_terminate_backend(:session, 10000)"), {"session": session})


def test_a_lock_lost_with_its_session_is_taken_again(database_url: str) -> None:
    """A second server may be faster than the first. Then the first must say so."""
    if not database_url.startswith("postgres"):
        pytest.skip("a SQLite file's lock ends with its process alone")
    with closing(Database(database_url, owned=True)) as first, opened(database_url) as beside:
        cut_claim(first, beside)
        first.maintain()
        with pytest.raises(DatabaseError, match="already uses"):
            Database(database_url, owned=True)
        assert first.check() == (True, "Games can be stored.")
        cut_claim(first, beside)
        with closing(Database(database_url, owned=True)):
            first.maintain()
            assert first.check() == (False, "Another server has taken the database; the log names it.")

        def has_it_again() -> bool:
            first.maintain()
            return first.check()[0]

        wait_until(has_it_again)  # PostgreSQL ends the session of the other server a moment later


def test_status_says_who_owns_the_database_and_what_it_holds(database_url: str) -> None:
    with closing(Database(database_url, owned=True)) as server:
        GameStore(server).create("g", CREATED)
        facts = status(server.url)
        assert (facts["owned"], facts["games"], facts["events"]) == (True, 1, 1)
        assert facts["step"] == facts["newest"]
        assert facts["bytes"] > 0
        assert "A server uses it now." in sentences(facts)
    assert not status(read_url(database_url))["owned"]


def test_the_command_status(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    code, said = run(file, "database", "status")
    assert (code, "no database" in said, file.exists()) == (2, True, False), said
    with opened(f"sqlite:///{file}") as database:
        GameStore(database).create("g", CREATED)
    code, said = run(file, "database", "status")
    assert (code, "Games: 1." in said, "No server uses it now." in said) == (0, True, True), said
    code, said = run(file, "database", "status", "--json")
    assert (code, json.loads(said)["games"]) == (0, 1)
    assert not Path(f"{file}.lock").exists(), "a look makes no file"


@pytest.mark.parametrize("spelling", ["games.sqlite3", "there/../games.sqlite3", "link.sqlite3"])
def test_a_restore_is_refused_while_a_server_owns_the_file(tmp_path: Path, spelling: str) -> None:
    file, copy = tmp_path / "games.sqlite3", tmp_path / "copy"
    (tmp_path / "there").mkdir()
    (tmp_path / "link.sqlite3").symlink_to(file)
    server = Database(f"sqlite:///{file}", owned=True)
    store = GameStore(server)
    store.create("g", CREATED)
    assert run(file, "backup", str(copy))[0] == 0
    store.append("g", [moved(2, 0)], 0)
    code, said = run(tmp_path / spelling, "restore", str(copy))
    assert (code, said.count("\n"), "already uses" in said) == (2, 1, True), said
    assert len(store.load("g")) == 2
    server.close()
    assert run(tmp_path / spelling, "restore", str(copy))[0] == 0
    assert stored(file) == [CREATED]


def test_a_server_whose_lock_was_removed_takes_it_again_and_a_second_one_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with closing(Database(url, owned=True)) as first:
        (tmp_path / "games.sqlite3.lock").unlink()
        first.maintain()
        assert first.check()[0]
        with pytest.raises(DatabaseError, match="already uses the database"):
            Database(url, owned=True)


def test_where_a_second_server_was_faster_the_first_says_so_until_the_other_ends(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with closing(Database(url, owned=True)) as first:
        (tmp_path / "games.sqlite3.lock").rename(tmp_path / "away")
        with closing(Database(url, owned=True)) as second:
            first.maintain()
            assert (first.check()[0], second.check()[0]) == (False, True)
        first.maintain()
        assert first.check()[0]
