"""Tries everything around the moves: undo, levels, hints, reloads, a restarting server, and refusals."""

import re

import pytest
from playwright.sync_api import expect

from engine.games import all_games
from tests.browser.conftest import OpenTable, Watch
from tests.conftest import LiveServer
from tests.server import TableServer


def test_a_reload_brings_the_game_back_with_its_level_and_undo_goes_to_my_last_decision(open_table: OpenTable) -> None:
    table = open_table()
    table.reply(4)
    table.set_level(1, 9)
    slider = table.seat(1).locator("input[type=range]")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^9, "))
    table.page.reload()
    table.wait_for_discs(2)
    expect(table.head).to_have_text("Your turn.")
    expect(slider).to_have_value("9")
    table.reply(3)
    table.button("Undo").click()
    table.wait_for_discs(2)
    expect(table.head).to_have_text("Your turn.")
    table.menu("Redo")
    table.wait_for_discs(4)


def test_a_hint_says_where_then_which_then_why_an_engine_takes_over_and_resigning_ends_the_game(
    open_table: OpenTable,
) -> None:
    table = open_table()
    table.reply(4)
    table.button("Hint").click()
    expect(table.sub).to_have_text(re.compile("^Look (on the left|in the middle|on the right)"))
    expect(table.page.locator(".ghost[data-shown=hint]")).to_have_count(0)
    table.button("Hint").click()
    expect(table.page.locator(".ghost[data-shown=hint]")).to_have_count(1)
    expect(table.sub).to_have_text(re.compile(r"^Column \d: press again"))
    table.button("Hint").click()
    expect(table.sub).to_have_text(re.compile(r"^Column \d (?!\.)"))
    table.button("Back").click()  # the reason stands where the seats were
    expect(table.head).to_have_text("Your turn.")
    expect(table.sub).not_to_contain_text("wins")
    expect(table.page.locator(".ghost[data-shown=hint]")).to_have_count(0)
    table.choose(0, "Engine")
    expect(table.button("Pause")).to_be_visible()
    table.button("Pause").click()
    expect(table.head).to_have_text("Paused.")
    table.choose(0, "Person")
    table.wait_for_turn()
    expect(table.head).to_have_text("Your turn.")
    question = table.page.get_by_role("group", name="To decide")
    table.menu("Resign")
    expect(question).to_contain_text("Do you want to resign?")
    table.page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(table.head).to_have_text("Your turn.")
    table.menu("Resign")
    table.page.locator(".offer").get_by_role("button", name="Resign").click()
    expect(table.head).to_have_text("Steady wins this one.")
    expect(table.sub).to_have_text("You resigned.")
    expect(table.button("Rematch")).to_be_visible()
    expect(table.page.locator(".after__voice")).to_be_hidden()  # "Step by step." was no part of this


def test_the_server_restarts_in_the_middle_of_a_game(
    open_table: OpenTable, own_server: TableServer | LiveServer, watch: Watch
) -> None:
    watch.offline_is_fine = True
    table = open_table(at=own_server)
    table.reply(4)
    own_server.stop()
    expect(table.sub).to_have_text("Reconnecting…")
    own_server.start()
    expect(table.sub).not_to_have_text("Reconnecting…")
    table.wait_for_discs(2)
    table.click(3)
    table.wait_for_discs(4)
    expect(table.head).to_have_text("Your turn.")


def test_a_move_made_while_the_server_is_away_counts_once(
    open_table: OpenTable, own_server: TableServer | LiveServer, watch: Watch
) -> None:
    watch.offline_is_fine = True
    table = open_table(at=own_server)
    table.choose(1, "Person")
    table.click(4)
    expect(table.page.locator(".moves__move")).to_have_count(1)
    own_server.stop()
    expect(table.sub).to_have_text("Reconnecting…")
    table.click(4)
    table.wait_for_discs(2)
    expect(table.page.locator(".moves__move")).to_have_count(1)
    own_server.start()
    expect(table.page.locator(".moves__move")).to_have_count(2)
    table.page.reload()
    table.wait_for_discs(2)


def test_a_position_in_the_address_is_played_on_from_and_a_full_column_says_so(open_table: OpenTable) -> None:
    table = open_table("/connect4/333333?against=3")
    expect(table.seat(1).locator("input[type=range]")).to_have_value("3")
    expect(table.discs).to_have_count(6)
    expect(table.sub).to_have_text("Choose a column to play on from here.")  # nobody has played the moves before
    table.click(3)
    expect(table.sub).to_have_text("Column 3 is full.")
    expect(table.sub).to_have_attribute("data-tone", "refusal")
    expect(table.page.locator("#live")).to_contain_text("Column 3 is full.")
    expect(table.discs).to_have_count(6)
    table.reply(2)
    table.page.keyboard.press("u")
    table.wait_for_discs(6)
    expect(table.sub).to_have_text("Choose a column to play on from here.")


def test_a_bad_address_says_what_is_wrong(open_table: OpenTable, server: TableServer, watch: Watch) -> None:
    page = open_table().page
    for address, status, sentence in (
        ("/connect4/4444444", 400, "Move 7: column 4 is full."),
        ("/chess", 404, "There is no game called “chess”."),
        ("/game/AAAAAAAAAAAA", 404, "no such game"),
    ):
        answer = page.goto(server.url + address)
        assert answer.status == status, address
        expect(page.locator("main")).to_contain_text(re.compile(re.escape(sentence), re.IGNORECASE))
        expect(page.get_by_role("link", name="Go to the table")).to_have_attribute("href", "/")
    page.get_by_role("link", name="Go to the table").click()
    expect(page.locator("#head")).to_have_text("Your turn.")
    watch.faults[:] = [fault for fault in watch.faults if "Failed to load resource" not in fault]


_BY_DAY = ("nim",)
"""A game without a board; games that fall, of squares and of chance are played by day in other tests."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name not in _BY_DAY)) for name in sorted(all_games())]
)
def test_a_registered_game_is_a_link_away_and_is_answered(open_table: OpenTable, name: str) -> None:
    game = all_games()[name]
    table = open_table("/connect4" if name != "connect4" else "/nim")
    table.show_seats()
    table.page.get_by_role("link", name="More games").click()
    tiles = table.page.get_by_role("dialog")
    address = f"/{name if name != 'connect4' else ''}"
    tiles.locator(f"a[href='{address}']").click()
    expect(table.page.locator("#rooms [aria-current=page]")).to_have_attribute("href", address)
    expect(table.page.locator(".seat[data-kind=engine] .seat__figure")).not_to_be_empty()
    if game.board_size() is None:
        text = table.page.locator(".textboard pre")
        before = text.inner_text()
        table.page.locator(".textboard__moves button").first.click()
        expect(text).not_to_have_text(before)
    else:
        table.click(1)
        table.wait_for_discs(2)
    expect(table.page).to_have_url(re.compile("/game/"))
    expect(table.head).to_have_text("Your turn.")
