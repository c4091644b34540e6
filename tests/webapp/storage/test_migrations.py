"""Tests the steps between releases: from nothing, from newer and older tables, down, and by several processes."""

import multiprocessing
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from tests.webapp.storage.test_database import opened, stored
from tests.webapp.storage.test_games import CREATED
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.migrate import configuration
from webapp.storage.schema import STEP, metadata, newest_step
from webapp.storage.url import DatabaseError

SERVERS = multiprocessing.get_context("forkserver")
SERVERS.set_forkserver_preload(["webapp.storage.database"])
"""Forks processes of a process with the modules: three that import them one by one take three seconds."""


@pytest.mark.parametrize("made", ["at once", "by all steps"])
def test_both_ways_lead_to_the_tables_of_the_schema(database_url: str, made: str) -> None:
    with opened(database_url) as database:
        if made == "by all steps":
            _take_all_back(database)
    with opened(database_url) as database, database.transaction() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == newest_step() == STEP
        assert connection.execute(text("SELECT count FROM probe")).scalars().all() == [0]
        assert ScriptDirectory.from_config(configuration(connection)).get_current_head() == STEP


def _take_all_back(database: Database) -> None:
    """Leaves what a database has before the first step."""
    with database.transaction() as connection:
        command.downgrade(configuration(connection), "base")


def test_all_the_way_down_leaves_nothing(database_url: str) -> None:
    with opened(database_url) as database:
        _take_all_back(database)
        with database.reading() as connection:
            assert set(inspect(connection).get_table_names()) == {"alembic_version"}


@pytest.mark.parametrize("made", ["at once", "by all steps"])
def test_a_step_that_fails_leaves_everything_as_it_was(
    database_url: str, monkeypatch: pytest.MonkeyPatch, made: str
) -> None:
    run, create = command.upgrade, metadata.create_all
    if made == "by all steps":
        with opened(database_url) as database:
            _take_all_back(database)

    def broken(config: Config, target: str) -> None:
        run(config, target)
        config.attributes["connection"].execute(text("SELECT * FROM nowhere"))

    def broken_at_once(connection: Connection) -> None:
        create(connection)
        connection.execute(text("SELECT * FROM nowhere"))

    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", broken)
        patch.setattr(metadata, "create_all", broken_at_once)
        with pytest.raises(DatabaseError, match="cannot be opened"):
            Database(database_url)
    engine = create_engine(database_url)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ([] if made == "at once" else ["alembic_version"])
    engine.dispose()
    with opened(database_url) as database:
        assert database.is_writable()


def test_a_newer_release_s_database_is_refused_in_words_and_left_alone(database_url: str) -> None:
    with opened(database_url) as database, database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match=r"tables of a newer release \(step 9999\)"):
        Database(database_url)


@pytest.mark.parametrize("step", [None, "0002", "0005"])
def test_a_database_of_before_the_first_release_is_refused_in_words(database_url: str, step: str | None) -> None:
    """Tells what to do in one sentence, and leaves the games alone."""
    with opened(database_url) as database:
        GameStore(database).create("g", CREATED)
        with database.transaction() as connection:
            connection.execute(text("DELETE FROM alembic_version"))
            if step:
                connection.execute(text("INSERT INTO alembic_version VALUES (:step)"), {"step": step})
    with pytest.raises(DatabaseError, match=r"made before the first release .* move it away"):
        Database(database_url)
    engine = create_engine(database_url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT id FROM game")).scalars().all() == ["g"]
    engine.dispose()


@pytest.mark.slow
def test_processes_that_start_at_once_migrate_once(database_url: str) -> None:
    starters = [SERVERS.Process(target=Database, args=(database_url,)) for _ in range(3)]
    for starter in starters:
        starter.start()
    for starter in starters:
        starter.join(120)
        assert starter.exitcode == 0  # the error is among the output
    with opened(database_url) as database:
        assert database.is_writable()


@pytest.mark.parametrize("patience", [60.0, 0.0])
def test_an_opening_waits_for_the_migration_of_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, patience: float
) -> None:
    """Keeps SQLite's write lock until the opening has failed once, as a long migration does."""
    file = tmp_path / "games.sqlite3"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("BEGIN IMMEDIATE")
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        other.rollback()

    monkeypatch.setattr("webapp.storage.sqlite._BUSY_MILLISECONDS", 1)
    monkeypatch.setattr("webapp.storage.database._MIGRATION_SECONDS", patience)
    clock = SimpleNamespace(monotonic=time.monotonic, sleep=sleep)  # of this module alone: other threads sleep, too
    monkeypatch.setattr("webapp.storage.database.time", clock)
    if patience:
        with opened(f"sqlite:///{file}") as database:
            assert database.is_writable()
        assert len(waits) == 1
        assert "is locked by another program" in caplog.text
    else:
        with pytest.raises(DatabaseError, match="cannot be opened: database is locked"):
            Database(f"sqlite:///{file}")
    other.close()


def test_a_sqlite_file_is_copied_before_its_tables_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.sqlite3"
    with opened(f"sqlite:///{file}") as database:
        GameStore(database).create("g", CREATED)
    assert [each.name for each in tmp_path.glob("*.step-*")] == []

    def change(config: object, _target: str) -> None:
        config.attributes["connection"].execute(text("DELETE FROM game_event"))  # type: ignore[attr-defined]

    with monkeypatch.context() as patch:
        patch.setattr("webapp.storage.schema.newest_step", lambda: "9998")
        patch.setattr(command, "upgrade", change)
        with opened(f"sqlite:///{file}") as database:
            assert GameStore(database).load("g") == []
    copy = tmp_path / f"games.sqlite3.step-{STEP}"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert stored(copy) == [CREATED]
