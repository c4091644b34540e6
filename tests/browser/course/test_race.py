"""Tests the race: the page's checker against the one of Python, its archives and measures, and the page itself."""

import random
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.cards import check
from engine.cards.play import SHIPPED
from engine.cards.sizes import PUBLISHED, size_of
from engine.cards.teaching.course import courses
from engine.files import pack
from engine.workshop.theorem import judge
from tests.browser.axe import everywhere
from tests.browser.conftest import OpenTable
from tests.engine.cards.test_changes import changes, other_words
from tests.engine.cards.test_check import OLD, WRONG, spread

FILES = sorted(SHIPPED.glob("*.cards"))
SMALL = ["4x5", "6x4", *(pytest.param(size, marks=pytest.mark.long) for size in ("4x4", "4x6", "4x8", "5x4"))]
_CHECK = """async (texts) => {
  const { checked, partsOf } = await import("/static/js/course/race/checker.js");
  const { sizeOf } = await import("/static/js/course/race/found.js");
  const look = (part) => {
    const found = checked(part);
    const { course, fault } = found;
    return course ? { size: sizeOf(course), nodes: course.nodes, start: course.start } : fault;
  };
  return texts.map((text) => partsOf(text)?.map(look) ?? null);
}"""
_JUDGED = """async (texts) => {
  const { judged } = await import("/static/vendor/judge.mjs");
  return texts.map(judged);
}"""
_WRITTEN = """async (text) => {
  const { checked, partsOf } = await import("/static/js/course/race/checker.js");
  const { written } = await import("/static/js/course/race/found.js");
  return partsOf(text).map((part) => written(part.lines, checked(part).tree));
}"""
_UNPACK = """async (archives) => {
  const { isPacked, unpacked } = await import("/static/js/course/race/xz.js");
  return archives.map((bytes) => {
    const found = isPacked(Uint8Array.from(bytes)) ? unpacked(Uint8Array.from(bytes)) : null;
    return found && new TextDecoder().decode(found);
  });
}"""


def text_of(*parts: list[str], head: str = check.FIRST_LINE) -> str:
    return "\n\n".join([head, *("\n".join(lines) for lines in parts)]) + "\n"


def said(fault: dict[str, Any]) -> str:
    """Returns a fault of the page's checker as the one of Python says it."""
    why = fault["why"].format(**fault["values"])
    why = f"card {fault['card']} fails: {why}" if fault["card"] else why
    return f"after {' '.join(map(str, fault['moves']))}: {why}" if fault["moves"] else why


def test_the_page_says_what_is_wrong_as_python_does_and_on_which_line(modules: Page) -> None:
    found = modules.evaluate(_CHECK, [text_of(lines) for lines, _ in WRONG])
    assert [said(fault) for (fault,) in found] == [why for _, why in WRONG]
    lines = [fault["line"] for (fault,) in found]
    assert lines[1:5] == [3, 3, 5, 5]  # the claim twice, then the card
    assert lines[5:8] == [4, 4, 4]  # the opening
    assert lines[10:12] == [6, 6]  # the second card
    second = text_of(["4x1 4 second holds", "c1 c1", "102f"], ["4x1 4 second holds", "x", "102f"])
    _, fault = modules.evaluate(_CHECK, [second])[0]
    assert fault["line"] == 8


@pytest.mark.parametrize(
    "text", ["", "no cards", "fourthought cards 3\n\n4x1", check.FIRST_LINE, f"{check.FIRST_LINE}\n4x1"]
)
def test_what_is_no_file_of_cards_has_no_parts(modules: Page, text: str) -> None:
    with pytest.raises(check.RefusedError):
        check.parts(text.encode())
    assert modules.evaluate(_CHECK, [text]) == [None]


def test_a_file_in_signs_is_translated(modules: Page) -> None:
    text = text_of(OLD, head="fourthought cards 1 made in 3 s")
    parts = modules.evaluate("async (text) => (await import('/static/js/course/race/checker.js')).partsOf(text)", text)
    assert [part["lines"] for part in parts] == check.parts(text.encode())


