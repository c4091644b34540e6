"""Tests addresses with something left over at the end, and those that must neither break a page nor forge a line."""

import logging
from typing import Any
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient

from tests.conftest import LiveServer
from webapp.common.speech import LANGUAGES
from webapp.http.hosts import redirected, tidied
from webapp.play.ports import StoreError
from webapp.process import logs

PAGES = [
    "/connect4",
    "/connect4/4453",
    "/coach",
    "/coach/train",
    "/lab",
    "/lab/connect4/44",
    "/student",
    "/student/tictactoe",
]
LEFT_OVER = ["/", "//", ".", ")", ").", ",", ";", "%3F!", "”", "»", "…", "。", "%20", "%C2%A0", "%E2%80%8B", ">"]


@pytest.mark.parametrize("page", PAGES)
def test_what_is_left_over_leads_to_the_page(browser: FlaskClient, page: str) -> None:
    for left_over in LEFT_OVER:
        answer = browser.get(page + left_over)
        if left_over.startswith((",", "%")) and answer.status_code == 200:  # the reader of moves takes it already
            assert page.endswith(("4453", "/44")), left_over
        else:
            assert (answer.status_code, answer.headers.get("Location")) == (301, page), left_over
    assert browser.get(page).status_code == 200


@pytest.mark.parametrize(
    ("address", "location"),
    [
        ("/connect4/4453/?against=5", "/connect4/4453?against=5"),
        ("/connect4/44?against=5.", "/connect4/44?against=5"),
        ("/Connect-Four/44", "/connect4/44"),
        ("/Connect-Four/44?against=3", "/connect4/44?against=3"),
        ("/Connect-Four/44%0AERROR%20webapp:%20lost", "/connect4/44%0AERROR%20webapp:%20lost"),
        ("/Connect-Four/44%0d%0aX:1", "/connect4/44%0D%0AX:1"),
        ("/%5cevil.example/", "/evil.example"),
    ],
)
def test_redirections_stay_here_and_are_quoted(browser: FlaskClient, address: str, location: str) -> None:
    answer = browser.get(address)
    assert (answer.status_code, answer.headers.get("Location")) == (301, location)
    assert "Content-Security-Policy" in answer.headers
    assert redirected("//evil.example/x", "").location == "/evil.example/x"


@pytest.mark.parametrize(
    ("address", "status"), [("/", 200), ("/gomoku7/36,", 200), ("/lab?tree=((3 17)(2 12)))", 400), ("/nothing", 404)]
)
def test_other_addresses_stay(browser: FlaskClient, address: str, status: int) -> None:
    assert browser.get(address).status_code == status


@pytest.mark.parametrize("address", ["/slippery-connect4/4", "/slippery-tictactoe/5", "/slippery-tictactoe?pos=5"])
def test_a_position_before_a_lot_is_refused_in_the_language_of_the_page(browser: FlaskClient, address: str) -> None:
    answer = browser.get(address, headers={"Accept-Language": "de"})
    assert (answer.status_code, "ier wird ein Los gezogen" in answer.text) == (400, True)


@pytest.mark.parametrize("text", ["/", "/connect4", "/game/abc-_", ""])
def test_a_right_end_stays(text: str) -> None:
    assert tidied(tidied(text)) == tidied(text)
    assert (tidied("/)"), tidied("/connect4/💥"), tidied("/connect4/.")) == ("/)", "/connect4/💥", "/connect4/.")


@pytest.mark.parametrize("end", ["", "/picture.png", "/invitation.svg"])
@pytest.mark.parametrize("name", ["%00", "a%0Ab", "aaaaaaaaaaa%00", "%F0%9F%98%80", "a" * 5000])
def test_an_id_of_another_form_is_no_game_and_never_reaches_the_store(
    server: LiveServer, browser: FlaskClient, monkeypatch: pytest.MonkeyPatch, name: str, end: str
) -> None:
    monkeypatch.setattr(server.services.store, "load", lambda *_: pytest.fail("the store was asked"))
    assert browser.get(f"/game/{name}{end}").status_code in (301, 404)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_store_that_is_away_is_told_in_words(
    server: LiveServer, browser: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: Any, language: str
) -> None:
    monkeypatch.setattr(server.services.store, "load", Mock(side_effect=StoreError("database is locked")))
    for end in ("", "/picture.png", "/invitation.svg"):
        answer = browser.get(f"/game/aaaaaaaaaaaa{end}", headers={"Accept-Language": language})
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert ("Not now" in answer.text) == (language == "en")
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("sign", ["\n", "\r", "\x85", "\u2028", "\x1b[2K", "\x00"])
def test_no_text_begins_a_line_of_the_log(capsys: pytest.CaptureFixture[str], sign: str) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        logs.configure("text", "info")
        logging.getLogger("test").error("Exception on /a%sERROR all is lost", sign)
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    written = capsys.readouterr().err
    assert written.count("\n") == 1
    assert sign not in written.removesuffix("\n")
    assert written.startswith("ERROR test: Exception on /a\\")
