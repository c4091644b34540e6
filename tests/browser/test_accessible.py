"""Runs axe-core, WCAG 2.2 A and AA included, on every page and state; plays a game by the accessibility tree alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable, Watch
from tests.browser.people import invite, moves
from tests.browser.server import TableServer
from tests.browser.table_page import OVER, TablePage
from tests.conftest import LiveServer

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_DRAWN = "372514637254144426231134732237165556656177"


DIALOG, CARD = "dialog[open]", ".offer"
"""Parts of the page: the open sheet, and the card with a question."""


@pytest.fixture(scope="module")
def server(hasty: TableServer) -> TableServer:
    """Returns the server whose minds ponder, under the usual name."""
    return hasty


def violations(page: Page, within: str | None = None) -> list[str]:
    """Returns axe-core's objections, one line each; with ``within`` only those to one part of the page."""
    if within:
        expect(page.locator(within).first).to_be_visible()  # some parts are loaded when first opened
    is_there = page.evaluate("'axe' in window")
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    found = Axe("" if is_there else AXE_SCRIPT).run(page, within, options)
    return [
        f"{rule['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
        for rule in found.response["violations"]
        for node in rule["nodes"]
    ]


def _nothing(_table: TablePage) -> None:
    pass


def _menu(table: TablePage) -> None:
    table.page.locator("#menu summary").click()


def _help(table: TablePage) -> None:
    _menu(table)
    table.button("Help and keys").click()


def _middle(table: TablePage) -> None:
    table.page.get_by_role("switch", name="Thinking").check(force=True)
    table.click(4)
    table.wait_for_discs(2)
    table.wait_for_turn()
    table.button("Hint").click()
    expect(table.sub).to_have_text(re.compile("Look"))


def _sheet(table: TablePage, name: str) -> None:
    _menu(table)
    table.button(name).click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


def _games(table: TablePage) -> None:
    table.click(4)
    table.wait_for_discs(2)
    _sheet(table, "Your games")


def _reviewed(table: TablePage) -> None:
    expect(table.page.get_by_role("slider", name="Move that is shown")).to_be_visible()
    table.page.get_by_role("slider", name="Move that is shown").fill("5")


def _engines(table: TablePage) -> None:
    table.choose(0, "Engine")
    table.button("Start").click()
    table.wait_for_discs(2)
    table.button("Pause").click()


def _invited(table: TablePage) -> None:
    _sheet(table, "Invite a friend")


def _waiting(table: TablePage) -> None:
    _invited(table)
    table.button("Make the link").click()
    expect(table.page.get_by_role("dialog").get_by_label("Link")).to_have_value(re.compile("/game/"))


def _handed_over(table: TablePage) -> None:
    table.click(4)
    table.wait_for_discs(2)
    _sheet(table, "Play on another device")
    expect(table.page.get_by_role("dialog").locator("img")).to_be_visible()


def _pie(table: TablePage) -> None:
    table.choose(1, "Person")
    table.page.get_by_role("switch", name="Pie rule").check(force=True)


def _all_games(table: TablePage) -> None:
    table.page.set_viewport_size({"width": 320, "height": 568})
    table.button("All games").click()


STATES: dict[str, tuple[str, Callable[[TablePage], None]]] = {
    "empty": ("/", _nothing),
    "menu": ("/", _menu),
    "help": ("/", _help),
    "games": ("/", _games),
    "middle": ("/", _middle),
    "analysis": ("/connect4/4453", _nothing),
    "ended": ("/connect4/121212?against=5", TablePage.end),
    "picture": ("/connect4/121212?against=5", TablePage.show_picture),
    "all games": ("/", _all_games),
    "won": ("/connect4/1212121", _reviewed),
    "drawn": (f"/connect4/{_DRAWN}", _nothing),
    "engines": ("/", _engines),
    "tictactoe": ("/tictactoe", _middle),
    "nim": ("/nim", _nothing),
    "invitation": ("/", _invited),
    "waiting for a friend": ("/", _waiting),
    "another device": ("/", _handed_over),
    "two people": ("/", _pie),
}


Look = tuple[str, str, int, int]
LOOKS: tuple[Look, ...] = (
    ("dark", "no-preference", 1280, 800),
    ("light", "no-preference", 390, 844),
    ("light", "more", 390, 844),
)
"""Light, contrast and size of the screen."""


def test_axe_finds_nothing_on_the_first_page_in_the_menu_and_on_the_sheets(open_table: OpenTable) -> None:
    table = _open(open_table, "/")
    everywhere(table.page, LOOKS[2:])
    _menu(table)
    everywhere(table.page, LOOKS[2:], "#menu")
    table.button("Help and keys").click()
    everywhere(table.page, LOOKS[2:], DIALOG)
    table.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    _waiting(table)
    everywhere(table.page, LOOKS[2:], DIALOG)


def test_axe_finds_nothing_in_the_middle_of_a_game_and_on_the_sheets_of_a_game(open_table: OpenTable) -> None:
    table = _open(open_table, "/")
    _middle(table)
    table.page.get_by_text("Numbers", exact=True).click()
    everywhere(table.page, LOOKS[:1])
    _sheet(table, "Your games")
    everywhere(table.page, LOOKS[:1], DIALOG)
    table.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    _sheet(table, "Play on another device")
    expect(table.page.get_by_role("dialog").locator("img")).to_be_visible()
    everywhere(table.page, LOOKS[:1], DIALOG)


