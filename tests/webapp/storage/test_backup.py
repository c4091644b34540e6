"""Tests a backup during games, and the way back, on PostgreSQL with PostgreSQL's own tools."""

import os
import subprocess
import threading
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from sqlalchemy import make_url

import tests.postgres
from tests.webapp.storage.test_database import begun, opened, stored
from tests.webapp.storage.test_games import CREATED, moved
from webapp.cli import main
from webapp.storage.backup import backup
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.url import DatabaseError, read_url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def run(database: Path | str, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["--database", str(database), *arguments])
    assert "Traceback" not in done.output, done.output
    assert done.exit_code != 1, done.exception
    return done.exit_code, done.output


def test_a_backup_is_one_moment_of_games_that_go_on_and_comes_back(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with begun(f"sqlite:///{file}") as (_, store):
        playing, stop = threading.Event(), threading.Event()

        def play() -> None:
            version = 2
            while not stop.is_set():
                store.append("g", [moved(version, version - 2), moved(version + 1, version - 1)], 0)
                version += 2
                playing.set()

        player = threading.Thread(target=play)
        player.start()
        assert playing.wait(120)
        assert run(file, "backup", str(copy)) == (0, f"All games are in {copy}.\n")
        stop.set()
        player.join()
        after = store.load("g")
    saved = stored(copy)
    assert saved == after[: len(saved)]
    assert len(saved) % 2 == 1  # never half of two that were written together
    assert run(file, "restore", str(copy)) == (0, f"The games of {copy} are back.\n")
    for name, games in ((file, saved), (file.with_name("games.sqlite3.before"), after)):
        with opened(f"sqlite:///{name}") as database:
            assert GameStore(database).load("g") == games
            assert database.is_writable()


def test_the_copy_of_the_last_restore_outlives_one_that_fails(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = file.with_name("games.sqlite3.before")
    with begun(f"sqlite:///{file}") as (_, store):
        store.append("g", [moved(2, 0)], 0)
    backup(make_url(f"sqlite:///{file}"), kept)
    saved = stored(kept)
    with monkeypatch.context() as patch:
        patch.setattr("webapp.storage.backup.backup", Mock(side_effect=DatabaseError("the disk is full")))
        assert run(file, "restore", str(kept)) == (2, "Error: The disk is full.\n")
    assert stored(kept) == saved
    with opened(f"sqlite:///{file}") as database:
        GameStore(database).append("g", [moved(3, 1)], 0)
    after = stored(file)
    assert run(file, "restore", str(kept))[0] == 0
    assert (stored(file), stored(kept)) == (saved, after)
    assert not [*file.parent.glob("*.new")]


def test_what_cannot_be_is_one_sentence_and_changes_nothing(file: Path, tmp_path: Path) -> None:
    with begun(f"sqlite:///{file}"):
        pass
    rubbish, damaged = tmp_path / "rubbish", tmp_path / "damaged"
    rubbish.write_text("no database" * 500)
    run(file, "backup", str(damaged))
    damaged.write_bytes(damaged.read_bytes()[:-4096])
    for words, database, *arguments in (
        ("exists already", file, "backup", str(rubbish)),
        ("There is no file", tmp_path / "nothing", "backup", str(tmp_path / "x")),
        ("cannot be copied", file, "backup", str(tmp_path / "no" / "such" / "folder")),
        ("There is no file", file, "restore", str(tmp_path / "nothing")),
        ("/dev/null is no file of games", file, "restore", "/dev/null"),
        ("no copy of a database of games", file, "restore", str(rubbish)),
        ("damaged", file, "restore", str(damaged)),
        ("pg_dump --format", "postgresql://there/games", "backup", str(tmp_path / "x")),
        ("pg_restore --clean", "postgresql://there/games", "restore", str(tmp_path / "x")),
    ):
        code, said = run(database, *arguments)
        assert code == 2, said
        assert words in said
    assert stored(file) == [CREATED]


@pytest.mark.slow
def test_postgresql_s_own_tools_do_as_the_readme_says(postgres: str, tmp_path: Path) -> None:
    tools = [tests.postgres.program(name) for name in ("pg_dump", "pg_restore")]
    if None in tools:
        pytest.skip("no pg_dump and pg_restore")
    dump, back = map(str, tools)
    copy = tmp_path / "games.dump"
    with tests.postgres.schema(postgres) as url:
        parsed = make_url(url)
        schema = str(parsed.query["options"]).removeprefix("-csearch_path=")
        plain = parsed.set(drivername="postgresql").difference_update_query(["options"])
        address = plain.render_as_string(hide_password=False)
        with begun(url) as (_, store):
            call(dump, "--format=custom", f"--schema={schema}", f"--file={copy}", address)
            store.append("g", [moved(2, 0)], 0)
        call(back, "--clean", "--if-exists", f"--dbname={address}", str(copy))
        with opened(url) as database:
            assert GameStore(database).load("g") == [CREATED]
            assert database.is_writable()


def call(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ})
    assert done.returncode == 0, done.stderr


def test_of_copies_in_turn_the_newest_stay_and_nothing_else_is_touched(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "copies"
    code, said = run(file, "backup", "--rotate", "2", str(folder))
    assert (code, folder.exists() and list(folder.iterdir())) == (2, [])  # no database yet: nothing is deleted or left
    old = [folder / f"games-2020010{day}-000000.copy" for day in range(1, 5)]
    kept = [folder / "games-20200101-000000.copy.mine", folder / "notes.txt"]
    for one in (*old, *kept):
        one.write_text("")
    assert run(file, "backup", "--rotate", "2", str(folder))[0] == 2
    assert all(one.exists() for one in (*old, *kept))
    with begun(f"sqlite:///{file}"):
        code, said = run(file, "backup", "--rotate", "2", str(folder))
    (new,) = [one for one in folder.iterdir() if one not in (*old, *kept)]
    assert (code, said) == (0, f"All games are in {new}.\n")
    assert sorted(folder.iterdir()) == sorted([old[-1], new, *kept])
    assert stored(new)
    assert new.stat().st_mode & 0o777 == 0o600


def test_a_folder_for_copies_that_cannot_be_is_one_sentence(file: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with begun(f"sqlite:///{file}"):
        code, said = run(file, "backup", "--rotate", "2", str(tmp_path / "file" / "copies"))
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith("Error: Copies cannot be kept in ")


def test_a_backup_that_fails_leaves_no_file(tmp_path: Path) -> None:
    for source in ("missing.sqlite3", "text.sqlite3"):
        (tmp_path / "text.sqlite3").write_text("no database")
        target = tmp_path / "copy"
        with pytest.raises(DatabaseError):
            backup(read_url(f"sqlite:///{tmp_path / source}"), target)
        assert not target.exists()


@pytest.mark.parametrize("name", ["file:c.db", "file:c.db?mode=memory", "c d%20.db", "ä.db"])
def test_a_copy_has_the_very_name_that_was_given(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    Database(url).close()
    monkeypatch.chdir(tmp_path)
    backup(read_url(url), Path(name))
    assert (tmp_path / name).stat().st_size > 0
    assert sorted(one.name for one in tmp_path.iterdir() if one.name not in (name, "games.sqlite3")) == []


def test_the_database_may_be_named_behind_the_command_as_well(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.sqlite3", tmp_path / "copy"
    Database(f"sqlite:///{file}").close()
    for words in (["backup", str(copy), "--database", str(file)], ["database", "status", "--database", str(file)]):
        done = CliRunner().invoke(main, words)
        assert (done.exit_code, copy.exists()) == (0, True), done.output
