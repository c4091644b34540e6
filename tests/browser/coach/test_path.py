"""Walks the path of a missed puzzle: its idea, three questions, tomorrow; and a round of the trainer by digits."""

import datetime
import json
import re
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from engine.puzzles import shipped
from engine.puzzles.puzzle import Puzzle, from_row
from tests.browser.axe import violations
from tests.browser.coach.test_coach import MONDAY
from tests.browser.conftest import OpenTable
from tests.profiles import by_day


@cache
def _shipped() -> dict[str, Puzzle]:
    """Returns all puzzles by their moves: those of the files and of the courses."""
    names = [name for name in shipped.names() if re.match(r"puzzles-|course-", name)]
    rows = [row for name in names for row in json.loads(shipped.read(name))["puzzles"]]
    return {row[0]: from_row(row) for row in rows}


def _shown(page: Page) -> Puzzle:
    expect(page.get_by_role("button", name="Show the move")).to_be_visible()
    return _shipped()[(page.locator(".board").get_attribute("data-moves") or "").replace(",", "")]


def _press(page: Page, column: int, discs: int) -> None:
    """Drops a disc by a digit, with the focus on no board, and waits until so many discs lie there."""
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(str(column))
    expect(page.locator(".disc")).to_have_count(discs)


def _solve(page: Page, puzzle: Puzzle) -> None:
    for turn in range(0, len(puzzle.line), 2):
        _press(page, puzzle.line[turn], min(len(puzzle.moves) + turn + 2, len(puzzle.moves) + len(puzzle.line)))


def _miss(page: Page, puzzle: Puzzle) -> None:
    """Plays a wrong move, then sees the solution."""
    wrong = puzzle.wrong[0]
    _press(page, wrong.move, len(puzzle.moves) + 1 + len(wrong.refutation))
    page.get_by_role("button", name="Try again").press("Enter")
    _solve(page, puzzle)


def _next(page: Page) -> None:
    page.get_by_role("button", name="Next puzzle").press("Enter")


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_a_missed_puzzle_leads_to_its_idea_and_comes_again_tomorrow(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/train", now=MONDAY, width=width, height=844)
    page, base = table.page, table.page.url.split("/coach")[0]
    themes = json.loads(shipped.read("index.json"))["themes"]
    while not any(theme["bit"] & _shown(page).themes for theme in themes):  # 73 of 5,000 puzzles have no idea
        _solve(page, _shown(page))
        _next(page)
    missed = _shown(page)
    idea = page.locator(".coach__idea a")
    expect(idea).to_be_hidden()
    _miss(page, missed)
    expect(page.locator(".coach__about")).to_contain_text("It comes again tomorrow.")
    slugs = {theme["slug"] for theme in themes if theme["bit"] & missed.themes}
    expect(idea).to_be_visible()
    assert violations(page) == []
    idea.press("Enter")
    expect(page).to_have_url(re.compile(rf"theme=({'|'.join(slugs)})&after={''.join(map(str, missed.moves))}$"))
    page.get_by_role("button", name="To the questions").press("Enter")
    for question in (1, 2, 3):
        expect(page.locator(".coach__about")).to_have_text(f"Question {question} of 3.")
        _solve(page, _shown(page))
        _next(page)
    expect(page.locator("#sub")).to_have_text("The questions are answered. It comes again tomorrow.")
    page.get_by_role("link", name="Train", exact=True).press("Enter")
    assert _shown(page) != missed  # not today

    page.clock.set_fixed_time(MONDAY + datetime.timedelta(days=1))
    page.goto(base + "/coach/train")
    assert _shown(page) == missed
    expect(page.locator(".coach__about")).to_contain_text("You missed this puzzle before.")


def test_a_round_of_a_theme_shows_what_was_missed_once_more(open_table: OpenTable) -> None:
    table = open_table("/coach/train")
    page = table.page
    page.locator("label", has_text="Theme").locator("select").select_option(label="Win at once")
    expect(page).to_have_url(re.compile(r"\?theme=win-at-once$"))
    expect(page.locator("#head")).to_have_text(re.compile(r"to move\. Make four in a row\.$"))
    missed: list[Puzzle] = []
    for place in range(1, 11):
        expect(page.locator(".coach__about")).to_have_text(f"Puzzle {place} of 10.")
        puzzle = _shown(page)
        assert puzzle.themes & 1
        if place in (2, 5):
            missed.append(puzzle)
            _miss(page, puzzle)
        else:
            _solve(page, puzzle)
        _next(page)
    for place, puzzle in enumerate(missed, start=1):
        expect(page.locator(".coach__about")).to_have_text(f"Once more: {place} of 2 that you missed.")
        assert _shown(page) == puzzle
        _solve(page, puzzle)
        _next(page)
    expect(table.head).to_have_text("8 of 10 solved at the first try.")
    expect(table.sub).to_have_text("What went wrong comes again in the trainer.")
    kept = json.loads(page.evaluate("localStorage['fourthought.coach']"))
    assert (kept["solved"], kept["failed"], len(kept["cards"])) == (8, 2, 2)  # once more counts for nothing
    _next(page)
    expect(page.locator(".coach__about")).to_have_text("Puzzle 1 of 10.")


@pytest.mark.parametrize("path", by_day(["openings", "clock", "win?course=6x4-2"], 3))
def test_digits_play_on_the_whole_page_of_every_room(open_table: OpenTable, path: str) -> None:
    table = open_table(f"/coach/{path}", wiped=True)
    page = table.page
    if path == "clock":
        page.get_by_role("button", name=re.compile("minute")).first.click()
    expect(page.locator(".board[data-turn=yes]")).to_be_visible()
    before = page.locator(".board").get_attribute("data-moves") or ""
    page.evaluate("document.activeElement.blur()")
    for column in "4321":
        page.keyboard.press(column)
    expect(page.locator(".board")).not_to_have_attribute("data-moves", before)
