"""Counts the bytes over the wire, by the browser: the first load, and the second."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable

FIRST_LOAD_AT_MOST = 100 * 1024
SECOND_LOAD_AT_MOST = 12 * 1024


def _load(page: Page, address: str, head: str = "Your turn.") -> tuple[int, int]:
    """Returns the bytes over the wire, headers included, and the number of answers of one load."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(address, wait_until="networkidle")
    expect(page.locator("#head")).to_have_text(head)
    session.detach()
    return sum(sizes), sum(size > 0 for size in sizes)


def test_the_first_load_is_light_and_the_second_is_hardly_anything(open_table: OpenTable) -> None:
    table = open_table()
    context = table.page.context.browser
    assert context is not None
    fresh = context.new_context()
    try:
        page = fresh.new_page()
        size, answers = _load(page, table.page.url)
        print(f"first load: {size / 1024:.1f} KB in {answers} answers")
        assert answers > 20
        assert 20 * 1024 < size <= FIRST_LOAD_AT_MOST
        size, _ = _load(page, table.page.url)
        print(f"second load: {size / 1024:.1f} KB")
        assert 0 < size <= SECOND_LOAD_AT_MOST
    finally:
        fresh.close()


def test_the_first_load_in_another_language_is_light_as_well(open_table: OpenTable) -> None:
    table = open_table()
    context = table.page.context.browser
    assert context is not None
    fresh = context.new_context(locale="de")
    try:
        size, _ = _load(fresh.new_page(), table.page.url, "Du bist am Zug.")
        print(f"first load in German: {size / 1024:.1f} KB")
        assert 20 * 1024 < size <= FIRST_LOAD_AT_MOST
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