@pytest.mark.parametrize("size", SMALL)
def test_shipped_files_are_accepted_with_their_measures_and_courses(modules: Page, size: str) -> None:
    path = SHIPPED / f"{size}.cards"
    (found,) = modules.evaluate(_CHECK, [check.text_of(path.read_bytes())])
    for part, course in zip(found, courses(path), strict=True):
        assert part["size"] == list(size_of(course))
        assert part["nodes"] == [[node.word, *node.after] for node in course.nodes]
        assert part["start"] == list(course.start)


def changed(lines: list[str], rng: random.Random) -> list[str]:
    """Returns a part with one change: a level, a word, a word or a card more or less, or another claim."""
    claim, opening, *cards = lines
    words, at = opening.split(), rng.randrange(99)
    match rng.randrange(8):
        case 0 | 1 | 2:
            return changes(lines, rng)
        case 3 | 4:
            return other_words(lines, rng)
        case 5:
            return [claim, " ".join(words[: at % len(words)] + words[at % len(words) + 1 :]), *cards]
        case 6:
            return [claim, opening, *cards, rng.choice(cards) if at % 2 else cards[0][::-1]]
        case _:
            return [claim.replace("holds", "wins") if at % 2 else claim.replace(" 4 ", " 3 "), opening, *cards]


@pytest.mark.parametrize(
    ("size", "count"),
    [("4x5", 50), *(pytest.param(one, 5_000, marks=pytest.mark.long) for one in ("5x4", "6x4"))],
)
def test_changed_files_get_the_verdict_of_python(modules: Page, size: str, count: int) -> None:
    """Changes files with twice as many levels as ship: the same verdict, sentence and place."""
    rng, lines = random.Random(count), spread(SHIPPED / f"{size}.cards")[0]
    parts = [changed(lines, rng) for _ in range(count)]
    found = [one for (one,) in modules.evaluate(_CHECK, [text_of(part) for part in parts])]
    whys = [said(one) if "why" in one else "" for one in found]
    assert whys == [check.checked(part)[0] for part in parts]
    assert 0 < sum(map(bool, whys)) < count


@pytest.mark.parametrize("size", SMALL)
def test_a_file_goes_to_the_checker_of_coq_as_python_writes_it(modules: Page, size: str) -> None:
    data = (SHIPPED / f"{size}.cards").read_bytes()
    assert modules.evaluate(_WRITTEN, check.text_of(data)) == [judge.written(lines) for lines in check.parts(data)]


@pytest.mark.parametrize("count", [16, pytest.param(300, marks=pytest.mark.long)])
def test_the_checker_of_coq_gives_changed_files_the_verdict_of_python(modules: Page, count: int) -> None:
    """Leaves out files that cannot be written for it: those whose opening does not fit, or with a spare card."""
    rng, texts, right = random.Random(7), list[str](), list[bool]()
    sheets = [lines for size in ("4x5", "5x4", "6x4") for lines in spread(SHIPPED / f"{size}.cards")]
    while len(texts) < count:
        part = changed(rng.choice(sheets), rng)
        with suppress(check.RefusedError, ValueError):
            texts.append(judge.written(part))
            right.append(not check.checked(part)[0])
    assert modules.evaluate(_JUDGED, texts) == right
    assert count < 6 * sum(right) < 5 * count


def test_the_checker_of_coq_is_made_from_the_sources() -> None:
    assert f"// made from: {judge.made_from()}\n" in judge.PAGE.read_text("utf-8")
    assert judge.PAGE.stat().st_size < 50_000


def test_archives_are_unpacked_and_damaged_ones_refused(modules: Page) -> None:
    texts = [check.text_of(path.read_bytes()) for path in FILES]
    assert modules.evaluate(_UNPACK, [list(path.read_bytes()) for path in FILES]) == texts
    whole = pack(texts[0].encode())
    broken = [list(whole[:at]) for at in (20, len(whole) - 30)]
    broken += [[*whole[:40], whole[40] ^ 1, *whole[41:]], [*whole[:14], 0, *whole[15:]]]
    assert modules.evaluate(_UNPACK, broken) == [None] * len(broken)


def rows(page: Page) -> dict[str, list[str]]:
    """Returns the measures that the page shows, by name."""
    look = "(rows) => rows.map((row) => [...row.cells].map((one) => one.textContent))"
    cells = page.locator(".win__measures tbody tr").evaluate_all(look)
    return {name: numbers for name, *numbers in cells}


