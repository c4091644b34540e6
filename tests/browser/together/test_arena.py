"""Shows an arena in a browser: live without a reload, without objections of axe, proofs in one's language."""

import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.axe import LOOKS, everywhere
from tests.browser.conftest import Watch
from tests.browser.tabs import Tabs
from tests.conftest import LiveServer
from tests.webapp.fakes import FakeEngine
from tests.webapp.http.arena_folder import standings, write_folder


def test_an_arena_is_watched_live_and_a_certificate_read(
    tabs: Tabs, watch: Watch, start_server: Callable[..., LiveServer], tmp_path: Path
) -> None:
    folder = write_folder(tmp_path / "arena", standings(now=time.time()))
    server = start_server(engine=FakeEngine, arena=str(folder))
    page = tabs.lend(server.url, 390, 844, bypass_csp=True, locale="de").page
    watch.begin(page)
    page.goto(f"{server.url}/arena")
    expect(page.locator("#arena")).to_contain_text("Noch 12 Minuten.")
    everywhere(page, LOOKS[2:])
    page.get_by_role("link", name="ada").focus()
    write_folder(folder, standings(now=time.time(), ended=True))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # sooner than in three seconds
    expect(page.locator("#arena")).to_contain_text("Die Arena ist zu Ende.")
    expect(page.get_by_role("link", name="ada")).to_be_focused()
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.keyboard.press("Enter")
    expect(page.locator(".arena__worst li")).to_have_text("Gelb verliert nicht, was immer Rot spielt.")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    everywhere(page, LOOKS[:1])
    watch.end()
    page.context.close()
