"""Prints the book of the lessons, and an exam: every sheet is one page of paper, black on white."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.axe import LOOKS, everywhere
from tests.browser.conftest import Lent
from tests.server import TableServer
from webapp.common.speech import LANGUAGES

pytestmark = pytest.mark.browser
Open = Callable[..., Page]
PATIENCE_MS = 240_000  # the first book computes what all lessons say
_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


@pytest.fixture
def opened(lent: Lent, server: TableServer) -> Open:

    def open_(address: str, **options: str) -> Page:
        page = lent(**options)
        page.goto(server.url + address, timeout=PATIENCE_MS)
        return page

    return open_


def pages(page: Page, paper: str) -> int:
    return len(_PAGE.findall(page.pdf(format=paper)))


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_of_the_book_is_one_page_of_paper(opened: Open, language: str) -> None:
    page = opened("/lab/book", locale=language, color_scheme="dark")
    sheets = page.locator(".exam__sheet").count()
    assert sheets > 150
    last = page.locator(".book__head .number").last.text_content()  # out of sight it is not drawn yet
    assert int(last or 0) == sheets
    assert [pages(page, paper) for paper in ("A4", "Letter")] == [sheets, sheets]
    page.emulate_media(media="print", color_scheme="dark")
    ink = page.locator("#lesson-1").evaluate("(one) => getComputedStyle(one).color")
    page.emulate_media(media="print", color_scheme="light")
    assert page.locator("#lesson-1").evaluate("(one) => getComputedStyle(one).color") == ink, "paper is light"
    seen = "main > *:not(.exam__sheet), .bar"
    assert page.locator(seen).evaluate_all("(all) => all.filter((one) => one.checkVisibility()).length") == 0


@pytest.mark.long
def test_the_contents_lead_to_the_lessons(opened: Open) -> None:
    page = opened("/lab")
    page.get_by_role("link", name="All lessons as a book").click()
    page.get_by_role("link", name="8. What cannot matter").click()
    assert page.evaluate("document.querySelector(':target').getBoundingClientRect().top") < 900
    page.evaluate("document.querySelectorAll('.exam__sheet').forEach((one, at) => at > 40 && one.remove())")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    everywhere(page, LOOKS)


@pytest.mark.long
def test_an_exam_ends_with_its_last_sheet(opened: Open) -> None:
    page = opened("/lab/class")
    fingerprint = page.evaluate("JSON.parse(document.getElementById('boot').textContent).fingerprint")
    page.goto(f"{page.url.split('/lab')[0]}/lab/exam/{fingerprint}?seed=3&variants=3&ask=values,bug&shape=2x2x2")
    assert page.locator(".exam__sheet").count() == pages(page, "A4") == 3
