"""Brings the other pages into their states: the coach, the student, the lab, and the pages that say what is wrong."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.states.state import State
from tests.browser.table_page import TablePage

_REPEAT_MS = 20
"""Milliseconds from one key to the next: a held key repeats less often."""


def _day(table: TablePage) -> None:
    expect(table.discs.first).to_be_visible()


def _boards(table: TablePage) -> None:
    expect(table.page.locator(".today__one > .sketch")).to_have_count(3)


def _shown(table: TablePage) -> None:
    _day(table)
    table.button("Show the move").click()
    expect(table.button("Why?")).to_be_visible()
    table.button("Why?").click()
    expect(table.page.locator(".why__step").first).to_be_visible()


def _courses(table: TablePage) -> None:
    expect(table.page.locator(".course__choice").first).to_be_visible()


def _lesson(table: TablePage) -> None:
    _day(table)
    for fold in table.page.locator("main details:not([open]) > summary").all():
        fold.click()


def _map(table: TablePage) -> None:
    table.page.locator(".win__walk").press("ArrowDown")
    expect(table.page.locator(".win__point").first).to_be_visible()


def _learns(table: TablePage) -> None:
    table.page.get_by_role("radio").last.check(force=True)  # full speed
    table.button("Let it learn").click()
    expect(table.discs.first).to_be_visible()
    table.page.wait_for_function("() => Number(document.querySelector('#head').textContent.replace(/\\D/g, '')) > 200")
    table.button("Pause").click()
    expect(table.button("Let it go on")).to_be_visible()


def _about_student(table: TablePage) -> None:
    for fold in table.page.locator("main details > summary").all():
        fold.click()


def _student_plays(table: TablePage) -> None:
    table.button("Play against it").click()
    table.wait_for_turn()
    table.reply(2)


def _keys(*keys: str) -> Callable[[TablePage], None]:
    def press(table: TablePage) -> None:
        expect(table.page.locator("#lab-tree svg").first).to_be_visible()
        for key in keys:
            table.page.keyboard.press(key, delay=_REPEAT_MS)

    return press


def _compared(table: TablePage) -> None:
    expect(table.page.locator("#counts-head th").last).to_be_visible()  # the second run has come
    _keys("c")(table)


STATES: dict[str, State] = {
    "puzzles": State("/coach", _boards),
    "coach": State("/coach/day", _day),
    "coach why": State("/coach/day", _shown),
    "coach courses": State("/coach/themes", _courses),
    "coach trainer": State("/coach/train", _day),
    "coach mistakes": State("/coach/mistakes"),
    "coach clock": State("/coach/clock"),
    "coach days": State("/coach/days"),
    "openings": State("/coach/openings?moves=44", _day),
    "zugzwang": State("/coach/zugzwang", _day),
    "zugzwang questions": State("/coach/zugzwang?page=questions", _day),
    "win": State("/coach/win?course=6x4-2", _lesson),
    "win map": State("/coach/win/map?course=6x4-2", _map),
    "win cards": State("/coach/win/cards?course=6x4-2", _lesson),
    "win play": State("/coach/win/play?course=6x4-2", _day),
    "win proof": State("/coach/win/proof"),
    "win race": State("/coach/win/race"),
    "student": State("/student"),
    "student learns": State("/student", _learns),
    "student explained": State("/student", _about_student),
    "student plays": State("/student/tictactoe", _student_plays),
    "lab": State("/lab", _keys()),
    "lab lesson": State("/lab/what-cannot-matter", _keys()),
    "lab cut": State("/lab", _keys("c")),
    "lab end": State("/lab", _keys("End")),
    "lab lines": State("/lab", _keys("3", "ArrowRight", "ArrowRight")),
    "lab help": State("/lab", _keys("?")),
    "lab compared": State("/lab?compare=minimax", _compared),
    "lab large": State("/lab?view=wide", _keys("c")),
    "lab boards": State("/lab/tictactoe/5193", _keys(*["ArrowRight"] * 12)),
    "lab chance": State("/lab/leaves?tree=[{1/4:8,3/4:0},[2,[5,1]],3]", _keys(*["ArrowRight"] * 9)),
    "lab many": State("/lab/connect4", _keys(*["ArrowRight"] * 40)),
    "bad position": State("/connect4/4444444", fault=True),
    "no game": State("/game/AAAAAAAAAAAA", fault=True),
    "no page": State("/ludo", fault=True),
}
