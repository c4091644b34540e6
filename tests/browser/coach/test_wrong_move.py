"""Asks at puzzles why wrong moves give the result away: the refutation and the reason speak of the same move."""

import datetime
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.puzzles.puzzle import Puzzle, WrongMove
from tests.browser.axe import violations
from tests.browser.coach.test_coach import MONDAY, press, puzzle_of, solve
from tests.browser.conftest import OpenTable

_NAMED = re.compile(r"(?:answers|plays) (\d)")
_FIRST = re.compile(r"^\w+ (?:wins|does not lose) with column (\d)\.$")
_WHATEVER = re.compile(r"^\w+ (?:wins|does not lose), whatever \w+ plays\.$")
_NO_TIME = re.compile(r"^This needs counting: (no small proof|the result) was (not )?found in time\.$")
_UNPROVEN = re.compile(r"^Too deep for words\.|^A rule of thumb, not a proof:")
_NEAR = """() => {
  const [why, board] = [".why", ".body"].map((part) => document.querySelector(part).getBoundingClientRect());
  return why.top < board.bottom + 120;
}"""
"""Tells whether the reason stands below the board."""


def _ask_why(page: Page, puzzle: Puzzle, wrong: WrongMove) -> bool:
    """Plays a wrong move, and asks why. Returns False where no reason came in time, and the page says so."""
    press(page, wrong.move, len(puzzle.moves) + 1 + len(wrong.refutation))
    page.get_by_role("button", name="Why?").press("Enter")
    expect(page.locator(".why__step").first).to_be_visible()
    # A first answer without a proof is followed by the last one.
    expect(page.locator(".why__note", has_text="Still looking")).to_be_hidden()
    said = page.locator(".why__step").first.inner_text()
    if not _NO_TIME.match(said):
        return True
    assert _NAMED.search(said) is None, said
    return False


def _try_again(page: Page, puzzle: Puzzle) -> None:
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))


def _claims(page: Page, selector: str) -> list[dict[str, Any]]:
    claims: list[dict[str, Any]] = json.loads(page.locator(selector).get_attribute("data-claim") or "[]")
    return claims


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_a_wrong_move_is_explained_and_the_puzzle_goes_on(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach/themes", own=True, width=width, height=844)
    page, base = table.page, table.page.url.removesuffix("/coach/themes")
    page.clock.set_fixed_time(MONDAY)
    page.goto(base + "/coach/day?strength=0")
    puzzle = puzzle_of(MONDAY)
    expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
    assert _ask_why(page, puzzle, puzzle.wrong[0])
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


@pytest.mark.long
@pytest.mark.parametrize("day", range(5), ids="day {}".format)
def test_the_refutation_and_the_reason_speak_of_the_same_move(open_table: OpenTable, day: int) -> None:
    table = open_table("/coach/themes", own=True)
    page, base = table.page, table.page.url.removesuffix("/coach/themes")
    now = MONDAY + datetime.timedelta(days=day)
    page.clock.set_fixed_time(now)
    kinds, ends, late = set[str](), set[bool](), 0
    for strength in range(3):
        puzzle = puzzle_of(now, strength)
        page.goto(f"{base}/coach/day?strength={strength}")
        expect(page.locator(".disc")).to_have_count(len(puzzle.moves))
        for wrong in puzzle.wrong[:3]:
            if not _ask_why(page, puzzle, wrong):
                # Most reasons take a hundredth of the time that a server gives, so a busy machine delays few of them.
                late += 1
                _try_again(page, puzzle)
                continue
            verdict, (reply, *_) = page.locator("#sub").inner_text(), wrong.refutation
            assert [int(n) for n in _NAMED.findall(verdict)] == [reply], verdict
            after = [*puzzle.moves, wrong.move]
            kept = [claim for claim in _claims(page, "#sub") if claim["moves"] == ",".join(map(str, after))]
            assert [claim["column"] for claim in kept] == [reply]
            said = page.locator(".why__step").first.inner_text()
            shown = page.locator(".disc").count() - len(puzzle.moves)
            if first := _FIRST.match(said):  # the answer ends the game
                assert int(first[1]) == reply
                kinds.add("first")
            else:
                assert _WHATEVER.match(said) or _UNPROVEN.match(said), said
                kinds.add("whatever" if _WHATEVER.match(said) else "unproven")
                assert shown == 2  # the reason is about the board with the answer on it
            about = [
                [*map(int, claim["moves"].split(",")), claim["column"]]
                if "column" in claim
                else [*map(int, claim["moves"].split(","))]
                for claim in _claims(page, ".why")
            ]
            moves = [line[len(after)] for line in about if len(line) > len(after)]
            assert set(moves) == {reply}
            assert first or len(moves) == len(about)
            ends.add(page.locator(".why__note").inner_text() in {"", "A proof was found:"})
            _try_again(page, puzzle)
    assert late <= 3
    assert "whatever" in kinds
    assert ends == {True}
