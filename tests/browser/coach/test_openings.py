"""Walks through the openings by keyboard and by touch, and compares what the page says with the exact book."""

import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from engine.games import replay
from engine.solver.book.book import shipped_book
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable

BOOK = shipped_book()
assert BOOK is not None
GAME = BOOK.game
PAGE_BOOK = BOOK.first(8)
NAMES = ("Red", "Yellow")


def told(moves: list[int]) -> dict[int, tuple[int | None, int]]:
    """Returns who wins after each column (0, 1, None for a draw), and the number of the game's last move; nothing
    where the page's book does not know each column."""
    found = dict[int, tuple[int | None, int]]()
    if len(PAGE_BOOK.moves(replay(GAME, moves))) < len(GAME.moves(replay(GAME, moves))):
        return found  # after a forced move the page's book may know nothing more
    for column, score in BOOK.moves(replay(GAME, moves)).items():
        side = len(moves) % 2 if score > 0 else 1 - len(moves) % 2
        last = 41 + side - 2 * (abs(score) - 1)  # the first player has the odd moves
        found[column] = (None, 42) if score == 0 else (side, last)
    return found


def positions(seed: int, count: int) -> list[list[int]]:
    """Returns beginnings of random games, of up to seven moves, all unfinished."""
    rng, found = random.Random(seed), list[list[int]]()
    while len(found) < count:
        moves = list[int]()
        for _ in range(len(found) % 8):
            moves.append(rng.choice(list(GAME.moves(replay(GAME, moves)))))
            if GAME.outcome(replay(GAME, moves)) is not None:
                break
        else:
            found.append(moves)
    return found


def test_every_result_is_that_of_the_book(modules: Page) -> None:
    asked = positions(seed=7, count=800)
    found = modules.evaluate(
        """async (asked) => {
        const { Book } = await import("/static/js/engine/book.js");
        const { loadBook } = await import("/static/js/engine/loading.js");
        const { lookUp } = await import("/static/js/coach/openings/model.js");
        const book = new Book({ width: 7, height: 6, connect: 4 }, await loadBook());
        return asked.map((moves) => {
          const { ways, best } = lookUp(book, moves);
          return [ways.map(({ column, winner, ply }) => [column, winner, ply]), best];
        });
      }""",
        asked,
    )
    assert sum(bool(ways) for ways, _ in found) > 600
    for moves, (ways, best) in zip(asked, found, strict=True):
        results = told(moves)
        assert {column: (winner, ply) for column, winner, ply in ways} == results, moves
        mover = len(moves) % 2
        worth = {
            column: 0 if winner is None else 1 if winner == mover else -1 for column, (winner, _) in results.items()
        }
        assert best == sorted(column for column, one in worth.items() if one == max(worth.values(), default=0)), moves


@pytest.mark.parametrize("width", [390, 1280])
def test_one_walks_by_keyboard_alone(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/openings", width=width, height=844, reduced_motion="reduce")
    page, ways = table.page, table.page.locator(".openings__list button")
    expect(table.head).to_have_text("By best play: Red wins with move 41.")
    expect(table.sub).to_have_text("Only column 4 keeps this result.")
    expect(ways).to_have_count(7)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    moves = list[int]()
    while len(moves) < 8 and (results := told(moves)):
        said = [
            f"Column {column}: " + ("draw" if winner is None else f"{NAMES[winner]} wins with move {ply}")
            for column, (winner, ply) in sorted(results.items())
        ]
        expect(ways).to_have_text([re.compile(rf"^{one}( ✓)?$") for one in said])
        way = ways.filter(has_text="✓").first
        moves.append(int(re.findall(r"\d", way.inner_text())[0]))
        way.press("Enter")
        expect(page.locator(".disc")).to_have_count(len(moves))
    assert len(moves) >= 6
    expect(table.sub).to_have_text("The book of exact results ends here.")
    expect(ways).to_have_count(0)
    expect(page.get_by_role("button", name="One move back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".disc")).to_have_count(len(moves) - 1)
    page.reload()
    expect(page.locator(".disc")).to_have_count(len(moves) - 1)
    page.keyboard.press("Backspace")
    expect(page.locator(".disc")).to_have_count(len(moves) - 2)


def test_touch_on_the_board_walks_and_own_games_are_recognised(open_table: OpenTable) -> None:
    table = open_table("/coach/openings", own=True, width=390, height=844, has_touch=True, reduced_motion="reduce")
    page = table.page
    row = {"id": "a" * 12, "game": "connect4", "level": 3, "rating": None, "score": 1, "day": 20000, "moves": "4,3,2"}
    kept = [row | {"id": letter * 12, "score": score} for letter, score in (("a", 1), ("b", 0), ("c", 1))]
    page.evaluate("kept => localStorage.setItem('fourthought.results', kept)", json.dumps(kept))
    page.reload()
    expect(table.head).to_contain_text("Red wins with move 41")
    expect(page.get_by_text("You have been here before")).to_be_hidden()
    page.get_by_role("gridcell").nth(38).tap()
    expect(page.locator(".disc")).to_have_count(1)
    expect(page.get_by_text("You have been here before: in 3 games, with 2 won.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Column 1:")).tap()
    expect(page.get_by_text("You have been here before")).to_be_hidden()
    page.get_by_role("button", name="To the first move").tap()
    expect(page.locator(".disc")).to_have_count(0)
