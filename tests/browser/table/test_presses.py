"""Presses keys and columns as people do: held for long, twice, on keyboards of other countries, in capitals."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.table_page import TWO_FRAMES, TablePage, rect

_HELD = 6
_PRESS = """([key, code, more]) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true, ...more }))"""
_TAPS = """(taps) => {
  const grid = document.querySelector(".grid");
  for (const [column, kind, at] of taps) {
    const box = grid.getBoundingClientRect();
    const where = { clientX: box.left + (box.width * (column - 0.5)) / 7, clientY: box.top + box.height / 2 };
    const more = { ...where, pointerType: kind, isPrimary: true, pointerId: 1, bubbles: true, cancelable: true };
    for (const type of ["pointerdown", "pointerup"]) {
      const event = new PointerEvent(type, more);
      Object.defineProperty(event, "timeStamp", { value: at });
      grid.setPointerCapture = () => {};
      grid.dispatchEvent(event);
    }
  }
}"""
"""Taps columns at given times, so that no clock decides."""


def _two_people(open_table: OpenTable) -> TablePage:
    table = open_table()
    table.choose(1, "Person")
    return table


def _hold(page: Page, key: str) -> None:
    for _ in range(_HELD):
        page.keyboard.down(key)
    page.keyboard.up(key)


def _settled(table: TablePage, discs: int, after: object = "") -> None:
    """Waits until so many pieces lie there, and looks whether it stays so when everything asked for is done."""
    expect(table.discs, f"after {after}").to_have_count(discs)
    for _ in range(3):
        table.page.wait_for_function(TWO_FRAMES)
    expect(table.discs, f"after {after}").to_have_count(discs)


def _bring(table: TablePage, discs: int) -> None:
    """Takes moves back until so many pieces lie there, or plays one in column 1."""
    lying = table.discs.count()
    while lying > discs:
        lying -= 1
        table.button("Undo").click()
        table.wait_for_discs(lying)
    if lying < discs:
        table.click(1)
        _settled(table, 1)


@pytest.mark.parametrize("key", ["4", *(pytest.param(key, marks=pytest.mark.long) for key in ("Enter", " "))])
def test_a_held_key_plays_one_move(open_table: OpenTable, key: str) -> None:
    table = _two_people(open_table)
    table.click(1)
    _settled(table, 1)
    _hold(table.page, key)
    _settled(table, 2)
    table.page.keyboard.press("4")
    _settled(table, 3)


def test_a_held_key_takes_one_move_back_and_a_held_arrow_walks_on(open_table: OpenTable) -> None:
    table = _two_people(open_table)
    for count, move in enumerate((4, 4, 3, 3), 1):
        table.click(move)
        _settled(table, count)
    _hold(table.page, "u")
    _settled(table, 3)
    table.button("Undo").focus()
    _hold(table.page, "Enter")
    _settled(table, 2)
    table.page.locator(".grid button[tabindex='0']").focus()
    table.page.keyboard.press("Home")
    for _ in range(3):
        table.page.keyboard.down("ArrowRight")
    table.page.keyboard.up("ArrowRight")
    table.page.keyboard.press("Enter")
    expect(table.page.locator(".disc")).to_have_count(3)
    assert table.page.evaluate("document.activeElement.ariaLabel").find("4") >= 0


def test_a_double_click_is_one_move_and_two_clicks_on_two_columns_are_two(open_table: OpenTable) -> None:
    table = _two_people(open_table)
    place = rect(table.page.locator(".grid"))
    table.page.mouse.dblclick(place["x"] + place["width"] * 0.5, place["y"] + place["height"] * 0.5)
    _settled(table, 1)
    table.click(2)
    table.click(3)
    _settled(table, 3)


@pytest.mark.long
def test_a_double_tap_is_one_move(open_table: OpenTable) -> None:
    table = _two_people(open_table)
    for case, (taps, moves) in enumerate([
        ([(4, "touch", 0), (4, "touch", 200)], 1),
        ([(4, "touch", 0), (4, "touch", 200), (4, "touch", 400)], 1),
        ([(4, "pen", 0), (4, "pen", 499)], 1),
        ([(4, "touch", 0), (4, "touch", 501)], 2),
        ([(4, "touch", 0), (3, "touch", 100)], 2),
        ([(4, "touch", 0), (3, "touch", 100), (4, "touch", 200)], 3),
    ]):  # fmt: skip
        table.page.evaluate(_TAPS, [(column, kind, 10_000 * (1 + case) + at) for column, kind, at in taps])
        _settled(table, moves, taps)
        _bring(table, 0)


@pytest.mark.long
def test_the_key_that_bears_the_sign_acts(open_table: OpenTable) -> None:
    table = _two_people(open_table)
    for key, code, more, discs in (
        ("'", "Digit4", {}, 2),  # France
        ("4", "Digit4", {"shiftKey": True}, 2),  # France, with Shift
        ("é", "Digit2", {}, 2),
        ("4", "Numpad4", {}, 2),
        ("4", "", {}, 2),  # a phone's keyboard knows no places
        ("$", "Digit4", {"shiftKey": True}, 1),
        ("{", "Digit4", {"modifierAltGraph": True}, 1),
        ("4", "Digit4", {"ctrlKey": True}, 1),
        ("4", "Digit4", {"altKey": True}, 1),
        ("U", "KeyU", {}, 0),
        ("u", "KeyU", {}, 0),
        ("U", "KeyU", {"shiftKey": True}, 0),
        ("г", "KeyU", {}, 0),  # Russia
        ("Г", "KeyU", {"shiftKey": True}, 0),
        ("υ", "KeyU", {}, 0),  # Greece: this one is written by the key of y
        ("ו", "KeyU", {}, 0),  # Israel
        ("ع", "KeyU", {}, 0),  # Arabia
        ("ㅕ", "KeyU", {}, 0),  # Korea
        ("u", "KeyG", {}, 0),  # Dvorak: the sign counts
        ("ü", "BracketLeft", {}, 1),
    ):
        _bring(table, 1)
        table.page.evaluate(_PRESS, [key, code, more])
        _settled(table, discs, key)


@pytest.mark.parametrize(("key", "code", "named"), [
    ("&", "Digit1", "1"), ("1", "Digit1", "1"), ("1", "Numpad1", "1"),
    ("р", "KeyH", "h"), ("б", "Comma", ","), ("ю", "Period", "."), ("ת", "Comma", ","), ("ץ", "Period", "."),
    ("H", "KeyD", "h"), (",", "KeyM", ","), ("ж", "Semicolon", "ж"), ("ArrowLeft", "ArrowLeft", "ArrowLeft"),
])  # fmt: skip
def test_the_keys_are_found_by_place_and_sign(modules: Page, key: str, code: str, named: str) -> None:
    name = modules.evaluate(
        """async (event) => (await import("/static/js/view/dom.js")).keyName({ shiftKey: false, ...event })""",
        {"key": key, "code": code},
    )
    assert name == named


@pytest.mark.parametrize(("answers", "sendings", "heard"), [
    ([0], 1, 1),
    ([3900], 1, 1),
    ([5000], 2, 1),  # the answer to the first sending comes after the second one
    ([20_000, 20_000, 20_000, 20_000], 3, 1),
    ([None, 100], 2, 2),
    ([None] * 6, 6, None),
])  # fmt: skip
def test_the_answer_to_any_sending_counts(
    modules: Page, answers: list[int | None], sendings: int, heard: int | None
) -> None:
    found = modules.evaluate(_ASK, answers)
    assert (found["sent"], found["heard"], found["waits"]) == (sendings, heard, sorted(found["waits"]))


def test_a_sending_on_a_lost_line_is_repeated_with_the_next_one(modules: Page) -> None:
    found = modules.evaluate(_ASK, ["lost", "lost", 50])
    assert (found["sent"], found["heard"], found["now"]) == (3, 3, 50)


def test_the_wait_for_a_connection_grows_beyond_slow_lines(modules: Page) -> None:
    waits = modules.evaluate(
        """async () => { const { connectWait } = await import("/static/js/net/socket.js");
        return [0, 1, 2, 3, 4, 99].map(connectWait); }"""
    )
    assert waits == sorted(waits)
    assert waits[0] >= 10_000
    assert waits[1] >= 4 * 5_000
    assert waits[-1] == 60_000


_ASK = """async (answers) => {
  const { ask } = await import("/static/js/net/socket.js");
  let [now, sent] = [0, 0];
  const [timers, waits] = [[], []];
  const later = (ms, act) => timers.push({ at: now + ms, act });
  const turn = async () => { for (let i = 0; i < 50; i += 1) await null; };
  let done = null;
  const asked = ask({
    connected: async () => {},
    wait: (ms) => (waits.push(ms), new Promise((resolve) => later(ms, resolve))),
    send: () => {
      const number = (sent += 1), after = answers[number - 1];
      return new Promise((resolve, reject) => {
        if (after === "lost") reject(new Error("lost"));
        else if (after !== null && after !== undefined) later(after, () => resolve(number));
      });
    },
  }, true).then((found) => (done = { found, now }));
  for (await turn(); done === null; await turn()) {
    timers.sort((a, b) => a.at - b.at);
    const next = timers.shift();
    now = next.at;
    next.act();
  }
  return { sent, heard: done.found?.answer ?? null, waits, now: done.now };
}"""
"""Asks on a line in virtual time: each sending's answer comes after so many milliseconds, or never."""
