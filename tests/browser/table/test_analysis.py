"""Opens positions by address: analysed, played on, taken back, with any seats."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.line import Line
from tests.browser.table_page import TWO_FRAMES, TablePage, until

_LATE = "372514637254144426231134732237"
"""A position of Connect Four, proven in a moment."""


@pytest.mark.parametrize("address", [f"/connect4/{_LATE}", pytest.param(f"/?pos={_LATE}", marks=pytest.mark.long)])
def test_a_position_by_address_is_thought_about_and_exact(open_table: OpenTable, address: str) -> None:
    table = open_table(address)
    expect(table.page.get_by_role("switch", name="Thinking")).to_be_checked()
    proven = table.page.locator(".strip .block[data-known=yes][data-proven=yes]")
    expect(proven).to_have_count(len(table.free_moves()))
    expect(table.sub).to_have_text(re.compile(r"^Column \d (wins|draws|loses)"))
    expect(table.page).to_have_url(re.compile(f"/connect4/{_LATE}$"))


def test_it_is_played_on_by_any_side_and_the_address_follows(open_table: OpenTable) -> None:
    table = open_table("/connect4/44")
    table.click(3)
    table.wait_for_discs(3)
    table.click(5)
    table.wait_for_discs(4)
    expect(table.page).to_have_url(re.compile("/connect4/4435$"))
    for _ in range(4):
        expect(table.button("Undo")).to_be_enabled()
        lying = table.discs.count()
        table.button("Undo").click()
        table.wait_for_discs(lying - 1)
    expect(table.page).to_have_url(re.compile("/connect4$"))
    table.menu("Redo")
    expect(table.page).to_have_url(re.compile("/connect4/4$"))


_ANSWER_WITHIN_MS = 4000
"""The page's patience with a request."""


class _BadLine(Line):
    """Loses the first answer to each event of ``lost``; with ``hold`` the first move waits for a refusal."""

    def __init__(self, table: TablePage, lost: set[str], *, hold: bool = False) -> None:
        self.answered = list[str]()
        self.refuse: Callable[[], None] | None = None
        self._events, self._lost, self._hold, self._missing = dict[str, str](), lost, hold, set[str]()
        super().__init__(table, clock=True)

    def wait_in_vain(self, answers: int) -> None:
        """Waits until so many answers are lost, and advances the page's time until the page asks again."""
        until(self.page, lambda: len(self._missing) == answers)
        self.page.clock.fast_forward(_ANSWER_WITHIN_MS)

    def ask(self, number: str, event: str, frame: str) -> bool:
        """Notes a request whose answer gets lost, and keeps a move back."""
        self._events[f"43{number}["] = event
        if event == "move" and self._hold:
            self._hold = False
            answer = f'43{number}[{{"ok":false,"error":{{"code":"busy","message":"Not now."}}}}]'
            self.refuse = partial(self.send, answer)
            return False
        if event in self._lost:
            self._lost.remove(event)
            self._missing.add(f"43{number}[")
        return True

    def tell(self, frame: str) -> str | None:
        if frame.startswith(tuple(self._missing)):
            return None
        self.answered += [event for start, event in self._events.items() if frame.startswith(start)]
        return frame


@pytest.mark.parametrize("path", [pytest.param("/connect4/44", marks=pytest.mark.long), "/connect4"])
def test_clicks_that_come_faster_than_a_bad_line_carries_them_are_all_played_and_once(
    open_table: OpenTable, path: str
) -> None:
    table = open_table(path, own=True)
    line = _BadLine(table, {"new_game", "move"})
    if path == "/connect4":
        table.choose(1, "Person")
    lying = table.discs.count()
    for column in (3, 5, 1, 7):
        table.click(column)
    line.wait_in_vain(1)
    line.wait_in_vain(2)
    table.wait_for_discs(lying + 4)
    for number, column in enumerate((3, 5, 1, 7), 1):
        side = ("Yellow", "Red")[number % 2]
        cell = table.page.get_by_role("gridcell", name=f"Column {column} row 1, {side}, move {lying + number}")
        expect(cell).to_be_attached()
    expect(table.page).to_have_url(re.compile(r"/connect4/443517$|/game/\w{12}$"))
    assert line.asked.count("new_game") == 2  # the second asked for the answer to the first: it is one game
    assert line.asked.count("move") in (4, 5)  # the first may go along with the new game
    table.page.reload()
    table.wait_for_discs(lying + 4)


@pytest.mark.long
def test_a_position_taken_up_by_the_table_is_no_news(open_table: OpenTable) -> None:
    table = open_table("/connect4/333333", own=True)
    line = _BadLine(table, {"new_game"})  # so that its answer comes after the click
    table.click(3)
    said = table.page.locator("#live")
    expect(said).to_contain_text("Column 3 is full.")
    line.wait_in_vain(1)
    until(table.page, lambda: "watch_thinking" in line.answered)
    table.page.wait_for_function(TWO_FRAMES)
    expect(said).to_contain_text("Column 3 is full.")


@pytest.mark.long
def test_what_follows_a_refused_move_falls_with_it(open_table: OpenTable) -> None:
    table = open_table("/connect4/44", own=True)
    line = _BadLine(table, set(), hold=True)
    until(table.page, lambda: "new_game" in line.answered)
    table.click(3)
    table.click(5)
    until(table.page, lambda: line.refuse is not None)
    assert line.refuse is not None
    line.refuse()
    expect(table.sub).to_have_text("Not now.")
    table.wait_for_discs(2)
    table.click(6)
    table.wait_for_discs(3)
    expect(table.page).to_have_url(re.compile("/connect4/446$"))
    assert line.asked.count("move") == 2


@pytest.mark.long
def test_an_engine_that_takes_a_side_while_the_game_is_set_up_keeps_it(open_table: OpenTable) -> None:
    table = open_table("/connect4/445", own=True)
    line = _BadLine(table, {"new_game"})
    until(table.page, lambda: "new_game" in line.asked)
    table.choose(1, "Engine")
    line.wait_in_vain(1)
    table.wait_for_discs(4)
    assert line.asked.count("set_seat") == 1


@pytest.mark.long
def test_the_switch_is_remembered_for_itself(open_table: OpenTable) -> None:
    table = open_table("/tictactoe/5")
    switch = table.page.get_by_role("switch", name="Thinking")
    expect(switch).to_be_checked()
    switch.press(" ")
    table.page.reload()
    expect(switch).not_to_be_checked()
    table.page.goto(table.page.url.split("/tictactoe")[0])
    expect(switch).not_to_be_checked()
    expect(table.page.locator(".strip")).to_be_hidden()
    switch.check()
    table.page.reload()
    expect(switch).to_be_checked()
    expect(table.page.locator(".strip")).to_be_visible()
