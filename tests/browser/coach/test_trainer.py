"""Tests the trainer's choice among 5,000 puzzles in a real browser."""

import re

from playwright.sync_api import Page, expect

from engine.mind.levels.level import levels
from tests.browser.conftest import OpenTable

_FAKES = """
const { Supply } = await import("/static/js/coach/net/supply.js");
const { chance } = await import("/static/js/coach/model/puzzle_choice.js");
const COUNT = 5000, SIZE = 125;
const rating = (place) => 200 + Math.floor(place / 3);
const name = (place) => String(1111111 + place).replace(/[890]/g, "7") + "1234567"[place % 7].repeat(place % 4);
const row = (place) => [name(place), 7, "4", [], 256, rating(place), 5, 1, place];
const chunks = Array.from({ length: COUNT / SIZE }, (_, i) =>
  ({ low: rating(i * SIZE), high: rating(i * SIZE + SIZE - 1), count: SIZE, themes: [SIZE] }));
class Fakes {
  constructor(kept = null) { this.kept = kept; this.opened = []; }
  async get() { return { count: COUNT, themes: [{ slug: "quiet-move", title: "quiet move", bit: 256 }], chunks }; }
  async isKept(chunk) { return this.kept === null || this.kept.includes(chunk); }
  async rows(chunk) {
    if (!(await this.isKept(chunk))) throw new Error("away");
    this.opened.push(chunk);
    return Array.from({ length: SIZE }, (_, i) => row(chunk * SIZE + i));
  }
}
const fit = (person, found) => { const c = chance(person, found.puzzle.rating); return c >= 0.6 && c <= 0.75; };
"""


def test_the_next_puzzle_is_solved_with_60_to_75_per_cent_and_one_file_is_opened(modules: Page) -> None:
    found = modules.evaluate(
        "async () => {"
        + _FAKES
        + """
        const answers = [];
        for (const points of [400, 800, 1234, 1700]) for (const deviation of [45, 120, 350]) {
          const files = new Fakes(), person = { points, deviation };
          const found = await new Supply(files).fitting({ rating: person, seen: [] });
          answers.push([fit(person, found), files.opened.length]);
        }
        return answers;
      }"""
    )
    assert found == [[True, 1]] * 12


def test_seen_puzzles_do_not_come_again_while_others_fit(modules: Page) -> None:
    found = modules.evaluate(
        "async () => {"
        + _FAKES
        + """
        const person = { points: 900, deviation: 45 }, seen = [], files = new Fakes(), supply = new Supply(files);
        let fitting = 0;
        for (let i = 0; i < 200; i += 1) {
          const found = await supply.fitting({ rating: person, seen });
          if (seen.includes(found.puzzle.name)) return `again after ${i}`;
          fitting += fit(person, found);
          seen.push(found.puzzle.name);
        }
        const every = Array.from({ length: COUNT }, (_, i) => ({ puzzle: { rating: rating(i) } }));
        const fits = every.filter((one) => fit(person, one)).length;
        return [fitting === Math.min(200, fits), new Set(files.opened).size <= 6];
      }"""
    )
    assert found == [True, True]


def test_without_the_server_the_files_kept_here_are_used(modules: Page) -> None:
    found = modules.evaluate(
        "async () => {"
        + _FAKES
        + """
        const person = { points: 900, deviation: 45 };
        const kept = await new Supply(new Fakes([3, 30])).fitting({ rating: person, seen: [] });
        const away = new Supply(new Fakes([]));
        const none = await away.fitting({ rating: person, seen: [] }).catch(({ message }) => message);
        return [[3, 30].includes(kept.chunk), none];
      }"""
    )
    assert found == [True, "away"]


def test_the_first_three_puzzles_are_short(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { Supply } = await import("/static/js/coach/net/supply.js");
        const { beginner } = await import("/static/js/coach/model/progress.js");
        const row = (name, plies) => [name, plies, [4], [], 0, 760, 5, 0];
        const rows = [...Array(40).keys()].map((i) => row(`44${i}`, [15, 3, 5, 0, 9, 1][i % 6]));
        const chunks = [{ low: 500, high: 900, count: rows.length, themes: [] }];
        const supply = new Supply({ get: async () => ({ themes: [], chunks }), rows: async () => rows });
        const drawn = async (solved, failed) => {
          const all = Array.from({ length: 40 }, () => supply.fitting({ ...beginner(), solved, failed }));
          return [...new Set((await Promise.all(all)).map(({ puzzle }) => puzzle.plies))].sort((a, b) => a - b);
        };
        return [await drawn(0, 0), await drawn(1, 1), await drawn(2, 1)];
      }"""
    )
    assert set(found[0]) | set(found[1]) <= {3, 5}  # two or three moves
    assert set(found[2]) - {3, 5}


def test_a_newcomer_gets_short_puzzles_and_no_rating_before_the_fifth(open_table: OpenTable) -> None:
    table = open_table("/coach/train")
    page, rating = table.page, table.page.locator(".coach__rating")
    reveal = page.get_by_role("button", name="Show the move")
    for count in range(5):
        expect(rating).to_have_text(f"{count} of 5 puzzles for a rating.")
        expect(reveal).to_be_visible()
        if count < 3:
            expect(table.sub).to_have_text(re.compile("^The win takes [23] moves\\.$"))
        while reveal.is_visible():
            reveal.press("Enter")
        page.get_by_role("button", name="Next puzzle").press("Enter")
    expect(rating).to_have_text(re.compile(r"^Your rating: \d+"))


def test_no_rating_falls_below_the_least_points(modules: Page) -> None:
    found = modules.evaluate("""async () => {
      const { atLeast } = await import("/static/js/model/day.js");
      const { NEWCOMER, rated } = await import("/static/js/coach/model/puzzle_choice.js");
      const { strengths } = await import("/static/js/model/ended/results.js");
      const { beginner } = await import("/static/js/coach/model/progress.js");
      const { exported, kept } = await import("/static/js/coach/model/saved.js");
      let [failed, risen] = [NEWCOMER, null];
      for (let i = 0; i < 300; i++) failed = rated(failed, 136, false);
      risen = rated(failed, 136, true);
      const lost = Array.from({ length: 300 }, () => ({ rating: 136, score: 0 }));
      const low = { points: -15, deviation: 60 };
      const old = JSON.parse(exported({ ...beginner(), rating: low, skills: { 8: { ...low, tried: 6 } },
        history: [{ day: 20, solved: 0, failed: 5, points: -15 }] }));
      const { rating, skills, history } = kept(old);
      return { least: atLeast(-15), all: [failed.points, strengths(lost).at(-1), rating.points, skills[8].points,
        history[0].points], risen: risen.points };
    }""")
    assert 0 < found["least"] < min(level.rating for level in levels("connect4") if level.rating is not None)
    assert found["all"] == [found["least"]] * 5
    assert found["risen"] > found["least"]
