"""Nothing that axe-core objects to, WCAG 2.2 A and AA included, on any page or state; one game by the tree alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable, Watch
from tests.browser.people import invite, moves
from tests.browser.server import TableServer
from tests.browser.table_page import OVER, PATIENCE_MS, TablePage

pytestmark = pytest.mark.browser

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_DRAWN = "372514637254144426231134732237165556656177"


def violations(page: Page) -> list[str]:
    """What axe-core objects to, one line each."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]})
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
    expect(table.sub).to_have_text(re.compile("Look"), timeout=PATIENCE_MS)


def _games(table: TablePage) -> None:
    table.click(4)
    table.wait_for_discs(2)
    _menu(table)
    table.button("Your games").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


def _reviewed(table: TablePage) -> None:
    expect(table.page.get_by_role("slider", name="Move that is shown")).to_be_visible(timeout=PATIENCE_MS)
    table.page.get_by_role("slider", name="Move that is shown").fill("5")


def _engines(table: TablePage) -> None:
    table.choose(0, "Engine")
    table.button("Start").click()
    table.wait_for_discs(2)
    table.button("Pause").click()


def _invited(table: TablePage) -> None:
    _menu(table)
    table.button("Invite a friend").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


def _waiting(table: TablePage) -> None:
    _invited(table)
    table.button("Make the link").click()
    expect(table.page.get_by_role("dialog").get_by_label("Link")).to_have_value(re.compile("/game/"))


def _handed_over(table: TablePage) -> None:
    table.click(4)
    table.wait_for_discs(2)
    _menu(table)
    table.button("Play on another device").click()
    expect(table.page.get_by_role("dialog").locator("img")).to_be_visible()


def _pie(table: TablePage) -> None:
    table.choose(1, "Person")
    table.page.get_by_role("switch", name="Pie rule").check(force=True)


STATES: dict[str, tuple[str, Callable[[TablePage], None]]] = {
    "empty": ("/", _nothing),
    "menu": ("/", _menu),
    "help": ("/", _help),
    "games": ("/", _games),
    "middle": ("/", _middle),
    "analysis": ("/connect4/4453", _nothing),
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


LOOKS: tuple[tuple[str, str, int, int], ...] = (
    ("dark", "no-preference", 1280, 800),
    ("light", "no-preference", 390, 844),
    ("light", "more", 390, 844),
)
"""Light, contrast and size of the screen."""


@pytest.mark.parametrize(("state", "look"), [(state, LOOKS[number % 3]) for number, state in enumerate(STATES)])
def test_axe_finds_nothing(open_table: OpenTable, state: str, look: tuple[str, str, int, int]) -> None:
    _in_looks(open_table, state, [look])


@pytest.mark.long
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_any_look(open_table: OpenTable, state: str) -> None:
    _in_looks(open_table, state, LOOKS)


def _in_looks(open_table: OpenTable, state: str, looks: Sequence[tuple[str, str, int, int]]) -> None:
    path, prepare = STATES[state]
    table = open_table(path, bypass_csp=True, reduced_motion="reduce")
    prepare(table)
    _everywhere(table, looks)


def _everywhere(table: TablePage, looks: Sequence[tuple[str, str, int, int]] = LOOKS) -> None:
    for scheme, contrast, width, height in looks:
        table.page.emulate_media(
            color_scheme="dark" if scheme == "dark" else "light",
            contrast="more" if contrast == "more" else "no-preference",
        )
        table.page.set_viewport_size({"width": width, "height": height})
        assert violations(table.page) == [], f"{scheme} {contrast} {width}"


def test_axe_finds_nothing_while_the_line_is_lost(open_table: OpenTable, own_server: TableServer, watch: Watch) -> None:
    watch.offline_is_fine = True
    table = open_table(at=own_server, bypass_csp=True, reduced_motion="reduce")
    table.click(4)
    table.wait_for_discs(2)
    own_server.kill()
    expect(table.sub).to_have_text("Reconnecting…", timeout=PATIENCE_MS)
    _everywhere(table)


def test_axe_finds_nothing_where_somebody_is_asked(open_table: OpenTable, server: TableServer) -> None:
    host, guest = invite(open_table, server, bypass_csp=True, reduced_motion="reduce")
    host.menu("Offer a draw")
    expect(guest.card).to_contain_text("offers a draw", timeout=PATIENCE_MS)
    _everywhere(guest)
    expect(host.card).to_contain_text("Waiting for", timeout=PATIENCE_MS)
    _everywhere(host)


def test_axe_finds_nothing_where_somebody_is_away_and_comes_back(
    tmp_path: Path, open_table: OpenTable, watch: Watch
) -> None:
    watch.offline_is_fine = True
    server = TableServer(tmp_path, away=0.5, stand_in=1.0, claim=1.5)
    try:
        host, guest = invite(open_table, server, bypass_csp=True, reduced_motion="reduce")
        moves((host, 4), (guest, 3))
        host.button("Undo").click()
        expect(guest.card).to_contain_text("asks to take back", timeout=PATIENCE_MS)
        _everywhere(guest)
        guest.decide("No")
        link = guest.page.url
        guest.page.goto("about:blank")
        expect(host.card.get_by_role("button", name="Claim the win")).to_be_enabled(timeout=PATIENCE_MS)
        _everywhere(host)
        host.decide("Let the engine play on")
        guest.page.goto(link)
        expect(guest.card).to_contain_text("The engine plays Yellow for you.", timeout=PATIENCE_MS)
        _everywhere(guest)
    finally:
        server.stop()


def test_axe_finds_nothing_on_a_page_that_says_what_is_wrong(open_table: OpenTable, watch: Watch) -> None:
    table = open_table("/game/AAAAAAAAAAAA", bypass_csp=True)
    expect(table.page.get_by_role("heading", name="No such game")).to_be_visible()
    assert violations(table.page) == []
    watch.faults[:] = [fault for fault in watch.faults if "Failed to load resource" not in fault]


def test_a_whole_game_through_the_accessibility_tree_alone(open_table: OpenTable) -> None:
    """Only roles and names, and only what assistive technology can do; what is heard comes from the live region."""
    table = open_table("/tictactoe")
    page = table.page
    grid = page.get_by_role("grid", name=re.compile("^Tic-Tac-Toe board, 3 columns, 3 rows"))
    expect(grid.get_by_role("gridcell")).to_have_count(9)
    heard = page.get_by_role("status")
    for _ in range(9):
        free = grid.get_by_role("button", name=re.compile("^Square . empty$|^Square ., empty$"))
        count = free.count()
        free.first.dispatch_event("click")
        expect(free).to_have_count(max(0, count - 2), timeout=PATIENCE_MS)
        expect(heard).to_contain_text(re.compile(r"played square|wins|win\.|draw", re.IGNORECASE))
        if OVER.search(heard.inner_text()):
            break
    expect(heard).to_contain_text(OVER)
    page.get_by_role("button", name="New game").dispatch_event("click")
    expect(grid.get_by_role("button", name=re.compile("empty"))).to_have_count(9, timeout=PATIENCE_MS)
