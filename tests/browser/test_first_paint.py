"""Compares the page before the script with the page after: no text is written twice or jumps."""

from __future__ import annotations

import html
import re

from playwright.sync_api import Page, expect

from tests.browser.chromium import FOREIGN
from tests.browser.conftest import OpenTable, Watch
from tests.browser.server import TableServer
from tests.browser.table_page import until


def _written(page: str, name: str) -> str:
    """Returns the text of an element as the server wrote the element."""
    found = re.search(f'id="{name}">([^<]*)<', page)
    assert found is not None, name
    return html.unescape(found[1]).strip()


def test_the_call_is_there_before_the_script_and_stays(open_table: OpenTable, server: TableServer) -> None:
    table = open_table()
    for path in ("/", "/tictactoe", "/nim", "/connect4/44?against=3", "/connect4/445"):
        answer = table.page.goto(server.url + path)
        assert answer is not None
        head, sub = _written(answer.text(), "head"), _written(answer.text(), "sub")
        assert head, path
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
