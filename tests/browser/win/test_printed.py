"""Takes a course along: the sheet for the printer, and the same as one drawing."""

import re
from xml.etree import ElementTree

from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.win.test_win import COURSES

_GROUND = "getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color"
SVG = "{http://www.w3.org/2000/svg}"


def test_every_card_is_listed_and_printed(open_table: OpenTable) -> None:
    course = next(one for one in COURSES if one.name == "6x4-2")
    table = open_table("/coach/win/cards?course=6x4-2", own=True, color_scheme="dark")
    page = table.page
    dark = page.evaluate(_GROUND)
    expect(page.locator("[data-card]")).to_have_count(len(course.cards))
    page.locator('[data-card="3"]').press("Enter")
    expect(table.head).to_have_text("Card 3")
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print all").press("Enter")
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    expect(page.locator(".win__figures figure svg:visible")).to_have_count(len(course.cards))
    expect(page.locator(".win__moves li:visible")).to_have_count(len(course.nodes))
    expect(page.locator(".board:visible, .bar:visible")).to_have_count(0)
    assert page.pdf().startswith(b"%PDF")
    assert page.evaluate(_GROUND) != dark  # paper is light
    page.emulate_media(media="print", color_scheme="light")
    light = page.evaluate(_GROUND)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(_GROUND) == light


def test_the_sheet_is_saved_as_one_drawing_that_needs_no_page(open_table: OpenTable) -> None:
    course = next(one for one in COURSES if one.name == "6x4-2")
    table = open_table("/coach/win/cards?course=6x4-2", own=True)
    with table.page.expect_download() as download:
        table.page.get_by_role("button", name="Save as SVG").press("Enter")
    assert download.value.suggested_filename == "fourthought-6x4-2.svg"
    text = download.value.path().read_text("utf-8")
    assert "var(" not in text
    sheet = ElementTree.fromstring(text)
    boards = sheet.findall(f"{SVG}svg")
    assert len(boards) == len(course.cards)
    signs = ["".join(one.text or "" for one in board.iter(f"{SVG}text")) for board in boards]
    for card, seen in zip(course.cards, signs, strict=True):
        # What stands on a disc of the position is not seen, nor what means nothing in its row.
        assert set(seen) <= {*card.replace("-", "−")}
    lines = [one.text or "" for one in sheet.findall(f"{SVG}text")]
    assert [line for line in lines if line.startswith("Card ")] == [f"Card {n + 1}" for n in range(len(course.cards))]
    moves = [line for line in lines if "→" in line]
    assert len(moves) == len(course.nodes)
    words = {node.word for node in course.nodes if node.after}
    assert {line.rpartition(" ")[2] for line in moves if re.search(r"→ \d+$", line)} == words
    # It is drawn as it is: no part is black, nor outside.
    table.page.goto("about:blank")
    table.page.set_content(f"<main>{text}</main>")
    view = table.page.locator("main > svg").bounding_box()
    assert view is not None
    last = table.page.locator("main > svg > text").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= view["y"] + view["height"]
    slab = table.page.locator(".win__slab").first.evaluate("(one) => getComputedStyle(one).fill")
    assert slab not in ("rgb(0, 0, 0)", "none")
