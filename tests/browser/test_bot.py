"""Lets a program sit down at a table: the switch of the invitation, the mark on the seat, the end of the game."""

import re
import threading
from pathlib import Path

import fourthought as ft
import pytest
from fourthought.bot import OutsidePlayer
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, pondering
from tests.browser.people import person
from tests.browser.server import TableServer
from tests.browser.table_page import OVER
from tests.webapp.test_bot import Host, as_host, minimax, start

server = pondering


@pytest.mark.parametrize(
    "language",
    ["python", pytest.param("javascript", marks=pytest.mark.long), pytest.param("c", marks=pytest.mark.long)],
)
def test_a_minimax_of_twelve_lines_plays_level_3_and_the_page_shows_it(
    open_table: OpenTable, hasty: TableServer, tmp_path: Path, language: str
) -> None:
    command, host = minimax(language, tmp_path, depth=2), Host(hasty.url)
    page = open_table(f"/game/{host.id}", at=hasty).page
    mine = ft.Bot(
        lambda game: OutsidePlayer(game, command),
        at=hasty.url, code=host.code, makes_player=True, rematches=False, name="Ada",
    )  # fmt: skip
    threads = [start(mine), start(as_host(host, hasty.url, 3))]
    expect(page.locator(".person__word", has_text="Ada, an engine, here")).to_be_visible()
    for thread in threads:
        thread.join(400)
    expect(page.locator("#head")).to_contain_text(OVER)
    assert len(mine.results) == 1
    assert host.state()["ply"] >= 7


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
