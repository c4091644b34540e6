"""Tests the lab's page as a whole: its weight, its accessibility in every state, and the page without script."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.server import TableServer
from tests.browser.test_accessible import LOOKS, Look, everywhere

FIRST_VISIT_AT_MOST = 60 * 1024
AFTER_THE_TABLE_AT_MOST = 25 * 1024
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


def test_the_first_visit_is_light_and_lighter_after_the_table(open_table: OpenTable, server: TableServer) -> None:
    browser = open_table("/lab").page.context.browser
    assert browser is not None
    for first, most in ((None, FIRST_VISIT_AT_MOST), (server.url, AFTER_THE_TABLE_AT_MOST)):
        fresh = browser.new_context(service_workers="block")
        try:
            if first:
                _weigh(fresh, first, ".grid")
            size = _weigh(fresh, f"{server.url}/lab", _SKETCH)
        finally:
            fresh.close()
        print(f"the lab {'after the table' if first else 'at first'}: {size / 1024:.1f} KB")
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


def test_without_script_the_run_is_there_as_text(open_table: OpenTable, server: TableServer) -> None:
    browser = open_table("/lab").page.context.browser
    assert browser is not None
    plain = browser.new_context(java_script_enabled=False)
    try:
        page = plain.new_page()
        page.goto(f"{server.url}/lab/leaves?tree=((3 17)(2 12))")
        expect(page.locator("pre")).to_contain_text("cut: leaf 12 of C")
        expect(page.get_by_role("link", name="Coach")).to_be_visible()
    finally:
        plain.close()


def _nothing(page: Page) -> None:
    expect(page.locator(_SKETCH).first).to_be_visible()


def _keys(*keys: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        _nothing(page)
        for key in keys:
            page.keyboard.press(key)

    return press


STATES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "first": ("/lab", _nothing),
    "a cut": ("/lab", _keys("c")),
    "the end": ("/lab", _keys("End")),
    "lines": ("/lab", _keys("3", "ArrowRight", "ArrowRight")),
    "help": ("/lab", _keys("?")),
    "wide": ("/lab?view=wide", _keys("c")),
    "compare": ("/lab?compare=minimax", _keys("c")),
    "boards": ("/lab/tictactoe/5193", _keys("c")),
    "chance": ("/lab/leaves?tree=[{1/4:8,3/4:0},[2,[5,1]],3]", _keys("End")),
    "large": ("/lab/connect4", _keys("c")),
}


def _in_looks(open_table: OpenTable, state: str, looks: Sequence[Look]) -> None:
    path, prepare = STATES[state]
    page = open_table(path, bypass_csp=True, reduced_motion="reduce").page
    prepare(page)
    everywhere(page, looks)


@pytest.mark.parametrize(("state", "look"), [("a cut", 0), ("boards", 1), ("large", 2)])
def test_axe_finds_nothing(open_table: OpenTable, state: str, look: int) -> None:
    _in_looks(open_table, state, LOOKS[look : look + 1])


@pytest.mark.long
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing_in_any_look(open_table: OpenTable, state: str) -> None:
    _in_looks(open_table, state, LOOKS)
