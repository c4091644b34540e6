"""Shares with others: the phone's share sheet, and the engine's thoughts for watchers."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, pondering
from tests.browser.people import invite, person
from tests.browser.table_page import until
from tests.server import TableServer

_PHONE = "() => { Navigator.prototype.share = (what) => { window.shared = what; return Promise.resolve(); }; }"
_NO_PHONE = "() => { delete Navigator.prototype.share; }"

server = pondering


@pytest.mark.long
def test_where_there_is_a_share_sheet_the_link_can_go_there(open_table: OpenTable, server: TableServer) -> None:
    host = person(open_table, "/", server, width=390, height=844)
    sheet = host.page.get_by_role("dialog")
    for device in (_NO_PHONE, _PHONE):
        host.page.goto(server.url)
        host.page.evaluate(device)
        host.menu("Play a friend")
        link = sheet.get_by_label("Link")
        expect(link).to_have_value(re.compile("/game/"))
        if device == _NO_PHONE:
            expect(sheet.get_by_role("button", name="Share")).to_be_hidden()
    sheet.get_by_role("button", name="Share").click()
    until(host.page, lambda: bool(host.page.evaluate("window.shared ?? null")))
    shared = host.page.evaluate("window.shared")
    assert shared == {"title": "Play with me on Fourthought", "url": link.input_value()}
    guest = person(open_table, "/" + shared["url"].split("/", 3)[3], server)
    expect(guest.seat(1)).to_contain_text("you")


def test_whoever_watches_sees_the_same_thoughts(open_table: OpenTable, server: TableServer) -> None:
    player = person(open_table, "/tictactoe", server)
    player.set_level(1, 10)
    player.think()
    player.click(1)
    player.wait_for_discs(2)
    watcher = person(open_table, player.path, server)
    expect(watcher.button("Undo")).to_be_hidden()
    expect(watcher.head).to_have_text("X to move.")
    watcher.click(watcher.free_moves()[0])
    expect(watcher.sub).to_have_text("It is X’s turn.")
    watcher.think()
    for page in (player, watcher):  # all is proven by then: no figure changes any more
        expect(page.page.locator(".tree__layer .block[data-sort=proven]")).to_have_count(7)
    for part in (".figures__spoken", ".tree__layer"):  # not what falls at the player alone
        shown = player.page.locator(part).text_content()
        assert shown
        expect(watcher.page.locator(part)).to_have_text(shown)


@pytest.mark.long
def test_the_thoughts_about_a_game_of_two_people_with_help_are_the_same_for_a_watcher(
    open_table: OpenTable, server: TableServer
) -> None:
    host, guest = invite(open_table, server, with_help=True)
    watcher = person(open_table, host.path, server)
    watcher.think()
    expect(watcher.page.locator(".strip .block[data-known=yes]")).to_have_count(7)
    for page in (host, guest):  # they have not asked for it
        expect(page.page.locator(".strip")).to_be_hidden()
