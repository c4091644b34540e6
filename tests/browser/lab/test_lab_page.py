"""Looks at the lab's page and its kin as a visitor does: what comes first, what covers what, what overflows."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.axe import LOOKS, everywhere
from tests.browser.conftest import Lent, OpenTable, Watch
from tests.browser.table_page import rect
from tests.server import TableServer

_TREE = quote("((3 12 8)(2 4 6)(14 5 2))")
RUN = f"/lab/leaves?tree={_TREE}&algorithm=twofold&step=99"
EMBEDDED = f"/embed/leaves?tree={_TREE}&algorithm=twofold&step=99"
_WIDER = "document.documentElement.scrollWidth - innerWidth"
_COVERED = """() => [...document.querySelectorAll(".code__line")].filter((line) => {
  const [code, note] = line.children;
  return note.textContent && code.getBoundingClientRect().right > note.getBoundingClientRect().left;
}).length"""
_SIZE = "(one) => parseFloat(getComputedStyle(one).fontSize)"


@pytest.mark.parametrize("width", [390, pytest.param(1366, marks=pytest.mark.long)])
def test_no_value_covers_a_line_of_the_program(open_table: OpenTable, width: int) -> None:
    page = open_table(RUN, width, 768).page
    if width < 900:
        page.get_by_role("button", name="Whole function").click()
    lines = page.locator(".code__lines")
    expect(lines.locator("[aria-current]")).to_contain_text("CUT")
    assert lines.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    assert page.evaluate(_COVERED) == 0
    assert "type:" not in lines.inner_text()


def test_the_projector_s_view_is_read_from_the_last_row(open_table: OpenTable) -> None:
    page = open_table(f"{RUN}&view=wide", 1920, 1080).page
    expect(page.locator(".code__lines [aria-current]")).to_be_in_viewport()
    for part in ("#sentence", ".code__line code", ".counts"):
        assert page.locator(part).first.evaluate(_SIZE) >= 24, part
    said, line = rect(page.locator("#sentence")), rect(page.locator("#lab-window"))
    assert said["x"] >= line["x"] + line["width"] or said["y"] >= line["y"] + line["height"]


def test_one_s_own_tree_and_the_exercises_come_before_the_list_of_lessons(open_table: OpenTable) -> None:
    page = open_table("/lab").page
    own, exercises, lessons = (
        page.get_by_text("Your own tree", exact=True),
        page.get_by_text("Exercises", exact=True),
        page.get_by_role("heading", name="Lessons"),
    )
    tops = [one.bounding_box() for one in (own, exercises, lessons)]
    assert [box["y"] for box in tops if box] == sorted(box["y"] for box in tops if box)
    assert all(tops)


@pytest.mark.parametrize(
    "path",
    ["/lab/program", *(pytest.param(path, marks=pytest.mark.long) for path in (EMBEDDED, "/lab/essay", "/lab/class"))],
)
def test_the_pages_beside_the_lab_fit_every_screen_and_axe_finds_nothing(
    lent: Lent, server: TableServer, watch: Watch, path: str
) -> None:
    page = lent(bypass_csp=True)
    watch.begin(page)
    page.goto(server.url + path)
    for width, height in ((320, 568), (390, 844), (1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_WIDER) <= 0, width
    everywhere(page, LOOKS[:2])
    watch.end()
