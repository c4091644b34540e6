"""Brings about, one by one, the defects that a trial with the eyes of a first visitor found."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenTable, Watch
from tests.browser.people import person
from tests.browser.table_page import TWO_FRAMES, rect
from tests.server import TableServer

_HEADS = """() => { window.heads = [];
  new MutationObserver(() => window.heads.push(document.getElementById("head").textContent))
    .observe(document.getElementById("head"), { childList: true, characterData: true, subtree: true }); }"""
_CAPTURES = """(slider) => { window.lost = 0;
  slider.addEventListener("lostpointercapture", () => (window.lost += window.held ? 1 : 0));
  slider.addEventListener("pointerdown", () => (window.held = true));
  window.addEventListener("pointerup", () => (window.held = false), { capture: true }); }"""


def _drag(page: Page, slider: Locator, levels: list[int]) -> None:
    """Drags the thumb of a level's slider from the first of the stops to the last, with a rest at each."""
    box = rect(slider)

    def place(level: int) -> tuple[float, float]:
        return box["x"] + 10 + (box["width"] - 20) * (level - 1) / 9, box["y"] + box["height"] / 2

    page.mouse.move(*place(levels[0]))
    page.mouse.down()
    for level in levels[1:]:
        page.mouse.move(*place(level), steps=3)
        page.wait_for_timeout(200)  # longer than the rest after which a level's move is asked for
    page.mouse.up()


def test_a_slider_holds_while_dragged_and_shows_no_disc_unless_the_thinking_is_shown(open_table: OpenTable) -> None:
    table = open_table()
    slider = table.seat(1).get_by_role("slider")
    sentence = table.seat(1).locator(".seat__sentence")
    table.set_level(1, 9)
    table.show_seats()
    slider.evaluate(_CAPTURES)
    _drag(table.page, slider, [9, 8, 6, 4])
    expect(slider).to_have_value("4")
    expect(sentence).to_contain_text("Looks 3 moves ahead")
    expect(table.page.locator(".line .layers__foretold")).to_have_count(0)
    table.think()
    expect(table.page.locator(".balance")).to_be_visible()
    expect(table.page.locator(".tree__note")).to_have_text("A tree grows here with the first move.")
    table.show_seats()
    _drag(table.page, slider, [4, 6, 8])
    expect(slider).to_have_value("8")
    expect(sentence).to_be_visible()
    expect(table.page.locator(".line .layers__foretold")).to_have_count(0)  # released: gone
    assert table.page.evaluate("window.lost") == 0


def test_the_first_move_flashes_no_other_headline_and_a_new_game_keeps_the_way_back(open_table: OpenTable) -> None:
    table = open_table()
    table.page.evaluate(_HEADS)
    table.reply(4)
    assert set(table.page.evaluate("window.heads")) <= {"Yellow is thinking.", "Your turn."}
    expect(table.page).to_have_url(re.compile(r"/game/[A-Za-z0-9]{12}$"))
    expect(table.page).to_have_title(re.compile("Your turn"))
    expect(table.page.locator(".seat__side")).to_have_text(["You", "Steady"])
    expect(table.page.locator(".moves__move").first).to_have_attribute("aria-label", "Move 1, Red, column 4")
    first = table.page.locator(".moves__ply").first
    expect(first).to_have_text("1.4")
    expect(first.locator(".moves__disc")).to_have_attribute("data-disc", "0")
    expect(table.page.locator(".moves__ply").nth(1)).to_have_text(re.compile(r"^2\.\d$"))
    left = table.page.url
    table.menu("New game")
    table.wait_for_discs(0)
    expect(table.sub).to_have_text("The game before is kept. The Back button of your browser leads to it.")
    table.page.go_back()
    table.wait_for_discs(2)
    expect(table.page).to_have_url(left)


@pytest.mark.long
def test_a_watcher_moves_nothing_on_a_phone(open_table: OpenTable, server: TableServer) -> None:
    table = person(open_table, "/", server, width=390, height=844)
    table.click(4)
    table.wait_for_discs(2)
    before = rect(table.page.locator(".grid"))
    watcher = person(open_table, table.path, server)
    expect(table.page.locator(".watchers")).to_be_visible()
    assert rect(table.page.locator(".grid")) == before
    for width in (360, 375, 412, 430, 480):
        table.page.set_viewport_size({"width": width, "height": 844})
        table.page.wait_for_function(TWO_FRAMES)
        assert rect(table.page.locator(".bar"))["height"] <= 56, width
    expect(watcher.sub).to_contain_text("You are watching.")


@pytest.mark.long
@pytest.mark.parametrize(
    "screens",
    [((390, 844), (1280, 800), (1920, 1080)), ((2560, 1440), (3840, 2160))],
    ids=["usual", "very large"],
)
def test_no_number_is_covered_and_the_frame_of_the_focus_is_around_the_disc(
    open_table: OpenTable, screens: tuple[tuple[int, int], ...]
) -> None:
    table = open_table()
    for width, height in screens:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_function(TWO_FRAMES)
        lip = rect(table.page.locator(".face__lip"))
        assert rect(table.page.locator(".numbers span").first)["y"] >= lip["y"] + lip["height"] - 1
    table.page.set_viewport_size({"width": 1280, "height": 800})
    table.page.keyboard.press("Tab")
    expect(table.button("To the board")).to_be_focused()
    table.page.keyboard.press("Enter")
    disc, frame = rect(table.page.locator(".hand__disc[data-shown=yes]")), rect(table.page.locator(".aim:focus"))
    edge = 0.065 * disc["height"]  # next to the disc in its square
    assert frame["y"] <= disc["y"] + edge
    assert frame["y"] + frame["height"] >= disc["y"] + disc["height"] - edge
    assert abs(frame["y"] + frame["height"] / 2 - disc["y"] - disc["height"] / 2) <= 4
    table.page.keyboard.press("4")
    table.wait_for_discs(2)


