"""Practises for a week with the clock moved, by keyboard alone, and reads the days, the curve and the themes."""

import datetime
import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.coach.test_coach import MONDAY, press, puzzle_of, solve
from tests.browser.conftest import OpenTable
from tests.browser.table_page import tab_to

_ROW = ["44", 5, "4", [], 256, 900, 5, 1, 0]


def section(page: Page, name: str) -> Locator:
    """Returns the link of a section of the coach, which stands on the page of today."""
    page.goto(f"{page.url.split('/coach')[0]}/coach")
    return page.locator(".sections").get_by_role("link", name=name, exact=True)


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_a_week_is_practised_and_read(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/themes", own=True, width=width, height=844)
    page, base = table.page, table.page.url.removesuffix("/coach/themes")
    page.goto(f"{base}/coach/days")
    expect(table.head).to_have_text("No day yet")
    expect(page.get_by_text("0 of 5 puzzles for a rating.")).to_be_visible()
    assert violations(page) == []
    for day in range(7):
        if day == 2:
            continue  # Wednesday is left out
        now = MONDAY + datetime.timedelta(days=day)
        page.clock.set_fixed_time(now)
        page.goto(f"{base}/coach/day")
        puzzle = puzzle_of(now)
        expect(page.locator(".coach__about")).to_have_text(re.compile("easy"))
        expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
        if day == 1:  # a wrong move first
            wrong = puzzle.wrong[0]
            press(page, wrong.move, len(puzzle.moves) + 1 + len(wrong.refutation))
            again = page.get_by_role("button", name="Try again")
            tab_to(again)
            page.keyboard.press("Enter")
            expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
        solve(page, puzzle)
        expect(table.sub).to_have_text("That is the solution." if day == 1 else "Solved.")
        if day in (1, 3):
            tab_to(section(page, "Your days"))
            page.keyboard.press("Enter")
            run, most = ((2, 2), (1, 2))[day == 3]
            expect(table.head).to_have_text(f"{run} day{'s' * (run > 1)} in a row")
            expect(table.sub).to_have_text(f"Today is done. The longest so far: {most} days.")
    tab_to(section(page, "Your days"))
    page.keyboard.press("Enter")
    expect(table.head).to_have_text("4 days in a row")
    expect(table.sub).to_have_text("Today is done. The longest so far: 4 days.")
    expect(page.locator(".days__disc")).to_have_count(6)
    expect(page.locator(".days__point--rating")).to_have_count(6)
    words = "In 18 weeks you practised on 6 days: 6 puzzles, openings and questions, 0 games."
    expect(page.get_by_role("img", name=words)).to_be_visible()
    tab_to(page.locator(".days summary"))
    page.keyboard.press("Enter")
    rows = page.locator(".days__table tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.first.locator("th")).to_have_text(re.compile("Sun"))
    expect(rows.nth(4).locator("td")).to_have_text(["1", "0", re.compile(r"\d+"), "0", "–"])
    expect(page.get_by_text(re.compile(r"^In puzzles you have \d+ points, like level \d+\.$"))).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    # All of this goes out as a text and comes back; with more puzzles of a theme, the theme has a level.
    expect(page.get_by_text("A theme has a level once you have tried five of its puzzles.")).to_be_visible()
    tab_to(page.locator(".brand"))  # the way back to the puzzles
    page.keyboard.press("Enter")
    tab_to(page.locator(".today__one[data-done]").first)
    page.keyboard.press("Enter")
    expect(page.locator(".disc")).not_to_have_count(0)
    saved = page.get_by_role("textbox", name="Saved progress")
    for key in (page.locator(".coach__keep summary"), page.get_by_role("button", name="Export")):
        tab_to(key)
        page.keyboard.press("Enter")
    expect(saved).not_to_have_value("")
    kept = json.loads(saved.input_value())
    kept["skills"] = {"8": {"points": 970, "deviation": 70, "tried": 5}}
    page.evaluate("localStorage.removeItem('fourthought.coach')")
    saved.fill(json.dumps(kept))
    tab_to(page.get_by_role("button", name="Import"))
    page.keyboard.press("Enter")
    expect(table.sub).to_have_text("Your progress is here now.")
    tab_to(section(page, "Your days"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("At “double threat” you play like level 6.")).to_be_visible()
    expect(page.locator(".days__disc")).to_have_count(6)
    page.clock.set_fixed_time(MONDAY + datetime.timedelta(days=8))
    page.reload()
    expect(table.head).to_have_text("No day yet")
    expect(table.sub).to_have_text("One puzzle or one game makes today count. The longest so far: 4 days.")


def test_days_in_a_row_weeks_and_levels(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { deedsOf, themeLevels, weeks } = await import("/static/js/coach/days/days_model.js");
        const { practiceDays, streak } = await import("/static/js/model/day.js");
        const { levelOf } = await import("/static/js/coach/model/puzzle_choice.js");
        const { beginner } = await import("/static/js/coach/model/progress.js");
        const game = (day, score) => ({ id: "a", game: "connect4", level: 1, rating: 500, score, day, moves: "4" });
        const days = [{ day: 18, tries: 2, solved: true }, { day: 20, tries: 1, solved: true, strength: 1 }];
        const history = [{ day: 20, solved: 2, failed: 1, points: 900 }];
        const skill = (points, tried) => ({ points, deviation: 60, tried });
        const themes = [1, 2, 4].map((bit) => ({ bit, slug: `s${bit}`, title: `t${bit}` }));
        const grid = weeks([{ day: 20, puzzles: 1 }], 20, 2);
        return {
          deeds: deedsOf({ ...beginner(), days, history, solved: 3, failed: 2 },
            [game(20, 1), game(21, 0), { ...game(21, 1), game: "nim" }]),
          unrated: deedsOf({ ...beginner(), history, solved: 3, failed: 1 }, []),
          days: practiceDays({ days, history }, [game(20, 1), game(16, 0)]),
          streaks: [[], [5], [5, 6, 8, 9, 10], [8, 9, 10], [1, 2, 3, 9]].map((one) => {
            const { now, most, isDone } = streak(one, 10);
            return [now, most, isDone];
          }),
          grid: grid.map((week) => week.map((one) => one && one.day)),
          shown: grid.flat().filter((one) => one?.deed).map(({ day }) => day),
          levels: [-50, 229, 230, 5000].map((points) => levelOf(points, [136, 323, 494])),
          themes: themeLevels({ skills: { 1: skill(600, 5), 2: skill(100, 9), 4: skill(100, 4) } },
            { themes, levels: [136, 323, 494] }).map(({ title, level }) => [title, level]),
        };
      }"""
    )
    empty = {"puzzles": 0, "solved": 0, "games": 0, "rating": None, "strength": None}
    assert found["deeds"] == [
        empty | {"day": 18, "puzzles": 1},
        empty | {"day": 20, "puzzles": 3, "solved": 2, "games": 1, "rating": 900, "strength": 530},
        empty | {"day": 21, "games": 2, "strength": 497},
    ]
    assert found["unrated"] == [empty | {"day": 20, "puzzles": 3, "solved": 2}]
    assert found["days"] == [16, 18, 20]
    assert found["streaks"] == [[0, 0, False], [0, 1, False], [3, 3, True], [3, 3, True], [1, 3, False]]
    assert found["grid"] == [[11, 12, 13, 14, 15, 16, 17], [18, 19, 20, None, None, None, None]]
    assert found["shown"] == [20]
    assert found["levels"] == [1, 1, 2, 3]
    assert found["themes"] == [["t2", 1], ["t1", 3]]


def test_days_skills_runs_and_openings_are_exported_and_only_sound_ones_read(modules: Page) -> None:
    found = modules.evaluate(
        """async (row) => {
        const { afterPuzzle, beginner } = await import("/static/js/coach/model/progress.js");
        const { exported, imported, kept } = await import("/static/js/coach/model/saved.js");
        const puzzle = { name: row[0], row, rating: 900, themes: 8 | 256 };
        let progress = afterPuzzle(beginner(), puzzle, true, 100, true);
        progress = afterPuzzle(progress, puzzle, false, 100, false);
        progress = afterPuzzle(progress, { ...puzzle, themes: 8 }, false, 101, true);
        progress.runs = { 3: { best: 4, day: 100, count: 2 } };
        progress.openings = [{ name: "44", since: 99, stability: 2, difficulty: 5, last: 100, due: 102 }];
        const text = exported(progress);
        const read = (change) => {
          const data = JSON.parse(text);
          change(data);
          try { return JSON.stringify(imported(JSON.stringify(data))) === JSON.stringify(progress); }
          catch { return "refused"; }
        };
        return {
          history: progress.history.map(({ day, solved, failed }) => [day, solved, failed]),
          skills: Object.entries(progress.skills).map(([bit, { tried, points }]) => [bit, tried, points > 800]),
          read: [
            read(() => {}),
            read((data) => { data.history[0].solved = -1; }),
            read((data) => { data.skills.x = data.skills[8]; }),
            read((data) => { data.runs[3].best = "4"; }),
            read((data) => { data.openings[0].name = "<b>"; }),
          ],
          old: kept({ of: "fourthought-coach", v: 1 }).history.length,
        };
      }""",
        _ROW,
    )
    assert found == {
        "history": [[100, 1, 1], [101, 0, 1]],
        "skills": [["8", 2, True], ["256", 1, True]],
        "read": [True, *["refused"] * 4],
        "old": 0,
    }
