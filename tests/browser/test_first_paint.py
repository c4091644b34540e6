"""Compares the page before the script with the page after: no text is written twice or jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import OpenTable
from tests.browser.server import TableServer


@pytest.mark.parametrize("path", ["/", "/tictactoe", "/nim", "/connect4/44?against=3", "/connect4/445"])
def test_the_call_is_there_before_the_script_and_stays(
    browser: Browser, server: TableServer, open_table: OpenTable, path: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(server.url + path)
        head, sub = page.locator("#head").inner_text().strip(), page.locator("#sub").inner_text().strip()
    finally:
        context.close()
    assert head
    table = open_table(path)
    expect(table.head).to_have_text(head)
    if sub:
        expect(table.sub).to_have_text(sub)
