"""Tests the pages of the course "Learn to win" with the files below them, and the student's page."""

import io
import re
import zipfile
from html import unescape

import pytest
from flask.testing import FlaskClient

from engine.student import shipped
from tests.webapp.http.boot import boot


def test_every_section_names_a_file_of_every_course_that_is_there(browser: FlaskClient) -> None:
    found = dict[str, str]()
    for section in ("", "/map", "/cards", "/play"):
        html = browser.get(f"/coach/win{section}").get_data(as_text=True)
        names = re.findall(r'<option value="([0-9x-]+)"', html)
        assert "6x4-2" in names
        assert f"/coach/win/{names[0]}.apkg" in html
        assert names[:3] == ["4x4-1", "6x4-2", "7x6-1"], "small boards first, then the usual one"
        files = boot(browser, f"/coach/win{section}")["files"]
        assert sorted(files) == sorted(names)
        found |= {address: name for name, address in files.items()}
    for address, name in found.items():
        file = browser.get(address)
        assert file.status_code == 200
        assert file.headers["Cache-Control"].startswith("max-age=31536000")
        assert file.get_json()["name"] == name


def test_the_deck_is_a_file_to_save(browser: FlaskClient) -> None:
    deck = browser.get("/coach/win/6x4-2.apkg")
    assert deck.headers["Content-Disposition"] == 'attachment; filename="fourthought-6x4-2.apkg"'
    assert set(zipfile.ZipFile(io.BytesIO(deck.data)).namelist()) == {"collection.anki2", "media"}


@pytest.mark.parametrize("path", ["/coach/win/x", "/coach/win/9x9-1.apkg", "/coach/win/map/x"])
def test_other_addresses_lead_nowhere(browser: FlaskClient, path: str) -> None:
    assert browser.get(path).status_code == 404


def test_the_proof_is_shown_as_it_stands_in_the_files_to_save(browser: FlaskClient) -> None:
    html = browser.get("/coach/win/proof").get_data(as_text=True)
    shown = [unescape(text) for text in re.findall(r"<pre[^>]*>(.*?)</pre>", html, re.DOTALL)]
    answer = browser.get("/coach/win/7x6-proof.zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="fourthought-7x6-proof.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        files = {name.partition("/")[2]: archive.read(name).decode() for name in archive.namelist()}
    theorems, rules, sheet, commands = shown
    assert "Theorem value_7x6 : value 7 6 4 = FirstWins." in theorems
    for stated in theorems.split("\n\n"):
        assert f"{stated}\nProof" in files["Theorem.v"]
    assert (rules, sheet) == (files["Rules.v"], files["Sheet.v"])
    for command in commands.splitlines():
        assert f"    {command} " in files["README.txt"]
    assert '/coach/win/7x6-proof.zip"' in html


@pytest.mark.parametrize(("address", "board"), [("/student", "connect4-5x4"), ("/student/tictactoe", "tictactoe")])
def test_the_page_brings_the_positions_that_judge(browser: FlaskClient, address: str, board: str) -> None:
    answer = browser.get(address)
    sent = boot(browser, address)
    assert sent["board"] == board
    assert [tuple(row) for row in sent["positions"]] == [(one.moves, one.results) for one in shipped(board)]
    assert "trusted-types worker" in answer.headers["Content-Security-Policy"]
    again = browser.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("address", ["/student/connect4", "/student/connect4-5x4", "/student/tictactoe/1"])
def test_other_boards_have_no_student(browser: FlaskClient, address: str) -> None:
    assert browser.get(address).status_code == 404


def test_the_room_to_learn_leads_to_the_student(browser: FlaskClient) -> None:
    assert 'href="/student"' in browser.get("/learn").text
