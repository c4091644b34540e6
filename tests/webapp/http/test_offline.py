"""Tests what a browser keeps for times without the server: the list, the page that plays alone, the service worker."""

import re

from flask.testing import FlaskClient

from engine import page_files
from tests.profiles import is_long, more_at_night
from tests.webapp.http.boot import boot
from tests.words.sources import FIRST
from webapp.common.paths import STATIC
from webapp.http.assets import ANOTHER_RELEASE, page_assets


@more_at_night
def test_everything_on_the_list_is_there_in_one_release(browser: FlaskClient) -> None:
    """Asks for every file and page at night, by day for every fourth: each is packed or written for the first time."""
    step = 1 if is_long() else 4
    kept = browser.get("/offline.json").json
    release = page_assets().fingerprint
    assert kept["release"] == release
    assert {"offline", "coach", "student", "lab"} <= {*kept["pages"]}
    weight = 0
    for address in kept["files"][::step]:
        assert address.startswith(f"static/{release}/")
        answer = browser.get(f"/{address}")
        assert answer.status_code == 200, address
        weight += len(answer.data)
    for address in kept["pages"][::step]:
        page = browser.get(f"/{address}").text
        assert f'data-files="/static/{release}"' in page
        weight += len(page)
    print(f"{len(kept['files'])} files and {len(kept['pages'])} pages, {weight / 1e6:.1f} MB")
    engine = {*page_files.names(), *(path.name for path in (STATIC / "engine").iterdir())}
    assert engine <= {address.rpartition("/")[2] for address in kept["files"]}


def test_a_browser_that_has_the_page_is_told_so(browser: FlaskClient) -> None:
    tag = browser.get("/offline").headers["ETag"]
    again = browser.get("/offline", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_the_table_with_its_engine_is_kept_first(browser: FlaskClient) -> None:
    kept = browser.get("/offline.json", headers={"Accept-Language": "de"}).json
    first, later = ({one.split("/", 2)[2] for one in part} for part in (
        kept["files"][: kept["first"]], kept["files"][kept["first"] :]
    ))  # fmt: skip
    assert kept["pages"][0] == "offline"
    page = browser.get("/offline").text
    named = {one.split("/", 3)[3] for one in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)}
    assert {one for one in named if one.startswith(("js/", "css/", "words/"))} <= first
    modules = {path.relative_to(STATIC).as_posix() for path in FIRST}
    assert modules <= first
    assert {one for one in first if one.startswith("engine/7x6")} == {
        one for one in first | later if one.startswith("engine/7x6")
    }
    assert 2 * len(first) < len(first | later)
    assert not [one for one in first if re.match(r"(js|css)/(coach|lab|student|win)/", one)]


def test_the_list_has_the_words_of_the_readers_language_alone(browser: FlaskClient) -> None:
    assert not [one for one in browser.get("/offline.json").json["files"] if "/words/" in one]
    german = browser.get("/offline.json", headers={"Accept-Language": "de"}).json
    words = [one.partition("/words/")[2] for one in german["files"] if "/words/" in one]
    assert {one.partition("/")[0] for one in words} == {"de"}
    assert {"de/table.js", "de/more.js", "de/coach.js"} <= {*words}
    assert german["edition"] != browser.get("/offline.json").json["edition"]


def test_the_page_that_plays_alone_has_the_levels_of_every_game_of_lines(browser: FlaskClient) -> None:
    data = boot(browser, "/offline")
    lines = {game["name"] for game in data["games"] if game["connect"] and not game["chance"]}
    assert {*data["desk"]} == lines >= {"connect4", "connect4-8x7", "connect5", "tictactoe", "gomoku7"}
    assert [level["number"] for level in data["desk"]["connect4"]] == [*range(1, 11)]


def test_the_service_worker_may_only_pass_requests_on(browser: FlaskClient) -> None:
    answer = browser.get("/worker.js")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_an_answer_to_an_address_of_another_release_says_so(browser: FlaskClient) -> None:
    kept = browser.get("/offline.json").json
    first = f"/{kept['files'][0]}"
    assert ANOTHER_RELEASE not in browser.get(first).headers
    assert ANOTHER_RELEASE in browser.get(re.sub(r"[0-9a-f]{12}", "0" * 12, first)).headers
    assert ANOTHER_RELEASE in browser.get("/coach/data/000000000000/index.json").headers
