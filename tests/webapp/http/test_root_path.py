"""Serves everything below /games: every address of a page begins with it, and no script writes one without it."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.webapp.fakes import FakeEngine
from tests.webapp.http.boot import boot
from webapp.app import create_app
from webapp.common.paths import STATIC
from webapp.settings import SettingError, Settings

ADDRESS = re.compile(r"""\b(?:href|src|content|action)="((?:https?://[^/"]+)?/[^"]*)\"""")
ROOMS = re.compile(r"""["'`]/(?:game|coach|lab|student|arena|static|socket\.io|connect4|tictactoe)\b|href: ["'`]/""")
WHOLE = re.compile(r"(?:ask|askQuestion|inLanguage|RegExp|replace)\([^;]*$")
"""What puts the root path in front: the lab's questions, and an expression that is matched against whole addresses."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    database = str(tmp_path_factory.mktemp("root") / "games.sqlite3")
    app = create_app(Settings(database=database, root_path="/games"), FakeEngine())
    yield app.test_client()
    app.extensions["fourthought"].close()


@pytest.mark.parametrize(
    "path", ["/", "/tictactoe/5", "/coach", "/coach/themes", "/student", "/lab/program", "/nothing/x"]
)
def test_every_address_of_a_page_is_below_the_root_path(page: FlaskClient, path: str) -> None:
    whole, bare = page.get(f"/games{path}"), page.get(path)
    assert whole.status_code == bare.status_code
    found = [html.unescape(one) for one in ADDRESS.findall(whole.text)]
    assert len(found) > 4
    assert [one for one in found if not re.match(r"(http://localhost)?/games/", one)] == []
    assert found == ADDRESS.findall(bare.text), "a proxy may take the root path away"
    for one in found:
        if "/static/" in one or "picture" in one:
            assert page.get(one.removeprefix("http://localhost")).status_code == 200, one


def test_redirections_stay_below_the_root_path(page: FlaskClient) -> None:
    assert page.get("/games").headers["Location"] == "/games/"
    assert page.get("/games/Tic-Tac-Toe/5").headers["Location"] == "/games/tictactoe/5"
    assert page.get("/games/connect4/44.").headers["Location"] == "/games/connect4/44"
    assert page.get("/gamesome").status_code == 404


def test_supervisors_ask_at_the_servers_own_addresses(page: FlaskClient) -> None:
    assert page.get("/healthz").json == page.get("/games/healthz").json


def test_data_in_a_page_has_the_root_path(page: FlaskClient) -> None:
    assert boot(page, "/games/coach")["files"].startswith("/games/coach/data/")
    kept = page.get("/games/offline.json").json  # below the root path
    assert not [one for one in [*kept["files"], *kept["pages"], kept["facts"]] if one.startswith("/")]
    assert 'data-root="/games"' in page.get("/games/").text
    assert 'data-files="/games/static' in page.get("/games/student").text


def test_the_installed_page_begins_where_it_came_from() -> None:
    assert json.loads((STATIC / "app.webmanifest").read_text())["start_url"] == "../../"


def test_no_script_writes_an_address_without_the_root_path() -> None:
    faults = []
    for path in sorted((STATIC / "js").rglob("*.js")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        for found in ROOMS.finditer(text):
            if not WHOLE.search(text[max(0, found.start() - 160) : found.start()]):
                faults.append(f"{path.relative_to(STATIC)}: {text[found.start() : found.start() + 40]}")
    assert faults == []


@pytest.mark.parametrize("given", ["games", "/games/", "/a b", "//x", "/../x", "/é"])
def test_what_is_no_root_path_is_refused(given: str) -> None:
    with pytest.raises(SettingError, match="such as /games"):
        Settings.from_env({"FOURTHOUGHT_ROOT_PATH": given})
    assert Path(Settings.from_env({"FOURTHOUGHT_ROOT_PATH": "/a/b-c"}).root_path) == Path("/a/b-c")
