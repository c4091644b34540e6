"""Lets a program sit down at a table: the switch of the invitation, the mark on the seat, the end of the game."""

import re
import threading
from collections.abc import Callable
from pathlib import Path

import fourthought as ft
import pytest
from fourthought.bot import OutsidePlayer
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, Watch, pondering
from tests.browser.people import person
from tests.browser.table_page import OVER
from tests.browser.tabs import Tabs
from tests.conftest import LiveServer
from tests.server import TableServer
from tests.waiting import wait_until
from tests.webapp.fakes import FakeEngine
from tests.webapp.test_bot import Host, as_host, minimax, start

server = pondering


@pytest.mark.long
@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_minimax_of_twelve_lines_plays_level_3_and_the_page_shows_it(
    tabs: Tabs, watch: Watch, start_server: Callable[..., LiveServer], tmp_path: Path, language: str
) -> None:
    command, url = minimax(language, tmp_path, depth=2), start_server(engine=FakeEngine, minimum_reply=0.0).url
    host = Host(url)
    mine = ft.Bot(
        lambda game: OutsidePlayer(game, command),
        at=url,
        code=host.code,
        makes_player=True,
        rematches=False,
        name="Ada",
    )
    threads = [start(mine)]
    wait_until(lambda: host.state()["seats"][1].get("name") == "Ada")
    page = tabs.lend(url, 1280, 800).page  # after the program, because a page takes a free seat
    watch.begin(page)
    page.goto(f"{url}/game/{host.id}")
    threads.append(start(as_host(host, url, 3)))
    expect(page.locator(".person__word", has_text="Ada, an engine, here")).to_be_visible()
    for thread in threads:
        thread.join(400)
    expect(page.locator("#head")).to_contain_text(OVER)
    assert len(mine.results) == 1
    assert host.state()["ply"] >= 7
    watch.end()
    page.context.close()


def test_a_program_sits_where_the_switch_lets_it_and_is_marked(open_table: OpenTable, hasty: TableServer) -> None:
    host = person(open_table, "/", hasty)
    host.menu("Play a friend")
    sheet = host.page.get_by_role("dialog")
    expect(sheet.locator(".invite__code")).to_contain_text(re.compile("[A-Z]{5}"))
    switch = sheet.get_by_role("switch", name="Engines may sit here")
    expect(switch).to_be_hidden()  # a friend need not read of it
    sheet.get_by_text("Options").click()
    expect(switch).not_to_be_checked()
    switch.check()
    command = sheet.locator(".invite__command")
    expect(command).to_be_visible()  # the server has opened the seat
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
