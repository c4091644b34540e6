"""Provides a browser, servers, and pages: a complaint in the console or a request to another machine fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.server import TableServer
from tests.browser.table_page import PATIENCE_MS, TablePage
from tests.conftest import LiveServer
from tests.webapp.fakes import FakeEngine

OpenTable = Callable[..., TablePage]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Starts one browser for all tests; each page has a separate context."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except RuntimeError as error:
            pytest.fail(str(error), pytrace=False)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Starts one server for all tests without a server to stop."""
    server = TableServer(tmp_path_factory.mktemp("table"), threads=1)
    server.wait_until_ready()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Starts a server with short waits: soon people count as away."""
    server = TableServer(tmp_path_factory.mktemp("hasty"), threads=1, away=0.5, stand_in=1.5, claim=3.0)
    server.wait_until_ready()
    yield server
    server.stop()


@pytest.fixture(params=["a thread", pytest.param("a process", marks=pytest.mark.long)])
def own_server(
    request: pytest.FixtureRequest, tmp_path: Path, start_server: Callable[..., LiveServer]
) -> Iterator[TableServer | LiveServer]:
    """Starts a server for the test to stop and start: in a thread, in long runs also in a process, as people do."""
    if request.param == "a thread":
        yield start_server(engine=FakeEngine, minimum_reply=0.0)
        return
    server = TableServer(tmp_path)
    server.wait_until_ready()
    yield server
    server.stop()


class Watch:
    """Records all faults of a page."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.offline_is_fine = False

    def over(self, page: Page, origin: str) -> None:
        """Watches ``page``, with the server at ``origin``."""
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
    """Fails the test for any fault."""
    watch = Watch()
    yield watch
    assert watch.faults == []


@pytest.fixture
def open_table(browser: Browser, server: TableServer, watch: Watch) -> Iterator[OpenTable]:
    """Opens pages as new people: ``open_table(path, width, height, at=SERVER, **context options)``."""
    contexts: list[BrowserContext] = []

    def open_(
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        at: TableServer | LiveServer | None = None,
        **options: Any,
    ) -> TablePage:
        origin = (at or server).url
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        contexts[-1].set_default_timeout(PATIENCE_MS)
        page = contexts[-1].new_page()
        watch.over(page, origin)
        return TablePage(page, origin + path)

    yield open_
    for context in contexts:
        context.close()
