"""Looks at states that a person meets: nothing ends in "…", nothing is out of reach, and the board stays large."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable, Watch
from tests.browser.screens import IN_EACH_LANGUAGE
from tests.browser.states import STATES, brought
from tests.browser.table_page import SHIFTS, TWO_FRAMES, TablePage, rect

_PHONE, _SMALLEST, _TABLET, _DESK, _WALL = (390, 844), (320, 568), (768, 1024), (1280, 800), (1920, 1080)
SIZES = (_DESK, _SMALLEST, _PHONE, _TABLET, _WALL)
CUT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.textContent.trim())
  .filter((one) => !one.closest(".unseen, .skip, [inert], .call__head, .idea, .lab, svg, option"))
  .filter((one) => !one.closest(".insight .switch__word")) // for those who listen
  .filter((one) => getComputedStyle(one).overflow === "hidden")
  .filter((one) => one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 4)
  .filter((one) => !one.closest(".block, .strip, .tree")) // a block without room for a word has none
  .filter((one) => !one.closest(".win__walk")) // a map, which is moved and enlarged
  .map((one) => `${one.className}: ${one.textContent.trim()}`)"""
"""Names what hides a part of its words, and cannot be scrolled. The lab folds long lines by design."""


@contextmanager
def _state(open_table: OpenTable, state: str, language: str = "en", **options: Any) -> Iterator[TablePage]:
    table = open_table(STATES[state].path, locale=language, **options)
    with brought(table, state):
        table.page.mouse.move(1, 1)
        yield table


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(TWO_FRAMES)
    page.wait_for_function(TWO_FRAMES)  # what watches the size has answered


def _scrolled(page: Page) -> int:
    beyond: int = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    return beyond


def _width(page: Page, selector: str = ".body") -> float:
    box = rect(page.locator(selector).first)
    return box["width"]


def _inside(page: Page, inner: str, outer: str) -> bool:
    """Returns whether the first element stands within the second one."""
    found: bool = page.evaluate(
        """([inner, outer]) => {
          const [a, b] = [inner, outer].map((one) => document.querySelector(one).getBoundingClientRect());
          return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
        }""",
        [inner, outer],
    )
    return found


_PINS = """() => {
  const { left, right, top, bottom } = document.querySelector(".graph").getBoundingClientRect();
  const pins = [...document.querySelectorAll(".graph__pin")].map((pin) => pin.getBoundingClientRect());
  const inside = (pin) => pin.left >= left && pin.right <= right && pin.top >= top && pin.bottom <= bottom;
  return { inside: pins.every(inside), least: Math.min(...pins.flatMap(({ width, height }) => [width, height])),
    gap: Math.min(...pins.slice(1).map((pin, i) => pin.left - pins[i].right)),
    off: pins.map((pin, i) =>
      pin.left + pin.width / 2 - left - 22 - ((right - left - 26) * ([5, 6, 19][i] - 0.5)) / 23) };
}"""


def test_the_turning_points_are_pins_on_the_graph_with_room_for_a_finger(open_table: OpenTable) -> None:
    with _state(open_table, "review") as table:
        pins = table.page.locator(".graph__pin")
        expect(pins).to_have_count(3)  # however late the last move is judged
        labels = pins.evaluate_all("(pins) => pins.map((pin) => pin.lastElementChild.textContent)")
        assert labels == ["Red, move 5: a blunder", "Yellow, move 6: a blunder", "Red, move 19: a blunder"]
        for size in SIZES:
            resize(table.page, size)
            found = table.page.evaluate(_PINS)
            assert found["inside"], size
            assert found["least"] >= 24, size
            assert found["gap"] >= 0, size  # moves 5 and 6 are neighbours
            assert [round(off) for off in found["off"]][::2] == [0, 0], size  # each over its bar, where there is room
        resize(table.page, _PHONE)
        for move in (5, 19):
            pins.get_by_text(str(move), exact=True).click()
            expect(table.head).to_have_text(f"Move {move}: a blunder.")
            heard = re.compile(rf"^Move {move}: a blunder\.(?!.*blunder)")  # once
            expect(table.page.locator(".graph__scrub")).to_have_attribute("aria-valuetext", heard)
            expect(table.page.locator(".graph__pin[aria-current=true]")).to_have_attribute("value", str(move))
        table.page.locator(".graph__scrub").fill("6")
        expect(table.page.locator(".graph__pin[aria-current=true]")).to_have_attribute("value", "6")


@pytest.mark.long
@pytest.mark.parametrize("language", ["pt", "en"])  # pt has the longest words
def test_a_game_looked_at_shows_every_word_and_the_move_that_is_shown(open_table: OpenTable, language: str) -> None:
    with _state(open_table, "review", language) as table:
        for size in SIZES:
            resize(table.page, size)
            assert _scrolled(table.page) <= 0
        for size in (_PHONE, _TABLET, _DESK):
            resize(table.page, size)
            table.show_more()
            table.page.wait_for_function(TWO_FRAMES)
            assert _inside(table.page, ".moves__move[aria-current]", ".moves"), size
            table.page.keyboard.press("Escape")
        last = table.page.locator(".graph__scrub")
        resize(table.page, _PHONE)
        last.fill("23")
        expect(table.page.locator(".moves__move").last).to_have_attribute("aria-current", "true")
        table.show_more()
        table.page.wait_for_function(TWO_FRAMES)
        assert _inside(table.page, ".moves__turn:last-child .moves__move", ".moves")


