"""A browser, a server, and pages that fail their test when the console complains or a request leaves the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.server import TableServer
from tests.browser.table_page import TablePage

OpenTable = Callable[..., TablePage]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each page has its own context."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except RuntimeError as error:
            pytest.fail(str(error), pytrace=False)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """One server for all tests that do not stop it."""
    server = TableServer(tmp_path_factory.mktemp("table"))
    server.wait_until_ready()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[TableServer]:
    """A server that the test may stop and start."""
    server = TableServer(tmp_path)
    server.wait_until_ready()
    yield server
    server.stop()


class Watch:
    """What must not happen on a page."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.offline_is_fine = False

    def over(self, page: Page, origin: str) -> None:
        """Watch ``page``, whose server is at ``origin``."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", lambda request: self._request(request.url, origin))

    def _console(self, message: ConsoleMessage) -> None:
        lost = "net::ERR_" in message.text or "WebSocket connection" in message.text
        if message.type in ("error", "warning") and not (lost and self.offline_is_fine):
            self.faults.append(f"console: {message.text}")

    def _request(self, url: str, origin: str) -> None:
        if not url.startswith((origin, origin.replace("http", "ws", 1), "data:", "blob:")):
            self.faults.append(f"request to another origin: {url}")


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails the test for anything it saw."""
    watch = Watch()
    yield watch
    assert watch.faults == []


@pytest.fixture
def open_table(browser: Browser, server: TableServer, watch: Watch) -> Iterator[OpenTable]:
    """``open_table(path, width, height, at=SERVER, **context options)`` opens a page as a new person."""
    contexts: list[BrowserContext] = []

    def open_(
        path: str = "/", width: int = 1280, height: int = 800, at: TableServer | None = None, **options: Any
    ) -> TablePage:
        origin = (at or server).url
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        page = contexts[-1].new_page()
        watch.over(page, origin)
        return TablePage(page, origin + path)

    yield open_
    for context in contexts:
        context.close()
