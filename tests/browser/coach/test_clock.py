"""Runs against the clock by keyboard alone: until the time is up, then until three puzzles are wrong."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from engine.puzzles import shipped
from engine.puzzles.puzzle import Puzzle
from tests.browser.axe import violations
from tests.browser.coach.test_coach import MONDAY, drop
from tests.browser.conftest import OpenTable


def first_of(solved: int, seen: list[str]) -> Puzzle:
    """Returns the puzzle that a run shows after so many solved ones, where every draw is the first: the page looks
    into the files nearest to the wanted rating."""
    middle = 250 + 35 * solved
    low, high = middle - 40, middle + 40
    index, puzzles = json.loads(shipped.read("index.json"))["chunks"], list(shipped.shipped())
    starts = [sum(one["count"] for one in index[:at]) for at in range(len(index))]
    away = [
        (max(0, one["low"] - high, low - one["high"]), abs((one["low"] + one["high"]) / 2 - middle)) for one in index
    ]
    for at in sorted(range(len(index)), key=away.__getitem__):
        for puzzle in puzzles[starts[at] : starts[at] + index[at]["count"]]:
            if low <= puzzle.rating <= high and puzzle.name not in seen:
                return puzzle
    raise AssertionError("no puzzle fits")


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_two_runs_and_what_is_kept_of_them(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/themes", own=True, width=width, height=844)
    page, base = table.page, table.page.url.removesuffix("/coach/themes")
    page.clock.install(time=MONDAY)
    page.goto(f"{base}/coach/clock")
    page.evaluate("Math.random = () => 0")
    expect(table.sub).to_have_text("Puzzles from easy to hard, until the time is up or three are wrong.")
    count, seen = page.locator(".run__count"), list[str]()
    page.get_by_role("button", name="3 minutes").press("Enter")
    for solved in (0, 1):
        puzzle = first_of(solved, seen)
        seen.append(puzzle.name)
        expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
        expect(count).to_have_text(f"{solved} solved, 0 of 3 wrong")
        for turn in range(0, len(puzzle.line), 2):
            expect(page.locator(".disc")).to_have_count(len(puzzle.moves) + turn)
            drop(page, puzzle.line[turn])
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(count).to_have_text("2 solved, 0 of 3 wrong")
    puzzle = first_of(2, seen)
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    drop(page, puzzle.wrong[0].move)
    expect(table.sub).to_have_text(f"Wrong: column {puzzle.line[0]} was the move.")
    expect(count).to_have_text("2 solved, 1 of 3 wrong")
    page.clock.fast_forward(121_000)
    expect(page.locator("#live")).to_have_text(re.compile(r"^0:\d\d left$"))
    page.clock.fast_forward(60_000)
    expect(table.head).to_have_text("2 puzzles solved")
    expect(table.sub).to_have_text("The time is up. Your best so far. What went wrong comes again in the trainer.")
    expect(page.get_by_role("timer")).to_have_text("0:00")
    expect(page.get_by_role("button", name="3 minutes")).to_be_focused()
    assert violations(page) == []
    kept = json.loads(page.evaluate("localStorage['fourthought.coach']"))
    assert kept["runs"] == {"3": {"best": 2, "day": kept["history"][0]["day"], "count": 1}}
    assert [card["name"] for card in kept["cards"]] == [puzzle.name]
    assert (kept["solved"], kept["failed"], kept["rating"]["points"], kept["skills"]) == (0, 0, 800, {})
    assert [(one["solved"], one["failed"]) for one in kept["history"]] == [(2, 1)]

    page.keyboard.press("Enter")
    for wrong in range(3):
        expect(count).to_have_text(f"0 solved, {wrong} of 3 wrong")
        shown = json.loads(page.evaluate("localStorage['fourthought.coach']"))["seen"]
        puzzle = first_of(min(wrong, 1), shown)
        expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
        drop(page, puzzle.wrong[0].move)
    expect(table.head).to_have_text("0 puzzles solved")
    expect(table.sub).to_have_text(re.compile(r"^Wrong: column \d was the move. That was the third. What went wrong"))
    kept = json.loads(page.evaluate("localStorage['fourthought.coach']"))
    assert (kept["runs"]["3"]["best"], kept["runs"]["3"]["count"], len(kept["cards"])) == (2, 2, 4)
    page.reload()
    expect(page.get_by_text("Your best in 3 minutes: 2 puzzles. Next: 3.", exact=True)).to_be_visible()
    page.goto(f"{base}/coach/days")
    expect(
        page.get_by_text(re.compile(r"^In 3 minutes: 2 solved at best, on Mon,? 23 Nov\. 2 runs so far\.$"))
    ).to_be_visible()


def test_time_wrong_moves_and_the_next_puzzle(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { afterRun, begin, clock, counted, left, wanted } = await import("/static/js/coach/clock/clock_model.js");
        const { beginner } = await import("/static/js/coach/model/progress.js");
        const run = begin(3, 1000);
        const bad = counted(counted(counted(run, false), false), false);
        const more = (progress, solved) => afterRun(progress, { ...run, solved }, 9);
        const [first, worse] = [more(beginner(), 0), more(more(beginner(), 5).progress, 4)];
        return [
          [left(run, 1000), left(run, 180_999), left(run, 181_001), left(bad, 1000)],
          [0, 1, 100].map((solved) => wanted({ ...run, solved })),
          [180_000, 125_001, 9_000, 1, 0].map(clock),
          [first.isBest, first.progress.runs, worse.isBest, worse.progress.runs],
        ];
      }"""
    )
    assert found == [
        [180_000, 1, 0, 0],
        [{"low": 210, "high": 290}, {"low": 245, "high": 325}, {"low": 1860, "high": 1940}],
        ["3:00", "2:06", "0:09", "0:01", "0:00"],
        [False, {"3": {"best": 0, "day": 9, "count": 1}}, False, {"3": {"best": 5, "day": 9, "count": 2}}],
    ]
