"""Uses the page that plays alone as a person does: takes back, rematches, watches, asks, and lets two engines play."""

import re

import pytest
from playwright.sync_api import Route, WebSocket, expect

from tests.browser.axe import violations
from tests.browser.conftest import OpenTable, Watch
from tests.browser.table_page import TablePage, until

LATE = "372514637254144426231134732237"
"""Thirty moves of a game."""


def open_alone(open_table: OpenTable, place: str = "", **more: object) -> TablePage:
    """Opens the page that plays alone at a place, and waits until it says so."""
    table = open_table(f"/offline#/{place}", **more)
    expect(table.page.locator(".seats__alone")).to_have_count(1)
    return table


def test_moves_are_taken_back_played_again_and_a_rematch_swaps_the_sides(open_table: OpenTable) -> None:
    table = open_alone(open_table, f"connect4/{LATE}?against=1")
    table.wait_for_discs(30)
    table.click(4 if 4 in table.free_moves() else table.free_moves()[0])
    table.wait_for_discs(32)
    table.button("Undo").click()
    table.wait_for_discs(30)
    table.menu("Redo")
    table.wait_for_discs(32)
    table.button("Undo").click()
    table.wait_for_discs(30)
    table.play_out([1, 2, 3, 4, 5, 6, 7])
    address = table.page.url
    table.rematch()
    expect(table.page).not_to_have_url(address)
    expect(table.seat(0)).to_have_attribute("data-kind", "engine")
    expect(table.seat(1)).to_have_attribute("data-kind", "human")
    table.wait_for_discs(31)  # the engine begins
    assert re.search(r"#/game/here\w{8}$", table.page.url)


def test_a_position_is_looked_into_and_no_word_reaches_the_server(open_table: OpenTable, watch: Watch) -> None:
    watch.offline_is_fine = True
    table = open_table("/help-me", wiped=True)  # a page without a socket
    origin, sockets = table.page.url.removesuffix("/help-me"), list[WebSocket]()
    table.page.on("websocket", lambda one: sockets.append(one))
    table.page.route("**/healthz", lambda route: route.abort())  # no server: nothing is told
    watch.faults.clear()  # there is no such page
    table = TablePage(table.page, f"{origin}/offline#/connect4/{LATE}")
    expect(table.sub).to_have_text(re.compile(r"^Column \d (wins|draws|loses)"))
    expect(table.page.locator(".figures__state")).to_have_text("worked out by this page")
    expect(table.button("Why?")).to_be_hidden()
    table.page.locator(".strip .block").first.click()
    expect(table.sub).to_contain_text("olumn")
    assert sockets == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["connect4-8x7", "connect4-8x8"])
def test_the_thinking_of_a_level_is_shown_also_on_a_board_too_large_to_be_read(
    open_table: OpenTable, game: str
) -> None:
    table = open_alone(open_table, f"{game}?against=5")
    table.think()
    table.click(4)
    table.wait_for_discs(2)
    expect(table.page.locator(".strip .block[data-known=yes]").first).to_be_visible()
    table.wait_for_turn()
    for _ in range(3):
        table.button("Hint").click()
        expect(table.sub).to_contain_text(re.compile("Look|olumn"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "place", "plies"),
    [
        ("tictactoe", r"quare \d\b", 9),
        ("gomoku7", r"quare [a-g]\d\b", 49),
    ],
)
def test_a_board_of_squares_is_played_and_its_hints_name_squares(
    open_table: OpenTable, game: str, place: str, plies: int
) -> None:
    table = open_alone(open_table, f"{game}?against=3")
    table.think()
    table.reply(5)
    for words in ("Look", place):
        expect(table.button("Hint")).to_be_enabled()
        table.button("Hint").click()
        expect(table.sub).to_have_text(re.compile(words))
    table.page.reload()
    table.wait_for_discs(2)
    table.play_out(list(range(1, plies + 1)))


def test_two_engines_play_pause_and_go_on(open_table: OpenTable) -> None:
    table = open_alone(open_table, "connect4-5x4")
    table.choose(0, "Engine")
    table.button("Start").click()
    table.wait_for_discs(2)
    table.button("Pause").click()
    expect(table.head).to_have_text("Paused.")
    lying = table.discs.count()
    table.button("One move").click()
    table.wait_for_discs(lying + 1)
    expect(table.head).to_have_text("Paused.")
    table.page.get_by_role("slider", name="Pace").fill("6")
    table.button("Go on").click()
    until(table.page, lambda: table.over)


@pytest.mark.parametrize("width", [390, *(pytest.param(width, marks=pytest.mark.long) for width in (1366, 1920))])
def test_the_page_is_accessible_fits_and_says_in_german_who_plays(open_table: OpenTable, width: int) -> None:
    table = open_alone(open_table, width=width, height=844, locale="de")
    expect(table.page.locator(".seats__alone")).to_have_text("Diese Seite spielt allein, mit ihrer eigenen Engine.")
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    table.click(4)
    table.wait_for_discs(2)
    assert violations(table.page) == []


def test_an_engine_that_does_not_start_is_told_in_a_sentence(open_table: OpenTable) -> None:
    table = open_alone(open_table, wiped=True)
    table.page.route("**/js/engine/worker.js", _broken)
    table.click(4)
    expect(table.sub).to_have_text("The engine in this page does not start, and there is no server to answer instead.")
    table.wait_for_discs(1)


def _broken(route: Route) -> None:
    route.fulfill(body="throw new Error('broken')", content_type="text/javascript")
