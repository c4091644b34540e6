"""Runs axe-core on every page and state, plays by the accessibility tree alone, and reads with large letters."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import LOOKS, Look, everywhere
from tests.browser.conftest import OpenTable, Watch, pondering
from tests.browser.states import STATES, brought
from tests.browser.states.table import DIALOG
from tests.browser.table_page import OVER, TWO_FRAMES, TablePage, rect
from webapp.common.speech import LANGUAGES

SMALLEST: Look = ("light", "no-preference", 320, 568)
_CUT = """() => [...document.querySelectorAll("button, .button, .choice > *, .tile__name, select, h1, h2, dt, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip, [inert]"))
  .filter((one) => getComputedStyle(one).overflow !== "visible" || one.matches(".button, .choice > *"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className}: ${one.textContent.trim()}`)"""
"""Names the labels that are wider than their places."""

server = pondering


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


@pytest.mark.parametrize(("state", "look", "language"), [
    ("ended", 2, "fr"),
    pytest.param("asked", 0, "es", marks=pytest.mark.long),
])  # fmt: skip
def test_axe_finds_nothing(open_table: OpenTable, watch: Watch, state: str, look: int, language: str) -> None:
    """Looks at one state of each kind, in each look and language. A long run looks at all."""
    table = _enter(open_table, watch, state, language)
    with brought(table, state):
        everywhere(table.page, LOOKS[look : look + 1], STATES[state].part)
    watch.forgive(state)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_any_state_and_language(
    open_table: OpenTable, watch: Watch, state: str, language: str
) -> None:
    """Looks at every state in all looks, and in each language on the smallest phone, where no word may be cut off."""
    table = _enter(open_table, watch, state, language)
    with brought(table, state):
        everywhere(table.page, [*LOOKS, SMALLEST] if language == "en" else [SMALLEST])
        table.page.wait_for_function(TWO_FRAMES)
        assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert table.page.evaluate(_CUT) == []
    watch.forgive(state)


def _enter(open_table: OpenTable, watch: Watch, state: str, language: str) -> TablePage:
    watch.offline_is_fine = state in ("reconnecting", "gone")
    return _open(open_table, STATES[state].path, language, own=state == "reconnecting")


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
    page.get_by_role("button", name="Rematch").dispatch_event("click")
    expect(grid.get_by_role("button", name=re.compile("empty"))).to_have_count(8)  # the other side begins


_SIZES = (32, 24, 20)
_ENLARGE = "(size) => void (document.documentElement.style.fontSize = `${size}px`)"
_SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("dialog[open], .menu__sheet, .offer")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className || one.tagName}: ${one.scrollWidth} in ${one.clientWidth}`)"""
_DAY = ("menu", "why")
"""The states with most words in a line; all others in long runs."""


def _look(open_table: OpenTable, state: str, language: str) -> None:
    table = open_table(STATES[state].path, own=state == "reconnecting", locale=language)
    with brought(table, state):
        table.page.set_viewport_size({"width": 390, "height": 844})
        for size in _SIZES:
            table.page.evaluate(_ENLARGE, size)
            table.page.wait_for_function(TWO_FRAMES)
            assert table.page.evaluate(_SIDEWAYS) == [], (state, language, size)


@pytest.mark.parametrize("state", _DAY)
def test_large_letters_need_no_scrolling_sideways(open_table: OpenTable, watch: Watch, state: str) -> None:
    _look(open_table, state, "de")
    watch.forgive(state)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_no_state_in_no_language_needs_scrolling_sideways(
    open_table: OpenTable, watch: Watch, state: str, language: str
) -> None:
    _look(open_table, state, language)
    watch.forgive(state)


def test_the_board_keeps_its_size_beside_large_letters(open_table: OpenTable) -> None:
    table = open_table("/connect4", width=390, height=844)
    table.page.evaluate(_ENLARGE, 32)
    table.page.wait_for_function(TWO_FRAMES)
    box = rect(table.page.locator(".body"))
    assert box["width"] > 300
