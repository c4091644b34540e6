"""Asks at a puzzle why a wrong move gives the result away, and reads the reason on the board."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.coach.test_coach import MONDAY, press, puzzle_of, solve
from tests.browser.conftest import OpenTable


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_a_wrong_move_is_explained_and_the_puzzle_goes_on(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/themes", own=True, width=width, height=844)
    page, base = table.page, table.page.url.removesuffix("/coach/themes")
    page.clock.set_fixed_time(MONDAY)
    page.goto(base + "/coach")
    puzzle = puzzle_of(MONDAY)
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    wrong = puzzle.wrong[0]
    press(page, wrong.move, len(puzzle.moves) + 1 + len(wrong.refutation))
    foe = ("Red", "Yellow")[1 - len(puzzle.moves) % 2]
    page.get_by_role("button", name="Why?").press("Enter")
    claim = f"{foe} wins" if wrong.score else f"{foe} does not lose"
    reason = re.compile(f"^({claim}|A rule of thumb|This needs counting)")
    expect(page.locator(".why__step").first).to_have_text(reason)
    expect(page.locator("#sub")).to_have_text(reason)
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves) + 1)
    expect(page.locator(".face__rim")).to_have_count(13)
    assert violations(page) == []
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    solve(page, puzzle)
    expect(page.locator("#sub")).to_have_text("That is the solution.")
