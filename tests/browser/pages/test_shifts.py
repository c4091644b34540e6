"""Loads every kind of page over a slow line, at two sizes: what comes late moves nothing that is there."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.chromium import new_context
from tests.browser.conftest import Lent, Watch
from tests.browser.screens import SIZES
from tests.browser.table_page import SHIFTS, TWO_FRAMES
from tests.browser.tabs import MOVING
from tests.profiles import by_day, is_long, more_at_night
from tests.server import TableServer

DAY = ("/student", "/lab/one-or-all")
"""One of each kind that has moved before."""
NIGHT = (
    "/coach/openings?moves=44", "/embed/connect4",
    "/", "/connect4/4453", "/tictactoe", "/tictactoe/51", "/gomoku7", "/nim", "/connect4-10x10", "/connect4?against=3",
    "/student/tictactoe", "/coach", "/coach/day", "/coach/themes", "/coach/train", "/coach/mistakes", "/coach/clock",
    "/coach/days", "/coach/openings?drill", "/coach/zugzwang", "/coach/zugzwang?page=questions", "/coach/win",
    "/coach/win?course=6x4-2", "/coach/win/map", "/coach/win/play", "/coach/win/proof", "/coach/win/race", "/lab",
    "/lab/tictactoe", "/lab/connect4", "/lab/leaves?tree=[{1/4:8,3/4:0},[2,[5,1]],3]", "/lab?compare=minimax",
    "/lab/thinking-on-your-time", "/lab/real-game", "/lab/essay", "/lab/class", "/lab/program",
    "/embed/exam", "/embed/program", "/learn", "/offline", "/ludo", "/connect5", "/coach/win/cards",
)  # fmt: skip
MOST = 0.01
"""The most of a screen that may move: numbers that settle in their boxes. Browsers call 0.1 good."""


@more_at_night
@pytest.mark.parametrize("path", [*DAY, *(pytest.param(path, marks=pytest.mark.long) for path in NIGHT)])
def test_nothing_that_comes_late_moves_what_is_there(
    browser: Browser, server: TableServer, watch: Watch, path: str
) -> None:
    sizes = SIZES if is_long() else SIZES[len(path) % len(SIZES) :][:1]
    for width, height in sizes:
        context = new_context(browser, viewport={"width": width, "height": height})
        page = context.new_page()
        watch.begin(page)
        shifts = _shifts(page, server.url + path)
        assert sum(value for value, *_ in shifts) < MOST, (width, shifts)
        context.close()
    if path == "/ludo":
        watch.faults.clear()


@pytest.mark.parametrize("path", by_day(["/lab/one-or-all", "/coach/win"], 2))
def test_what_waits_for_a_script_that_does_not_come_is_seen_at_last(lent: Lent, server: TableServer, path: str) -> None:
    page = lent(**MOVING)
    page.route("**/static/js/**", lambda route: route.abort())
    page.goto(server.url + path)
    page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")  # instead of seconds
    kept = page.locator("[data-coming]").evaluate_all("(all) => all.map((one) => getComputedStyle(one).visibility)")
    assert kept == ["visible"]


_IN_TIME = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[data-coming] { animation-duration: 1e6s !important }");
  document.adoptedStyleSheets = [sheet];
}"""


def _shifts(page: Page, address: str) -> list[list[Any]]:
    """Loads a page whose scripts come after the first paint, and returns what moved: how much, and which parts."""
    page.add_init_script(SHIFTS)
    page.add_init_script(_IN_TIME)
    late: list[Route] = []
    page.route("**/static/js/**", lambda route: late.append(route))
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => document.readyState !== 'loading'")
    page.wait_for_function(TWO_FRAMES)  # painted, where there is anything without a script
    page.unroute("**/static/js/**")
    for route in late:
        route.continue_()
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => !document.querySelector('[data-coming]')")
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.wait_for_function(TWO_FRAMES)
    found: list[list[Any]] = page.evaluate("shifts")
    return found
