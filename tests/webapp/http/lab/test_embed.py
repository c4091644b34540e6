"""Tests the frame for pages of other sites: the only pages that may be framed, and nothing in them is kept or sent."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.page.imports import reached
from tests.webapp.http.boot import boot
from webapp.common.paths import STATIC

TREE = "/embed/leaves?tree=((3 12 8)(2 4 6)(14 5 2))&algorithm=twofold&step=40"


def test_a_frame_shows_the_run_of_its_address(browser: FlaskClient) -> None:
    shown = boot(browser, TREE)
    assert (shown["step"], shown["grain"], shown["run"]["tree"]) == (40, "visits", "((3 12 8) (2 4 6) (14 5 2))")
    lesson = boot(browser, "/embed/put-off?grain=story")
    assert (lesson["grain"], lesson["run"]["depth"]) == ("story", 2)
    assert boot(browser, "/embed/tictactoe/5193?depth=2&algorithm=minimax")["run"]["moves"] == "5193"


def test_only_that_path_may_be_framed(browser: FlaskClient) -> None:
    framed = browser.get(TREE)
    policy = framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors *" in policy
    assert framed.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for address in ("/", "/lab", "/lab/leaves?tree=(1 2)", "/coach", "/student", "/lab/program", "/embed", "/embed/x"):
        answer = browser.get(address)
        assert answer.headers["X-Frame-Options"] == "DENY", address
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], address


def test_a_frame_sends_no_form_and_connects_to_nothing(browser: FlaskClient) -> None:
    answer = browser.get(TREE)
    policy = answer.headers["Content-Security-Policy"]
    assert "connect-src 'none'" in policy
    assert "form-action 'none'" in policy
    assert "Set-Cookie" not in answer.headers
    assert "<form" not in answer.text
    assert not re.findall(r"<script>", answer.text), "no script is written into the page"


def test_the_scripts_of_a_frame_know_no_storage_and_no_net() -> None:
    loaded = reached([STATIC / "js" / "lab" / "embed.js"])
    assert STATIC / "js" / "lab" / "drawing" / "tree.js" in loaded
    for script in loaded:
        text = script.read_text()
        assert not re.search(r"\b(localStorage|sessionStorage|indexedDB|fetch\(|sendBeacon|cookie)", text), script


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/embed/leaves?tree=[[", "A bracket is open at the end"),
        ("/embed/leaves?colour=red", "There is no such parameter here"),
    ],
)
def test_a_refusal_is_said_in_the_frame(browser: FlaskClient, address: str, words: str) -> None:
    answer = browser.get(address)
    assert (answer.status_code, "X-Frame-Options" in answer.headers) == (400, False)
    assert words.lower() in answer.text.lower()