@pytest.mark.long
def test_every_game_has_a_name_and_an_aim_on_a_phone_and_is_found_under_other_spellings(
    open_table: OpenTable, server: TableServer
) -> None:
    table = open_table("/", width=320, height=640)
    assert rect(table.page.locator(".bar"))["height"] <= 56
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.page.goto(f"{server.url}/gomoku7")
    expect(table.page).to_have_title(re.compile("Five in a row, 7x7"))
    expect(table.sub).to_have_text("Five in a row wins.")
    table.page.goto(f"{server.url}/nim")
    expect(table.sub).to_have_text("Take 1 to 3 matches. The one who takes the last match wins.")
    expect(table.page.locator(".match")).to_have_count(21)
    table.page.goto(f"{server.url}/slippery-connect4")
    expect(table.sub).to_contain_text("Four in a row wins. One disc in 5 slips to a column beside.")
    table.page.goto(f"{server.url}/Tic-Tac-Toe?against=3")
    expect(table.page).to_have_url(f"{server.url}/tictactoe?against=3")
    square = table.page.locator(".aim").nth(5)
    assert square.evaluate("(square) => getComputedStyle(square, '::after').content") == '"6"'
    table.page.goto(f"{server.url}/connect-four/4453")
    expect(table.page).to_have_url(f"{server.url}/connect4/4453")


@pytest.mark.long
def test_two_engines_say_things_once_at_the_same_pace_beside_the_moves(open_table: OpenTable) -> None:
    table = open_table("/connect4?against=1")
    table.think()
    table.choose(0, "Engine")
    pace = table.page.locator(".transport__words")
    expect(pace).to_have_text("40 a minute")
    table.button("Start").click()
    expect(table.page.locator(".moves__move").nth(1)).to_be_attached()
    expect(pace).to_have_text("40 a minute")
    expect(table.sub).to_have_text(re.compile(r"^(Red|Yellow) played column \d\.$"))
    table.button("Pause").click()


def test_a_hint_lights_the_place_and_the_words_of_a_small_screen_are_large_enough(open_table: OpenTable) -> None:
    table = open_table("/connect4/4453?against=10")
    table.button("Hint").click()
    beam = table.page.locator(".beam")
    expect(beam).to_have_attribute("data-shown", "yes")
    cell = rect(table.page.locator(".aim").first)["width"]
    assert rect(beam)["width"] >= 1.9 * cell
    table.think()
    table.button("Hint").click()
    table.page.set_viewport_size({"width": 320, "height": 640})
    first = table.page.locator(".block__first").first
    expect(first).to_be_attached()
    small = """() => [...document.querySelectorAll(".page *")].filter((e) => e.getClientRects().length)
      .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
      .map((e) => parseFloat(getComputedStyle(e).fontSize)).filter((size) => size > 0 && size < 11.9)"""
    assert table.page.evaluate(small) == []


def test_offline_the_page_says_that_the_move_is_kept(open_table: OpenTable, watch: Watch) -> None:
    watch.offline_is_fine = True
    table = open_table()
    table.reply(4)
    table.page.context.set_offline(True)
    expect(table.sub).to_have_text("Reconnecting…")
    table.click(3)
    expect(table.head).to_have_text("No connection.")
    expect(table.sub).to_have_text("Reconnecting… Your move is kept.")
    table.page.context.set_offline(False)
    table.wait_for_discs(4)
    expect(table.head).to_have_text("Your turn.")


@pytest.mark.long
def test_a_hint_leaves_the_view_as_it_was_and_both_views_are_named(open_table: OpenTable) -> None:
    table = open_table("/connect4/44444736?against=4")  # column 2 makes two threats
    table.think()
    table.page.locator(".fold__summary").click()
    views = table.page.get_by_role("radiogroup", name="Whose view is shown")
    expect(views.get_by_role("radio", name="Yellow (level 4) thinks")).to_be_checked()
    for _ in range(3):
        table.button("Hint").click()
        expect(table.button("Hint")).to_be_enabled()
    table.page.locator(".fold__summary").click()
    expect(views.get_by_role("radio", name="Yellow (level 4) thinks")).to_be_checked()
    views.get_by_role("radio", name="The truth").check(force=True)
    expect(table.page.locator(".block[data-known=yes]")).to_have_count(len(table.free_moves()))
    views.get_by_role("radio", name="Yellow (level 4) thinks").check(force=True)
    expect(views.get_by_role("radio", name="The truth")).not_to_be_checked()
    table.button("Back").click()  # the third hint shows its reason on another position
    # An opinion is a word, below the columns and in the line above. The numbers are behind the fold.
    expect(table.page.locator(".block__first[data-sign]").first).to_be_visible()
    expect(table.page.locator(".tree__falls")).to_have_count(0)
    words = {*table.page.locator(".block[data-known=yes] .block__first").all_inner_texts()}
    assert words <= {"strong", "good", "even", "weak", "bad", "wins", "loses", "draws"}
    assert re.search(r"[+−.]\d", table.page.locator(".balance__words").inner_text()) is None
