"""Watches the panel with the engine's thoughts."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, pondering

server = pondering


def test_the_switch_stays_as_it_was_left(open_table: OpenTable) -> None:
    table = open_table()
    switch = table.page.get_by_role("switch", name="Thinking")
    expect(switch).not_to_be_checked()
    expect(table.page.locator(".strip")).to_be_hidden()
    switch.check()
    table.page.reload()
    expect(switch).to_be_checked()
    expect(table.page.locator(".strip")).to_be_visible()


def test_worth_and_figures_are_shown_a_tree_is_kept_after_every_move_and_all_is_proven_by_move_ten(
    open_table: OpenTable,
) -> None:
    table = open_table()
    table.page.get_by_role("switch", name="Thinking").check()
    table.set_level(1, 10)
    lines = table.page.locator(".figures__line")
    blocks = table.page.locator(".strip .block[data-known=yes]")
    proven = table.page.locator(".strip .block[data-known=yes][data-proven=yes]")
    while table.discs.count() < 10 and not table.over:
        lying = table.discs.count()
        table.click(next(column for column in (4, 3, 5, 2, 6) if column in table.free_moves()))
        table.wait_for_discs(lying + 2)
        table.wait_for_turn()
        expect(blocks).to_have_count(len(table.free_moves()))
        if lying + 2 == 4:
            expect(table.page.locator(".fold__sheet")).to_be_hidden()
            table.page.get_by_text("Numbers", exact=True).click()
            figures = dict(line.inner_text().split("\n") for line in lines.all() if line.is_visible())
            assert figures.keys() >= {"Moves looked ahead", "Positions looked at", "Positions remembered"}
            assert re.fullmatch(r"[+−]?[01]\.\d\d", figures["Best move, −1 to 1"])
            assert re.fullmatch(r"[\d,.]+( million)?", figures["Positions looked at"])
            assert re.fullmatch(r"\d+\s%", figures["Kept after your move"])
            assert re.fullmatch(r"[\d,.]+( million)?", figures["Positions dropped then"])
            table.page.get_by_text("Numbers", exact=True).click()
            expect(table.page.locator(".figures > ul > li")).to_have_count(7)
        if lying + 2 >= 10:
            expect(proven).to_have_count(len(table.free_moves()))
    assert table.discs.count() >= 10
