"""Lets the engine of the page answer where no server is needed, and the server where the engine fails."""

import gzip
import json
import re

import pytest
from playwright.sync_api import Page, Request, Route, WebSocket, expect

from tests.browser.conftest import OpenTable, pondering
from tests.browser.table_page import TablePage, until
from tests.conftest import StartServer
from tests.webapp.fakes import FakeEngine
from webapp.play.game.wire import Readiness

server = pondering
_POSITION = "/connect4/372514637254144426231134732237"
_HEARD = """window.heard = "";
new MutationObserver(() => (window.heard += document.getElementById("live")?.textContent ?? ""))
  .observe(document, { subtree: true, childList: true, characterData: true });"""
"""Keeps all that was read aloud: the next sentence may follow at once."""


def _asked(page: Page) -> list[tuple[str, dict[str, object]]]:
    """Returns the list of requests to the server, which grows from the next load on."""
    asked: list[tuple[str, dict[str, object]]] = []

    def sent(frame: str | bytes) -> None:
        found = re.match(r"42\d*(\[.*\])$", str(frame))
        if found:
            asked.append(tuple(json.loads(found[1])))

    def opened(socket: WebSocket) -> None:
        socket.on("framesent", sent)

    page.on("websocket", opened)
    return asked


def _is_known(table: TablePage) -> None:
    proven = table.page.locator(".strip .block[data-known=yes][data-proven=yes]")
    expect(proven).to_have_count(len(table.free_moves()))


def test_a_position_and_its_game_are_looked_through_without_the_server(open_table: OpenTable) -> None:
    table = open_table("/connect4", wiped=True)
    asked = _asked(table.page)
    fetched: list[str] = []

    def note(request: Request) -> None:
        fetched.append(request.url.rpartition("/")[2])

    table.page.on("request", note)
    table.page.goto(table.page.url.split("/connect4")[0] + _POSITION)
    _is_known(table)
    expect(table.sub).to_have_text(re.compile(r"^Column \d (wins|draws|loses|was)"))
    expect(table.page.locator(".figures__state")).to_have_text("worked out by this page")
    assert any(name.endswith(".wasm") for name in fetched)
    names = [event for event, _ in asked]
    assert "new_game" in names
    assert "review" not in names
    assert not any(form["on"] for event, form in asked if event == "watch_thinking")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("wasm", b"no module"),
        pytest.param("net", b"not packed", marks=pytest.mark.long),
        pytest.param("net", gzip.compress(b"no network"), marks=pytest.mark.long),
    ],
)
def test_an_engine_that_does_not_start_leaves_the_answers_to_the_server(
    open_table: OpenTable, kind: str, body: bytes
) -> None:
    table = open_table("/connect4", own=True)
    asked = _asked(table.page)

    def spoil(route: Route) -> None:
        route.fulfill(body=body, content_type="application/wasm" if kind == "wasm" else "application/octet-stream")

    table.page.route(f"**/engine/*.{kind}", spoil)
    table.page.add_init_script(_HEARD)
    table.page.goto(table.page.url.split("/connect4")[0] + _POSITION)
    until(table.page, lambda: "The server answers instead." in table.page.evaluate("window.heard"))
    until(table.page, lambda: "review" in [event for event, _ in asked])
    until(table.page, lambda: any(form["on"] for event, form in asked if event == "watch_thinking"))
    _is_known(table)


def test_hints_previews_and_analyses_are_answered_while_the_kernels_compile(
    open_table: OpenTable, start_server: StartServer
) -> None:
    def compiling() -> FakeEngine:
        engine = FakeEngine(held=True)  # it answers nothing
        engine.ready = Readiness(False, "The engine is starting.")
        return engine

    server = start_server(engine=compiling)
    table = open_table(_POSITION, at=server)
    _is_known(table)
    table = open_table(at=server)
    table.think()
    level = table.seat(1).get_by_role("slider")
    table.show_seats()
    level.press("ArrowRight")
    expect(table.sub).to_have_text(re.compile(r"^Level 6 would play column \d\."))
    level.blur()
    table.show_seats(False)
    for said in ("for the ladder.", "press again for the reason."):
        table.page.keyboard.press("h")
        expect(table.sub).to_contain_text(said)
    table.click(1)
    table.wait_for_discs(1)
    assert "starting" not in table.page.locator("#table").inner_text()  # who waits for a reply reads nothing of engines
    climbs = table.page.evaluate("JSON.parse(localStorage.getItem('fourthought.climbs'))")
    assert [climb["alone"] for climb in climbs.values()] == [False]  # the hint was help in this game


@pytest.mark.parametrize("address", ["/", pytest.param("/connect4/44?against=5", marks=pytest.mark.long)])
def test_a_game_begins_without_the_engine_of_the_page(open_table: OpenTable, address: str) -> None:
    table = open_table(address)
    names = table.page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert names
    assert not any("/js/engine/" in name or "/engine/" in name for name in names)
