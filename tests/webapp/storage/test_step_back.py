"""Goes to a release with other tables and back, with games under way, on both kinds of database."""

from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from tests.webapp.storage.test_backup import run
from tests.webapp.storage.test_database import opened
from tests.webapp.storage.test_games import CREATED, moved
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.schema import FOLDER, STEP

_FIRST, _LATER = STEP, "9998"
_STEP = f'''
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{_LATER}", "{_FIRST}"


def upgrade():
    with op.batch_alter_table("game") as table:
        table.add_column(sa.Column("colour", sa.Integer, nullable=False, server_default="7"))


def downgrade():
    DOWN
'''
_DOWN = 'with op.batch_alter_table("game") as table:\n        table.drop_column("colour")'


class Releases:
    """Starts this release, and one with a further step."""

    def __init__(self, url: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.url, self._folder, self._patch = url, folder, patch

    def use(self, later: bool, down: str = _DOWN) -> None:
        """Makes one of the two the installed release."""
        steps = FOLDER / "versions"
        (self._folder / "v9998_colour.py").write_text(_STEP.replace("DOWN", down))
        folders = [str(steps), *([str(self._folder)] if later else [])]

        def from_config(config: object) -> ScriptDirectory:
            return ScriptDirectory(str(FOLDER), version_locations=folders)

        self._patch.setattr(ScriptDirectory, "from_config", from_config)
        newest = _LATER if later else _FIRST
        for module in ("schema", "status"):
            self._patch.setattr(f"webapp.storage.{module}.newest_step", lambda: newest)

    def columns(self) -> set[str]:
        """Starts the installed release, and returns the columns of the table of games."""
        with opened(self.url) as database, database.reading() as connection:
            return {column["name"] for column in inspect(connection).get_columns("game")}

    def moves(self, more: int = 0) -> int:
        """Starts the installed release, plays ``more`` moves of the game under way, and returns the count of all."""
        with opened(self.url) as database:
            store = GameStore(database)
            for _ in range(more):
                version = len(store.load("g"))
                store.append("g", [moved(version + 1, version - 1)], 0)
            return len(store.load("g")) - 1


@pytest.fixture
def releases(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Releases:
    folder = tmp_path / "steps"
    folder.mkdir()
    return Releases(database_url, folder, monkeypatch)


def test_the_first_step_is_not_taken_back(releases: Releases, first_step_alone: None) -> None:
    releases.columns()
    code, said = run(releases.url, "database", "back")
    assert (code, "nothing has to be taken back" in said) == (0, True), said


@pytest.fixture
def first_step_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the first step alone."""
    (tmp_path / "v0001_tables.py").write_bytes((FOLDER / "versions" / "v0001_tables.py").read_bytes())
    folders = [str(tmp_path)]
    monkeypatch.setattr(
        ScriptDirectory, "from_config", lambda _: ScriptDirectory(str(FOLDER), version_locations=folders)
    )
    monkeypatch.setattr("webapp.storage.schema.STEP", "0001")
    for module in ("schema", "status"):
        monkeypatch.setattr(f"webapp.storage.{module}.newest_step", lambda: "0001")


def test_the_newest_shipped_step_goes_back_and_forward_with_all_games(releases: Releases) -> None:
    with opened(releases.url) as database:
        GameStore(database).create("g", CREATED)
    assert releases.moves(more=2) == 2
    code, said = run(releases.url, "database", "back")
    assert (code, said.startswith("The tables are at step 0001 again")) == (0, True), said
    assert releases.moves(more=1) == 3
    with opened(releases.url) as database, database.reading() as connection:
        assert {"class", "class_count"} <= set(inspect(connection).get_table_names())


def test_what_cannot_be_taken_back_is_one_sentence_and_changes_nothing(releases: Releases) -> None:
    releases.use(later=True, down="raise NotImplementedError")
    releases.columns()
    code, said = run(releases.url, "database", "back")
    assert (code, f"Step {_LATER} cannot be taken back" in said) == (2, True), said
    assert "colour" in releases.columns()


def test_a_step_back_that_loses_games_changes_nothing(releases: Releases) -> None:
    releases.use(later=True, down="op.execute('DELETE FROM game')")
    with opened(releases.url) as database:
        GameStore(database).create("g", CREATED)
    code, said = run(releases.url, "database", "back")
    assert (code, said.count("\n"), "cannot go back" in said) == (2, 1, True), said
    assert releases.moves() == 0
    assert "colour" in releases.columns()


def test_a_server_that_owns_the_database_keeps_its_tables(releases: Releases) -> None:
    releases.use(later=True)
    server = Database(releases.url, owned=True)
    code, said = run(releases.url, "database", "back")
    assert (code, "already uses" in said) == (2, True), said
    server.close()
    assert run(releases.url, "database", "back")[0] == 0


def test_a_sqlite_file_is_copied_before_it_goes_back_and_none_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.sqlite3"
    code, said = run(file, "database", "back")
    assert (code, "no database" in said, file.exists()) == (2, True, False), said
    releases = Releases(f"sqlite:///{file}", tmp_path, monkeypatch)
    releases.use(later=True)
    releases.columns()
    assert run(file, "database", "back")[0] == 0
    assert (tmp_path / f"games.sqlite3.step-{_LATER}").stat().st_mode & 0o777 == 0o600
