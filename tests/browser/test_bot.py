"""Lets a program sit down at a table: the switch of the invitation, the mark on the seat, the end of the game."""

import re
import threading

import fourthought as ft
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, pondering
from tests.browser.people import person
from tests.browser.server import TableServer

server = pondering


def test_a_program_sits_where_the_switch_lets_it_and_is_marked(open_table: OpenTable, hasty: TableServer) -> None:
    host = person(open_table, "/", hasty)
    host.menu("Play a friend")
    sheet = host.page.get_by_role("dialog")
    expect(sheet.locator(".invite__code")).to_contain_text(re.compile("[A-Z]{5}"))
    switch = sheet.get_by_role("switch", name="Engines may sit here")
    expect(switch).not_to_be_checked()
    switch.check()
    command = sheet.locator(".invite__command")
    expect(command).to_contain_text("fourthought bot --at http://")
    words = command.inner_text().split()
    at, code = words[words.index("--at") + 1], words[words.index("--code") + 1]
    bot = ft.Bot(lambda board: board.legal_moves[-1], at=at, code=code, name="Ada", rematches=False)
    thread = threading.Thread(target=bot.run, daemon=True)
    thread.start()
    expect(sheet).to_be_hidden()
    expect(host.seat(1).locator(".person__word")).to_have_text("Ada, an engine, here")
    expect(host.button("Hint")).to_be_hidden()
    host.click(1)
    host.wait_for_discs(2)
    host.resign()
    thread.join(120)
    assert bot.results == [1]
