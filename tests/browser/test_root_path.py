"""Plays a game and walks through the rooms where everything lives below /games."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.conftest import StartServer
from tests.webapp.fakes import FakeEngine


def test_a_game_below_a_root_path_asks_for_nothing_beside_it(open_table: OpenTable, start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine, minimum_reply=0.0, root_path="/games")
    table = open_table("/games/", at=server, own=True)
    page, asked = table.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda line: asked.append(line.url))
    page.reload()
    table.click(4)
    expect(page).to_have_url(re.compile(r"/games/game/[\w-]+$"))
    table.wait_for_discs(2)
    page.reload()
    table.wait_for_discs(2)
    page.locator('a[href="/games/coach"]').first.evaluate("link => link.click()")
    expect(page).to_have_url(re.compile(r"/games/coach$"))
    expect(page.locator("#head")).not_to_have_text("\u00a0")
    ours = [urlsplit(url) for url in asked if urlsplit(url).scheme in ("http", "ws")]
    assert any(url.path == "/games/socket.io/" for url in ours)
    assert [url.path for url in ours if not url.path.startswith("/games/")] == []
