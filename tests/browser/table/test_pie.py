"""Plays by the pie rule: chosen before a game of two people, offered to the second by mouse, key and screen reader."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.people import invite, moves, person
from tests.browser.table_page import TablePage
from tests.server import TableServer

_OFFER = "You may swap sides: Red’s move is then yours. Or play on."
_SWAPPED = "The sides are swapped: the person who began plays Yellow now."


def _begun(open_table: OpenTable, **options: object) -> TablePage:
    """Returns the page of two people at one screen, after the first move."""
    table = open_table(**options)
    rule = table.page.get_by_role("switch", name="Swap rule")
    expect(rule).to_be_hidden()
    table.choose(1, "Person")
    table.show_seats()
    rule.check(force=True)
    table.show_seats(False)
    expect(table.sub).to_contain_text("After the first move Yellow may swap sides.")
    table.click(4)
    table.wait_for_discs(1)
    expect(rule).to_be_hidden()
    expect(table.sub).to_have_text(_OFFER)
    return table


@pytest.mark.parametrize("width", [390, *(pytest.param(width, marks=pytest.mark.long) for width in (320, 1280))])
def test_by_mouse_with_undo_and_redo(open_table: OpenTable, width: int) -> None:
    table = _begun(open_table, width=width, height=568 if width == 320 else 800)
    if width < 900:
        expect(table.page.locator(".figures__head")).to_be_hidden()  # the buttons have the row
    table.button("Swap sides").click()
    expect(table.sub).to_have_text(_SWAPPED)
    expect(table.head).to_have_text("Yellow’s turn.")
    expect(table.page.locator(".actions__begin")).to_be_hidden()
    table.button("Undo").click()
    expect(table.sub).to_have_text(_OFFER)
    table.menu("Redo")
    expect(table.sub).to_have_text(_SWAPPED)
    table.click(4)
    table.wait_for_discs(2)
    first = table.page.locator(".moves__move").first
    expect(first).to_have_text("4 ⇄")
    expect(first).to_have_attribute("aria-label", "Move 1, Red, column 4, then the sides were swapped")
    table.page.reload()
    table.wait_for_discs(2)
    expect(first).to_have_text("4 ⇄")
    expect(first).to_have_attribute("aria-label", "Move 1, Red, column 4, then the sides were swapped")


@pytest.mark.long
def test_by_key_and_for_those_who_listen(open_table: OpenTable) -> None:
    table = _begun(open_table)
    expect(table.page.locator("#live")).to_have_text(f"Red played column 4. Yellow’s turn. {_OFFER}")
    expect(table.page.get_by_role("button", name="Swap sides")).to_have_count(1)
    table.page.locator(".grid [tabindex='0']").focus()
    table.page.keyboard.press("s")
    expect(table.page.locator("#live")).to_contain_text(f"{_SWAPPED} Yellow’s turn.")


@pytest.mark.long
def test_it_is_not_offered_where_nobody_chose_it(open_table: OpenTable) -> None:
    table = open_table()
    table.choose(1, "Person")
    table.click(4)
    table.wait_for_discs(1)
    expect(table.sub).to_have_text("Red played column 4.")
    table.page.locator(".grid [tabindex='0']").focus()
    table.page.keyboard.press("s")
    table.page.keyboard.press("3")
    table.wait_for_discs(2)
    first = table.page.locator(".moves__move").first
    expect(first).to_have_text("4")
    expect(first).to_have_attribute("aria-label", "Move 1, Red, column 4")


@pytest.mark.long
def test_two_people_afar_change_places_and_whoever_watches_is_told(open_table: OpenTable, server: TableServer) -> None:
    host, guest = invite(open_table, server, pie=True)
    watcher = person(open_table, host.path, server)
    moves((host, 4))
    expect(guest.sub).to_have_text(_OFFER)
    expect(host.page.get_by_role("button", name="Swap sides", disabled=False)).to_have_count(0)
    guest.page.locator(".actions__begin").click()
    expect(guest.sub).to_have_text("The sides are swapped: you play Red now.")
    expect(host.sub).to_have_text("The sides are swapped: you play Yellow now.")
    expect(watcher.sub).to_have_text(_SWAPPED)
    moves((host, 3), (guest, 3))
    # Their places are kept when the pages come back, and a takeback is asked of the right one.
    for page in (host, guest):
        page.page.reload()
        page.wait_for_discs(3)
    expect(host.head).to_have_text("Your turn.")
    expect(guest.seat(0)).to_contain_text("you")
    guest.button("Undo").click()
    expect(host.card).to_contain_text("Your opponent asks to take back column 3.")
    host.decide("Allow")
    host.wait_for_discs(2)
    guest.resign()
    expect(host.head).to_have_text(re.compile("You win"))
