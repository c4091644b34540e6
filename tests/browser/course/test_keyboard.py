"""Goes through all sections of a course on a phone by keyboard alone: every press goes to what has the focus."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.course.test_learn_to_win import PHONE, press_answer

_LINK = "() => document.activeElement.pathname || ''"
_FOCUS = "() => { const one = document.activeElement; return (one.ariaLabel || one.textContent || '').trim(); }"
_MOST = 60
"""Tabs from anywhere to anywhere on the page, at most."""


def tab_to(page: Page, name: str, seen: str = _FOCUS) -> None:
    """Presses Tab until what has a name has the focus."""
    for _ in range(_MOST):
        if re.search(name, page.evaluate(seen)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {name}")


def open_section(page: Page, path: str) -> None:
    tab_to(page, f"/coach/win/{path}$", _LINK)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"/coach/win/{path}\?"))
    expect(page.locator("#head")).not_to_have_text("\u00a0")


def test_all_sections_are_used_by_keyboard_alone_on_a_phone(open_table: OpenTable) -> None:
    table = open_table("/coach/win?course=6x4-2", **PHONE)
    page = table.page
    expect(table.sub).to_have_text(re.compile(r"column \d"))
    press_answer(page)
    open_section(page, "map")
    tab_to(page, "^Map of the opening")
    page.keyboard.press("ArrowDown")
    expect(table.sub).to_have_text("After 1.")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("+")
    expect(table.sub).to_have_text("After 1.")
    tab_to(page, "^Column 2, ")
    page.keyboard.press("Enter")
    expect(table.sub).to_have_text(re.compile(r"^After 1 \d 2\.$"))
    open_section(page, "cards")
    tab_to(page, "Card 5$")  # after the marks of its drawing
    page.keyboard.press("Enter")
    expect(table.head).to_have_text("Card 5")
    open_section(page, "play")
    tab_to(page, "^What do my cards say")
    page.keyboard.press("Enter")
    expect(table.sub).to_have_text("You do not know a card for this position yet.")
    lying = table.discs.count()
    tab_to(page, "^Drop")
    page.keyboard.press("3")
    table.wait_for_discs(lying + 2)
