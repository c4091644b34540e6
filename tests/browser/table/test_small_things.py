"""Holds the small things that a visitor's eyes found (cosmetic defects), each kind on the page of today."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.screens import IN_EACH_LANGUAGE
from tests.browser.table_page import TablePage, rect


def _box(locator: Locator) -> tuple[float, float, float, float]:
    box = rect(locator)
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def _play_two(table: TablePage) -> None:
    for count, move in enumerate((4, 3), start=1):
        table.click(move)
        table.wait_for_discs(2 * count)
        table.wait_for_turn()


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180)])
def test_the_headline_has_room_and_nothing_lies_on_another(open_table: OpenTable, width: int, height: int) -> None:
    table = open_table(width=width, height=height)
    _play_two(table)
    page = table.page
    parts = [_box(page.locator(name)) for name in (".bar", "#head", "#sub", ".body", ".roots", ".actions")]
    assert parts[1][1] - parts[0][3] >= 12
    assert all(upper[3] <= lower[1] + 1 for upper, lower in pairwise(parts)), parts


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(320, 640), (844, 390)])
@IN_EACH_LANGUAGE
def test_on_a_small_screen_no_word_of_the_receipt_is_cut_and_a_level_is_found(
    open_table: OpenTable, width: int, height: int, language: str
) -> None:
    table = open_table(width=width, height=height, locale=language)
    _play_two(table)
    receipt = table.said("I bet on {move}. Surprise!", move=5)
    cut = "(e, words) => [(e.textContent = words) && e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
    assert max(table.sub.evaluate(cut, receipt)) <= 1, receipt
    table.show_seats()
    left, top, right, bottom = _box(table.seat(1).get_by_role("slider"))
    assert right - left >= 10 * 20, "ten stops, each as wide as the tip of a finger needs to find it"
    assert bottom - top >= 24
    expect(table.page.locator(".faces__one").first).to_be_visible()  # what the row of dots was


@pytest.mark.long
def test_all_words_at_the_right_begin_on_one_line(open_table: OpenTable) -> None:
    table = open_table("/connect4/44121212?against=5", width=1366, height=768)
    starts = {round(_box(table.page.locator(name))[0]) for name in ("#head", "#sub", ".actions")}
    table.click(1)
    expect(table.head).to_have_text("You beat Steady.")
    places = ("#head", "#sub", ".after", ".actions")
    starts |= {round(_box(table.page.locator(name))[0]) for name in places}
    assert len(starts) == 1, starts


@pytest.mark.long
@pytest.mark.parametrize("height", [768, 600])
def test_the_buttons_of_the_lab_are_in_sight(open_table: OpenTable, height: int) -> None:
    table = open_table("/lab", width=1366, height=height)
    step = table.page.locator(".steps button").first
    expect(step).to_be_visible()
    assert _box(step)[3] <= height


def test_after_the_end_nothing_tells_of_what_was_taken_back(open_table: OpenTable) -> None:
    table = open_table("/connect4/441212?against=1")
    table.reply(3)
    table.button("Undo").click()
    table.wait_for_discs(6)
    table.show_more()
    expect(table.page.locator(".branches__title")).to_be_visible()
    table.page.keyboard.press("Escape")
    table.play_out([1, 2, 3, 4, 5, 6, 7])
    table.show_more()
    expect(table.page.locator(".moves__move").first).to_be_visible()
    expect(table.page.locator(".branches__title")).to_be_hidden()


def test_two_engines_of_one_level_are_told_apart(open_table: OpenTable) -> None:
    table = open_table("/connect4?against=1")
    for seat in (0, 1):
        table.choose(seat, "Engine")
        table.set_level(seat, 5)
    expect(table.page.locator("#rival")).to_have_text("Red: Steady – Yellow: Steady")
    faces = table.page.locator("#rival > svg").evaluate_all("(faces) => faces.map(({ dataset }) => dataset.seat)")
    assert faces == ["0", "1"]  # each in the colour of its side


_LAST_HOPE = """async () => {
  const { judge } = await import("/static/js/net/judge_move.js");
  const row = { ply: 0, seat: 0, move: 3, best: 4, mark: "quick", proven: true, near: true, said: "" };
  const page = (value) => ({ game: { game_id: "g", notation: "3", moves: [3], ply: 1, start: 0 },
    review: { result: { game_id: "g", notation: "3", rows: [{ ...row, value, loss: value < 0 ? 0 : 1 }] } } });
  const words = async (value) => (await judge(null, page(value), 0, 4)).said.text;
  return [await words(-1), await words(0)];
}"""


def test_a_best_move_that_loses_all_the_same_is_praised_for_what_it_does(modules: Page) -> None:
    assert modules.evaluate(_LAST_HOPE) == ["It holds out longest.", "That was it."]


@pytest.mark.long
def test_on_a_phone_no_word_above_the_tiles_of_the_thinking_is_cut(open_table: OpenTable) -> None:
    table = open_table("/connect4/4453?against=8", width=390, height=844)
    table.page.locator(".roots").click()
    expect(table.page.locator(".balance__words")).to_have_text(re.compile("."))
    cut = table.page.evaluate(
        """() => [...document.querySelectorAll(".balance__said, .fold__summary")]
          .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none")
          .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
    )
    assert cut == []
    edges = [table.page.locator(one).bounding_box() for one in (".insight .fold", ".insight > .switch")]
    assert edges[0] is not None
    assert edges[1] is not None
    assert edges[1]["x"] - edges[0]["x"] - edges[0]["width"] < 24  # the numbers stand at the end, beside the switch


