"""Tests games that begin with three discs on the board. The side to move may swap: a person, a friend or an engine."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.people import moves, person
from tests.browser.table_page import TablePage, until
from tests.server import TableServer

_OFFER = "You may swap sides and play Red. Or play on."
_SERVER, _ALONE = "/connect4-9x9", "/offline#/connect4-9x9"


def _place(table: TablePage) -> None:
    table.show_seats()
    table.page.get_by_role("button", name="Three discs, then a swap").focus()
    table.page.keyboard.press("Enter")


@pytest.mark.parametrize("place", [_SERVER, pytest.param(_ALONE, marks=pytest.mark.long)])
def test_a_person_swaps_by_key_and_the_engine_plays_on(open_table: OpenTable, place: str) -> None:
    table = open_table(place, width=320, height=568)
    table.swap_sides()  # the engine is Red
    _place(table)
    table.wait_for_discs(3)
    expect(table.sub).to_have_text(_OFFER)
    expect(table.page.locator("#live")).to_contain_text(_OFFER)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 320
    table.page.locator(".grid [tabindex='0']").focus()
    table.page.keyboard.press("s")
    table.wait_for_discs(4)
    expect(table.seat(0)).to_have_attribute("data-kind", "human")
    expect(table.seat(1)).to_have_attribute("data-kind", "engine")
    third = table.page.locator(".moves__move").nth(2)
    expect(third).to_have_text(re.compile("⇄$"))
    table.page.reload()
    table.wait_for_discs(4)
    expect(third).to_have_text(re.compile("⇄$"))


@pytest.mark.long
@pytest.mark.parametrize("place", [_ALONE, _SERVER])
def test_the_engine_chooses_a_side(open_table: OpenTable, place: str) -> None:
    table = open_table(place)
    _place(table)
    expect(table.page.get_by_role("button", name="Swap sides")).to_be_hidden()
    until(table.page, lambda: table.seat(0).get_attribute("data-kind") == "engine" or table.discs.count() == 4)
    if table.seat(0).get_attribute("data-kind") == "engine":
        expect(table.sub).to_have_text("The sides are swapped: you play Yellow now.")
        table.click(5)
        table.wait_for_discs(5)


@pytest.mark.long
def test_two_people_at_one_screen_take_the_swap_back(open_table: OpenTable) -> None:
    table = open_table("/connect4-8x8")
    table.choose(1, "Person")
    _place(table)
    table.wait_for_discs(3)
    table.button("Swap sides").click()
    expect(table.sub).to_have_text("The sides are swapped.")
    expect(table.head).to_have_text("Yellow’s turn.")
    table.button("Undo").click()
    expect(table.sub).to_have_text(_OFFER)


@pytest.mark.long
def test_a_friend_chooses_and_boards_without_a_list_do_not_ask(open_table: OpenTable, server: TableServer) -> None:
    host = person(open_table, "/connect4-8x9", server)
    host.menu("Play a friend")
    sheet = host.page.get_by_role("dialog")
    sheet.get_by_text("Options").click()
    link = sheet.get_by_label("Link")
    expect(link).to_have_value(re.compile("/game/"))
    first = link.input_value()
    sheet.get_by_text("After three discs", exact=True).click()
    sheet.get_by_role("button", name="Make the link").click()
    expect(link).not_to_have_value(first)
    host.wait_for_discs(3)
    guest = person(open_table, host.path, server)
    expect(guest.sub).to_have_text(_OFFER)
    expect(host.sub).to_have_text("You play Red.")  # and not that the host played what lay there
    guest.page.locator(".actions__begin").click()
    expect(guest.sub).to_have_text("The sides are swapped: you play Red now.")
    expect(host.sub).to_have_text("The sides are swapped: you play Yellow now.")
    moves((host, 3), (guest, 3))
    small = open_table("/connect4-6x5")
    small.show_seats()
    expect(small.page.get_by_role("button", name="Three discs, then a swap")).to_be_hidden()
