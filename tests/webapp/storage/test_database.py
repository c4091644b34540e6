"""Tests opening databases: for many writers, and the words for a database which cannot be opened or written."""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, text
from sqlalchemy.exc import DBAPIError

from tests.webapp.storage.test_games import CREATED, moved
from webapp.play.game import events as e
from webapp.play.ports import ConflictError, StoreError
from webapp.settings import SettingError, Settings
from webapp.storage import sqlite
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.schema import game_event
from webapp.storage.url import DatabaseError, read_url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@contextmanager
def opened(url: str, *, sync_commits: bool = True) -> Iterator[Database]:
    database = Database(url, sync_commits=sync_commits)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def begun(url: str) -> Iterator[tuple[Database, GameStore]]:
    """Opens a database, and begins the game ``g``."""
    with opened(url) as database:
        store = GameStore(database)
        store.create("g", CREATED)
        yield database, store


def stored(file: Path, game_id: str = "g") -> list[e.Recorded]:
    """Returns the events of a game in a file that no server has open."""
    with opened(f"sqlite:///{file}") as database:
        return GameStore(database).load(game_id)


def test_sqlite_is_opened_for_many_writers_and_power_cuts(file: Path) -> None:
    with opened(f"sqlite:///{file}") as database:
        with database.transaction() as connection:
            found = {
                name: connection.execute(text(f"PRAGMA {name}")).scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
        assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 3000}


def test_where_nobody_waits_for_the_disk_it_is_flushed_beside_and_only_after_something_was_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[int] = []
    log = Path(f"{file}-wal")

    def flush(handle: int) -> None:
        number = os.fstat(handle).st_ino
        if log.exists() and number == log.stat().st_ino:  # another thread may flush a file of its own
            flushed.append(number)

    monkeypatch.setattr(os, "fsync", flush)
    with opened(f"sqlite:///{file}", sync_commits=False) as database:
        with database.transaction() as connection:
            assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 1
        database.maintain()
        database.maintain()
        assert len(flushed) == 1
        store = GameStore(database)
        store.create("g", CREATED)
        store.append("g", [moved(2, 0, "a")], 0)
        database.maintain()
        assert flushed == 2 * [log.stat().st_ino]
    with opened(f"sqlite:///{file}") as database:
        database.is_writable()
        database.maintain()
    assert len(flushed) == 2  # here every transaction has waited


def test_both_kinds_have_the_constraints_that_keep_games_true(database_url: str) -> None:
    with opened(database_url) as database, database.reading() as connection:
        indexes = {index["name"]: index for index in inspect(connection).get_indexes("game_event")}
        key = inspect(connection).get_pk_constraint("game_event")["constrained_columns"]
    assert key == ["game_id", "version"]
    assert indexes["game_event_ply"]["column_names"] == ["game_id", "line", "ply"]
    assert indexes["game_event_request"]["column_names"] == ["game_id", "request_id"]
    assert all(index["unique"] for index in indexes.values())


def test_reading_waits_for_no_writer(file: Path) -> None:
    with begun(f"sqlite:///{file}") as (database, store), database.transaction():
        assert store.load("g") == [CREATED]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_BUSY_MILLISECONDS", 20)


@pytest.mark.usefixtures("impatient")
def test_while_another_process_holds_it_writing_is_refused_and_afterwards_goes_on(file: Path) -> None:
    with begun(f"sqlite:///{file}") as (database, store):
        other = sqlite3.connect(file)
        other.execute("BEGIN IMMEDIATE")
        assert not database.is_writable()
        with pytest.raises(StoreError, match="locked"):
            store.append("g", [moved(2, 0, "a")], 0)
        assert store.load("g") == [CREATED]
        other.rollback()
        other.close()
        assert database.is_writable()
        store.append("g", [moved(2, 0, "a")], 0)
        assert store.load("g") == [CREATED, moved(2, 0, "a")]


