"""Tests the addresses of the lab on the real server: pages, data under a fingerprint, words for what is wrong."""

import gzip
import re
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

import pytest
from flask.testing import FlaskClient

from engine.games import all_games
from engine.lab.lessons import all_lessons
from engine.text import text
from tests.conftest import LiveServer
from tests.webapp.http.boot import boot
from webapp.common.speech import speech
from webapp.http.lab.helper import NoAnswerError
from webapp.http.lab.laboratory import Laboratory
from webapp.http.rooms.lab import LabRoom

PACKED = {"Accept-Encoding": "gzip"}
PAGES = {"coach", "lab", "game", "healthz", "readyz", "metrics", "static", "leaves"}
"""First parts of addresses that are no games. ``leaves`` stands for trees in the lab."""


@pytest.fixture
def fingerprint(browser: FlaskClient) -> str:
    found: str = boot(browser, "/lab")["fingerprint"]
    return found


def test_no_game_takes_the_address_of_a_page() -> None:
    assert PAGES & all_games().keys() == set()


@pytest.mark.slow
def test_the_page_names_what_the_lab_offers(browser: FlaskClient) -> None:
    data = boot(browser, "/lab")
    assert data.keys() == {"fingerprint", "games", "lesson", "run", "start", "plain"}
    assert {game["name"] for game in data["games"]} == all_games().keys()
    assert data["start"]["algorithm"] == "alphabeta"
    assert data["lesson"] is None


@pytest.mark.parametrize(
    ("address", "start"),
    [
        ("/lab/leaves?tree=[[3,5],[2,9]]", {"tree": "((3 5) (2 9))", "algorithm": "alphabeta", "depth": None}),
        ("/lab/leaves?tree=[{1/2:3,1/2:5},4]&step=7", {"tree": "({1/2: 3, 1/2: 5} 4)", "algorithm": "star1"}),
        ("/lab/tictactoe", {"game": "tictactoe", "moves": "", "depth": 3}),
        ("/lab/tictactoe/5193?algorithm=minimax&depth=1", {"moves": "5193", "depth": 1, "algorithm": "minimax"}),
        ("/lab/tictactoe?moves=5193&depth=all", {"moves": "5193", "depth": None}),
        ("/lab/slippery-tictactoe?view=wide", {"algorithm": "star1"}),
    ],
)
def test_an_address_is_a_start(browser: FlaskClient, address: str, start: dict[str, Any]) -> None:
    found = boot(browser, address)["start"]
    assert {name: found[name] for name in start} == start


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/lab/chess", 404, "There is no page at this address."),
        ("/lab/leaves/3", 404, "There is no page at this address."),
        ("/lab/leaves?tree=[[", 400, "A bracket is open at the end"),
        ("/lab/leaves?tree=<b>", 400, "XML is not read here"),
        ("/lab/leaves?tree=b>", 400, "is not a number; leaves are numbers such as 3 or -2.5"),
        ("/lab/tictactoe/55", 400, "square 5 is taken"),
        ("/lab/tictactoe?depth=-1", 400, "The parameter depth must be a whole number from 0 to 99, or all."),
        ("/lab?colour=red", 400, "There is no such parameter here"),
        ("/lab/tictactoe?tree=((1 2)(3 4))", 400, "A tree and a game were given"),
    ],
)
def test_what_is_wrong_is_said_on_a_page(browser: FlaskClient, address: str, status: int, words: str) -> None:
    answer = browser.get(address)
    assert answer.status_code == status
    assert words.lower() in answer.text.lower()
    assert "<b>" not in answer.text


