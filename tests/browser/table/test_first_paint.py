"""Compares the page before the script with the page after, and counts the bytes over the wire."""

import html
import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import FOREIGN
from tests.browser.conftest import OpenTable, Watch
from tests.browser.table_page import until
from tests.server import TableServer


def _written(page: str, name: str) -> str:
    """Returns the text of an element as the server wrote the element."""
    found = re.search(f'id="{name}">([^<]*)<', page)
    assert found is not None, name
    return html.unescape(found[1]).strip()


@pytest.mark.parametrize("path", [
    "/connect4/44?against=3",
    *(pytest.param(path, marks=pytest.mark.long) for path in ("/nim", "/", "/tictactoe", "/connect4/445")),
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
