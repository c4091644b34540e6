"""Tests classes on the real server: made, filled in, counted, and whatever a foe may send instead."""

import itertools
import re
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.lab.exam import make_exam
from tests.conftest import LiveServer
from webapp.http.lab.forms import LONGEST
from webapp.storage import classes as stored
from webapp.storage.games import StoreError

SECRET = "A" * 43
_ADDRESSES = itertools.count(1)
SHEET = "seed=3&variants=2&ask=values,cuts&shape=2x2x2"


def _make(browser: FlaskClient, sheet: str = SHEET, address: str = "10.1.0.1", **headers: str) -> TestResponse:
    headers = {"Authorization": f"Bearer {SECRET}", **headers}
    return browser.post(f"/lab/class?{sheet}", headers=headers, environ_base={"REMOTE_ADDR": address})


def _hand_in(browser: FlaskClient, code: str, answers: list[str], variant: int = 1) -> TestResponse:
    headers = {"X-Answers": quote("\n".join(answers))}
    return browser.post(f"/lab/class/{code}?variant={variant}", headers=headers)


def _counts(browser: FlaskClient, code: str, secret: str = SECRET) -> TestResponse:
    return browser.get(f"/lab/class/{code}/counts", headers={"Authorization": f"Bearer {secret}"})


@pytest.fixture
def code(browser: FlaskClient) -> str:
    """Returns the code of a class that no other test uses, made from an address of its own."""
    made = _make(browser, address=f"10.2.0.{next(_ADDRESSES)}")
    assert made.status_code == 201, made.data
    found: str = (made.json or {})["code"]
    assert re.fullmatch("[2-9a-z]{6}", found)
    return found


def test_a_class_of_28_is_counted_by_question_and_slip(browser: FlaskClient, code: str) -> None:
    exam = make_exam(3, 2, "values,cuts", "2x2x2")
    for pupil in range(28):
        variant = pupil % 2 + 1
        answers = [one.key() for one in exam.questions(exam.trees[variant - 1])]
        if pupil < 14:
            answers[1] = "none"
        assert _hand_in(browser, code, answers, variant).json == {"counted": True}
    told: dict[str, Any] = _counts(browser, code).json or {}
    assert told["exam"] == urlencode(dict(pair.split("=") for pair in sorted(SHEET.split("&"))))
    counts = {(question, slip): count for question, slip, count in told["counts"]}
    late = {slip: count for (_, slip), count in counts.items() if slip.startswith("late.")}
    assert sum(late.values()) >= 14
    assert {slip: counts[0, slip] for slip in ("sheets",)} == {"sheets": 28}
    assert [counts[1, "right"], counts[2, "answered"], counts[2, "right"]] == [28, 28, 14]


def test_the_sheet_of_a_class_names_its_code_and_asks_for_no_name(browser: FlaskClient, code: str) -> None:
    page = browser.get(f"/lab/class/{code}?variant=2").get_data(as_text=True)
    assert f'"code":"{code}"' in page
    assert '"variant":2' in page
    assert 'id="name"' not in page
    german = browser.get(f"/lab/class/{code}", headers={"Accept-Language": "de"}).get_data(as_text=True)
    assert "Welche" in german


def test_nothing_of_a_class_stands_in_a_cookie_or_is_kept_by_a_browser(browser: FlaskClient, code: str) -> None:
    for response in (_counts(browser, code), _hand_in(browser, code, ["A=1"]), _make(browser, address="10.3.0.1")):
        assert "Set-Cookie" not in response.headers
        assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("secret", ["", "A" * 42, "A" * 44, "B" * 43, "A" * 42 + "\N{LATIN SMALL LETTER E WITH ACUTE}"])
def test_another_secret_shows_no_counts_and_makes_no_class(browser: FlaskClient, code: str, secret: str) -> None:
    assert _counts(browser, code, secret).status_code == 403
    assert browser.get(f"/lab/class/{code}/counts").status_code == 403
    if len(secret) != 43 or not secret.isascii():
        assert _make(browser, Authorization=f"Bearer {secret}").status_code == 403


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("seed=x", "seed must be a whole number"),
        ("ask=essays", "no question for a sheet"),
        ("ask=vectors,cuts", "ask it alone"),
        ("variants=41", "from 1 to 40"),
        ("format=json", "no such parameter"),
        ("seed=1&seed=2", "once"),
        ("tree=" + "1" * LONGEST, "at most"),
        ("tree=((1 2)(3", "bracket"),
    ],
)
def test_no_class_is_made_for_sheets_that_are_none(browser: FlaskClient, sheet: str, words: str) -> None:
    refused = _make(browser, sheet, address=f"10.4.0.{len(words)}")
    assert (refused.status_code, words in (refused.json or {})["error"]) == (400, True), refused.json


