"""Finds and starts a browser: Playwright's own, or the system's Chromium or Chrome.

Tests prefer the headless shell (Debian: ``chromium-headless-shell``): the same pages for half the processor time.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType, Playwright, sync_playwright

from tests.browser.table_page import PATIENCE_MS
from tests.server import TableServer

SHELL = "chromium-headless-shell"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-gpu",
    "--process-per-site",  # all pages are of one site: a new tab needs no new process
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # there is no other machine
)
_FREE = "try { if (location.protocol === 'http:') localStorage['fourthought.offline'] = 'free'; } catch {}"
"""Lets no page keep the site. A frame of another site may have no storage."""
FOREIGN = "net::ERR_NAME_NOT_RESOLVED"
"""The browser's complaint in the console about a request to another machine."""


def launch(playwright: Playwright, *more: str, shell: bool = True) -> Browser:
    """Starts a headless browser, with ``more`` arguments: the headless shell if present, else or by choice a whole one.

    Raises:
        RuntimeError: there is none. The message names the package to install.
    """
    return playwright.chromium.launch(
        executable_path=(shell and shutil.which(SHELL)) or executable(playwright.chromium), args=[*_arguments(), *more]
    )


def new_context(browser: Browser, *, keeps: bool = False, **options: Any) -> BrowserContext:
    """Opens a context in which every wait is as long as the tests' own: a busy machine decides no test.

    With ``keeps`` the browser keeps the site for times without a server, which costs hundreds of requests.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    if not keeps:
        context.add_init_script(_FREE)
    return context


@contextmanager
def lasting(chromium: BrowserType, profile: Path) -> Iterator[BrowserContext]:
    """Starts a headless browser with all that it kept in the folder ``profile`` before, and closes it."""
    path = shutil.which(SHELL) or executable(chromium)
    context = chromium.launch_persistent_context(
        profile, executable_path=path, args=_arguments(), reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    try:
        yield context
    finally:
        context.close()


def _arguments() -> list[str]:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*_QUIET, *(["--no-sandbox"] if root else [])]  # Chromium refuses to sandbox for root


def executable(chromium: BrowserType) -> str | None:
    """Returns the path of the system's Chromium or Chrome, or None where Playwright has its own."""
    if Path(chromium.executable_path).exists():
        return None
    found = next((path for path in map(shutil.which, _NAMES) if path), None)
    if found is None:
        raise RuntimeError("no browser: run `python -m playwright install chromium`, or install Chromium or Chrome")
    return found


@contextmanager
def started(*, shell: bool, **settings: float) -> Iterator[tuple[TableServer, Browser]]:
    """Provides a server that is ready, and the headless shell or with ``shell=False`` a whole browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = TableServer(Path(folder), **settings)
        browser = launch(playwright, shell=shell)
        try:
            server.wait_until_ready()
            yield server, browser
        finally:
            browser.close()
            server.stop()
