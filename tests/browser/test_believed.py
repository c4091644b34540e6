"""Looks at what the network of a board believes of each column, and at the cells that say so."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenTable


def test_the_network_s_beliefs_follow_the_game_and_each_column_tells_its_cells(open_table: OpenTable) -> None:
    table = open_table("/connect4-8x7/45445?against=1")
    table.page.get_by_role("switch", name="Thinking").check()
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
