"""Uses the bar and the menu: help, the games of this browser, copies, light, colours and sound."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable


@pytest.mark.long
def test_escape_closes_the_menu_before_its_script_is_there(open_table: OpenTable) -> None:
    table = open_table(own=True)
    menu, opener = table.page.locator("#settings"), table.page.locator(".bar > [popovertarget=settings]")
    with table.page.expect_request("**/panel/menu*.js") as asked:
        table.page.route("**/panel/menu*.js", lambda _: None)  # the script never comes
        opener.focus()
        table.page.keyboard.press("Enter")
    assert asked.value
    expect(menu).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()


def test_the_games_of_this_browser_go_on_where_they_were_left(open_table: OpenTable) -> None:
    table = open_table("/tictactoe")
    table.reply(5)
    table.page.get_by_role("link", name="Fourthought", exact=True).click()
    table.wait_for_discs(0)
    table.reply(4)
    table.menu("Your games")
    sheet = table.page.get_by_role("dialog", name="Your games")
    expect(sheet.locator(".games__title")).to_have_text(["Connect Four", "Tic-Tac-Toe"])
    last = sheet.get_by_role("listitem").nth(1)
    expect(last).to_contain_text(re.compile(r"You against level 5 · Your turn · 2 moves · \S+ \S+"))
    expect(last.locator("circle")).to_have_count(2)
    last.get_by_role("link").click()
    table.wait_for_discs(2)
    expect(table.page.get_by_role("grid")).to_have_attribute("aria-label", re.compile("^Tic-Tac-Toe"))
    expect(table.head).to_have_text("Your turn.")
    table.menu("Your games")
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    sheet.get_by_role("button", name=re.compile("^Forget this game: Connect")).click()
    expect(sheet.get_by_role("listitem")).to_have_count(1)


def test_link_and_moves_are_copied(open_table: OpenTable) -> None:
    table = open_table("/connect4/4453", permissions=("clipboard-read", "clipboard-write"))
    table.menu("Copy the moves")
    expect(table.sub).to_have_text("The moves are copied.")
    assert table.page.evaluate("() => navigator.clipboard.readText()") == "Connect Four: 1. 4  2. 4  3. 5  4. 3  *"
    table.menu("Copy the link")
    expect(table.sub).to_have_text("The link is copied.")
    assert table.page.evaluate("() => navigator.clipboard.readText()").endswith("/connect4/4453")


@pytest.mark.long
def test_sound_is_one_click_and_remembered_and_silent_before(open_table: OpenTable) -> None:
    table = open_table()
    table.page.evaluate(
        """() => { window.knocks = 0;
          const start = OscillatorNode.prototype.start;
          OscillatorNode.prototype.start = function (...a) { window.knocks += 1; return start.apply(this, a); }; }"""
    )
    table.click(4)
    table.wait_for_discs(2)
    assert table.page.evaluate("() => window.knocks") == 0
    table.menu()
    sound = table.page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    table.page.keyboard.press("Escape")
    table.wait_for_turn()
    table.click(3)
    table.wait_for_discs(4)
    table.page.wait_for_function("() => window.knocks >= 3")
    table.page.reload()
    expect(table.page.locator("#sound")).to_have_attribute("aria-pressed", "true")
