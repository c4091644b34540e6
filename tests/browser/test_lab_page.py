"""Tests the lab's page as a whole: its weight, its modules, and the page without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import OpenTable
from tests.browser.server import TableServer

FIRST_VISIT_AT_MOST = 60 * 1024
AFTER_THE_TABLE_AT_MOST = 26 * 1024
_SKETCH = "#lab-tree svg"


def _weigh(context: BrowserContext, address: str, ready: str) -> int:
    """Returns the bytes over the wire, headers included, of one visit."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(address, wait_until="networkidle")
    expect(page.locator(ready).first).to_be_visible()
    page.close()
    return sum(sizes)


@pytest.mark.parametrize(
    "language", ["de", *(pytest.param(more, marks=pytest.mark.long) for more in ("en", "fr", "es", "pt"))]
)
def test_the_first_visit_is_light_and_lighter_after_the_table(
    browser: Browser, server: TableServer, language: str
) -> None:
    for first, most in ((None, FIRST_VISIT_AT_MOST), (server.url, AFTER_THE_TABLE_AT_MOST)):
        fresh = browser.new_context(service_workers="block", locale=language)
        try:
            if first:
                _weigh(fresh, first, ".grid")
            size = _weigh(fresh, f"{server.url}/lab", _SKETCH)
        finally:
            fresh.close()
        print(f"the lab in {language} {'after the table' if first else 'at first'}: {size / 1024:.1f} KB")
        assert 5 * 1024 < size <= most


def test_every_module_exists_once_whoever_imports_it(open_table: OpenTable) -> None:
    page = open_table("/lab").page
    assert (
        page.evaluate(
            """async () => {
          const root = document.querySelector("script[type=module]").src.replace(/app\\.js$/, "");
          const whole = Object.values(await import(root + "first.js"));
          const { viewAt } = await import(root + "model/view.js");
          return whole.filter((one) => one.viewAt === viewAt).length;
        }"""
        )
        == 1
    )


def test_without_script_the_run_is_there_as_text(browser: Browser, server: TableServer) -> None:
    plain = browser.new_context(java_script_enabled=False)
    try:
        page = plain.new_page()
        page.goto(f"{server.url}/lab/leaves?tree=((3 17)(2 12))")
        expect(page.locator("pre")).to_contain_text("cut: leaf 12 of C")
        expect(page.get_by_role("link", name="Puzzles")).to_be_visible()
    finally:
        plain.close()
