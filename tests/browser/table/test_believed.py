"""Looks at what the network of a board believes of each column, and at the cells that say so."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.line import Line
from tests.browser.table_page import TWO_FRAMES, TablePage, rect, until


@pytest.mark.long
def test_the_network_s_beliefs_follow_the_game_and_each_column_tells_its_cells(open_table: OpenTable) -> None:
    table = open_table("/connect4-8x7/45445?against=1")
    table.think()
    table.click(3)
    table.wait_for_discs(7)
    table.page.get_by_text("Numbers", exact=True).click()
    beliefs = table.page.get_by_role("region", name="What the network believes")
    columns = beliefs.get_by_role("button")
    expect(columns).to_have_count(8)
    expect(columns.first).to_have_accessible_name(re.compile(r"^Column 1: [−+]?\d+$"))
    caption = beliefs.locator("p")
    expect(caption).to_contain_text("believes of each move for Yellow")
    columns.nth(6).focus()
    says = beliefs.get_by_role("listitem")
    expect(says.first).to_have_text(re.compile(r"^Column 7"))
    columns.nth(0).focus()
    expect(says.first).to_have_text(re.compile(r"^Column 1"))
    table.page.set_viewport_size({"width": 320, "height": 568})
    table.page.wait_for_function(TWO_FRAMES)
    sheet = rect(table.page.locator(".fold__sheet"))
    assert 0 <= sheet["y"] <= 568 - sheet["height"], "the sheet is whole on the smallest phone, and is scrolled there"


class _SilentOnce(Line):
    """Refuses a page's first question about beliefs with a code."""

    def __init__(self, table: TablePage, code: str) -> None:
        self._code = code
        super().__init__(table)

    def ask(self, number: str, event: str, frame: str) -> bool:
        if event != "beliefs" or self.asked.count(event) > 1:
            return True
        self.send(f'43{number}[{{"ok":false,"error":{{"code":"{self._code}","message":"Not now."}}}}]')
        return False


@pytest.mark.long
def test_a_refused_question_says_nothing_and_is_asked_again_after_the_next_move_alone(open_table: OpenTable) -> None:
    table = open_table("/connect4-8x7/45445?against=1", own=True)
    line = _SilentOnce(table, "no_help")
    table.think()
    table.click(3)
    table.wait_for_discs(7)
    fold = table.page.get_by_text("Numbers", exact=True)
    fold.click()
    until(table.page, lambda: line.asked.count("beliefs") == 1)
    for _ in range(2):
        fold.click()  # the fold is closed and opened again: that is no new position
    table.page.wait_for_function(TWO_FRAMES)
    beliefs = table.page.get_by_role("region", name="What the network believes")
    expect(beliefs).to_have_count(0)
    expect(table.sub).not_to_have_attribute("data-tone", "refusal")
    assert line.asked.count("beliefs") == 1
    table.wait_for_turn()
    table.click(3)  # a click elsewhere closes the fold, as it closes the menu
    table.wait_for_discs(9)
    fold.click()
    expect(beliefs.get_by_role("button")).to_have_count(8)
    expect(beliefs.locator("p")).to_contain_text("believes of each move for Yellow")


@pytest.mark.long
def test_a_question_that_a_busy_engine_refused_is_asked_again_while_the_position_stays(open_table: OpenTable) -> None:
    table = open_table("/connect4-8x7/45445?against=1", own=True)
    line = _SilentOnce(table, "not_ready")
    table.think()
    table.click(3)
    table.wait_for_discs(7)
    table.page.get_by_text("Numbers", exact=True).click()
    beliefs = table.page.get_by_role("region", name="What the network believes")
    expect(beliefs.get_by_role("button")).to_have_count(8)
    assert line.asked.count("beliefs") == 2
