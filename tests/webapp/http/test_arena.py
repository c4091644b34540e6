"""Tests the pages of an arena as the server sends them: the live table, certificates, and the file of games."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.games.formats.records import read_games
from engine.standings import FILE, GAMES, VERSION, load
from tests.webapp.fakes import FakeEngine
from tests.webapp.http.arena_folder import ADA, standings, write_folder
from webapp.app import create_app
from webapp.common import games_file
from webapp.common.games_file import PIECE, GamesFile
from webapp.settings import Settings


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("of the arena")


@pytest.fixture(scope="module")
def app(place: Path) -> Iterator[Flask]:
    """Makes the application once for all tests: it reads the folder of the arena at each request."""
    app = create_app(Settings(database=str(place / "games.sqlite3"), arena=str(place / "arena")), FakeEngine())
    yield app
    app.extensions["fourthought"].close()


@pytest.fixture
def folder(place: Path) -> Iterator[Path]:
    yield place / "arena"
    shutil.rmtree(place / "arena", ignore_errors=True)


@pytest.fixture
def arena(app: Flask, folder: Path) -> FlaskClient:
    return app.test_client()


def test_a_server_without_the_setting_has_no_arena(browser: FlaskClient) -> None:
    assert 'href="/arena"' not in browser.get("/").text
    assert [browser.get(path).status_code for path in ("/arena", "/arena/ada", "/arena.jsonl")] == [404] * 3


def test_the_table_is_live_and_the_levels_stand_between_the_programs(arena: FlaskClient, folder: Path) -> None:
    assert "No arena has begun" in arena.get("/arena").text
    now = time.time()
    write_folder(folder, standings(now=now))
    page = arena.get("/arena").text
    places = [page.index(word) for word in ("ada</a>", "Level 3", "Level 1", "&lt;b&gt;byte</a>", ">new</a>")]
    assert places == sorted(places)
    assert "8 games played." in page
    assert "12 minutes left." in page
    assert "90 %" in page
    assert "1.25" in page
    assert page.count("<figure><svg") == 1
    assert "ada against Level 3" in page
    assert 'href="/arena/%3Cb%3Ebyte"' in page
    write_folder(folder, standings(now=now, ended=True))
    page = arena.get("/arena").text
    assert "The arena is over." in page
    assert "<figure>" not in page


def test_an_arena_without_news_is_said_to_be_interrupted(arena: FlaskClient, folder: Path) -> None:
    write_folder(folder, standings(now=time.time()))
    old = time.time() - 100
    os.utime(folder / FILE, (old, old))
    assert "the arena was interrupted" in arena.get("/arena").text


def test_a_certificate_tells_the_worst_move_with_its_proof(arena: FlaskClient, folder: Path) -> None:
    write_folder(folder, standings(now=time.time()))
    page = arena.get("/arena/ada").text
    for words in (
        "1 of 3",
        ADA.rating_words,
        "90 % (30 moves judged)",
        "Move 5 was column 1, and column 5 was best.",
        "Result before: Red wins in 9 moves.",
        "Result after: draw.",
        "That costs 9 plies.",
        "<li>Yellow does not lose, whatever Red plays.</li>",
        'href="/connect4/4433556"',
    ):
        assert words in page, words
    german = arena.get("/arena/ada", headers={"Accept-Language": "de"}).text
    assert "Ergebnis davor: Rot gewinnt in 9 Zügen." in german
    broken = arena.get("/arena/<b>byte").text
    assert "(said &#34;hello&#34;)" in broken
    assert "The worst move" not in broken
    assert arena.get("/arena/nobody").status_code == 404


def test_the_games_are_a_file_that_every_command_reads(arena: FlaskClient, folder: Path) -> None:
    write_folder(folder, standings(now=time.time()), games=2)
    answer = arena.get("/arena.jsonl")
    assert answer.mimetype == "application/x-ndjson"
    assert [one.players for one in read_games(answer.text.splitlines())] == [("ada", "level 1")] * 2


@pytest.mark.parametrize("text", ["", "{", "[]", '{"game": 3}'])
def test_a_file_of_another_kind_is_no_arena(arena: FlaskClient, folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / FILE).write_text(text)
    assert arena.get("/arena").status_code == 404
    with pytest.raises(ValueError, match=r"."):
        load(folder)


def test_wrong_moves_and_another_version_are_no_arena(arena: FlaskClient, folder: Path) -> None:
    write_folder(folder, standings(now=time.time()))
    good = (folder / FILE).read_text()
    for right, wrong in (('"4453"', '"9999"'), ('"connect4"', '"chess"'), (f'"version":{VERSION}', '"version":99')):
        assert right in good
        (folder / FILE).write_text(good.replace(right, wrong))
        assert arena.get("/arena").status_code == 404, wrong


BAD = [
    ('"was":', '"was":{"a":1},"before_was":'),
    ('"was":', '"was":' + "[" * 400 + "]" * 400 + ',"no":'),
    ('"level 3"', '"level ' + "9" * 5000 + '"'),
    ('"move":1', '"move":-999'),
    ('"best":5', '"best":1e99'),
    ('"margin":40.2', '"margin":null'),
    ('"kept":0.9', '"kept":1e300'),
    ('"until":', '"until":1e300,"no":'),
    ('"level 3"', '"level \u0665"'),
    ('"4445"', '"4445444444444"'),
]


@pytest.mark.parametrize(("right", "wrong"), BAD)
def test_whatever_a_hostile_file_holds_is_answered_in_words(
    arena: FlaskClient, folder: Path, right: str, wrong: str, caplog: pytest.LogCaptureFixture
) -> None:
    write_folder(folder, standings(now=time.time()))
    good = (folder / FILE).read_text()
    assert right in good
    (folder / FILE).write_text(good.replace(right, wrong, 1))
    assert {arena.get(path).status_code for path in ("/arena", "/arena/ada")} <= {200, 404}
    assert not any(record.exc_info for record in caplog.records)


def test_a_long_file_of_games_comes_in_pieces_that_name_the_one_before(arena: FlaskClient, folder: Path) -> None:
    count = 6000
    write_folder(folder, standings(now=time.time()), games=count)
    path, bodies = "/arena.jsonl", []
    while path:
        answer = arena.get(path)
        assert len(answer.data) <= PIECE
        bodies.append(answer.text)
        path = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
    lines = "\n".join(reversed(bodies)).split("\n")
    assert [json.loads(line)["round"] for line in lines] == list(range(count))
    for odd in ("?before=-5", "?before=x", "?before=" + "9" * 5000, "?before=3"):
        assert arena.get(f"/arena.jsonl{odd}").status_code == 200


def test_certificates_read_each_byte_of_the_games_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(folder, standings(now=time.time()), games=3000)
    read, decode = list[int](), json.loads
    monkeypatch.setattr(games_file.json, "loads", lambda line: read.append(len(line)) or decode(line))
    games = GamesFile(folder / GAMES)
    assert len(games.of("ada")) == len(games.of("level 1")) == 40
    once = len(read)
    assert once < 3000 + 10 + 2 * 40
    with (folder / GAMES).open("a") as file:
        file.write('\n{"game": "connect4", "moves": [1], "players": ["ada", "new"]}\n{"game": "conn')
        file.flush()
        assert [game.moves for game in games.of("new")] == [(1,)]
        file.write('ect4", "moves": [2], "players": ["new", "ada"]}')
        file.flush()
        assert [game.moves for game in games.of("new")] == [(2,), (1,)]
    assert len(read) < once + 15
    (folder / GAMES).write_text("\nnonsense")
    assert games.of("ada") == []
    (folder / GAMES).unlink()
    assert games.of("ada") == []