@pytest.mark.long
def test_after_a_game_of_two_people_the_board_has_the_width_of_the_smallest_phone(open_table: OpenTable) -> None:
    with _state(open_table, "won") as table:
        resize(table.page, _SMALLEST)
        assert _width(table.page) > 290
        for size in SIZES:
            resize(table.page, size)
            tops = {table.button(name).bounding_box()["y"] for name in ("Rematch", "Look at the game", "More")}
            assert len(tops) == 1, size  # one line


@IN_EACH_LANGUAGE
@pytest.mark.long
def test_in_a_position_that_is_looked_at_the_words_of_both_seats_fit(open_table: OpenTable, language: str) -> None:
    with _state(open_table, "analysis", language) as table:
        for width in (360, 390, 430, 768):
            resize(table.page, (width, 844))
            beyond = table.page.evaluate(
                """() => [...document.querySelectorAll(".seat *")].filter((one) => one.checkVisibility())
                  .map((one) => [one, one.closest(".seat")].map((it) => it.getBoundingClientRect().right))
                  .filter(([inner, outer]) => inner > outer)"""
            )
            assert beyond == [], width
            assert _width(table.page) > (290 if width == 390 else 230)  # the board is what one looks at


@IN_EACH_LANGUAGE
@pytest.mark.long
def test_the_buttons_of_a_game_stand_in_one_row(open_table: OpenTable, language: str) -> None:
    with _state(open_table, "aim", language) as table:
        for size in (_PHONE, _DESK, (1366, 768), _WALL):
            resize(table.page, size)
            boxes = [one.bounding_box() for one in table.page.locator(".actions > *").all() if one.is_visible()]
            assert len(boxes) == 3
            assert len({round(box["y"]) for box in boxes if box}) == 1, size


def test_an_address_without_a_game_names_all_games_without_scrolling(open_table: OpenTable, watch: Watch) -> None:
    with _state(open_table, "no page") as table:
        expect(table.page.locator(".message__games a").nth(8)).to_be_visible()
        for size in (_DESK, _PHONE, _TABLET, _WALL):
            resize(table.page, size)
            assert _scrolled(table.page) <= 0, size
    watch.forgive("no page")


def test_the_menu_is_seen_whole_on_a_desk_and_the_help_begins_with_the_rules(open_table: OpenTable) -> None:
    with _state(open_table, "menu") as table:
        for size in (_DESK, _TABLET, _WALL):
            resize(table.page, size)
            below = table.page.locator("#settings").evaluate("(one) => one.scrollHeight - one.clientHeight")
            assert below <= 0, size
        heads = table.page.locator("#help-sheet h3").all_text_contents()
        assert heads[0] == "Connect Four"
        assert heads[-1].startswith("Keys")


@pytest.mark.long
def test_a_counted_why_leaves_the_board_its_size(open_table: OpenTable) -> None:
    with _state(open_table, "hint") as table:
        table.button("Hint").click()
        expect(table.page.locator(".why__step").first).to_be_visible()
        shown = table.page.locator(".why__note")
        expect(shown).to_be_hidden()  # the last answer has come: it does not change what follows
        for note in ("", "Still looking for a proof…"):
            shown.evaluate("(one, note) => [one.hidden, one.textContent] = [!note, note]", note)
            for size, least in ((_SMALLEST, 250), (_PHONE, 370), (_DESK, 570)):
                resize(table.page, size)
                assert _width(table.page) >= least, (size, note)
        table.button("Back").click()
        expect(table.page.locator(".why")).to_be_hidden()


@IN_EACH_LANGUAGE
def test_no_word_of_the_first_page_is_cut_off_in_any_language(open_table: OpenTable, language: str) -> None:
    with _state(open_table, "empty", language) as table:
        for size in SIZES:
            resize(table.page, size)
            assert table.page.evaluate(CUT) == [], size
            assert _scrolled(table.page) <= 0, size
            assert _inside(table.page, ".bar > [popovertarget=settings]", ".bar"), size


@pytest.mark.long
def test_nothing_moves_under_a_thumb(open_table: OpenTable) -> None:
    table = open_table("/", width=390, height=844, has_touch=True, is_mobile=True)
    table.think()
    table.reply(4)
    expect(table.page.locator(".block[data-known=yes]").first).to_be_visible()
    table.page.evaluate(SHIFTS)
    aims = [table.page.locator(".aim").nth(column).bounding_box() for column in (1, 4)]
    line = table.page.context.new_cdp_session(table.page)
    for kind, box in zip(("touchStart", "touchMove"), aims, strict=True):
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        expect(table.page.locator(".ghost").first).to_be_visible()
        table.page.wait_for_timeout(600)  # two reports of the engine
    assert table.page.evaluate("shifts") == []
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.wait_for_discs(3)
