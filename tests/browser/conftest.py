"""Provides a browser, servers, and pages: a complaint in the console or a request to another machine fails the test."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Route, sync_playwright

from engine import page_files
from tests.browser import servers
from tests.browser.chromium import FOREIGN, launch, new_context
from tests.browser.states import STATES
from tests.browser.table_page import TablePage
from tests.browser.tabs import Tab, Tabs
from tests.conftest import LiveServer
from tests.server import TableServer
from tests.webapp.fakes import FakeEngine
from webapp.common.paths import STATIC

OpenTable = Callable[..., TablePage]
Lent = Callable[..., Page]
_MODULES = "https://modules.test"
"""An address that counts as safe, so that the page has all that browsers keep for such addresses."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Starts one browser for all tests. Each page has a separate context."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright, "--in-process-gpu")  # a twentieth less work: what draws is no other process
        except RuntimeError as error:
            pytest.fail(str(error), pytrace=False)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Starts the server of most tests: minds search for their moves, hints and reviews, and never ponder or analyse."""
    with servers.started("server", tmp_path_factory.mktemp("table")) as server:
        yield server


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Starts a server whose minds ponder and analyse, with short waits: soon people count as away."""
    with servers.started("hasty", tmp_path_factory.mktemp("hasty")) as server:
        yield server


@pytest.fixture(scope="module")
def pondering(hasty: TableServer) -> TableServer:
    """Returns the server whose minds ponder: ``server = pondering`` makes it the server of a file."""
    return hasty


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


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    return Tabs(browser)


@pytest.fixture(scope="session")
def _modules(browser: Browser) -> Iterator[Page]:
    context = new_context(browser)
    page = context.new_page()
    serve_modules(page)
    yield page
    context.close()


@pytest.fixture(scope="module")
def modules(_modules: Page) -> Page:
    """Opens an empty page that can import the page's modules, without a server: ``import("/static/js/...")``.

    A file gets the page anew, with nothing stored.
    """
    _modules.goto(_MODULES)
    _modules.evaluate("localStorage.clear()")
    return _modules


def serve_modules(page: Page) -> None:
    """Opens an empty page at an address that counts as safe, and answers for the modules and the engine's files."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{_MODULES}/static/")
        if name.endswith((".js", ".mjs")):
            route.fulfill(body=(STATIC / name).read_text(), content_type="text/javascript")
        elif name.startswith("engine/"):
            file, made = STATIC / name, name.removeprefix("engine/")
            body = page_files.packed(made) if made in page_files.names() else file.read_bytes()
            route.fulfill(body=body, content_type="application/octet-stream")
        else:
            route.fulfill(body="<!doctype html><title>Models</title>", content_type="text/html")

    page.route(f"{_MODULES}/**", serve)
    page.goto(_MODULES)


class Watch:
    """Records all faults of pages."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.offline_is_fine = False
        self._pages: list[Page] = []

    def begin(self, page: Page) -> None:
        self._pages.append(page)
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def end(self) -> None:
        """Watches no more: the next person in a tab has another watch."""
        for page in self._pages:
            page.remove_listener("console", self._console)
            page.remove_listener("pageerror", self._error)

    def forgive(self, state: str) -> None:
        """Forgives the browser's word on an answer that is an error, if the state has one."""
        if STATES[state].fault:
            self.faults[:] = [fault for fault in self.faults if "Failed to load resource" not in fault]

    def _console(self, message: ConsoleMessage) -> None:
        lost = ("net::ERR_" in message.text and FOREIGN not in message.text) or "WebSocket connection" in message.text
        slow = "preloaded using link preload but not used" in message.text  # letters after the first paint
        if message.type in ("error", "warning") and not slow and not (lost and self.offline_is_fine):
            self.faults.append(f"console: {message.text}")

    def _error(self, error: Error) -> None:
        self.faults.append(f"error: {error}")


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails the test for any fault."""
    watch = Watch()
    yield watch
    assert watch.faults == []


@pytest.fixture
def lent(tabs: Tabs, server: TableServer) -> Iterator[Lent]:
    """Lends empty pages of new people who have never been here, to put routes into: ``lent(width, height)``."""
    taken: list[Tab] = []

    def lend(width: int = 1280, height: int = 720, **options: Any) -> Page:
        taken.append(tabs.lend(server.url, width, height, first=True, **options))
        return taken[-1].page

    yield lend
    for tab in taken:
        tabs.take_back(tab, server.url + "/healthz", wiped=True)


@pytest.fixture
def open_table(tabs: Tabs, server: TableServer, watch: Watch) -> Iterator[OpenTable]:
    """Opens pages as new people: ``open_table(path, width, height, at=SERVER, **media or options of a context)``.

    With ``wiped=True`` the tab loses all after the test: for tests with routes, databases or more tabs. ``own=True``
    closes it, which costs three tenths of a second: for tests which put scripts, a clock or sockets into the tab. With
    a time ``now`` that stands still the tab is such a one.
    """
    taken: list[tuple[Tab, bool, bool]] = []

    def open_(
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        at: TableServer | LiveServer | None = None,
        own: bool = False,
        wiped: bool = False,
        now: datetime | None = None,
        **options: Any,
    ) -> TablePage:
        origin = (at or server).url
        language = options.pop("locale", "en")
        tab = tabs.lend(origin, width, height, **options, **({} if language == "en" else {"locale": language}))
        taken.append((tab, own or now is not None, wiped))
        if now:
            tab.page.clock.set_fixed_time(now)
        watch.begin(tab.page)
        return TablePage(tab.page, origin + path, language)

    yield open_
    watch.end()
    for tab, own, wiped in taken:
        if own or tab.page.is_closed():
            tab.page.context.close()
        else:
            tabs.take_back(tab, server.url + "/healthz", wiped=wiped)
