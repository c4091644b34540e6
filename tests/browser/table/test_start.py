"""Looks at the first minute: the board, one line, a face; then roots, an envelope and the buttons of a game."""

import re

import pytest
from playwright.sync_api import Route, expect

from engine.games import all_games
from tests.browser.conftest import OpenTable
from tests.browser.table_page import SHIFTS, TWO_FRAMES, rect
from tests.browser.tabs import MOVING
from tests.profiles import is_long, more_at_night


def test_roots_come_with_the_first_move_when_somebody_thinks(open_table: OpenTable) -> None:
    table = open_table(**MOVING, first=True)
    roots = table.page.locator(".roots__layer:not([data-falls])")
    expect(roots.locator(".root")).to_have_count(7)
    expect(roots).to_have_css("opacity", "0")  # nobody thinks before there is a game
    assert table.page.evaluate("document.querySelector('.roots').getAnimations({ subtree: true }).length") == 0
    expect(table.sub).to_have_text("I think while you think.")
    table.click(4)
    table.wait_for_discs(2)
    expect(table.page.locator(".roots[data-alive] .root")).not_to_have_count(0)
    expect(roots).to_have_css("opacity", "1")


@more_at_night
def test_every_start_has_the_board_a_line_and_a_face_and_the_buttons_come_with_the_first_move(
    open_table: OpenTable,
) -> None:
    for width, height in ((390, 844), (844, 390), (1366, 768), (1920, 1080))[:: 1 if is_long() else 2]:
        table = open_table(width=width, height=height, first=True)
        rooms = table.page.locator("#rooms > a")
        expect(rooms).to_have_text(["Play", "Puzzles", "Learn", "Friend"])
        for room in rooms.all():
            expect(room).to_be_in_viewport(ratio=1)
        face = table.page.locator("#rival")
        expect(face).to_have_text("Steady")
        expect(face).to_be_in_viewport(ratio=1)
        for hidden in (".seats", ".actions", ".figures", ".moves"):
            expect(table.page.locator(hidden)).not_to_be_visible()
        before = table.page.locator(".grid").bounding_box()
        table.reply(4)
        expect(table.sub).to_have_text(re.compile(r"^I played \d\."))  # the engine speaks of itself
        assert table.page.locator(".grid").bounding_box() == before, width
        expect(table.page.locator(".sealed")).to_be_visible()
        for name in ("Undo", "Hint", "More"):
            expect(table.button(name)).to_be_in_viewport(ratio=1)
        expect(rooms.first).to_be_visible(visible=width > 519)  # on a phone the buttons have their place
        table.page.goto(table.page.url.split("/game/")[0])  # the same for who comes back
        expect(face).to_be_visible()
        expect(table.page.locator(".seats")).not_to_be_visible()


@pytest.mark.long
def test_the_envelope_opens_with_the_move_and_keeps_a_tally(open_table: OpenTable) -> None:
    table = open_table(first=True)
    table.click(4)
    table.wait_for_discs(2)
    envelope = table.page.locator(".sealed")
    expect(envelope).to_be_visible()
    for lying, column in ((4, 3), (6, 5)):
        table.wait_for_turn()
        table.click(column)
        table.wait_for_discs(lying)
        expect(envelope).to_have_attribute("data-open", "")
        expect(table.sub).to_have_text(re.compile(rf"^({column}\. I knew it\.|I bet on (?!{column})\d\. Surprise!)$"))
    expect(envelope.locator(".sealed__score")).to_have_text(re.compile(r"^I guessed \d of \d$"))
    expect(envelope).not_to_have_attribute("data-open", "")  # sealed again for the next move


def test_the_games_are_small_boards_in_a_sheet(open_table: OpenTable) -> None:
    table = open_table(width=320, height=568, first=True)
    table.show_seats()
    table.page.get_by_role("link", name="More games").click()
    tiles = table.page.get_by_role("dialog", name="All games")
    expect(tiles.get_by_role("link")).to_have_count(len(all_games()))
    for name, game in all_games().items():
        tile = tiles.locator(f"a[href='/{name if name != 'connect4' else ''}']")
        expect(tile).to_be_visible()
        expect(tile).to_have_attribute("title", game.title)
        expect(tile.locator("svg.tile__board > :not(rect)").nth(2)).to_be_attached()
    expect(tiles.locator("[aria-current=page]")).to_have_attribute("href", "/")
    tiles.get_by_role("link", name=re.compile("^Wide board")).click()
    expect(table.page.get_by_role("grid")).to_have_attribute("aria-label", re.compile("8 columns, 7 rows"))


@pytest.mark.long
def test_the_first_move_of_a_first_visit_moves_nothing_and_the_bar_is_one_row(open_table: OpenTable) -> None:
    for language in ("en", "de", "es"):
        table = open_table(width=360, height=740, first=True, locale=language)
        bar = rect(table.page.locator(".bar"))
        assert bar["height"] < 60, language
        before = table.page.locator(".grid").bounding_box()
        table.click(1)
        expect(table.discs).not_to_have_count(0)
        table.page.wait_for_function(TWO_FRAMES)
        assert table.page.locator(".grid").bounding_box() == before, language


@pytest.mark.parametrize(("width", "height"), [(390, 844), pytest.param(1280, 800, marks=pytest.mark.long)])
def test_nothing_shifts_while_the_page_loads_or_a_thumb_is_down(open_table: OpenTable, width: int, height: int) -> None:
    table = open_table(width=width, height=height, own=True, **MOVING)
    table.page.add_init_script(SHIFTS)
    late: list[Route] = []
    table.page.route(
        "**/*.woff2", lambda route: late.append(route)
    )  # the letters come after the first paint, as on a slow line
    table.page.reload(wait_until="commit")
    expect(table.page.locator("#rival > svg")).to_be_visible()
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
    box = rect(table.page.locator(".grid"))
    table.page.mouse.move(box["x"] + 20, box["y"] + 100)
    table.page.mouse.down()
    table.page.wait_for_function(TWO_FRAMES)
    assert table.page.evaluate("window.shifts") == [], width
    table.page.mouse.move(1, 1)  # next to the board: no move
    table.page.mouse.up()


def test_the_page_changes_when_the_first_disc_has_fallen(open_table: OpenTable) -> None:
    """The clock is the test's: nothing but it brings the change."""
    table = open_table(width=390, height=844, own=True, **MOVING)  # the clock is of all its pages
    page, rooms = table.page, table.page.locator("#rooms")
    page.clock.install(time=0)
    page.clock.pause_at(60)
    table.click(4)
    table.wait_for_discs(1)
    page.clock.run_for(600)  # the moment of the disc and of the roots
    expect(rooms).to_be_visible()
    expect(table.button("More")).to_be_hidden()
    page.clock.run_for(100)
    expect(rooms).to_be_hidden()
    expect(table.button("More")).to_be_visible()
