"""Asks for help on a board of two words: a hint that is proved, and the look back at the game."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable


@pytest.mark.long
def test_a_hint_is_proved_and_the_game_is_reviewed(open_table: OpenTable) -> None:
    table = open_table("/connect4-9x9/2233?against=10")  # column 4 makes two threats
    for _ in range(3):
        table.button("Hint").click()
    expect(table.page.locator(".why__step").first).to_have_text("Red wins, whatever Yellow plays.")
    table.click(4)
    table.wait_for_discs(6)
    table.wait_for_turn()
    reply = int(table.page.locator(".moves__move").last.inner_text())
    table.click(5 if reply == 1 else 1)
    expect(table.head).to_have_text("You beat Deepest.")
    table.button("Look at the game").click()
    expect(table.page.get_by_text("It was decided before this game began.")).to_be_visible(timeout=240_000)
    expect(table.page.locator(".review__state")).to_have_text("You found 2 of 2")
    table.button("One move back").click()
    table.button("Why?").click()
    expect(table.page.locator(".why__step").first).to_have_text(re.compile(r"^Red wins with column [15]\.$"))
