"""Keeps the site in a browser: pages of two releases side by side, below a root path, and the way to free the space."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import new_context
from tests.browser.conftest import OpenTable, Watch
from tests.browser.kept import WANTED, wait_until_kept
from tests.conftest import StartServer
from tests.server import TableServer
from tests.waiting import wait_until
from tests.webapp.fakes import FakeEngine
from webapp.common.paths import STATIC

RELEASES = "async () => (await caches.keys()).filter((name) => /-[0-9a-f]{12}$/.test(name)).length"


def menu_release(page: Page) -> str:
    """Loads the script of the menu, which no page loads at first, and returns the release that the script names."""
    page.evaluate("import(`${document.documentElement.dataset.files}/js/view/panel/menu.js`)")
    return str(page.evaluate("document.documentElement.dataset.menuRelease ?? '1'"))


@pytest.mark.long
def test_an_open_page_keeps_its_release_until_it_is_reloaded(browser: Browser, tmp_path: Path, watch: Watch) -> None:
    static, menu = tmp_path / "static", tmp_path / "static" / "js" / "view" / "panel" / "menu.js"
    shutil.copytree(STATIC, static)
    watch.offline_is_fine = True  # the server stops for a moment
    server = TableServer(tmp_path, module="tests.browser.built", environ={"STATIC": str(static)}, threads=1)
    context = new_context(browser, keeps=True)
    try:
        first, second, third = (context.new_page() for _ in range(3))
        for page in (first, second, third):
            watch.begin(page)
        for page in (first, second):
            page.goto(server.url)
        wait_until_kept(first)
        server.stop()
        menu.write_text(menu.read_text() + '\ndocument.documentElement.dataset.menuRelease = "2";\n')
        server.start()
        third.goto(server.url)
        wait_until_kept(third)
        assert [menu_release(page) for page in (first, third)] == ["1", "2"]
        assert first.evaluate(RELEASES) == 2
        first.reload()
        assert menu_release(first) == "2"
        assert menu_release(second) == "1"  # open all the time
        wait_until_kept(first)
        server.kill()
        first.reload()
        expect(first.locator(".grid")).to_be_visible()
        assert menu_release(first) == "2"
        server.start()
        for page in (first, second, third):
            page.reload()
        wait_until(lambda: first.evaluate(RELEASES) == 1)
    finally:
        context.close()
        server.stop()


@pytest.mark.long
@pytest.mark.slow
def test_the_space_is_freed_and_stays_free_until_it_is_wanted(
    open_table: OpenTable, start_server: StartServer, watch: Watch
) -> None:
    server = start_server(engine=FakeEngine, root_path="/games")
    page = open_table("/games/coach", at=server, own=True).page
    page.evaluate(WANTED)
    page.reload()
    wait_until_kept(page)
    scopes = "async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)"
    assert page.evaluate(scopes) == [f"{server.url}/games/"]
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Free the space").check()
    wait_until(lambda: page.evaluate("async () => (await caches.keys()).length") == 0)
    assert page.evaluate(scopes) == []
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Free the space")).to_be_checked()
    assert page.evaluate(scopes) == []
    page.get_by_role("radio", name="Play on").check()
    wait_until_kept(page)
