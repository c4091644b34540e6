"""Reads cards of up to 16 levels in the page as the checker does, and shows more than six as numbers."""

import json
import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from engine.cards.check import LEVELS, Board, Card, RefusedError, bits
from engine.cards.teaching.deck import sign_at
from tests.browser.conftest import OpenTable
from tests.browser.course.test_learn_to_win import course_called
from tests.browser.table_page import rect

_READ = """async (asked) => {
  const { named, signAt } = await import("/static/js/course/model/discs.js");
  return asked.map(([rows, cells]) => [
    named(rows, cells)?.cell ?? null,
    rows.flatMap((row, at) => [...row].map((_, column) => signAt(rows, [column + 1, rows.length - at]))),
  ]);
}"""
NUMBERED = str.maketrans("012345f", "02469bf")
"""Gives the six marks other levels, in the same order: the card names the same cells."""


@pytest.mark.parametrize("levels", [LEVELS, "012345f"])
def test_the_page_reads_a_card_as_the_checker_does(modules: Page, levels: str) -> None:
    rng, board, asked, expected = random.Random(levels), Board(7, 6, 4), list[object](), list[object]()
    for _ in range(300):
        card = "".join(rng.choices(levels, k=42))
        playable = sum(1 << 7 * column + rng.randrange(6) for column in range(7) if rng.random() < 0.7)
        cells = [(at // 7 + 1, at % 7 + 1) for at in (cell.bit_length() - 1 for cell in bits(playable))]
        try:
            at = Card(board, card).answer(playable, 0).bit_length() - 1
            answer = [at // 7 + 1, at % 7 + 1]
        except RefusedError:
            answer = []
        asked.append([[card[row : row + 7] for row in range(0, 42, 7)], cells])
        expected.append([answer or None, [sign_at(card, at, 5 - at // 7) for at in range(42)]])
    assert modules.evaluate(_READ, asked) == expected


def numbered(route: Route) -> None:
    """Answers with a course whose cards have more than six levels."""
    file = json.loads(route.fetch().body())
    route.fulfill(json=file | {"cards": [card.translate(NUMBERED) for card in file["cards"]]})


def test_more_than_six_levels_are_shown_as_numbers(open_table: OpenTable) -> None:
    course = course_called("6x4-2")
    table = open_table("/coach/win/cards?course=6x4-2", wiped=True)
    told = table.page.locator(".win__rules li", has_text=re.compile("a card with numbers"))
    expect(table.page.locator("[data-card]")).to_have_count(len(course.cards))
    expect(told).to_have_count(0)
    box = rect(table.page.locator(".win__card .win__board").first)
    assert box["width"] > 70  # wide enough to be read, unlike the signs of other buttons
    table.page.context.route("**/*6x4-2*.json", numbered)
    table.page.reload()
    expect(told).to_have_count(1)
    signs = table.page.locator('[data-card="3"] .sketch__sign').all_text_contents()
    assert {*signs} <= {"0", "2", "4", "6", "9", "11", "15"}
    assert len({*signs}) > 3
