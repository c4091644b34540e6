"""Solves the puzzles of a day: three strengths, the same for all, each with its own result."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.coach.test_coach import MONDAY, press, puzzle_of, solve
from tests.browser.conftest import OpenTable
from tests.browser.screens import IN_EACH_LANGUAGE
from tests.browser.table_page import rect

_DRAWN = """all => all.map((one) => [...one.querySelectorAll("[class$=-fill]")]
  .reduce((sum, path) => sum + path.getAttribute("d").split("M").length - 1, 0))"""
"""Counts the discs drawn on each board: all of a side are one path."""


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_three_puzzles_a_day_are_drawn_tapped_solved_and_marked(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach", now=MONDAY, width=width, height=844)
    page, base = table.page, table.page.url.split("/coach")[0]
    puzzles = [puzzle_of(MONDAY, strength) for strength in range(3)]
    easy, _, hard = puzzles
    boards, done = page.locator(".today__one"), page.locator(".today__one[data-done]")
    lengths = [(puzzle.plies + 1) // 2 for puzzle in puzzles]
    expect(boards.locator("span")).to_have_text([f"The win takes {n} moves." for n in lengths])
    assert lengths == sorted(set(lengths))
    assert boards.evaluate_all(_DRAWN) == [len(puzzle.moves) for puzzle in puzzles]
    for board in boards.all():
        box = rect(board)
        assert box["y"] + box["height"] < 844  # all three on the first screen
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boards.first.click()
    expect(page.locator(".disc")).to_have_count(len(easy.moves))
    solve(page, easy)
    page.get_by_role("button", name="Next puzzle").press("Enter")  # the next of today
    expect(page.locator(".coach__about")).to_have_text(re.compile("middling"))
    page.get_by_role("link", name="Puzzles").first.press("Enter")
    expect(done.locator("strong")).to_have_text(["Easy"])
    expect(page.locator("#head")).to_have_text("1 of 3 done. Next: Middling.")
    boards.nth(1).press("Enter")
    expect(page.locator(".disc")).to_have_count(len(puzzles[1].moves))
    wrong = puzzles[1].wrong[0]
    press(page, wrong.move, len(puzzles[1].moves) + 1 + len(wrong.refutation))
    page.get_by_role("button", name="Next puzzle").press("Enter")  # another one, although this is not solved
    expect(page.locator(".coach__about")).to_have_text(re.compile("hard"))
    page.get_by_role("link", name="Puzzles").first.press("Enter")
    boards.last.press("Enter")
    expect(page.locator(".disc")).to_have_count(len(hard.moves))
    expect(page.get_by_role("button", name="Copy the result")).to_be_hidden()
    solve(page, hard)
    page.goto(base + "/coach")
    expect(done.locator("strong")).to_have_text(["Easy", "Hard"])
    kept = json.loads(page.evaluate("localStorage['fourthought.coach']"))["days"]
    assert [(one["strength"], one["tries"], one["solved"]) for one in kept] == [(0, 1, True), (2, 1, True)]


def test_the_strength_fits_the_person_and_old_days_stay(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { placeOfDay, strengthFor } = await import("/static/js/coach/model/puzzle_choice.js");
        const { afterDay, beginner } = await import("/static/js/coach/model/progress.js");
        const { exported, imported } = await import("/static/js/coach/model/saved.js");
        const daily = { first: "2026-01-05", strengths: [[0, 1], [2, 3], [4, 5, 4]] };
        const chunks = [500, 800, 1200].map((low) => ({ low, high: low, count: 2, themes: [] }));
        const person = (points, deviation) => strengthFor({ chunks }, daily, 20458, { points, deviation });
        const first = Date.parse("2026-01-05T00:00:00Z") / 86400000;
        const old = imported(exported({ ...beginner(), days: [{ day: 3, tries: 1, solved: true }] }));
        const after = afterDay(old, { day: 3, tries: 2, solved: true, strength: 1 });
        return [
          [person(800, 350), person(1100, 60), person(1700, 60), person(200, 60)],
          [0, 1, 2].map((day) => placeOfDay(daily, first + day, 1)),
          after.days.length, afterDay(after, { day: 3, tries: 9, solved: true, strength: 1 }).days.length,
        ];
      }"""
    )
    assert found == [[0, 1, 2, 0], [2, 3, 2], 2, 2]


@pytest.mark.long
def test_an_unknown_strength_in_the_address_is_the_fitting_one(open_table: OpenTable) -> None:
    table = open_table("/coach", now=MONDAY)
    page, base = table.page, table.page.url.removesuffix("/coach")
    shown = []
    for address in ("/coach/day", "/coach/day?strength=abc", "/coach/day?strength=7"):
        page.goto(base + address)
        expect(page.locator("#sub")).to_contain_text("The win takes")
        shown.append((page.locator("#head").inner_text(), page.locator("#sub").inner_text(), table.discs.count()))
    assert shown[1:] == shown[:1] * 2


@IN_EACH_LANGUAGE
def test_on_the_smallest_phone_the_headline_is_whole(open_table: OpenTable, language: str) -> None:
    head = open_table("/coach", width=320, height=568, locale=language).head
    assert head.evaluate("(head) => head.scrollWidth - head.clientWidth") <= 0
