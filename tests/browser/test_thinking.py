"""Watches the panel with the engine's thoughts."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenTable


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def test_it_shows_worth_under_each_column_and_what_was_kept(open_table: OpenTable) -> None:
    table = open_table()
    table.page.get_by_role("switch", name="Thinking").check()
    table.set_level(1, 10)
    blocks = table.page.locator(".strip .block[data-known=yes]")
    for column in (4, 3):
        table.click(column)
        table.wait_for_turn()
        expect(blocks).to_have_count(7)
    lines = table.page.locator(".figures__line")
    kept = lines.filter(has_text="Kept").locator("dd").first
    expect(kept).to_have_text(re.compile(r"^[\d,]*[1-9][\d,]*$"))
    assert _number(kept.inner_text()) > 0
    expect(lines.filter(has_text="Dropped").locator("dd").first).to_have_text(re.compile(r"^[\d,]*[1-9][\d,]*$"))
    expect(lines.filter(has_text="Searched").locator("dd").first).to_have_text(
        re.compile(r"^[\d,]+ positions, [\d.]+[KM]?/s$")
    )
    expect(table.page.locator(".figures > ul > li")).to_have_count(7)


def test_a_proven_result_is_solid_and_said_in_words(open_table: OpenTable) -> None:
    table = open_table("/tictactoe")
    table.set_level(1, 10)
    table.page.get_by_role("switch", name="Thinking").check()
    table.click(1)
    table.wait_for_discs(2)
    proven = table.page.locator(".tree__layer .block[data-sort=proven]")
    expect(proven).to_have_count(7)
    expect(table.page.locator(".figures > ul")).to_contain_text("draws, proven.")


def test_the_switch_stays_as_it_was_left(open_table: OpenTable) -> None:
    table = open_table()
    switch = table.page.get_by_role("switch", name="Thinking")
    expect(switch).not_to_be_checked()
    expect(table.page.locator(".strip")).to_be_hidden()
    switch.check()
    table.page.reload()
    expect(switch).to_be_checked()
    expect(table.page.locator(".strip")).to_be_visible()


def test_two_engines_show_two_minds(open_table: OpenTable) -> None:
    table = open_table()
    table.page.get_by_role("switch", name="Thinking").check()
    table.choose(0, "Engine")
    table.button("Start").click()
    table.wait_for_discs(2)
    side = table.page.locator(".figures__line").filter(has_text="Side").locator("dd:visible")
    expect(side).to_have_text(["Red", "Yellow"])


def test_against_the_perfect_level_a_tree_is_kept_after_every_move_and_all_is_proven_by_move_ten(
    open_table: OpenTable,
) -> None:
    table = open_table()
    table.page.get_by_role("switch", name="Thinking").check()
    table.set_level(1, 10)
    kept = table.page.locator(".figures__line").filter(has_text="Kept").locator("dd").first
    proven = table.page.locator(".strip .block[data-known=yes][data-proven=yes]")
    while table.discs.count() < 10 and not table.over:
        lying = table.discs.count()
        table.click(next(column for column in (4, 3, 5, 2, 6) if column in table.free_moves()))
        table.wait_for_discs(lying + 2)
        table.wait_for_turn()
        expect(kept).to_have_text(re.compile(r"^[\d,]*[1-9][\d,]*$"))
        if lying + 2 >= 10:
            expect(proven).to_have_count(len(table.free_moves()))
    assert table.discs.count() >= 10