@pytest.mark.parametrize(
    ("query", "sent", "status"),
    [
        ("variant=1", "", 400),
        ("variant=1", "x" * (LONGEST + 1), 400),
        ("variant=1", quote("x" * 2001), 400),
        ("variant=1", "%E2%98%BA", 200),  # a sign that no number has makes one answer wrong, and refuses no sheet
        ("variant=1", "%ff%fe", 200),
        ("variant=9", "1", 400),
        ("variant=1&variant=2", "1", 400),
        ("variant=1&seed=4", "1", 400),
        ("variant=1&answers=3", "1", 400),
        ("colour=red", "1", 400),
        ("", "1", 200),
    ],
)
def test_only_answers_in_form_are_counted(browser: FlaskClient, code: str, query: str, sent: str, status: int) -> None:
    response = browser.post(f"/lab/class/{code}?{query}", headers={"X-Answers": sent} if sent else {})
    assert response.status_code == status, response.data
    assert "error" in (response.json or {}) or status == 200
    counts = (_counts(browser, code).json or {})["counts"]
    assert [row for row in counts if row[1] == "sheets"] == ([[0, "sheets", 1]] if status == 200 else [])


@pytest.mark.parametrize("strange", ["zzzzzz", "ZZZZZZ", "1", "..%2f..", "a" * 400, "%00", "abc23"])
def test_an_unknown_code_is_refused_in_words(browser: FlaskClient, strange: str) -> None:
    assert browser.get(f"/lab/class/{strange}").status_code == 404
    assert browser.post(f"/lab/class/{strange}?variant=1", headers={"X-Answers": "1"}).status_code == 404
    assert _counts(browser, strange).status_code == 404


def test_an_address_makes_so_many_classes_and_another_goes_on(browser: FlaskClient) -> None:
    codes = [_make(browser, address="10.5.0.1").status_code for _ in range(25)]
    assert codes == [201] * 20 + [429] * 5
    assert _make(browser, address="10.5.0.2").status_code == 201


def test_a_class_takes_the_longest_tree_with_the_longest_answers(browser: FlaskClient) -> None:
    tree = "((3 5)" + " " * 3900 + "(2 9))"
    made = _make(browser, urlencode({"tree": tree, "ask": "values"}), address="10.7.0.1")
    code = (made.json or {})["code"]
    assert _hand_in(browser, code, ["A=1 " * 499]).json == {"counted": True}


def test_a_full_class_and_a_full_server_say_so(
    browser: FlaskClient, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "MOST_SHEETS", 1)
    assert [_hand_in(browser, code, ["A=1"]).status_code for _ in range(2)] == [200, 409]
    monkeypatch.setattr(stored, "MOST_CLASSES", 0)
    assert _make(browser, address="10.6.0.1").status_code == 503


def test_a_database_that_fails_is_one_sentence(
    browser: FlaskClient, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("away")

    monkeypatch.setattr(stored.StoredClasses, "add", fail)
    refused = _hand_in(browser, code, ["A=1"])
    assert (refused.status_code, "try again" in (refused.json or {})["error"]) == (503, True)


def test_another_site_may_send_no_such_request(browser: FlaskClient, code: str) -> None:
    """A header of its own makes a browser ask first, and nothing here allows it."""
    for address in ("/lab/class", f"/lab/class/{code}", f"/lab/class/{code}/counts"):
        asked = browser.options(address, headers={"Origin": "https://evil.example"})
        assert not [name for name, _ in asked.headers if name.startswith("Access-Control")]
    assert browser.post(f"/lab/class/{code}?variant=1", data={"answers": "1"}).status_code == 400


def test_the_page_says_what_is_kept_and_no_table_has_room_for_more(server: LiveServer, browser: FlaskClient) -> None:
    page = browser.get("/lab/class").get_data(as_text=True)
    assert "It keeps no name, no address and no answer. After seven days it deletes the class." in page
    assert stored.KEPT_DAYS == 7
    columns = {column.name for table in (stored.school_class, stored.class_count) for column in table.columns}
    assert columns == {"id", "secret", "exam", "at", "class_id", "question", "slip", "count"}
