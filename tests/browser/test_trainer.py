"""Tests the trainer's choice among 5,000 puzzles and the days on which failed puzzles come again, in a real browser."""

from playwright.sync_api import Page

_FAKES = """
const { Supply } = await import("/static/js/coach/net/supply.js");
const { chance } = await import("/static/js/coach/model/rating.js");
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


def test_a_failed_puzzle_comes_again_after_1_3_7_14_and_30_days(modules: Page) -> None:
    days = modules.evaluate(
        """async () => {
        const { afterAttempt, dueCard } = await import("/static/js/coach/model/repetition.js");
        const puzzle = { name: "44", row: [] };
        let cards = afterAttempt([], puzzle, false, 100), came = [], last = 100;
        for (let day = 101; day < 200; day += 1) {
          const before = cards;
          cards = afterAttempt(cards, { name: "45", row: [] }, true, day);  // another puzzle, solved: no card
          if (cards !== before) return "a solved puzzle has a card";
          if (!dueCard(cards, day)) {
            if (afterAttempt(cards, puzzle, true, day) !== cards) return "an early attempt counts";
            continue;
          }
          came.push(day - last);
          last = day;
          cards = afterAttempt(cards, puzzle, true, day);
        }
        const again = afterAttempt([{ ...puzzle, stage: 3, due: 5 }], puzzle, false, 5)[0];
        return [came, cards.length, again.stage, again.due];
      }"""
    )
    assert days == [[1, 3, 7, 14, 30], 0, 0, 6]
