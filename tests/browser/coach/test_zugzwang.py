"""Reads the theory and answers the questions of the zugzwang trainer, by keyboard alone and by touch."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import answer_by_certificate
from engine.coach.certificate import from_json
from engine.games import replay
from engine.puzzles import shipped
from engine.puzzles.judge import connect_four
from tests.browser.axe import violations
from tests.browser.coach.test_coach import drop
from tests.browser.conftest import OpenTable
from tests.browser.table_page import TablePage
from tests.engine.puzzles.second_solver import after

FILE: Any = json.loads(shipped.read("zugzwang.json"))
QUESTIONS: dict[str, Any] = {one["name"]: one for one in FILE["questions"]}
GAME = connect_four()


def _cell(cell: list[int]) -> str:
    return f"{'abcdefg'[cell[0] - 1]}{cell[1]}"


def _known(page: Page) -> dict[str, Any]:
    return dict(page.evaluate("JSON.parse(localStorage.getItem('fourthought.coach')).questions"))


def _give(table: TablePage, question: Any, option: Any) -> None:
    """Answers a question with one option, by keyboard."""
    page = table.page
    if question["kind"] == "keep":
        drop(page, option)
    elif question["kind"] == "fill":
        page.get_by_role("button", name=("Red", "Yellow")[option], exact=True).press("Enter")
    else:
        page.get_by_role("button", name=re.compile(rf" on {_cell(option)}$")).press("Enter")


def _answered(shown: Any, moves: list[int]) -> int:
    """Returns the answer of the page's proof, as the library plays the proof."""
    found = answer_by_certificate(from_json(shown["proof"]), moves[len(shown["moves"]) :])
    assert found is not None
    return found


def _tick(page: Page, cells: list[list[int]]) -> None:
    for cell in cells:
        page.get_by_role("checkbox", name=_cell(cell)).press("Space")
    page.get_by_role("button", name="Answer").press("Enter")


def _play_on(table: TablePage, shown: Any) -> None:
    """Plays the board of a page to the end, and looks whether the page answers by its proof and keeps the claim."""
    claim, moves = shown["proof"]["claim"], [int(move) for move in shown["moves"]]
    while GAME.outcome(replay(GAME, moves)) is None:
        column = GAME.moves(replay(GAME, moves))[0]
        drop(table.page, column)
        moves.append(column)
        if GAME.outcome(replay(GAME, moves)) is None:
            moves.append(_answered(shown, moves))
            expect(table.sub).to_have_text(re.compile(rf"The answer is column {moves[-1]}\."))
        expect(table.discs).to_have_count(len(moves))
    end = GAME.outcome(replay(GAME, moves))
    assert end is not None
    assert end.winner == claim["side"] if claim["wins"] else end.winner != 1 - claim["side"]


@pytest.mark.parametrize("width", [320, *(pytest.param(width, marks=pytest.mark.long) for width in (390, 1280))])
def test_six_pages_are_read_and_each_board_is_played_on(open_table: OpenTable, width: int) -> None:
    table = open_table("/coach", width=width, height=844)
    page = table.page
    page.get_by_role("link", name="Zugzwang").press("Enter")
    contents = page.get_by_role("navigation", name="Theory and questions").get_by_role("button")
    expect(contents).to_have_count(7)
    for place, shown in enumerate(FILE["pages"]):
        expect(contents.nth(place)).to_have_attribute("aria-current", "page")
        expect(page.locator(".zugzwang__text p").first).to_be_visible()
        assert "{" not in page.locator(".zugzwang__text").inner_text()
        discs = len(shown["moves"])
        expect(page.locator(".disc")).to_have_count(discs)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width > 320 or place in (0, 5):  # by day two of the boards
            _play_on(table, shown)
            page.get_by_role("button", name="From the start").press("Enter")
            expect(page.locator(".disc")).to_have_count(discs)
        if place == 5:
            assert violations(page) == []
        known = f"Page {place + 1} of 6. You know 0 questions of {len(QUESTIONS)}."
        expect(page.get_by_text(known, exact=True)).to_be_visible()
        page.get_by_role("button", name="Next page" if place < 5 else "To the questions").press("Enter")
    expect(contents.last).to_have_attribute("aria-current", "page")
    assert page.url.endswith("?page=questions")