def test_a_file_gets_its_measures_and_its_picture_and_nothing_leaves_the_browser(open_table: OpenTable) -> None:
    table = open_table("/coach/win/race", wiped=True)
    page, asked = table.page, list[str]()
    names = page.locator("tbody th").all_inner_texts()
    assert names[:2] == ["7x6", "published"]  # the race that others run, too, is the first to see
    assert names[2:] == sorted(names[2:], key=lambda one: (int(one[0]) * int(one[2:]), one))
    page.on("request", lambda request: asked.append(request.method))
    path = SHIPPED / "4x5.cards"
    page.set_input_files("#file", path)
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text(
        "Accepted: 4x5 4 first holds, 4x5 4 second holds. Measures smaller than ours: 0. Larger: 0."
    )
    second = page.locator("#result [role=status]")
    expect(second).to_have_text("A program that Coq wrote from the theorem’s checker accepts the file, too.")
    columns = zip(*map(size_of, courses(path)), strict=True)
    sizes = [f"{one:,}" for one in (*map(sum, columns), path.stat().st_size)]
    assert list(rows(page).values()) == [[one, one] for one in sizes]
    expect(page.locator(".win__picture .win__point").first).to_be_visible()
    page.get_by_role("button", name="4x5 4 second holds").press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Column 1")).first).to_be_visible()
    assert set(asked) <= {"GET"}  # the worker's own scripts


def test_a_wrong_text_is_refused_in_one_sentence_with_its_line(open_table: OpenTable) -> None:
    table = open_table("/coach/win/race")
    page = table.page
    claim, opening, *cards = check.parts((SHIPPED / "6x4.cards").read_bytes())[0]
    page.get_by_text("Paste the text of a file").click()
    page.locator("#text").fill(text_of([claim, opening, *cards[:-1], "f" * 24]))
    page.locator("#check").click()
    expect(page.locator("#verdict")).to_have_text(
        re.compile(rf"^Line {len(cards) + 4}: card {len(cards)} fails after [\d ]+: the card names no move\.$")
    )
    expect(page.locator(".win__measures")).to_have_count(0)
    page.locator("#text").fill("hello")
    page.locator("#check").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("^This is no file of cards"))


def test_work_can_be_stopped(open_table: OpenTable) -> None:
    table = open_table("/coach/win/race")
    page = table.page
    page.set_input_files("#file", SHIPPED / "8x4.cards")
    page.locator("#stop").click()
    expect(page.locator("#verdict")).to_have_text("Stopped.")
    expect(page.locator("#work")).to_be_hidden()
    page.set_input_files("#file", SHIPPED / "4x4.cards")
    expect(page.locator("#verdict")).to_have_text(re.compile("^Accepted: 4x4"))


def test_the_table_has_a_row_of_every_board_and_of_what_others_published(open_table: OpenTable) -> None:
    table = open_table("/coach/win/race", bypass_csp=True, locale="de")
    cells = table.page.locator(".win__scroll tbody th").all_text_contents()
    assert sorted(cells) == sorted([*(path.stem for path in FILES), *["veröffentlicht"] * len(PUBLISHED)])
    everywhere(table.page, [("light", "no-preference", 390, 844)])


_NAMES = """async (games) => {
  const { openingName } = await import("/static/js/course/model/opening_names.js");
  return games.map((moves) => openingName([...moves].map(Number)));
}"""


def test_an_opening_keeps_the_last_name_it_came_by_whatever_the_order_and_the_side(modules: Page) -> None:
    source = (Path(check.__file__).parents[2] / "static/js/course/model/opening_names.js").read_text("utf-8")
    rows = re.findall(r'^  (?:"([^"]+)"|(\w+)): "([\d ]+)",$', source, re.MULTILINE)
    listed = {way: quoted or plain for quoted, plain, ways in rows for way in ways.split()}
    assert len(listed) > 20
    mirrored = ["".join(str(8 - int(move)) for move in way) for way in listed]
    assert modules.evaluate(_NAMES, list(listed)) == list(listed.values())
    assert modules.evaluate(_NAMES, mirrored) == list(listed.values())
    assert modules.evaluate(_NAMES, ["", "4", "12", "4361277", "43616", "6341"]) == [
        *("", "", "", "Two-holes", "Two-holes", "Two-holes"),
    ]
