"""Goes through all sections of a course on a phone by keyboard alone: every press goes to what has the focus."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.course.test_learn_to_win import PHONE, press_answer
from tests.browser.table_page import tab_to


def open_section(page: Page, path: str) -> None:
    tab_to(page.locator(f".sections a[href*='/coach/win/{path}']"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"/coach/win/{path}\?"))
    expect(page.locator("#head")).not_to_have_text("\u00a0")


def test_all_sections_are_used_by_keyboard_alone_on_a_phone(open_table: OpenTable) -> None:
    table = open_table("/coach/win?course=6x4-2", **PHONE)
    page = table.page
    expect(table.sub).to_have_text(re.compile(r"column \d"))
    press_answer(page)
    open_section(page, "map")
    tab_to(page.get_by_role("application", name=re.compile("^Map of the opening")))
    page.keyboard.press("ArrowDown")
    expect(table.sub).to_have_text("After 1.")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("+")
    expect(table.sub).to_have_text("After 1.")
    tab_to(page.get_by_role("button", name=re.compile("^Column 2, ")))
    page.keyboard.press("Enter")
    expect(table.sub).to_have_text(re.compile(r"^After 1 \d 2\.$"))
    open_section(page, "cards")
    tab_to(page.locator("[data-card='5']"))
    page.keyboard.press("Enter")
    expect(table.head).to_have_text("Card 5")
    open_section(page, "play")
    tab_to(table.button("What do my cards say?"))
    page.keyboard.press("Enter")
    expect(table.sub).to_have_text("You do not know a card for this position yet.")
    lying = table.discs.count()
    tab_to(page.locator(".grid [tabindex='0']"))
    page.keyboard.press("3")
    table.wait_for_discs(lying + 2)
