"""A position in the address: looked into, played on from, gone back from, with any seats."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.table_page import PATIENCE_MS

pytestmark = pytest.mark.browser

_LATE = "372514637254144426231134732237"
"""A position of Connect Four that is proven in a moment."""


@pytest.mark.parametrize("address", [f"/connect4/{_LATE}", f"/?pos={_LATE}"])
def test_a_position_by_address_is_thought_about_and_exact(open_table: OpenTable, address: str) -> None:
    table = open_table(address)
    expect(table.page.get_by_role("switch", name="Thinking")).to_be_checked()
    proven = table.page.locator(".strip .block[data-known=yes][data-proven=yes]")
    expect(proven).to_have_count(len(table.free_moves()), timeout=PATIENCE_MS)
    expect(table.sub).to_have_text(re.compile(r"^Column \d (wins|draws|loses)"), timeout=PATIENCE_MS)
    expect(table.page).to_have_url(re.compile(f"/connect4/{_LATE}$"))


def test_it_is_played_on_by_any_side_and_the_address_follows(open_table: OpenTable) -> None:
    table = open_table("/connect4/44")
    table.click(3)
    table.wait_for_discs(3)
    table.click(5)
    table.wait_for_discs(4)
    expect(table.page).to_have_url(re.compile("/connect4/4435$"))
    for _ in range(4):
        expect(table.button("Undo")).to_be_enabled()
        lying = table.discs.count()
        table.button("Undo").click()
        table.wait_for_discs(lying - 1)
    expect(table.page).to_have_url(re.compile("/connect4$"))
    table.button("Redo").click()
    expect(table.page).to_have_url(re.compile("/connect4/4$"))


def test_an_engine_may_take_a_side(open_table: OpenTable) -> None:
    table = open_table("/connect4/445")
    expect(table.page).to_have_title(re.compile("turn|Connect Four"))
    table.choose(1, "Engine")
    table.wait_for_discs(4)
    table.wait_for_turn()


def test_the_switch_is_remembered_for_itself(open_table: OpenTable) -> None:
    table = open_table("/tictactoe/5")
    switch = table.page.get_by_role("switch", name="Thinking")
    expect(switch).to_be_checked()
    switch.uncheck(force=True)
    table.page.reload()
    expect(switch).not_to_be_checked()
    table.page.goto(table.page.url.split("/tictactoe")[0])
    expect(switch).not_to_be_checked()