@pytest.mark.parametrize(
    ("state", "look"),
    [("analysis", 1), ("ended", 0), ("picture", 1), ("won", 2), ("engines", 0), ("nim", 1), ("two people", 0)],
)
def test_axe_finds_nothing(open_table: OpenTable, state: str, look: int) -> None:
    _in_looks(open_table, state, LOOKS[look : look + 1])


@pytest.mark.long
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_any_look(open_table: OpenTable, state: str) -> None:
    _in_looks(open_table, state, LOOKS)


@pytest.fixture(params=[LOOKS[:1], pytest.param(LOOKS, marks=pytest.mark.long)], ids=["one look", "all looks"])
def looks(request: pytest.FixtureRequest) -> Sequence[Look]:
    """Chooses the lights, contrasts and sizes of the checks."""
    chosen: Sequence[Look] = request.param
    return chosen


def _open(open_table: OpenTable, path: str, **options: Any) -> TablePage:
    return open_table(path, bypass_csp=True, reduced_motion="reduce", **options)


def _in_looks(open_table: OpenTable, state: str, looks: Sequence[Look]) -> None:
    path, prepare = STATES[state]
    table = _open(open_table, path)
    prepare(table)
    everywhere(table.page, looks)


def everywhere(page: Page, looks: Sequence[Look], part: str | None = None) -> None:
    """Asserts that axe-core finds nothing: in all looks on the whole page, in a single look in the named part."""
    for scheme, contrast, width, height in looks:
        page.emulate_media(
            color_scheme="dark" if scheme == "dark" else "light",
            contrast="more" if contrast == "more" else "no-preference",
        )
        page.set_viewport_size({"width": width, "height": height})
        within = part if len(looks) == 1 else None
        assert violations(page, within) == [], f"{scheme} {contrast} {width} {part}"


def test_axe_finds_nothing_while_the_line_is_lost(
    open_table: OpenTable, own_server: TableServer | LiveServer, watch: Watch, looks: Sequence[Look]
) -> None:
    watch.offline_is_fine = True
    table = _open(open_table, "/", at=own_server)
    table.click(4)
    table.wait_for_discs(2)
    own_server.kill() if isinstance(own_server, TableServer) else own_server.stop()
    expect(table.sub).to_have_text("Reconnecting…")
    everywhere(table.page, looks, ".call")


def test_axe_finds_nothing_where_somebody_is_asked(
    open_table: OpenTable, server: TableServer, looks: Sequence[Look]
) -> None:
    host, guest = invite(open_table, server, bypass_csp=True, reduced_motion="reduce")
    host.menu("Offer a draw")
    expect(guest.card).to_contain_text("offers a draw")
    everywhere(guest.page, looks, CARD)
    expect(host.card).to_contain_text("Waiting for")
    everywhere(host.page, looks, CARD)
    host.menu("Your name")
    everywhere(host.page, looks, DIALOG)


def test_axe_finds_nothing_where_somebody_is_away_and_comes_back(
    hasty: TableServer, open_table: OpenTable, watch: Watch, looks: Sequence[Look]
) -> None:
    watch.offline_is_fine = True
    host, guest = invite(open_table, hasty, bypass_csp=True, reduced_motion="reduce")
    moves((host, 4), (guest, 3))
    host.button("Undo").click()
    expect(guest.card).to_contain_text("asks to take back")
    everywhere(guest.page, looks, CARD)
    guest.decide("No")
    link = guest.page.url
    guest.page.goto("about:blank")
    expect(host.card).to_contain_text("Make your move; if no reply comes, you can claim the game.")
    moves((host, 4))
    expect(host.card.get_by_role("button", name="Claim the win")).to_be_enabled()
    everywhere(host.page, looks, CARD)
    host.decide("Let the engine play on")
    guest.page.goto(link)
    expect(guest.card).to_contain_text("The engine plays Yellow for you.")
    everywhere(guest.page, looks, CARD)


def test_axe_finds_nothing_on_a_page_that_says_what_is_wrong(open_table: OpenTable, watch: Watch) -> None:
    table = _open(open_table, "/game/AAAAAAAAAAAA")
    expect(table.page.get_by_role("heading", name="No such game")).to_be_visible()
    assert violations(table.page) == []
    watch.faults[:] = [fault for fault in watch.faults if "Failed to load resource" not in fault]


def test_a_whole_game_through_the_accessibility_tree_alone(open_table: OpenTable) -> None:
    """Uses only roles, names and the acts of assistive technology; the spoken words come from the live region."""
    table = open_table("/tictactoe")
    page = table.page
    grid = page.get_by_role("grid", name=re.compile("^Tic-Tac-Toe board, 3 columns, 3 rows"))
    expect(grid.get_by_role("gridcell")).to_have_count(9)
    heard = page.get_by_role("status")
    for _ in range(9):
        free = grid.get_by_role("button", name=re.compile("^Square . empty$|^Square ., empty$"))
        count = free.count()
        free.first.dispatch_event("click")
        expect(free).to_have_count(max(0, count - 2))
        expect(heard).to_contain_text(re.compile(r"played square|wins|win\.|draw", re.IGNORECASE))
        if OVER.search(heard.inner_text()):
            break
    expect(heard).to_contain_text(OVER)
    page.get_by_role("button", name=re.compile("^Easier")).dispatch_event("click")
    expect(grid.get_by_role("button", name=re.compile("empty"))).to_have_count(9)