def test_the_page_is_asked_for_again_and_sent_again_only_if_changed(browser: FlaskClient) -> None:
    answer = browser.get("/lab")
    assert answer.headers["Cache-Control"] == "no-cache"
    again = browser.get("/lab", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_policy_of_the_page_has_no_exception(browser: FlaskClient) -> None:
    assert (
        browser.get("/lab").headers["Content-Security-Policy"] == (browser.get("/").headers["Content-Security-Policy"])
    )
    for name in ("X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options"):
        assert browser.get("/lab").headers[name] == browser.get("/").headers[name]


def test_a_stale_address_leads_to_the_fresh_one(browser: FlaskClient, fingerprint: str) -> None:
    answer = browser.get("/lab/run/0123456789ab?tree=[[3,5],[2,9]]&algorithm=alphabeta")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (302, "no-store")
    assert unquote(answer.headers["Location"]) == f"/lab/run/{fingerprint}?tree=[[3,5],[2,9]]&algorithm=alphabeta"
    assert browser.get("/lab/run/newest").status_code == 404


def test_wrong_parameters_never_reach_the_process(
    browser: FlaskClient, fingerprint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Laboratory, "answer", None)  # a call would be an error
    answer = browser.get(f"/lab/run/{fingerprint}?tree=+%0A")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (400, "no-store")
    assert answer.json == {"error": "The parameter tree must be a tree such as ((3 17) (2 12))."}


def test_without_an_answer_data_are_refused_in_words_and_the_page_comes_without_a_run(
    browser: FlaskClient, fingerprint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise NoAnswerError

    monkeypatch.setattr(Laboratory, "answer", broken)
    answer = browser.get(f"/lab/run/{fingerprint}?tree=[[3,5],[2,9]]&algorithm=alphabeta")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (500, "no-store")
    assert answer.json == {"error": NoAnswerError().said}
    data = boot(browser, "/lab/leaves?tree=[[3,5],[2,9]]")
    assert (data["run"], data["start"]) == (None, {"tree": "[[3,5],[2,9]]"})


def test_a_tree_is_read_in_any_form_and_a_slip_has_its_place(browser: FlaskClient, fingerprint: str) -> None:
    def read(tree: str, **more: str) -> dict[str, Any]:
        found: dict[str, Any] = browser.get(f"/lab/read/{fingerprint}", query_string={"tree": tree, **more}).json
        return found

    found = read("digraph {\r\n A -> B; A -> 9;\r\n B -> x; B -> 2 }")
    assert found["text"] == "((x, 2) 9)"
    assert found["sentences"][0] == "Max to move, 2 levels (Max and Min) and 3 leaves."
    assert found["readings"] == [["Min on top", "min((x, 2) 9)"]]
    assert read("((3 4)\n (5 1b))")["place"] == [2, 5]
    assert read("((3 4) (5 1b))", language="de")["error"].startswith("Spalte 11: '1b' ist keine Zahl;")
    chance = read("({1/2: (3 9), 1/2: 4} 5)")["readings"]
    assert chance[1] == ["After chance the same side moves again", "({1/2: max(3 9), 1/2: 4} 5)"]
    named = browser.get("/lab/leaves", query_string={"tree": 'A(B(3 "<b>"=4) 5)'})
    assert "<b>" not in named.text


@pytest.mark.parametrize(
    "tree", ["9" * 400, f"({'9' * 310} 3)", "[{1/00: 3, 1: 4}, 1]", "[{1e-99: 3, 1: 4}, 1]", "(nan 3)", "(1e999 3)"]
)
@pytest.mark.parametrize("kind", ["run", "export"])
def test_numbers_that_are_none_are_refused_in_one_sentence(
    browser: FlaskClient, fingerprint: str, kind: str, tree: str
) -> None:
    answer = browser.get(f"/lab/{kind}/{fingerprint}", query_string={"tree": tree})
    assert (answer.status_code, answer.mimetype) == (400, "application/json")
    assert answer.json["error"].count(".") >= 1
    for asked in ("order", "make", "values"):
        query = {"kind": asked, "seed": "1", "answer": tree}
        assert browser.get(f"/lab/check/{fingerprint}", query_string=query).status_code in (200, 400)


@pytest.mark.parametrize(
    "tree", ["((−3\u00a017)\r\n(2 12))", "\ufeff[[−3, 17], [2, 12],]", "((\u22123\u200b 17) (2 12),)"]
)
def test_what_cannot_be_seen_is_no_fault_of_a_tree(browser: FlaskClient, fingerprint: str, tree: str) -> None:
    answer = browser.get(f"/lab/run/{fingerprint}", query_string={"tree": tree})
    same = browser.get(f"/lab/run/{fingerprint}", query_string={"tree": "((-3 17) (2 12))"})
    assert answer.status_code == same.status_code == 200
    assert answer.json["tree"] == same.json["tree"]


def test_nothing_but_reading_is_allowed(browser: FlaskClient, fingerprint: str) -> None:
    for method in ("POST", "PUT", "DELETE"):
        for page in ("/", "/lab"):
            refused = browser.open(page, method=method)
            assert (refused.status_code, "only be looked at" in refused.text) == (405, True)
        assert browser.open(f"/lab/run/{fingerprint}", method=method).status_code == 405
    assert browser.head("/lab").status_code == 200


def test_the_process_ends_with_the_server(server: LiveServer, browser: FlaskClient) -> None:
    browser.get("/lab/leaves?tree=[[3,5],[2,8]]")
    (lab,) = (room for room in server.services.front.rooms if isinstance(room, LabRoom))
    assert lab.helper is not None
    assert lab.helper.pid() is not None


EXERCISE = "kind=values&seed=7&shape=2x2x2"


def test_an_exercise_and_its_check_are_kept_for_ever(browser: FlaskClient, fingerprint: str) -> None:
    answer = browser.get(f"/lab/exercise/{fingerprint}?{EXERCISE}", headers=PACKED)
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("gzip", "Accept-Encoding")
    plain = browser.get(f"/lab/exercise/{fingerprint}?{EXERCISE}")
    assert gzip.decompress(answer.data) == plain.data
    assert (plain.json or {})["kind"] == "values"
    again = browser.get(
        f"/lab/exercise/{fingerprint}?{EXERCISE}", headers={"If-None-Match": plain.headers["ETag"], **PACKED}
    )
    assert (again.status_code, again.data) == (304, b"")
    for said, right in (("", False), ("B=0", False)):
        verdict = browser.get(f"/lab/check/{fingerprint}?{EXERCISE}&answer={said}").json or {}
        assert verdict.keys() == {"right", "sentence", "node", "key"}
        assert verdict["right"] is right
    key = quote(verdict["key"])
    verdict = browser.get(f"/lab/check/{fingerprint}?{EXERCISE}&answer={key}").json or {}
    assert verdict["right"] is True


def test_an_exercise_that_is_not_there_is_refused_in_words(browser: FlaskClient, fingerprint: str) -> None:
    for given, words in (("seed=7", "The kind of the exercise is missing"), ("kind=values&shape=9x9x9x9", "leaves")):
        answer = browser.get(f"/lab/exercise/{fingerprint}?{given}")
        assert (answer.status_code, answer.headers["Cache-Control"]) == (400, "no-store")
        assert words in (answer.json or {})["error"]


def test_a_run_is_data_kept_for_ever_and_stands_in_its_page(browser: FlaskClient, fingerprint: str) -> None:
    given = "tree=((3 17)(2 12))&algorithm=alphabeta"
    answer = browser.get(f"/lab/run/{fingerprint}?{given}")
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    found = answer.json or {}
    assert (found["v"], found["result"]["value"]) == (1, 3)
    assert boot(browser, f"/lab/leaves?{given}")["run"] == found
    assert "cut: leaf 12 of C" in browser.get(f"/lab/leaves?{given}").text, "for pages without script"


def test_an_answer_speaks_the_language_of_its_address_to_everybody(browser: FlaskClient, fingerprint: str) -> None:
    given = "tree=((3 17)(2 12))&algorithm=alphabeta&language="
    for wishes in ("fr", "de"):
        for language in ("en", "de"):
            answer = browser.get(f"/lab/run/{fingerprint}?{given}{language}", headers={"Accept-Language": wishes})
            assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
            assert not {"Accept-Language", "Cookie"} & {one.strip() for one in answer.headers["Vary"].split(",")}
            name = speech(language).say(text("leaf {value} of {parent}", value="3", parent="B"))
            assert name in (answer.json or {})["places"]["name"]
    sheets = f"/lab/exam/{fingerprint}?seed=7&variants=1&ask=values&shape=2x2x2&language=de"
    page = browser.get(sheets, headers={"Accept-Language": "fr"})
    assert '<html lang="de"' in page.text
    assert page.headers["Content-Language"] == "de"
    refused = browser.get(f"/lab/run/{fingerprint}?{given}xx")
    assert (refused.status_code, "language must be one of en, de, fr, es, pt" in refused.text) == (400, True)


def test_a_lesson_has_a_page_with_its_text_and_the_list_of_all(browser: FlaskClient, fingerprint: str) -> None:
    data = boot(browser, "/lab/best-of-the-worst")
    assert data["lesson"]["number"] == 1
    page = browser.get("/lab/best-of-the-worst").text
    assert "1. The best of the worst</h1>" in page
    assert page.count('class="lesson__text"') == len(data["lesson"]["paragraphs"])
    assert page.count("<dfn>") == sum(len(paragraph) // 2 for paragraph in data["lesson"]["paragraphs"])
    for lesson in all_lessons():
        assert f'href="/lab/{lesson.slug}"' in page
    said = browser.get(f"/lab/check/{fingerprint}?lesson=best-of-the-worst&answer=A=99").json or {}
    assert said["right"] is False


def test_no_lesson_takes_the_address_of_a_game_or_of_data() -> None:
    taken = all_games().keys() | {"leaves", "run", "exercise", "check", "exam", "export"}
    assert {lesson.slug for lesson in all_lessons()} & taken == set()


def test_a_long_run_is_left_to_the_script(browser: FlaskClient) -> None:
    data = boot(browser, "/lab/tictactoe")
    assert data["run"] is None
    assert data["start"]["depth"] == 3


def test_sheets_are_a_page_and_key_latex_and_csv_are_linked(browser: FlaskClient, fingerprint: str) -> None:
    given = "seed=7&variants=2&ask=values,cuts&shape=2x2x2"
    page = browser.get(f"/lab/exam/{fingerprint}?{given}")
    assert page.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert page.headers["Content-Security-Policy"] == browser.get("/").headers["Content-Security-Policy"]
    assert page.text.count("<svg ") == 2 + 1, "and the brand"
    assert " style=" not in page.text
    assert "(key)" not in page.text
    addresses = re.findall(r'href="(/lab/exam/[^"]+)"', page.text)
    assert len(addresses) == 9
    answers = [browser.get(address.replace("&amp;", "&")) for address in addresses]
    assert [answer.status_code for answer in answers] == [200] * 9
    assert "(key)" in answers[1].text
    files = [answers[at] for at in (2, 3, 4, 6, 7, 8)]
    types = [
        "application/x-tex",
        "application/x-tex",
        "text/csv",
        "application/xml",
        "application/zip",
        "application/zip",
    ]
    assert [answer.mimetype for answer in files] == types
    for answer in files:
        assert answer.headers["Content-Disposition"].startswith("attachment; filename=fourthought-exam.")


def test_a_sheet_is_filled_in_without_the_key_and_the_class_page_asks_for_it(
    browser: FlaskClient, fingerprint: str
) -> None:
    given = "seed=7&variants=3&ask=values,bug&shape=2xc2x2&points=4,6&header=11b"
    page = browser.get(f"/lab/exam/{fingerprint}?{given}&format=fill&variant=2")
    filled = boot(browser, f"/lab/exam/{fingerprint}?{given}&format=fill&variant=2")
    assert filled["variant"] == 2
    assert dict(parse_qsl(filled["exam"])) == {
        "seed": "7",
        "variants": "3",
        "ask": "values,bug",
        "shape": "2xc2x2",
        "points": "4,6",
    }
    key = browser.get(f"/lab/exam/{fingerprint}?{filled['exam']}&format=json&key=1").json or {}
    assert key["variants"][1]["tree"] == filled["tree"]
    assert all(question["answers"] for question in key["variants"][1]["questions"])
    assert "(key)" not in page.text
    assert "<form" in page.text
    assert "11b" in page.text
    assert boot(browser, "/lab/class")["fingerprint"] == fingerprint


@pytest.mark.parametrize(
    ("form", "mimetype"), [("text", "text/plain"), ("tex", "application/x-tex"), ("csv", "text/csv")]
)
def test_a_run_goes_out_as_a_file(browser: FlaskClient, fingerprint: str, form: str, mimetype: str) -> None:
    answer = browser.get(f"/lab/export/{fingerprint}?tree=((3 17)(2 12))&algorithm=alphabeta&format={form}")
    assert (answer.status_code, answer.mimetype) == (200, mimetype)
    assert "12" in answer.text