@pytest.mark.usefixtures("impatient")
def test_a_failed_write_is_told_to_operators_until_one_goes_well(
    file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The probe has a separate table, so it says nothing about damage where the games are."""
    with begun(f"sqlite:///{file}") as (database, store):
        with database.transaction() as connection:
            connection.execute(text("ALTER TABLE game_event RENAME TO away"))
        for _ in range(3):
            with pytest.raises(StoreError, match="game_event"):
                store.create("h", CREATED)
        assert database.is_writable()
        assert database.check() == (False, "The last write of a game has failed; the log says why.")
        assert caplog.text.count("refuses writes") == 1
        monkeypatch.setattr("webapp.storage.database._TRUST_SECONDS", 0.0)
        assert database.check()[0], "without visitors the probe decides after a while"
        monkeypatch.undo()
        with database.transaction() as connection:
            connection.execute(text("ALTER TABLE away RENAME TO game_event"))
        store.create("h", CREATED)
        assert database.check() == (True, "Games can be stored.")
        with pytest.raises(ConflictError):
            store.create("h", CREATED)
        assert database.check()[0], "a version that is taken is no fault of the database"


def test_a_lock_in_postgresql_is_waited_for_only_so_long(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not database_url.startswith("postgres"):
        pytest.skip("SQLite has a test above")
    monkeypatch.setattr("webapp.storage.database._LOCK_WAIT", "-c lock_timeout=20")
    with begun(database_url) as (_, store), opened(database_url) as other:
        with other.transaction() as connection:
            connection.execute(text("LOCK TABLE game_event IN EXCLUSIVE MODE"))
            with pytest.raises(StoreError, match="lock timeout"):
                store.append("g", [moved(2, 0, "a")], 0)
        store.append("g", [moved(2, 0, "a")], 0)
        assert store.load("g") == [CREATED, moved(2, 0, "a")]


def test_the_locks_of_a_program_that_sleeps_in_a_transaction_end(database_url: str) -> None:
    if not database_url.startswith("postgres"):
        pytest.skip("a program that sleeps with SQLite's lock is refused around, in the test above")
    with opened(database_url) as asleep, begun(database_url) as (_, store):
        with suppress(DBAPIError), asleep.transaction() as connection:
            connection.execute(text("LOCK TABLE game_event IN EXCLUSIVE MODE"))
            assert connection.execute(text("SHOW idle_in_transaction_session_timeout")).scalar_one() == "5s"
            connection.execute(text("SET idle_in_transaction_session_timeout = 50"))
            store.append("g", [moved(2, 0, "a")], 0)  # waits for the end of the other's transaction
        assert store.load("g") == [CREATED, moved(2, 0, "a")]


def test_connections_cut_by_a_restart_of_postgresql_are_replaced_before_use(database_url: str) -> None:
    if not database_url.startswith("postgres"):
        pytest.skip("SQLite has no server")
    with begun(database_url) as (database, store), opened(database_url) as other:
        with database.reading() as connection:
            process = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with other.transaction() as connection:
            connection.execute(text("SELECT pg_terminate_backend(:process)"), {"process": process})
        store.append("g", [moved(2, 0, "a")], 0)
        assert store.load("g") == [CREATED, moved(2, 0, "a")]


@pytest.mark.usefixtures("impatient")
def test_a_writer_that_never_ends_holds_the_others_up_only_so_long(file: Path) -> None:
    with opened(f"sqlite:///{file}") as database, database.transaction(), pytest.raises(StoreError, match="busy"):
        GameStore(database).create("g", CREATED)


def test_the_log_is_tidied_up_beside_the_writers_and_nothing_is_lost(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_EVERY", 40)
    log = Path(f"{file}-wal")
    with begun(f"sqlite:///{file}") as (database, store):

        def write(first: int) -> None:
            for version in range(first, first + 40):
                store.append("g", [moved(version, version - 2, f"request {version}")], 0)

        write(2)
        size = log.stat().st_size
        database.maintain()
        write(2 + 40)
        assert log.stat().st_size < 1.5 * size  # it began again
        database.maintain()
        with database.reading() as connection:  # a long reading delays no writer
            connection.execute(select(game_event.c.version)).all()
            write(2 + 2 * 40)
            database.maintain()
            write(2 + 3 * 40)
        assert len(store.load("g")) == 1 + 4 * 40


def test_a_full_disk_refuses_and_recovers(file: Path) -> None:
    with begun(f"sqlite:///{file}") as (database, store):

        def pages(count: int) -> None:
            database.close()  # the limit holds for a connection: there is one at a time here
            with database.transaction() as connection:
                connection.execute(text(f"PRAGMA max_page_count={count}"))

        pages(1)  # SQLite takes the size that it has: not a page more
        written: list[int] = []

        def fill() -> None:
            for version in range(2, 5000):
                store.append("g", [moved(version, version - 2, f"request {version}" * 3)], 0)
                written.append(version)

        with pytest.raises(StoreError, match="full"):
            fill()
        assert len(store.load("g")) == 1 + len(written)
        pages(1_000_000)
        store.append("g", [moved(len(written) + 2, len(written))], 0)
        assert database.is_writable()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite:////proc/nothing/games.sqlite3", "'/proc/nothing/games.sqlite3' cannot be opened: "),
        ("postgresql://nobody@127.0.0.1:9/games", "'games' cannot be opened: connection"),
        ("mysql://there/games", "driver that is not installed"),
        ("martian://there/games", "there is no kind of database called 'martian'"),
        ("nonsense", "must be a URL such as"),
    ],
)
def test_a_database_that_cannot_be_opened_is_one_sentence(url: str, words: str) -> None:
    with pytest.raises(DatabaseError, match=re.escape(words)) as caught:
        Database(url)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_file_that_is_no_database_is_one_sentence(file: Path) -> None:
    file.write_text("Dear diary, today I lost at Connect Four." * 100)
    with pytest.raises(DatabaseError, match="cannot be opened: file is not a database"):
        Database(f"sqlite:///{file}")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_postgresql_is_understood(scheme: str) -> None:
    assert read_url(f"{scheme}://me:secret@there:5433/games").drivername == "postgresql+psycopg"


def test_a_password_is_in_no_message() -> None:
    with pytest.raises(DatabaseError) as caught:
        Database("postgresql://me:secret@127.0.0.1:9/games")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///file:m?mode=memory&cache=shared&uri=true",
        "sqlite:///file::memory:?uri=true",
        "sqlite:///a\udcff.db",
        "sqlite:///a%00.db",
        "sqlite:////dev/null/games.db",
        "sqlite:///{folder}/pipe",
        "sqlite:////proc/games.db",
        "sqlite:///{folder}/" + "x" * 300,
        "sqlite:///{folder}/loop/games.db",
        "sqlite:///{folder}/loop",
        "sqlite:///{folder}/file/games.db",
        "sqlite:///{folder}",
    ],
)
def test_every_database_that_can_be_named_works_or_is_refused_in_one_sentence(tmp_path: Path, url: str) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "pipe").chmod(0o644)
    with pytest.raises(DatabaseError) as no:
        Database(url.format(folder=tmp_path), owned=True)
    assert "\n" not in str(no.value)
    assert (tmp_path / "pipe").stat().st_mode & 0o777 == 0o644  # only a file of games is made private


@pytest.mark.parametrize("name", [":memory:", "~nobody-of-this-name/x.db", "~nobody-of-this-name.db"])
def test_a_name_on_the_command_line_works_or_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises((DatabaseError, SettingError)) as no:
        Database(Settings.from_env({}, database=name).database_url)
    assert "\n" not in str(no.value)
