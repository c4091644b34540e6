"""Plays a game and opens another page on a server whose addresses begin with /games."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.conftest import StartServer
from tests.webapp.fakes import FakeEngine

LOADED = "() => performance.getEntriesByType('resource').map(({ name }) => name)"


def beside(page: Page) -> list[str]:
    """Returns what the page has loaded from addresses that are not below the root path."""
    loaded = [urlsplit(url) for url in page.evaluate(LOADED)]
    assert len(loaded) > 3
    return [url.path for url in loaded if url.scheme == "http" and not url.path.startswith("/games/")]


def test_a_game_below_a_root_path_asks_for_nothing_beside_it(open_table: OpenTable, start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine, minimum_reply=0.0, root_path="/games")
    table = open_table("/games/", at=server, wiped=True)
    page = table.page
    table.click(4)
    expect(page).to_have_url(re.compile(r"/games/game/[\w-]+$"))
    table.wait_for_discs(2)
    assert beside(page) == []
    page.goto(server.url + page.evaluate("() => document.querySelector('a[href$=\"/coach\"]').getAttribute('href')"))
    expect(page).to_have_url(re.compile(r"/games/coach$"))
    expect(page.locator("#head")).not_to_have_text("\u00a0")
    assert beside(page) == []
