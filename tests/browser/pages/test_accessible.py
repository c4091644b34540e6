"""Runs axe-core on every page and state, plays by the accessibility tree alone, and reads with large letters."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import LOOKS, Look, everywhere
from tests.browser.conftest import OpenTable, Watch
from tests.browser.states import STATES, brought
from tests.browser.states.table import DIALOG
from tests.browser.table.test_states import CUT, SIZES, resize
from tests.browser.table_page import OVER, TWO_FRAMES, TablePage, rect
from tests.server import TableServer
from webapp.common.speech import LANGUAGES

_OTHERS = [one for one in LANGUAGES if one != "en"]
SMALLEST: Look = ("light", "no-preference", 320, 568)


def _open(open_table: OpenTable, path: str, language: str = "en", **options: Any) -> TablePage:
    return open_table(path, bypass_csp=True, locale=language, **options)


def _close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_axe_finds_nothing_on_the_first_page_in_the_menu_and_on_the_sheets(open_table: OpenTable) -> None:
    table = _open(open_table, "/", "de")
    everywhere(table.page, LOOKS[2:])
    with brought(table, "menu"):
        everywhere(table.page, LOOKS[2:], "#settings")
    table.page.keyboard.press("Escape")
    for state in ("help", "waiting"):
        with brought(table, state):
            everywhere(table.page, LOOKS[2:], DIALOG)
        _close(table.page)


def test_axe_finds_nothing_at_the_end_of_a_game(open_table: OpenTable, watch: Watch) -> None:
    table = _enter(open_table, watch, "ended", "fr")
    with brought(table, "ended"):
        everywhere(table.page, LOOKS[2:], STATES["ended"].part)


@pytest.mark.long
@pytest.mark.parametrize(
    ("state", "language"),
    [(state, one) for place, state in enumerate(STATES) for one in ("en", _OTHERS[place % 4])],
)
def test_every_state_is_accessible_and_shows_every_word(
    open_table: OpenTable, hasty: TableServer, watch: Watch, state: str, language: str
) -> None:
    """Looks at every state in all looks, and in another language, on all screens, and with large letters.

    The other languages come in turn. In 34 states all five found nothing that English alone did not.
    """
    table = _enter(open_table, watch, state, language, at=hasty)
    with brought(table, state):
        everywhere(table.page, [*LOOKS, SMALLEST] if language == "en" else [SMALLEST])
        table.page.wait_for_function(TWO_FRAMES)
        assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        table.page.mouse.move(1, 1)
        for size in SIZES:
            resize(table.page, size)
            assert table.page.evaluate(CUT) == [], size
        _enlarge(table)
    watch.forgive(state)


def _enter(open_table: OpenTable, watch: Watch, state: str, language: str, **options: Any) -> TablePage:
    watch.offline_is_fine = state in ("reconnecting", "gone")
    return _open(open_table, STATES[state].path, language, own=state == "reconnecting", **options)


def test_a_whole_game_through_the_accessibility_tree_alone(open_table: OpenTable) -> None:
    """Uses only roles, names and the acts of assistive technology. The spoken words come from the live region."""
    table = open_table("/tictactoe")
    page = table.page
    grid = page.get_by_role("grid", name=re.compile("^Tic-Tac-Toe: 3 columns, 3 rows"))
    expect(grid.get_by_role("gridcell")).to_have_count(9)
    heard = page.get_by_role("status")
    for _ in range(9):
        free = grid.get_by_role("button", name=re.compile("^Square . empty$|^Square ., empty$"))
        count, said = free.count(), heard.inner_text()
        free.first.dispatch_event("click")
        expect(free).to_have_count(max(0, count - 2))
        expect(heard).not_to_have_text(said)  # the squares change before the words do
        expect(heard).to_contain_text(re.compile(f"Your turn|{OVER.pattern}", re.IGNORECASE))
        if OVER.search(heard.inner_text()):
            break
    expect(heard).to_contain_text(OVER)
    expect(page.locator(".after:not([hidden])")).to_have_count(1)
    if (sound := page.get_by_role("button", name="Sound on?")).count():  # a first win
        sound.dispatch_event("click")
    page.get_by_role("button", name="Rematch").dispatch_event("click")
    expect(grid.get_by_role("button", name=re.compile("empty"))).to_have_count(8)  # the other side begins


_SIZES = (32, 24, 20)
_ENLARGE = "(size) => void (document.documentElement.style.fontSize = `${size}px`)"
_SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("dialog[open], .menu__sheet, .offer")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className || one.tagName}: ${one.scrollWidth} in ${one.clientWidth}`)"""
_DAY = ("menu", "why")
"""The states with most words in a line; all others at night."""


def _enlarge(table: TablePage) -> None:
    table.page.set_viewport_size({"width": 390, "height": 844})
    for size in _SIZES:
        table.page.evaluate(_ENLARGE, size)
        table.page.wait_for_function(TWO_FRAMES)
        assert table.page.evaluate(_SIDEWAYS) == [], size


@pytest.mark.parametrize("state", _DAY)
def test_large_letters_need_no_scrolling_sideways(open_table: OpenTable, state: str) -> None:
    table = open_table(STATES[state].path, locale="de")
    with brought(table, state):
        _enlarge(table)


def test_the_board_keeps_its_size_beside_large_letters(open_table: OpenTable) -> None:
    table = open_table("/connect4", width=390, height=844)
    table.page.evaluate(_ENLARGE, 32)
    table.page.wait_for_function(TWO_FRAMES)
    box = rect(table.page.locator(".body"))
    assert box["width"] > 300
