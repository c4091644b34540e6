"""Takes a course along: the book for the printer, and its cards and moves as one drawing."""

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from engine.games import Player
from tests.browser.conftest import OpenTable
from tests.browser.course.test_learn_to_win import course_called, players_of
from tests.browser.table_page import TablePage

_GROUND = "getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color"
SVG = "{http://www.w3.org/2000/svg}"


_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
_BOOK = """() => [...document.querySelectorAll(".win__page")].map((sheet) => ({
  page: Number(sheet.querySelector(".win__number").lastChild.textContent),
  lessons: [...sheet.querySelectorAll("figcaption")].map((one) => [...one.children].map((part) => part.textContent)),
  boards: sheet.querySelectorAll("figure > svg").length,
  lines: [...sheet.querySelectorAll(".win__moves li")].map((one) => one.textContent),
  rules: [...sheet.querySelectorAll(".win__rules p, .win__rules li")].map((one) => one.textContent),
  over: [...sheet.querySelectorAll("figcaption, .win__columns")].filter((one) =>
    one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth).length,
}))"""


def printed(open_table: OpenTable, name: str, language: str = "en") -> TablePage:
    """Opens the cards of a course on a dark screen, and lets the book be made."""
    table = open_table(f"/coach/win/cards?course={name}", color_scheme="dark", locale=language)
    table.page.evaluate("window.print = () => { window.printed = true; }")
    table.page.locator(".win__print").press("Enter")
    table.page.wait_for_function("() => window.printed")
    return table


def test_the_book_holds_every_lesson_with_its_number_and_every_position(open_table: OpenTable) -> None:
    course = course_called("6x4-2")
    page = printed(open_table, course.name).page
    sheets = page.evaluate(_BOOK)
    assert [sheet["page"] for sheet in sheets] == list(range(1, len(sheets) + 1))
    shown = [one for sheet in sheets for one in sheet["lessons"]]
    assert sum(sheet["boards"] for sheet in sheets) == len(shown) == len(course.lessons())
    leaves = [node for node in course.nodes if not node.after]
    where = dict[str, int]()
    for n, (lesson, words) in enumerate(zip(course.lessons(), shown, strict=True), 1):
        number = int(lesson[1:])
        if lesson[0] == "n":
            node = course.nodes[number]
            moves = " ".join(map(str, node.moves)) or "the empty board"
            assert words == [f"{n}. The move after {moves}", f"Play column {node.word}."]
        else:
            served = [node for node in leaves if node.word[1:] == lesson[1:]]
            moves = " ".join(map(str, served[0].moves))
            player = players_of(course.size)[Player.SECOND if course.second else Player.FIRST]
            assert words == [
                f"{n}. Card {number}",
                f"It plays on after {moves}. Positions that it serves: {len(served)}.",
                f"Play column {player.move(served[0].moves)}.",
            ]
            where[f"Card {number}"] = next(sheet["page"] for sheet in sheets if words in sheet["lessons"])
    lines = [line for sheet in sheets for line in sheet["lines"]]
    positions = {
        f"{' '.join(map(str, node.moves)) or 'The empty board'} → "
        + (node.word if node.after else f"card {node.word[1:]}{' in a mirror' if node.word[0] == 'm' else ''}")
        for node in course.nodes
    }
    assert sorted(line for line in lines if "→" in line) == sorted(positions)
    told = dict(line.split(": page ") for line in lines if ": page " in line)
    assert {name: int(place) for name, place in told.items() if name.startswith("Card")} == where
    opening = next(sheet["page"] for sheet in sheets if any("→" in line for line in sheet["lines"]))
    assert int(told.pop("The opening")) == opening
    for name, place in told.items():
        if name.startswith("Lessons"):
            held = [words[0] for words in sheets[int(place) - 1]["lessons"]]
            assert re.findall(r"\d+", name) == [held[0].split(".")[0], held[-1].split(".")[0]]
    page.get_by_text("How a card is read").first.wait_for(state="attached")
    assert sheets[0]["rules"] == page.locator(".win__part > .win__rules").locator("p, li").all_text_contents()


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(("name", "language"), [("4x6-1", "de"), ("6x4-2", "es"), ("6x5-2", "pt"), ("7x6-1", "fr")])
def test_every_sheet_of_the_book_is_one_light_page_of_paper(open_table: OpenTable, name: str, language: str) -> None:
    page = printed(open_table, name, language).page
    dark = page.evaluate(_GROUND)
    page.emulate_media(media="print")
    expect(page.locator(".board:visible, .bar:visible, .sections:visible")).to_have_count(0)
    sheets = page.evaluate(_BOOK)
    assert sum(sheet["over"] for sheet in sheets) == 0
    for paper in ("A4", "Letter"):
        assert len(_PAGE.findall(page.pdf(format=paper))) == len(sheets)
    assert page.evaluate(_GROUND) != dark  # paper is light
    page.emulate_media(media="print", color_scheme="light")
    light = page.evaluate(_GROUND)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(_GROUND) == light


def test_every_card_is_listed(open_table: OpenTable) -> None:
    course = course_called("6x4-2")
    table = open_table("/coach/win/cards?course=6x4-2")
    expect(table.page.locator("[data-card]")).to_have_count(len(course.cards))
    table.page.locator('[data-card="3"]').press("Enter")
    expect(table.head).to_have_text("Card 3")


def test_the_whole_proof_is_saved_as_one_drawing_that_needs_no_page(open_table: OpenTable) -> None:
    course = course_called("6x4-2")
    table = open_table("/coach/win/map?course=6x4-2")
    with table.page.expect_download() as download:
        table.page.get_by_role("button", name="Save as SVG").press("Enter")
    assert download.value.suggested_filename == "fourthought-6x4-2.svg"
    text = download.value.path().read_text("utf-8")
    assert "var(" not in text
    assert "light-dark" not in text
    drawing = ElementTree.fromstring(text)
    paths = [(one.get("fill"), one.get("stroke"), one.get("d") or "") for one in drawing.iter(f"{SVG}path")]
    leaves = [node for node in course.nodes if not node.after]
    second = table.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--second')")
    rays = [d for fill, _, d in paths if fill == second and "A1000 1000" in d]
    assert sum(d.count("A1000 1000") for d in rays) == len(leaves)  # of the side's colour, a ray a leaf
    ways = "".join(d for _, stroke, d in paths if stroke != "none")
    assert ways.count("Q") == len(course.nodes)  # one to each position from the one before
    words = [one.text or "" for one in drawing.iter(f"{SVG}text")]
    assert "6x4: the second player wins" in words
    counts = f"{len(leaves)} positions are played to the end by {len(course.cards)} cards."
    assert any(one.startswith(counts) for one in words)
