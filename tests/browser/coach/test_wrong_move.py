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
    page.goto(base + "/coach/day")
    puzzle = puzzle_of(MONDAY)
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    wrong = puzzle.wrong[0]
    press(page, wrong.move, len(puzzle.moves) + 1 + len(wrong.refutation))
    foe = ("Red", "Yellow")[1 - len(puzzle.moves) % 2]
    page.get_by_role("button", name="Why?").press("Enter")
    claim = f"{foe} wins" if wrong.score else f"{foe} does not lose"
    reason = re.compile(f"^({claim}|A rule of thumb|Too deep|Watch)")
    expect(page.locator(".why__step").first).to_have_text(reason)
    expect(page.locator("#sub")).not_to_have_text(reason)  # the verdict on the move stays there
    expect(page.locator(".hand__disc[data-shown=no]")).to_have_count(2)
    steps, board = page.locator(".why__steps").bounding_box(), page.locator(".body").bounding_box()
    assert steps
    assert board
    if width < 900:  # the reason has the place of the sections, and of the puzzle's buttons
        expect(page.locator(".sections, .coach__about, .coach__rating")).to_have_count(3)
        expect(page.locator(".sections:visible, .coach__about:visible, .coach__rating:visible")).to_have_count(0)
        assert steps["y"] < board["y"] + board["height"] + 120
    assert page.locator(".disc").count() - len(puzzle.moves) in {
        1,
        2,
    }  # with the reply on the board, if it has a reason
    simpler = page.locator(".why__note").inner_text()
    named = re.findall(r"column (\d)", page.locator(".why__step").first.inner_text())
    assert not named or int(named[0]) == wrong.refutation[0] or simpler == f"A simpler way, with column {named[0]}:"
    expect(page.locator(".face__rim")).to_have_count(13)
    assert violations(page) == []
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    solve(page, puzzle)
    expect(page.locator("#sub")).to_have_text("That is the solution.")
