"""Tests the steps between releases: from nothing, from the first release, up, down and up with games, at once."""

from __future__ import annotations

import multiprocessing
import re
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from tests.webapp.storage.test_database import opened
from tests.webapp.storage.test_games import CREATED, moved
from webapp.play.game.fold import fold
from webapp.storage.database import Database, DatabaseError
from webapp.storage.games import GameStore
from webapp.storage.migrate import configuration
from webapp.storage.schema import metadata

FIRST_RELEASE = Path(__file__).with_name("first_release.sql").read_text()
SERVERS = multiprocessing.get_context("forkserver")
SERVERS.set_forkserver_preload(["webapp.storage.database"])
"""Forks processes of a process with the modules: three that import them one by one take three seconds."""

GAMES = {"yyHnEo4AdGu7": (6, 11), "FvW0dNv6gCms": (2, 1), "cBtPQoXza0Wh": (1, 2)}
"""Plies and events of each game in the first release's database."""


def first_release(url: str) -> None:
    """Makes the database of the first release; both kinds understand the SQL."""
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        file = Path(str(engine.url.database))
        file.parent.mkdir(parents=True, exist_ok=True)
        with sqlite3.connect(file) as connection:
            connection.executescript(FIRST_RELEASE)
        connection.close()
    else:
        script = re.sub(r"^(BEGIN TRANSACTION|COMMIT);$", "", FIRST_RELEASE, flags=re.MULTILINE)
        with engine.begin() as connection:
            connection.exec_driver_sql(script.replace("%", "%%"))
    engine.dispose()


def test_steps_lead_to_the_tables_of_the_schema(database_url: str) -> None:
    with opened(database_url) as database, database.transaction() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_the_first_release_s_games_are_all_there_and_go_on(database_url: str) -> None:
    first_release(database_url)
    with opened(database_url) as database:
        store = GameStore(database)
        for game_id, (plies, events) in GAMES.items():
            history = store.load(game_id)
            state = fold(game_id, [record.event for record in history])
            assert (state.ply, len(history)) == (plies, events)
        store.append("cBtPQoXza0Wh", [moved(3, 1, "next")], 0)
        assert database.is_writable()
    with opened(database_url) as again:
        assert len(GameStore(again).load("cBtPQoXza0Wh")) == 3


def test_up_down_and_up_again_loses_no_event(database_url: str) -> None:
    with opened(database_url) as database:
        store = GameStore(database)
        store.create("g", CREATED)
        store.append("g", [moved(2, 0, "a"), moved(3, 1)], 0)
        with database.transaction() as connection:
            command.downgrade(configuration(connection), "0001")
            assert not inspect(connection).has_table("probe")
        assert not database.is_writable()
    with opened(database_url) as again:
        assert again.is_writable()
        assert GameStore(again).load("g") == [CREATED, moved(2, 0, "a"), moved(3, 1)]


def test_all_the_way_down_leaves_nothing(database_url: str) -> None:
    with opened(database_url) as database:
        with database.transaction() as connection:
            command.downgrade(configuration(connection), "base")
        with database.reading() as connection:
            assert set(inspect(connection).get_table_names()) == {"alembic_version"}


def test_a_step_that_fails_leaves_everything_as_it_was(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first_release(database_url)
    run = command.upgrade

    def broken(config: object, target: str) -> None:
        run(config, target)  # type: ignore[arg-type]
        config.attributes["connection"].execute(text("SELECT * FROM nowhere"))  # type: ignore[attr-defined]

    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", broken)
        with pytest.raises(DatabaseError, match="cannot be opened"):
            Database(database_url)
    engine = create_engine(database_url)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"game", "game_event"}
    engine.dispose()
    with opened(database_url) as database:
        assert len(GameStore(database).load("yyHnEo4AdGu7")) == 11


def test_a_newer_release_s_database_is_refused_in_words_and_left_alone(database_url: str) -> None:
    with opened(database_url) as database, database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match=r"tables of a newer release \(step 9999\)"):
        Database(database_url)


@pytest.mark.slow
def test_processes_that_start_at_once_migrate_once(database_url: str) -> None:
    first_release(database_url)
    starters = [SERVERS.Process(target=Database, args=(database_url,)) for _ in range(3)]
    for starter in starters:
        starter.start()
    for starter in starters:
        starter.join(120)
        assert starter.exitcode == 0  # the error is among the output
    with opened(database_url) as database:
        assert database.is_writable()
        assert len(GameStore(database).load("yyHnEo4AdGu7")) == 11


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
    monkeypatch.setattr("webapp.storage.database.sleep", sleep)
    if patience:
        with opened(f"sqlite:///{file}") as database:
            assert database.is_writable()
        assert len(waits) == 1
        assert "is locked by another program" in caplog.text
    else:
        with pytest.raises(DatabaseError, match="cannot be opened: database is locked"):
            Database(f"sqlite:///{file}")
    other.close()
