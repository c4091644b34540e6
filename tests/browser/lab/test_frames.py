"""Shows a sheet and the judge in frames of another site, as the page of a course has them."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.browser.axe import AXE_SCRIPT, TAGS
from tests.browser.chromium import new_context
from tests.server import TableServer

pytestmark = pytest.mark.browser


@pytest.fixture
def course(browser: Browser) -> Iterator[Page]:
    """Opens a page of no site of ours, in German."""
    page = new_context(browser, locale="de", viewport={"width": 390, "height": 844}).new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    page.context.close()
    assert complaints == []


@pytest.fixture
def framed(course: Page, server: TableServer, tmp_path: Path) -> Iterator[Callable[[str], FrameLocator]]:
    """Puts an address of our server into a page of another one, which bears another name."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()

        def show(address: str) -> FrameLocator:
            frame = f'<iframe title="Frame" src="{server.url}{address}" width="360" height="700"></iframe>'
            (tmp_path / "course.html").write_text(f"<!doctype html><link rel=icon href=data:,>{frame}")
            course.goto(f"http://localhost:{other.server_port}/course.html")
            return course.frame_locator("iframe")

        yield show
        other.shutdown()


def test_a_sheet_is_filled_in_in_the_frame_of_a_course(course: Page, framed: Callable[[str], FrameLocator]) -> None:
    sheet = framed("/embed/exam?seed=3&variants=2&ask=values,cuts&shape=2x2")
    sheet.get_by_role("link", name="2", exact=True).click()
    expect(sheet.get_by_role("heading", name="Variante 2")).to_be_visible()
    sheet.locator("input[data-blank=A]").fill("5")
    sheet.locator("input[data-blank=answer]").fill("2, 4")
    sheet.get_by_role("button", name="Code zum Abgeben machen").click()
    code = sheet.locator("textarea")
    expect(code).to_have_value(re.compile(r"FT1\.[\w-]+\.[0-9a-f]{4}"))
    inner = course.frames[1]
    assert inner.evaluate("document.documentElement.scrollWidth <= innerWidth")
    inner.evaluate(AXE_SCRIPT)
    asked = "async (tags) => (await axe.run({ runOnly: { type: 'tag', values: tags } })).violations.map(({ id }) => id)"
    assert inner.evaluate(asked, TAGS) == []


@pytest.mark.long
def test_a_program_is_judged_in_the_frame_of_a_course(framed: Callable[[str], FrameLocator]) -> None:
    judge = framed("/embed/program")
    judge.locator("#program button").click()
    expect(judge.locator("#program-answer")).to_contain_text("alpha = min(beta, best)")
    expect(judge.locator("#program-answer svg").first).to_be_visible()
    expect(judge.locator("[data-forget]")).to_have_count(0)
