"""Tests on which days failed puzzles come again: as the reference says, and on from cards of earlier releases."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.fsrs_vectors import FILE

_ROW = ["44", 5, "4", [], 256, 900, 5, 1, 0]
_HARD = [*_ROW[:5], 1900, 9, 0, 0]


def test_the_schedule_is_that_of_the_reference(modules: Page) -> None:
    """Compares with ``fsrs_vectors.json``, written by the package fsrs: see ``fsrs_vectors.py``."""
    histories: list[Any] = json.loads(FILE.read_text(encoding="utf-8"))
    found: list[Any] = modules.evaluate(
        """async (histories) => {
        const { interval, reviewed } = await import("/static/js/coach/model/fsrs.js");
        return histories.map((history) => {
          let memory = null;
          return history.map(([days, grade]) => {
            memory = reviewed(memory, days, grade);
            return [memory.stability, memory.difficulty, interval(memory)];
          });
        });
      }""",
        histories,
    )
    tried = 0
    for history, own in zip(histories, found, strict=True):
        for (_, _, stability, difficulty, days), (s, d, wait) in zip(history, own, strict=True):
            assert abs(s - stability) <= 1e-9 * max(1, stability)
            assert abs(d - difficulty) <= 1e-9
            assert wait == days
            tried += 1
    assert tried > 1000


def test_a_failed_puzzle_comes_again_until_it_is_learnt(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { afterAttempt, dueCards } = await import("/static/js/coach/model/fsrs.js");
        const puzzle = { name: "44", row: [] };
        let cards = afterAttempt([], puzzle, false, 100), came = [], last = 100;
        for (let day = 101; day < 300; day += 1) {
          const before = cards;
          cards = afterAttempt(cards, { name: "45", row: [] }, true, day);  // another puzzle, solved: no card
          if (cards !== before) return "a solved puzzle has a card";
          if (!dueCards(cards, day).length) {
            if (afterAttempt(cards, puzzle, true, day) !== cards) return "an early attempt counts";
            continue;
          }
          came.push(day - last);
          last = day;
          cards = afterAttempt(cards, puzzle, true, day);
        }
        const known = { ...puzzle, stability: 14, difficulty: 6, last: 0, due: 14 };
        const again = afterAttempt([known], puzzle, false, 14)[0];
        return [came, cards.length, again.due - 14, again.stability < known.stability];
      }"""
    )
    assert found == [[1, 2, 6, 17, 44], 0, 2, True]


def test_cards_of_earlier_releases_come_on_the_same_day_and_go_on(modules: Page) -> None:
    cards = [{"name": "44", "row": _ROW, "stage": stage, "due": 100} for stage in (-1, 0, 2, 4)]
    found = modules.evaluate(
        """async ([cards]) => {
        const { beginner } = await import("/static/js/coach/model/progress.js");
        const { exported, imported, kept } = await import("/static/js/coach/model/saved.js");
        const { afterAttempt } = await import("/static/js/coach/model/fsrs.js");
        const text = JSON.stringify({ ...JSON.parse(exported(beginner())), cards });
        return [kept(JSON.parse(text)), imported(text)].map((progress) => progress.cards.map((card) => {
          const solved = afterAttempt([card], card, true, 100)[0];
          return [card.due, card.due - card.last, "stage" in card, solved ? solved.due - 100 : "learnt"];
        }));
      }""",
        [cards],
    )
    assert found[0] == found[1]
    assert [(due, wait, old) for due, wait, old, _ in found[0]] == [
        (100, 0, False), (100, 1, False), (100, 7, False), (100, 30, False),
    ]  # fmt: skip
    untried, *waits = [after for *_, after in found[0]]
    assert untried == 2
    assert waits[0] > 1
    assert waits[1] > 7
    assert waits[2] == "learnt"


def test_own_mistakes_enter_the_trainer_by_rating_and_explainability(modules: Page) -> None:
    rows = {"fit": [*_ROW[:5], 500, 3, 1, 0], "hard": [*_HARD[:7], 1, 0], "unexplained": [*_ROW[:5], 500, 3, 0, 0]}
    found = modules.evaluate(
        """async (rows) => {
        const { comingAgain, dueMistake, withMistake } = await import("/static/js/coach/model/mistakes.js");
        const { beginner } = await import("/static/js/coach/model/progress.js");
        let progress = beginner();
        for (const [at, key] of ["unexplained", "hard", "fit"].entries()) {
          const row = [String(44 + at), ...rows[key].slice(1)];
          progress = withMistake(progress, { row, played: 3, game: "a".repeat(12) }, 100);
        }
        const none = { ...progress, cards: progress.cards.slice(0, 2) };
        const card = { name: "1", row: rows.hard, stability: 1, difficulty: 6, last: 99, due: 100 };
        const stock = { ...none, cards: [...none.cards, card] };
        const names = [progress, none, stock].map((one) => comingAgain(one, 100).map(({ name }) => name));
        return [...names, dueMistake(progress, 100).name, dueMistake(none, 100).name];
      }""",
        rows,
    )
    assert found == [["46"], [], ["1"], "46", "44"]