@pytest.mark.long
def test_every_kind_is_answered_by_keyboard_and_a_wrong_answer_is_refuted_on_the_board(open_table: OpenTable) -> None:
    """Answers until all eight answers, wrong and right to each kind, have been given."""
    table = open_table("/coach/zugzwang?page=questions", width=390, height=844)
    page, following = table.page, table.page.get_by_role("button", name="Next question")
    tried = set[tuple[str, bool]]()
    for _ in range(60):
        if len(tried) == 8:
            break
        question = _current(page)
        kind = question["kind"]
        right = (kind, False) in tried
        before = len(question["moves"])
        if kind == "reach":
            wrong = next(one for one in question["options"] if one not in question["answer"])
            _tick(page, question["answer"] if right else [*question["answer"], wrong])
            option = wrong
        else:
            option = next(one for one in question["options"] if (one in question["answer"]) is right)
            _give(table, question, option)
        expect(table.sub).to_have_text(re.compile(r"^Right\." if right else r"^No\."))
        assert "{" not in table.sub.inner_text()
        play = question["plays"][question["options"].index(option)]
        expect(page.locator(".disc")).to_have_count(before + (0 if right else len(play)))
        assert right or len(play) > 0
        expect(following).to_be_focused()
        if (kind, right) not in tried:
            assert violations(page) == []
        assert _known(page)[question["name"]]["known"] is right
        tried.add((kind, right))
        following.press("Enter")
    assert len(tried) == 8


def test_a_day_with_questions_alone_counts(open_table: OpenTable) -> None:
    table = open_table("/coach/zugzwang?page=questions", width=390, height=844)
    page, base = table.page, table.page.url.split("/coach/")[0]
    for right in (True, False):
        question = _current(page)
        if question["kind"] == "reach":
            _tick(page, question["answer"])
        else:
            _give(table, question, next(one for one in question["options"] if (one in question["answer"]) is right))
        expect(table.sub).to_have_text(re.compile(r"^(Right|No)\."))
        page.get_by_role("button", name="Next question").press("Enter")
    page.goto(f"{base}/coach/days")
    expect(table.head).to_have_text("1 day in a row")
    expect(table.sub).to_have_text("Today is done. The longest so far: 1 day.")
    words = "In 18 weeks you practised on 1 day: 2 puzzles, openings and questions, 0 games."
    expect(page.get_by_role("img", name=words)).to_be_visible()


def _current(page: Page) -> Any:
    """Returns the question on the page: the one of its kind with its discs, as a screen reader tells them."""
    said = page.locator('[role="gridcell"]').evaluate_all(
        "all => all.map((one) => (one.firstChild ?? one).ariaLabel ?? one.ariaLabel)"
    )
    told = ["X" if "Red" in one else "O" if "Yellow" in one else "." for one in said[-42:]]
    kinds = {"Who must": "fill", "Which cells": "reach", "Which column": "keep", "Which of": "useless"}
    head = page.locator("#head").inner_text()
    kind = next(kind for start, kind in kinds.items() if head.startswith(start))
    (found,) = [one for one in QUESTIONS.values() if one["kind"] == kind and _rows(one["moves"]) == told]
    return found


def _rows(moves: str) -> list[str]:
    """Returns the cells of a board from the top left: X, O and dots."""
    board = {cell: "XO"[side] for cell, side in after(moves).items()}
    return [board.get((column, row), ".") for row in range(6, 0, -1) for column in range(1, 8)]


def test_what_is_known_is_exported_and_only_what_can_be_read_comes_back(modules: Page) -> None:
    good = {"stability": 2.5, "difficulty": 5, "last": 20000, "due": 20002, "known": True}
    found = modules.evaluate(
        """async (good) => {
        const { beginner } = await import("/static/js/coach/model/progress.js");
        const { exported, imported, kept } = await import("/static/js/coach/model/saved.js");
        const questions = { "fill-4455": good };
        const whole = imported(exported({ ...beginner(), questions })).questions;
        const bad = { ...questions, "fill-": good, "keep-44": { ...good, known: 1 }, "keep-45": { ...good, due: -1 } };
        return [whole, kept({ of: "fourthought-coach", v: 1, questions: bad }).questions];
      }""",
        good,
    )
    assert found == [{"fill-4455": good}, {"fill-4455": good}]
