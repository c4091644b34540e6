"""Tests the frame for pages of other sites: the only pages that may be framed, and nothing in them is kept or sent."""

from __future__ import annotations

import re
import threading
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient

from engine.lab.exam import make_exam
from tests.conftest import LiveServer
from tests.page.imports import reached
from tests.webapp.http.boot import boot
from webapp.common.paths import STATIC
from webapp.common.speech import speech
from webapp.http.lab.helper import Answer, Question
from webapp.http.lab.laboratory import Laboratory

TREE = "/embed/leaves?tree=((3 12 8)(2 4 6)(14 5 2))&algorithm=twofold&step=40"


def test_a_frame_shows_the_run_of_its_address(browser: FlaskClient) -> None:
    shown = boot(browser, TREE)
    assert (shown["step"], shown["grain"], shown["run"]["tree"]) == (40, "visits", "((3 12 8) (2 4 6) (14 5 2))")
    lesson = boot(browser, "/embed/put-off?grain=story")
    assert (lesson["grain"], lesson["run"]["depth"]) == ("story", 2)
    assert boot(browser, "/embed/tictactoe/5193?depth=2&algorithm=minimax")["run"]["moves"] == "5193"


SHEET = "/embed/exam?seed=3&variants=2&ask=values,cuts&shape=2x2"


def test_a_frame_shows_a_sheet_to_fill_in_and_the_judge(browser: FlaskClient) -> None:
    sheet = browser.get(f"{SHEET}&language=de&variant=2&key=1&format=json")
    exam = make_exam(3, 2, "values,cuts", "2x2")
    assert boot(browser, f"{SHEET}&variant=2")["tree"] == exam.trees[1].text()
    assert speech("de").t("Make the code to hand in") in sheet.text
    asked = browser.get(f"{SHEET}&language=de&variant=2")
    plain, keyed = (re.sub(r"&amp;(?:key|format)=\w+", "", one.text) for one in (asked, sheet))
    assert plain == keyed, "no key is in the frame"
    assert 'href="/embed/exam?' in sheet.text, "the other variants stay in the frame"
    judge = browser.get("/embed/program")
    for page in (sheet, judge):
        assert page.status_code == 200
        assert "X-Frame-Options" not in page.headers
        policy = page.headers["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "Set-Cookie" not in page.headers
        assert "data-forget" not in page.text, "what deletes the reader's own data is in no frame of another site"
        assert not re.findall(r"<script>", page.text)
    assert "connect-src 'none'" in sheet.headers["Content-Security-Policy"]
    assert "wasm-unsafe-eval" not in sheet.headers["Content-Security-Policy"]
    assert "connect-src 'self'" in judge.headers["Content-Security-Policy"]
    again = browser.get("/embed/program", headers={"If-None-Match": judge.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "query", ["", "?seed=-1", "?seed=1&colour=red", "?seed=1&seed=2", "?shape=9x9x9x9", f"?header={'x' * 6000}"]
)
def test_a_sheet_that_cannot_be_made_is_refused_in_the_frame(browser: FlaskClient, query: str) -> None:
    answer = browser.get(f"/embed/exam{query}")
    assert (answer.status_code, "X-Frame-Options" in answer.headers) == (400 if query else 200, False)
    assert ('class="embed"' in answer.text) is bool(query)


def test_frames_wait_for_the_lab_in_its_own_threads(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, answer = list[str](), Laboratory.answer

    def noting(self: Laboratory, question: Question) -> Answer:
        threads.append(threading.current_thread().name)
        return answer(self, question)

    monkeypatch.setattr(Laboratory, "answer", noting)
    for address in ("/lab/leaves?tree=(1%202)", "/embed/leaves?tree=(1%202)", SHEET):
        with urlopen(server.url + address) as found:
            assert found.status == 200
    assert len(threads) == 3
    assert all("lab" in name for name in threads), threads


def test_only_that_path_may_be_framed(browser: FlaskClient) -> None:
    framed = browser.get(TREE)
    policy = framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors *" in policy
    assert framed.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    rooms = ("/coach", "/student", "/lab/program", "/lab/class")  # the book: test_book.py
    for address in ("/", "/lab", "/lab/leaves?tree=(1 2)", *rooms, "/embed", "/embed/x"):
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
    assert STATIC / "js" / "lab" / "drawing" / "tree_drawing.js" in loaded
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
