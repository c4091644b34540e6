"""Writes the games of a server to files and reads them back, by the commands and by the page's link."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from engine.games.formats.records import read_games
from tests.conftest import LiveServer
from webapp.cli import main

GAMES = [
    '{"game": "tictactoe", "moves": [5, 1, 9, 2, 3, 7, 6], "players": ["Ada", "level 2"]}',
    "connect4 44444 0-1 Bo - person",
    "nim 32 * one - two",
]


def run(database: Path, *words: str, text: str | None = None) -> Result:
    ran = CliRunner().invoke(main, ["--database", str(database), *words], input=text)
    assert ran.exit_code == 0, ran.output
    return ran


@pytest.fixture
def database(tmp_path: Path, empty_database: Path) -> Path:
    (tmp_path / "games.sqlite3").write_bytes(empty_database.read_bytes())
    return tmp_path / "games.sqlite3"


def test_what_is_exported_is_imported_by_another_server_and_read_by_games(database: Path, tmp_path: Path) -> None:
    said = run(database, "database", "import", text="\n".join(GAMES)).stdout.split()
    assert len(said) == 3
    assert all(address.startswith("/game/") for address in said)
    lines = run(database, "database", "export").stdout
    assert [record["game"] for record in map(json.loads, lines.splitlines())] == ["tictactoe", "connect4", "nim"]
    texts = run(database, "database", "export", "--text").stdout
    assert texts.splitlines()[0] == "tictactoe 5192376 1-0 Ada - level 2"
    assert run(database, "games", text=texts).stdout.count("\n") == 3
    assert run(database, "database", "export", "--game", "nim").stdout.count("\n") == 1
    other = tmp_path / "other.sqlite3"
    assert len(run(other, "database", "import", text=lines).stdout.split()) == 3
    assert run(other, "database", "export", "--text").stdout == texts


def test_nothing_is_stored_of_a_file_with_a_wrong_line(database: Path) -> None:
    ran = CliRunner().invoke(main, ["--database", str(database), "database", "import"], input=GAMES[0] + "\nchess e4")
    assert ran.exit_code == 2
    assert "Line 2: there is no game called 'chess'" in ran.output
    assert run(database, "database", "export").stdout == ""


def test_the_page_gives_games_as_a_file(browser: FlaskClient, shared_server: LiveServer) -> None:
    ids = [
        address.removeprefix("/game/").strip()
        for address in run(
            Path(shared_server.settings.database), "database", "import", text="\n".join(GAMES)
        ).stdout.split()
    ]
    query = "&".join(f"id={one}" for one in [*ids, "AAAAAAAAAAAA", "?"])
    answer = browser.get(f"/games.jsonl?{query}")
    assert answer.mimetype == "application/x-ndjson"
    found = list(read_games(answer.text.splitlines()))
    assert [one.position for one in found] == ["5192376", "44444", "32"]
    texts = list(read_games(browser.get(f"/games.txt?{query}").text.splitlines()))
    assert [(one.moves, one.players, one.winner) for one in texts] == (
        [(one.moves, one.players, one.winner) for one in found]
    )
    assert browser.get("/games.jsonl?id=AAAAAAAAAAAA").status_code == 404
