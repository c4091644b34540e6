"""Asks why a wrong move in a puzzle gives the result away, then plays the puzzle to its end."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.coach.test_coach import MONDAY, press, puzzle_of, solve
from tests.browser.conftest import OpenTable

_NEAR = """() => {
  const [why, board] = [".why", ".body"].map((part) => document.querySelector(part).getBoundingClientRect());
  return why.top < board.bottom + 120;
}"""
"""Tells whether the reason stands below the board."""


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_a_wrong_move_is_explained_and_the_puzzle_goes_on(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/day?strength=0", now=MONDAY, width=width, height=844)
    page = table.page
    puzzle = puzzle_of(MONDAY)
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    wrong = puzzle.wrong[0]
    press(page, wrong.move, len(puzzle.moves) + 1 + len(wrong.refutation))
    page.get_by_role("button", name="Why?").press("Enter")
    expect(page.locator(".why__step").first).to_be_visible()
    # A first answer without a proof is followed by the last one.
    expect(page.locator(".why__note", has_text="Still looking")).to_be_hidden()
    reason = page.locator(".why__step").first.inner_text()
    expect(page.locator("#sub")).not_to_have_text(reason)  # the verdict on the move stays there
    expect(page.locator(".hand__disc[data-shown=no]")).to_have_count(2)
    if width < 900:  # the reason has the place of the puzzle's buttons
        expect(page.locator(".coach__about, .coach__rating")).to_have_count(2)
        expect(page.locator(".coach__about:visible, .coach__rating:visible")).to_have_count(0)
        page.wait_for_function(_NEAR)
    expect(page.locator(".face__rim:not(.face__letter)")).to_have_count(6)
    assert violations(page) == []
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    solve(page, puzzle)
    expect(page.locator("#sub")).to_have_text("That is the solution.")
