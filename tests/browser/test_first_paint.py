"""Compares the page before the script with the page after, and counts the bytes over the wire."""

import html
import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import FOREIGN
from tests.browser.conftest import OpenTable, Watch
from tests.browser.server import TableServer
from tests.browser.table_page import until


def _written(page: str, name: str) -> str:
    """Returns the text of an element as the server wrote the element."""
    found = re.search(f'id="{name}">([^<]*)<', page)
    assert found is not None, name
    return html.unescape(found[1]).strip()


@pytest.mark.parametrize("path", [
    "/connect4/44?against=3",
    "/nim",
    *(pytest.param(path, marks=pytest.mark.long) for path in ("/", "/tictactoe", "/connect4/445")),
])  # fmt: skip
def test_the_call_is_there_before_the_script_and_stays(open_table: OpenTable, server: TableServer, path: str) -> None:
    with urlopen(server.url + path) as answer:
        text = answer.read().decode()
    head, sub = _written(text, "head"), _written(text, "sub")
    table = open_table(path)
    assert head
    expect(table.page.locator(".grid, .textboard")).to_be_visible()
    expect(table.head).to_have_text(head)
    if sub:
        expect(table.sub).to_have_text(sub)


def test_a_request_to_another_machine_is_a_fault_even_where_lost_answers_are_fine(modules: Page, watch: Watch) -> None:
    watch.offline_is_fine = True
    watch.begin(modules)
    modules.evaluate("fetch('https://example.org/').catch(() => null)")
    until(modules, lambda: bool(watch.faults))
    assert watch.faults == [f"console: Failed to load resource: {FOREIGN}"]
    watch.faults.clear()


FIRST_LOAD_AT_MOST = 100 * 1024
SECOND_LOAD_AT_MOST = 12 * 1024


def _load(page: Page, address: str, head: str) -> tuple[int, int]:
    """Returns the bytes over the wire, headers included, and the number of answers of one load."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(address, wait_until="networkidle")
    expect(page.locator("#head")).to_have_text(head)
    session.detach()
    return sum(sizes), sum(size > 0 for size in sizes)


@pytest.mark.parametrize(
    ("language", "head"), [("de", "Du bist am Zug."), pytest.param("en", "Your turn.", marks=pytest.mark.long)]
)
def test_the_first_load_is_light_and_the_second_is_hardly_anything(
    browser: Browser, server: TableServer, language: str, head: str
) -> None:
    """Loads the page in German, which weighs more than in English."""
    fresh = browser.new_context(locale=language)
    try:
        page = fresh.new_page()
        size, answers = _load(page, server.url, head)
        print(f"first load, {language}: {size / 1024:.1f} KB in {answers} answers")
        assert answers > 15
        assert 20 * 1024 < size <= FIRST_LOAD_AT_MOST
        size, _ = _load(page, server.url, head)
        print(f"second load, {language}: {size / 1024:.1f} KB")
        assert 0 < size <= SECOND_LOAD_AT_MOST
    finally:
        fresh.close()


def test_every_module_is_fetched_once_and_none_waits_for_another(open_table: OpenTable) -> None:
    table = open_table()
    found = table.page.evaluate(
        """() => {
          const named = document.querySelectorAll("link[rel=modulepreload], script[src]");
          const ahead = new Set([...named].map((one) => one.href ?? one.src));
          const fetched = performance.getEntriesByType("resource").map((entry) => entry.name);
          const modules = fetched.filter((name) => name.endsWith(".js") && !name.endsWith("theme.js"));
          return { late: modules.filter((name) => !ahead.has(name)), twice: modules.length - new Set(modules).size };
        }"""
    )
    assert found == {"late": [], "twice": 0}