def test_a_board_with_letters_at_its_rim_has_them_in_every_sentence(open_table: OpenTable, modules: Page) -> None:
    table = open_table("/gomoku7?against=3")
    for count in (1, 2):
        table.click(table.free_moves()[0])
        table.wait_for_discs(2 * count)
        table.wait_for_turn()
    place = "[a-g][1-7]"  # a machine with much to do has guessed nothing
    expect(table.sub).to_have_text(
        re.compile(rf"^(I bet on {place}\. Surprise!|{place}\. I knew it\.|I played {place}\.)$")
    )
    expect(table.page.locator(".face__rim")).to_have_count(14)
    expect(table.page.locator(".moves__move").first).to_have_text(re.compile(f"^{place}$"))
    line = """async () => (await import("/static/js/model/board.js")).lineWords(
      { from: [1, 3], to: [5, 7], way: "diagonal" }, { board: [7, 7], gravity: false })"""
    assert modules.evaluate(line) == "a3–e7"


@pytest.mark.long
def test_the_page_reads_no_game_of_chance_to_the_end(open_table: OpenTable) -> None:
    table = open_table("/slippery-connect4?against=1")
    table.think()
    table.click(1)
    table.wait_for_turn()
    table.page.locator(".fold__summary").click()
    table.page.locator(".views__choice label").last.click()
    state = table.page.locator(".figures__state")
    expect(state).to_have_text(re.compile("thinks|finished"))
    expect(state).not_to_contain_text("page")


@pytest.mark.long
def test_a_looked_at_game_of_two_engines_has_its_whole_line_on_a_phone(open_table: OpenTable) -> None:
    table = open_table("/connect4/45521336544524232261611", width=390, height=844)  # an analysis: the review is open
    table.page.evaluate("document.querySelector('#table').dataset.minds = '2'")
    expect(table.page.locator("#table")).to_have_attribute("data-thinking", "on")
    long = table.said("{Move} loses in {n}: {other} answers {reply}.", Move="Column 1", n=2, other="Red", reply=6)
    cut = "(sub, words) => [(sub.textContent = words) && sub.scrollWidth - sub.clientWidth]"
    assert table.sub.evaluate(cut, f"Yellow: a quicker loss. {long}") == [0]


_SILENT = """async () => {
  const { Silence } = await import("/static/js/silence.js");
  const [later, lost] = [window.setTimeout, []];
  addEventListener("unhandledrejection", (event) => lost.push(String(event.reason)));
  window.setTimeout = (act) => later(act, 0);
  new Silence(() => ({ connection: { status: "lost" } }), () => {}, {}, async () => {}).watch();
  window.setTimeout = later;
  await new Promise((go) => later(go, 50));
  await import("/static/js/desk/go_on.js").catch(() => {});
  await new Promise((go) => later(go, 50));
  return lost;
}"""


def test_a_browser_that_keeps_nothing_is_silent_where_the_server_is_away(modules: Page) -> None:
    modules.route("**/desk/go_on.js", lambda route: route.abort())
    assert modules.evaluate(_SILENT) == []
    modules.unroute("**/desk/go_on.js")


@pytest.mark.long
@IN_EACH_LANGUAGE
def test_the_first_line_is_one_line_on_a_phone(open_table: OpenTable, language: str) -> None:
    table = open_table(locale=language, width=390, height=844, first=True)
    lines = """(sub) => { const words = document.createRange(); words.selectNodeContents(sub);
      return words.getBoundingClientRect().height / parseFloat(getComputedStyle(sub).lineHeight); }"""
    assert table.sub.evaluate(lines) < 1.2
