"""Reads the pages with letters up to twice as large on a phone: nothing is to be scrolled sideways."""

import pytest

from tests.browser.conftest import OpenTable, Watch, pondering
from tests.browser.states import STATES, brought
from tests.browser.table_page import TWO_FRAMES
from webapp.speech import LANGUAGES

_SIZES = (32, 24, 20)
_ENLARGE = "(size) => void (document.documentElement.style.fontSize = `${size}px`)"
_SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("dialog[open], .menu__sheet, .offer")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className || one.tagName}: ${one.scrollWidth} in ${one.clientWidth}`)"""
_EVERY_RUN = ("empty", "analysis", "thinking", "menu", "help", "invitation", "lab", "no page", "won", "why")
"""The states with most words in a line; all others in long runs."""

server = pondering


def _look(open_table: OpenTable, state: str, language: str) -> None:
    table = open_table(STATES[state].path, reduced_motion="reduce", own=True, locale=language)
    with brought(table, state):
        table.page.set_viewport_size({"width": 390, "height": 844})
        for size in _SIZES:
            table.page.evaluate(_ENLARGE, size)
            table.page.wait_for_function(TWO_FRAMES)
            assert table.page.evaluate(_SIDEWAYS) == [], (state, language, size)


@pytest.mark.parametrize("state", _EVERY_RUN)
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
    table = open_table("/connect4", width=390, height=844, own=True)
    table.page.evaluate(_ENLARGE, 32)
    table.page.wait_for_function(TWO_FRAMES)
    box = table.page.locator(".body").bounding_box()
    assert box is not None
    assert box["width"] > 300
