"""Reviews games: marks, the graph as a slider, turning points, and another try from each."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenTable


def test_a_game_is_gone_through_and_tried_again(open_table: OpenTable) -> None:
    table = open_table("/tictactoe/51?against=1")
    table.choose(0, "Person")
    table.choose(1, "Person")
    for lying, move in enumerate((4, 2, 3, 7, 6), 2):  # O lets X have the middle row
        table.click(move)
        table.wait_for_discs(lying + 1)
    expect(table.head).to_have_text("X wins.")
    expect(table.sub).to_have_text("Three in a row: the middle row.")
    table.button("Look at the game").click()
    scrub = table.page.get_by_role("slider", name="Move that is shown")
    expect(scrub).to_be_visible()
    expect(table.page.locator(".graph__bars rect")).to_have_count(table.discs.count())
    plies = table.discs.count()
    scrub.focus()
    table.page.keyboard.press("ArrowLeft")
    table.wait_for_discs(plies - 1)
    expect(table.head).to_have_text(f"Move {plies - 1} of {plies}.")
    expect(scrub).to_have_attribute("aria-valuetext", re.compile(f"^Move {plies - 1} of {plies}"))
    table.button("First move").click()
    table.wait_for_discs(0)
    table.button("Last move").click()
    table.wait_for_discs(plies)
    point = table.page.locator(".points__point").first
    expect(point).to_be_visible()
    point.click()
    expect(table.sub).to_have_text(re.compile("mistake|blunder|doubtful"))
    shown = table.discs.count()
    expect(table.page.locator(".ghost[data-shown=hint]")).to_have_count(1)
    table.button("Try again").click()
    table.wait_for_discs(shown - 1)
    expect(table.sub).to_have_text(re.compile("^Find a better move than square "))
    table.button("Play on from here").click()
    expect(table.page).to_have_url(re.compile(r"/game/[A-Za-z0-9]{12}$"))
    expect(table.head).to_have_text(re.compile("turn"))
    table.page.go_back()
    table.wait_for_discs(plies)


def test_a_move_of_the_list_leads_back_and_autoplay_goes_on(open_table: OpenTable) -> None:
    table = open_table("/connect4/1212121")
    table.wait_for_discs(7)
    expect(table.page.locator(".graph__bars rect")).to_have_count(7)
    table.page.locator(".moves__move").nth(3).click()
    table.wait_for_discs(4)
    expect(table.page.locator(".moves__move[aria-current]")).to_have_attribute("aria-label", re.compile("Yellow, column 2"))
    expect(table.button("Why?")).to_be_visible()
    steps = table.page.locator(".review__steps")
    assert steps.evaluate("(steps) => steps.scrollWidth <= steps.clientWidth")
    assert table.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    table.button("Play through").click()
    table.wait_for_discs(7)
    expect(table.head).to_have_text("Red wins.")
    expect(table.button("Play through")).to_be_visible()


def test_while_a_game_goes_on_one_may_look_back_but_not_play_there(open_table: OpenTable) -> None:
    table = open_table("/connect4?against=5")
    table.click(4)
    table.wait_for_discs(2)
    table.wait_for_turn()
    table.page.locator(".moves__move").first.click()
    table.wait_for_discs(1)
    table.click(3)
    expect(table.sub).to_have_text("This is move 1 of 2. Go to the last move to play on.")
    expect(table.discs).to_have_count(1)
    table.page.locator(".moves__move").last.click()
    table.wait_for_discs(2)
    table.click(3)
    table.wait_for_discs(4)
