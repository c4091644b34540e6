"""Looks at the first visit: the idea in motion, the games as small boards, a friend one click away."""

import re

import pytest
from playwright.sync_api import Route, expect

from engine.games import all_games
from tests.browser.conftest import OpenTable
from tests.browser.table_page import TWO_FRAMES, TablePage
from tests.browser.tabs import MOVING

MOTION = """() => [...document.querySelectorAll("#idea *")].map((one) => getComputedStyle(one))
  .filter((style) => style.animationName !== "none")
  .map((style) => 1000 * (parseFloat(style.animationDelay) +
    parseFloat(style.animationDuration) * Number(style.animationIterationCount)))"""
"""Returns the length of each animation of the idea in milliseconds, whether it still runs or is over."""


def test_the_idea_moves_for_five_seconds_at_most_and_leads_to_the_thinking(open_table: OpenTable) -> None:
    table = open_table(**MOVING)
    lengths = table.page.evaluate(MOTION)
    assert len(lengths) == 7  # five branches and two discs
    assert 0 < max(lengths) <= 5000  # longer motion needs a button to stop it (WCAG 2.2.2)
    table.page.emulate_media(reduced_motion="reduce")
    table.page.wait_for_function(TWO_FRAMES)
    assert max(table.page.evaluate(MOTION), default=0) == 0
    expect(table.sub).to_have_text("Choose a column to begin. Four in a row wins. The engine thinks while you think.")
    thinking = table.page.get_by_role("switch", name="Thinking")
    expect(thinking).not_to_be_checked()
    table.button("Watch it think").click()
    expect(thinking).to_be_checked()


def test_the_games_are_small_boards_on_the_page(open_table: OpenTable) -> None:
    table = open_table(width=390, height=844)
    tiles = table.page.locator("#tiles")
    expect(tiles.get_by_role("link")).to_have_count(len(all_games()))
    for name, game in all_games().items():
        tile = tiles.locator(f"a[href='/{name if name != 'connect4' else ''}']")
        expect(tile).to_be_visible()
        expect(tile).to_have_attribute("title", game.title)
        expect(tile.locator("svg.tile__board > :not(rect)").nth(2)).to_be_attached()
    expect(tiles.locator("[aria-current=page]")).to_have_attribute("href", "/")
    tiles.get_by_role("link", name=re.compile("^Wide board")).click()
    expect(table.page.get_by_role("grid")).to_have_attribute("aria-label", re.compile("8 columns, 7 rows"))


@pytest.mark.parametrize(
    ("path", "width", "height"),
    [
        ("/", 390, 844),
        *(
            pytest.param(path, width, height, marks=pytest.mark.long)
            for path in ("/", "/slippery-connect4", "/tictactoe")
            for width, height in ((390, 844), (430, 932), (360, 740), (1280, 800))
            if (path, width) != ("/", 390)
        ),
    ],
)
def test_the_first_move_clears_the_first_visit_and_moves_nothing(
    open_table: OpenTable, path: str, width: int, height: int
) -> None:
    table = open_table(path, width, height)
    table.page.wait_for_function(TWO_FRAMES)
    _plays_without_a_jump(table)
    expect(table.page.locator(".idea, .start, .start__more").locator("visible=true")).to_have_count(0)
    table.page.goto(table.page.url.split("/game/")[0] + path)
    expect(table.page.locator("#start")).to_be_visible()


def _plays_without_a_jump(table: TablePage) -> None:
    expect(table.button("Play a friend")).to_be_visible()
    expect(table.page.locator("#tiles")).to_be_visible()
    before = table.page.locator(".grid").bounding_box()
    table.click(1)
    expect(table.discs).not_to_have_count(0)
    expect(table.page).to_have_url(re.compile("/game/"))
    table.page.wait_for_function(TWO_FRAMES)
    assert table.page.locator(".grid").bounding_box() == before


@pytest.mark.parametrize(("width", "height"), [(390, 844), pytest.param(1280, 800, marks=pytest.mark.long)])
def test_nothing_shifts_while_the_page_loads_or_a_thumb_is_down(open_table: OpenTable, width: int, height: int) -> None:
    table = open_table(width=width, height=height, own=True, **MOVING)
    table.page.add_init_script(
        """window.shifts = [];
        new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) => one.value)))
          .observe({ type: "layout-shift", buffered: true });"""
    )
    late: list[Route] = []
    table.page.route(
        "**/*.woff2", lambda route: late.append(route)
    )  # the letters come after the first paint, as on a slow line
    table.page.reload(wait_until="commit")
    expect(table.page.locator(".seats ~ .start")).to_be_visible()
    table.page.evaluate(  # asked again later, a string to evaluate would meet the page's own policy
        """new Promise((painted) => new PerformanceObserver((list) => {
          if (list.getEntriesByName("first-contentful-paint").length) painted(undefined);
        }).observe({ type: "paint", buffered: true }))"""
    )
    assert late
    for route in late:
        route.continue_()
    late.clear()
    table.page.wait_for_load_state()
    table.page.evaluate("document.fonts.ready.then(() => undefined)")
    table.page.wait_for_function(TWO_FRAMES)
    box = table.page.locator(".grid").bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + 20, box["y"] + 100)
    table.page.mouse.down()
    table.page.wait_for_function(TWO_FRAMES)
    assert table.page.evaluate("window.shifts") == [], width
    table.page.mouse.move(1, 1)  # next to the board: no move
    table.page.mouse.up()


def test_a_friend_and_all_games_are_one_click_away_on_the_smallest_phone(open_table: OpenTable) -> None:
    table = open_table(width=320, height=568)
    table.button("All games").click()
    sheet = table.page.get_by_role("dialog", name="All games")
    expect(sheet.get_by_role("link")).to_have_count(len(all_games()))
    expect(sheet.get_by_role("link", name=re.compile("^Nim"))).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    table.button("Play a friend").click()
    expect(table.page.get_by_role("dialog", name="Play a friend")).to_be_visible()
