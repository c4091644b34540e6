"""Plays thirty games by mouse, touch and keys with random help in between: the board always answers."""

import random

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.table_page import TWO_FRAMES, TablePage

_HELPS = ("hint", "hint twice", "hint to the end", "thinking", "truth", "numbers", "menu", "help", "look back", "undo")
"""What a person may ask for between two moves."""
_BOARDS = ("/", "/", "/", "/tictactoe", "/connect4-5x4")
_MOVE = ".moves__move"
_LONGEST = 60
"""More moves than any of these games has."""
_PATIENCE_MS = 60_000
_SHOWN = """() => [location.pathname, document.activeElement.outerHTML.slice(0, 200), document.body.innerText,
  [...document.querySelectorAll("[popover]:popover-open, dialog[open], details[open]")].map((one) => one.className),
  [...document.querySelectorAll(".moves__move")].map((one) => one.textContent)]"""
"""Tells what stands in the way of a move that does not come."""
_DOUBLE_MS = 550
"""Two taps at one place in less time are a double tap, which plays once: no person answers a reply so fast."""


def _press(table: TablePage, name: str) -> None:
    """Presses a button that is there and may be pressed."""
    button = table.button(name)
    if button.count() and button.is_visible() and button.is_enabled():
        button.click()


def _choose_truth(page: Page) -> None:
    """Opens the numbers, chooses the truth there if one can, and closes them."""
    fold, choice = page.locator(".fold__summary"), page.locator(".views__choice label")
    if fold.is_visible():
        fold.click()
        if choice.last.is_visible():
            choice.last.click()
        fold.click()


def _ask(table: TablePage, what: str) -> None:
    """Asks for help, and leaves it open: the next move has to close it."""
    page = table.page
    if what.startswith("hint"):
        for _ in range({"hint": 1, "hint twice": 2, "hint to the end": 3}[what]):
            _press(table, "Hint")
            page.wait_for_timeout(200)
    elif what == "thinking":
        page.get_by_role("switch", name="Thinking").check(force=True)
    elif what == "truth":
        _choose_truth(page)
    elif what == "numbers":
        fold = page.locator(".fold__summary")
        if fold.is_visible():
            fold.click()
    elif what == "menu":
        page.locator(".bar > [popovertarget=settings]").click()
        page.keyboard.press("Escape")
    elif what == "help":
        page.locator("body").press("?")
        expect(page.locator("#help-sheet")).to_be_visible()
        page.keyboard.press("Escape")
    elif what == "look back":
        page.keyboard.press(",")
        page.keyboard.press(".")
    elif table.button("Undo").is_enabled():
        lying = table.page.locator(_MOVE).count()
        _press(table, "Undo")
        table.page.wait_for_function(f"(before) => document.querySelectorAll('{_MOVE}').length < before", arg=lying)
        table.wait_for_turn()


_FREE = "([x, y]) => document.elementFromPoint(x, y)?.closest('.grid') != null"


def _play(table: TablePage, way: str, move: int) -> None:
    """Plays a move by mouse, touch or keys. The numbers lie over a part of the board: a press beside closes them."""
    if way == "keys":
        table.page.keyboard.press(str(move))
        return
    x, y = table.middle(move)
    if not table.page.evaluate(_FREE, [x, y]):
        table.head.click()
        assert table.page.evaluate(_FREE, [x, y]), table.page.evaluate("document.body.innerText")
    if way == "touch":
        table.page.wait_for_timeout(_DOUBLE_MS)
        table.page.touchscreen.tap(x, y)
    else:
        table.page.mouse.click(x, y)


@pytest.mark.long
@pytest.mark.parametrize(("seed", "games"), [(seed, 10) for seed in range(3)])
def test_no_help_leaves_a_board_that_does_not_answer(open_table: OpenTable, seed: int, games: int) -> None:
    draw = random.Random(seed)
    for number in range(games):
        way = ("mouse", "touch", "keys")[(seed + number) % 3]
        width, height = draw.choice(((390, 844), (1366, 768)))
        table = open_table(
            draw.choice(_BOARDS), width=width, height=height, has_touch=way == "touch", first=number % 2 == 0
        )
        asked: list[str] = []
        for _ in range(_LONGEST):
            table.wait_for_turn()
            if table.over:
                break
            if draw.random() < 0.4 and table.discs.count():
                asked.append(draw.choice(_HELPS))
                _ask(table, asked[-1])
                table.page.wait_for_function(TWO_FRAMES)
            lying = table.page.locator(_MOVE).count()
            move = draw.choice(table.free_moves())
            _play(table, way, move)
            try:
                table.page.wait_for_function(
                    f"(before) => document.querySelectorAll('{_MOVE}').length > before", arg=lying, timeout=_PATIENCE_MS
                )
            except Error as error:
                raise AssertionError((seed, number, way, width, asked, move, table.page.evaluate(_SHOWN))) from error
        assert table.over, (seed, number, way, asked)


@pytest.mark.parametrize(
    ("path", "width", "way"), [("/tictactoe", 390, "mouse"), pytest.param("/", 1366, "touch", marks=pytest.mark.long)]
)
def test_the_numbers_over_the_board_are_closed_by_a_press_beside(
    open_table: OpenTable, path: str, width: int, way: str
) -> None:
    table = open_table(path, width=width, height=844, has_touch=way == "touch")
    _play(table, way, 2)
    table.wait_for_discs(2)
    table.wait_for_turn()
    _ask(table, "thinking")
    table.page.locator(".fold__summary").click()
    expect(table.page.locator(".fold__sheet")).to_be_visible()
    last = table.free_moves()[-1]
    assert not table.page.evaluate(_FREE, list(table.middle(last)))
    _play(table, way, last)
    table.wait_for_discs(4)
    table.page.locator(".fold__summary").click()
    expect(table.page.locator(".fold__sheet")).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".fold__sheet")).to_be_hidden()
