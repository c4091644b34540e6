"""Asks for help on a board of two words: a hint that is proved, and the look back at the game."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable

ROOM = """() => {
  const name = [...document.querySelectorAll(".face__rim")].find((one) => one.textContent === "10");
  const { x, width } = name.getBBox();
  const bottom = name.y.baseVal[0].value + 0.36 * parseFloat(getComputedStyle(name).fontSize); // of the digits
  const [middle, radius] = [62, 41];
  return [x, Math.hypot(x + width - middle, bottom - middle) - radius];
}"""
"""Measures the room between the name of the tenth row and the board's edge and first hole, in units of the drawing."""


@pytest.mark.long
def test_a_hint_is_proved_and_the_game_is_reviewed(open_table: OpenTable) -> None:
    table = open_table("/connect4-9x9/2233?against=10")  # column 4 makes two threats
    for _ in range(3):
        table.button("Hint").click()
    expect(table.page.locator(".why__step").first).to_have_text("Red wins, whatever Yellow plays.")
    table.reply(4)
    reply = int(table.page.locator(".moves__move").last.inner_text())
    table.click(5 if reply == 1 else 1)
    expect(table.head).to_have_text("You beat Deepest.")
    table.button("Look at the game").click()
    expect(table.page.get_by_text("It was decided before this game began.")).to_be_visible(timeout=240_000)
    expect(table.page.locator(".review__state")).to_have_text("You found 2 of 2")
    table.button("One move back").click()
    table.button("Why?").click()
    expect(table.page.locator(".why__step").first).to_have_text(re.compile(r"^Red wins with column [15]\.$"))


@pytest.mark.parametrize("width", [320, *(pytest.param(width, marks=pytest.mark.long) for width in (390, 1366))])
def test_a_reason_comes_at_once_and_its_board_has_room_for_the_tenth_row(open_table: OpenTable, width: int) -> None:
    table = open_table("/connect4-10x10/4455", width=width, height=800)  # columns 3 and 6 make two threats
    table.button("Why?").click()
    expect(table.page.locator(".why__step").first).to_have_text(re.compile(r"^Red wins with column [36]\.$"))
    expect(table.page.locator(".face__rim", has_text="10")).to_have_count(1)
    edge, hole = table.page.evaluate(ROOM)
    assert edge > 0
    assert hole > 0
