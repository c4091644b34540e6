"""Checks the look of the page in hard places: small screens, both lights, stillness, aim and marks."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.screens import IN_EACH_LANGUAGE
from tests.browser.table_page import TWO_FRAMES, rect, until
from tests.browser.tabs import MOVING

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
STATES = ["/", "/tictactoe", "/connect4-8x7", "/nim"]


def _overflow(page: Page) -> dict[str, Any]:
    measured: dict[str, Any] = page.evaluate(
        """() => {
          const root = document.documentElement;
          const outside = [...document.querySelectorAll(".page *")]
            .filter((e) => e.getClientRects().length)
            .filter((e) => !e.closest("[hidden], .unseen, .menu__sheet, .moves, .textboard__moves, .brand, svg"))
            .filter((e) => !e.closest(".tree__falls")) // what falls leaves its place
            .filter((e) => !e.closest("details:not([open]) > :not(summary)")) // laid out, but not shown
            .filter((e) => {
              const b = e.getBoundingClientRect();
              const wide = b.left < -1 || b.right > innerWidth + 1;
              return b.width && (wide || b.bottom > innerHeight + 1 || b.top < -1);
            })
            .map((e) => e.className);
          return { x: root.scrollWidth - innerWidth, y: root.scrollHeight - innerHeight, outside };
        }"""
    )
    return measured


@pytest.mark.parametrize(
    "path", [path if path == "/nim" else pytest.param(path, marks=pytest.mark.long) for path in STATES]
)
def test_the_whole_game_fits_without_scrolling(open_table: OpenTable, path: str) -> None:
    table = open_table(path)
    for thinking in (False, True):
        table.page.get_by_role("switch", name="Thinking").set_checked(thinking, force=True)
        for width, height in SIZES:
            table.page.set_viewport_size({"width": width, "height": height})
            table.page.wait_for_function(TWO_FRAMES)  # what watches the size has seen the new one
            assert _overflow(table.page) == {"x": 0, "y": 0, "outside": []}, (width, height, thinking)


@pytest.mark.long
@pytest.mark.parametrize("place", range(len(SIZES)), ids=[str(size) for size in SIZES])
def test_each_game_fits_where_it_is_opened(open_table: OpenTable, place: int) -> None:
    """Opens each game on each screen, and shows the thinking of every second: of each game, and on each screen."""
    for at, path in enumerate(STATES, place):
        width, height = SIZES[place]
        table = open_table(path, width=width, height=height)
        table.page.get_by_role("switch", name="Thinking").set_checked(bool(at % 2), force=True)
        assert _overflow(table.page) == {"x": 0, "y": 0, "outside": []}, path


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768)])
def test_the_matches_of_nim_fill_their_place_and_stay_where_they_are(
    open_table: OpenTable, width: int, height: int
) -> None:
    page = open_table("/nim", width=width, height=height).page
    shares = """() => {
      const [pre, fit] = [".textboard pre", ".fit"].map((one) => document.querySelector(one).getBoundingClientRect());
      const matches = [...document.querySelectorAll(".match")].map((match) => match.getBoundingClientRect());
      return [(matches.at(-1).right - matches[0].left) / pre.width, matches[0].height / fit.height, matches[0].left];
    }"""
    wide, high, left = page.evaluate(shares)
    assert wide > 0.8
    assert high > 0.25
    page.locator(".textboard__moves button").first.click()
    expect(page.locator(".match")).not_to_have_count(21)
    fewer, same, first = page.evaluate(shares)
    assert (same, first) == (high, left)
    assert fewer < wide


@pytest.mark.long
def test_two_engines_fit_as_well(open_table: OpenTable) -> None:
    table = open_table()
    table.think()
    table.choose(0, "Engine")
    for begun in (False, True):
        if begun:
            table.button("Start").click()
            expect(table.discs.nth(1)).to_be_attached()
            table.button("Pause").click()
        for width, height in ((320, 568), (390, 844), (1280, 800)):
            table.page.set_viewport_size({"width": width, "height": height})
            table.page.wait_for_function(TWO_FRAMES)
            assert _overflow(table.page) == {"x": 0, "y": 0, "outside": []}, (width, begun)


def test_the_light_follows_the_system_and_light_and_colours_are_chosen_and_remembered(open_table: OpenTable) -> None:
    table = open_table()

    def is_dark() -> bool:
        colour = table.page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
        return sum(int(part) for part in re.findall(r"\d+", colour)[:3]) < 200

    for dark in (False, True):
        table.page.locator(".bar > [popovertarget=settings]").click()
        table.page.locator("#theme").get_by_text("System").click()
        table.page.emulate_media(color_scheme="dark" if dark else "light")
        until(table.page, lambda dark=dark: is_dark() is dark)  # type: ignore[misc]  # the settings may just be loaded
        table.page.locator("#theme").get_by_text("Day" if dark else "Night").click()
        assert is_dark() is not dark
        table.page.reload()
        assert is_dark() is not dark

    def colour(name: str) -> str:
        return str(
            table.page.evaluate("(name) => getComputedStyle(document.documentElement).getPropertyValue(name)", name)
        )

    assert colour("--first") == "#e0432b"
    table.page.locator(".bar > [popovertarget=settings]").click()
    table.page.locator("#palette").get_by_text("Ember").click()
    until(table.page, lambda: colour("--first") == "#d94a26")
    table.page.locator("#theme").get_by_text("Contrast", exact=True).click()
    assert colour("--line") == "2px"
    table.page.reload()
    assert (colour("--first"), colour("--line")) == ("#d94a26", "2px")
    table.page.emulate_media(forced_colors="active")  # pieces and choices are still seen
    chosen = table.page.locator(".seat .choice :has(> :checked)").first
    expect(chosen).to_have_css("outline-style", "solid")
    expect(table.page.locator(".body")).to_have_css("forced-color-adjust", "none")


def test_discs_fall_and_with_reduced_motion_do_not(open_table: OpenTable) -> None:
    table = open_table(**MOVING)
    table.page.evaluate(
        """() => { window.falls = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...a) {
            window.falls += this.matches(".disc");
            return animate.apply(this, a);
          }; }"""
    )
    table.reply(4)
    assert table.page.evaluate("() => window.falls") == 2
    table.page.emulate_media(reduced_motion="reduce")
    table.page.wait_for_function(TWO_FRAMES)  # the page is told with the next frame, on a busy machine after the click
    table.click(4)
    table.wait_for_discs(4)
    assert table.page.evaluate("() => window.falls") == 2

    # An answer at once falls when the disc before it has landed.
    table.page.emulate_media(reduced_motion="no-preference")
    table.page.wait_for_function(TWO_FRAMES)
    first, second, third = table.page.evaluate(
        """async () => {
          const { Discs } = await import("/static/js/view/board/discs.js");
          const falls = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, { duration, delay }) {
            falls.push({ delay, landed: delay + duration * frames[1].offset });
            return animate.call(this, frames, { duration, delay });
          };
          performance.now = () => 1000;
          const discs = new Discs({ gravity: true, board: [7, 6], sides: [{}, {}] });
          const [red, yellow, more] = [[4, 1, 0], [3, 1, 1], [2, 1, 0]];
          for (const lying of [[], [red], [red, yellow], [red, yellow, more]]) discs.render(lying, []);
          return falls;
        }"""
    )
    assert first["delay"] == 0
    assert second["delay"] == pytest.approx(first["landed"])
    assert third["delay"] == 400 < second["landed"]  # moves that come faster than they fall are held back no longer


def test_the_ghost_lies_in_the_landing_cell_and_sliding_off_cancels(open_table: OpenTable) -> None:
    table = open_table("/connect4/44?against=5")
    grid = rect(table.page.locator(".grid"))
    middle = grid["x"] + grid["width"] / 2
    table.page.mouse.move(middle, grid["y"] + 20)
    ghost = table.page.locator(".ghost[data-shown=yes]")
    expect(ghost).to_have_count(1)
    box = rect(ghost)
    cell = grid["height"] / 6
    assert abs(box["y"] - (grid["y"] + 3 * cell)) < 1.5
    table.page.mouse.down()
    table.page.mouse.move(grid["x"] - 60, grid["y"] + 20)
    table.page.mouse.up()
    expect(ghost).to_have_count(0)
    expect(table.discs).to_have_count(2)
    table.page.mouse.move(middle, grid["y"] + 20)
    table.page.mouse.down()
    table.page.mouse.move(grid["x"] + cell / 2, grid["y"] + 20)
    table.page.mouse.up()
    table.wait_for_discs(4)
    expect(table.page.locator(".moves__move").nth(2)).to_have_attribute("aria-label", "Move 3, Red, column 1")


def test_a_tap_drops_a_disc(open_table: OpenTable) -> None:
    table = open_table(width=390, height=844, has_touch=True, is_mobile=True)
    grid = rect(table.page.locator(".grid"))
    table.page.touchscreen.tap(grid["x"] + grid["width"] / 2, grid["y"] + grid["height"] / 2)
    table.wait_for_discs(2)
    expect(table.page.locator(".ghost[data-shown=yes]")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tictactoe"])
def test_at_four_times_the_size_one_scrolls_one_way_only_and_everything_is_there(
    open_table: OpenTable, path: str
) -> None:
    """Opens 320 by 256 CSS pixels, which are 400 % of 1280 by 1024 (WCAG 1.4.10)."""
    table = open_table(path, width=320, height=256)
    found = _overflow(table.page)
    assert found["x"] <= 0
    for name in ("#invite", "#rival", ".bar > [popovertarget=settings]"):
        table.page.locator(name).scroll_into_view_if_needed()
        expect(table.page.locator(name)).to_be_in_viewport()
    table.page.locator(".grid [tabindex='0']").focus()
    table.page.keyboard.press("5")
    table.wait_for_discs(2)
    for name in ("Undo", "Hint", "More"):
        table.button(name).scroll_into_view_if_needed()
        expect(table.button(name)).to_be_in_viewport()
    if path == "/":
        table = open_table("/connect4/141424?against=10", width=320, height=256)
        table.page.keyboard.press("7")
        table.button("Look at the game").click()
        expect(table.page.locator("#table")).to_have_attribute("data-review", "on")
        assert rect(table.page.locator(".grid [role=gridcell]").first)["width"] >= 24
        assert _overflow(table.page)["x"] <= 0


@pytest.mark.parametrize(
    "path",
    [
        "/",
        *(pytest.param(f"/coach/{room}", marks=pytest.mark.long) for room in ("day", "clock", "openings", "zugzwang")),
    ],
)
def test_a_column_of_a_low_window_has_room_for_a_finger(open_table: OpenTable, path: str) -> None:
    page = open_table(path, width=740, height=300).page
    for width, height in ((740, 300), (568, 320), (667, 331), (320, 256)):  # the last at four times the size
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        cells = page.locator(".grid [role=gridcell]")
        expect(cells.first).to_be_visible()
        assert page.evaluate("document.querySelector('.grid [role=gridcell]').getBoundingClientRect().width") >= 24


@IN_EACH_LANGUAGE
def test_on_a_phone_the_words_under_the_columns_stand_whole(open_table: OpenTable, language: str) -> None:
    table = open_table("/connect4/45521336544524232261", width=390, height=844, locale=language)
    words = table.page.locator(".strip .block[data-proven=yes] .block__first")
    expect(words).to_have_count(7)
    cut = """(all) => all.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return [parseFloat(getComputedStyle(one).fontSize) > 0, text.getBoundingClientRect().width <= one.clientWidth];
    })"""
    for width in (390, 310)[: 2 if language in ("en", "fr") else 1]:  # columns as narrow as nine have on a phone
        table.page.set_viewport_size({"width": width, "height": 844})
        table.page.wait_for_function(TWO_FRAMES)
        assert words.evaluate_all(cut) == [[True, True]] * 7, width  # and not one letter of each
