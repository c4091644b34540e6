"""Provides a server, a browser and the scenes on it."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

from tests.browser.chromium import launch
from tests.browser.table_page import PATIENCE_MS, TablePage
from tests.browser.tabs import MEDIA, MET
from tests.listener.scenes import Scenes
from tests.listener.screen import Listener
from tests.programs import ROOT
from tests.server import TableServer


@contextmanager
def listening(playwright: Playwright, listener: Listener, seed: int, code: Path = ROOT) -> Iterator[Scenes]:
    """Starts a server whose minds ponder, of the project in the folder ``code``, and a browser."""
    with tempfile.TemporaryDirectory() as folder:
        server = TableServer(Path(folder), code=code.resolve(), threads=1)
        browser = launch(playwright)
        try:
            server.wait_until_ready()
            yield Scenes(Opener(browser, server.url), listener, seed)
        finally:
            browser.close()
            server.stop()


class Opener:
    """Opens each page as a new person. The last page is closed."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._page: Page | None = None

    def __call__(self, path: str) -> TablePage:
        """Opens a page at a path."""
        if self._page:
            self._page.context.close()
        context = self._browser.new_context(**MEDIA, viewport={"width": 1366, "height": 768})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(MET % "false")
        self._page = context.new_page()
        return TablePage(self._page, self._url + path)
