"""The line to the table: full, about to restart, back again; the page says so and needs nobody's help."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, Watch
from tests.browser.table_page import PATIENCE_MS
from tests.conftest import LiveServer
from tests.webapp.fakes import FakeEngine


def test_a_page_that_finds_the_table_full_says_so_and_gets_in_later(
    open_table: OpenTable, start_server: Callable[..., LiveServer]
) -> None:
    server = start_server(engine=FakeEngine, connections=1)
    first = open_table(at=server)
    first.click(4)
    first.wait_for_discs(2)
    second = open_table(at=server)
    expect(second.sub).to_have_text("All tables are taken; this page tries again by itself.")
    first.page.context.close()
    expect(second.sub).not_to_contain_text("All tables are taken", timeout=PATIENCE_MS)
    second.click(4)
    second.wait_for_discs(2)


def test_a_page_says_that_the_table_restarts_and_comes_back(
    open_table: OpenTable, start_server: Callable[..., LiveServer], watch: Watch
) -> None:
    watch.offline_is_fine = True
    server = start_server(engine=FakeEngine)
    table = open_table(at=server)
    table.click(4)
    table.wait_for_discs(2)
    server.services.drain()
    expect(table.sub).to_have_text("The table restarts; this page comes back by itself.")
    server.restart()
    expect(table.sub).not_to_contain_text("The table restarts", timeout=PATIENCE_MS)
    table.click(4)
    table.wait_for_discs(4)
