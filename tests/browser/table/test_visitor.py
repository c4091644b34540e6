"""Brings about what a visitor met on the second trial: questions, keys, names, words, rooms."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.people import invite
from tests.browser.screens import IN_EACH_LANGUAGE
from tests.browser.table_page import TWO_FRAMES
from tests.server import TableServer
from webapp.common.paths import STATIC


def test_keys_work_on_the_whole_page_or_where_chosen_on_the_board_only(open_table: OpenTable) -> None:
    table = open_table()
    table.page.keyboard.press("4")
    table.wait_for_discs(2)
    table.wait_for_turn()
    table.page.keyboard.press("h")
    expect(table.sub).to_have_text(re.compile("^Look "))
    table.page.keyboard.press("?")
    sheet = table.page.get_by_role("dialog", name="Help")
    expect(sheet).to_contain_text("Four in a row wins.")
    expect(sheet).to_contain_text("A player with 100 points more wins about 64 of 100 games.")
    table.page.keyboard.press("5")  # no move while a sheet is open
    table.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    table.wait_for_discs(2)
    table.menu("Help and keys")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)
    table.page.locator(".bar > [popovertarget=settings]").click()
    table.page.locator("#keys").get_by_text("On the board").click()
    expect(table.page.locator("html")).to_have_attribute("data-keys", "board")  # the settings may just be loaded
    table.page.keyboard.press("Escape")
    table.page.reload()
    table.page.locator("#sound").focus()
    table.page.keyboard.press("5")
    table.wait_for_discs(2)


@pytest.mark.long
def test_nim_keeps_its_words_to_the_end(open_table: OpenTable) -> None:
    table = open_table("/nim?against=2")
    expect(table.seat(1).locator("input[type=range]")).to_have_attribute(
        "aria-valuetext", re.compile("Plans nothing else")
    )
    while not table.over:
        moves = table.page.locator(".moves__move").count()
        table.page.get_by_role("button", name="Take 1", exact=True).click()
        expect(table.page.locator(".moves__move")).not_to_have_count(moves)
        table.wait_for_turn()
        if not moves:
            help_ = r" With a hint this game does not count for the ladder\."
            table.button("Hint").click()
            expect(table.sub).to_have_text(re.compile(rf"^[^.]+\.{help_}$"))  # said at once, as on every board
            table.button("Hint").click()
            expect(table.sub).not_to_have_text(re.compile(help_))
    expect(table.sub).to_have_text(re.compile(r"^The last move was: take \d\.$"))
    expect(table.page.locator("pre")).to_have_text("No matches are left.")
    assert all("take" in text for text in table.page.locator(".moves__move").all_inner_texts())


@pytest.mark.long
def test_every_room_has_the_same_bar_and_the_same_settings(open_table: OpenTable) -> None:
    table = open_table()
    server = table.page.url.rstrip("/")
    learn = [(path, "/learn") for path in ("/learn", "/lab", "/student")]
    for path, room in (("/", "/"), ("/coach", "/coach"), *learn):
        table.page.goto(f"{server}{path}")
        expect(table.page.locator("#rooms a")).to_have_text(["Play", "Puzzles", "Learn", "Friend"])
        expect(table.page.locator("#rooms [aria-current]")).to_have_attribute("href", room)
        table.page.locator(".bar > [popovertarget=settings]").click()
        table.page.locator("#theme").get_by_text("Night").click()
        expect(table.page.locator("html")).to_have_attribute("data-theme", "night")
        expect(table.page.locator("#language")).to_be_visible()
    for path in ("/lab/essay", "/lab/class", "/lab/program"):
        table.page.goto(f"{server}{path}")
        expect(table.page.locator("#rooms a")).to_have_text(["Play", "Puzzles", "Learn", "Friend"])


@IN_EACH_LANGUAGE
def test_on_a_phone_all_rooms_are_seen_in_every_language(open_table: OpenTable, language: str) -> None:
    for path in ("/", "/slippery-connect4"):
        page = open_table(path, width=390, height=844, locale=language).page
        for width in (390, 360):
            page.set_viewport_size({"width": width, "height": 844})
            page.wait_for_function(TWO_FRAMES)
            assert page.locator("#rooms").evaluate("(rooms) => rooms.scrollWidth - rooms.clientWidth") == 0, width


@IN_EACH_LANGUAGE
@pytest.mark.long
def test_what_stands_in_a_tree_to_come_stays_in_its_frame(open_table: OpenTable, language: str) -> None:
    page = open_table("/", width=320, height=640, locale=language).page
    page.locator(".switch input").check(force=True)
    for width, height in ((320, 640), (360, 740), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(TWO_FRAMES)
        below, right = page.locator(".tree").evaluate(
            """(tree) => {
              const range = document.createRange();
              range.selectNodeContents(tree.querySelector(".tree__note"));
              const [text, frame] = [range.getBoundingClientRect(), tree.getBoundingClientRect()];
              return [text.height && frame.bottom - text.bottom, text.width && frame.right - text.right];
            }"""
        )
        assert below > 0, width
        assert right > 0, width


def test_between_people_flag_and_draw_are_two_steps_away_and_a_move_is_kept(
    open_table: OpenTable, server: TableServer
) -> None:
    host, guest = invite(open_table, server)
    for who in (host, guest):
        who.show_more()
        expect(who.button("Resign")).to_be_visible()
        expect(who.button("Offer a draw")).to_be_visible()
        who.page.keyboard.press("Escape")
    expect(guest.sub).not_to_have_text("")
    guest.click(5)  # it is the host's turn
    expect(guest.sub).to_have_text("Column 5 is kept for your turn. The same again takes it back.")
    guest.click(5)
    host.click(4)
    host.wait_for_discs(1)
    guest.wait_for_discs(1)  # taken back: nothing is played
    guest.wait_for_turn()
    guest.click(3)
    host.wait_for_discs(2)
    guest.click(2)
    host.click(4)
    for who in (host, guest):
        who.wait_for_discs(4)  # the kept move follows at once


def test_in_a_first_game_a_long_thought_marks_what_loses_at_once(open_table: OpenTable) -> None:
    table = open_table(first=True, own=True)
    table.page.add_init_script(
        "const real = setTimeout; window.setTimeout = (act, ms) => real(act, ms === 15000 ? 50 : ms);"
    )
    table.page.reload()
    found = table.page.evaluate(
        """async () => {
          const { dangers } = await import("/static/js/model/proof/principle.js");
          const info = { board: [7, 6], connect: 4, gravity: true, chance: false };
          const discs = [[4, 1, 0], [1, 1, 1], [4, 2, 0], [2, 1, 1], [5, 1, 0], [3, 1, 1]]; // Yellow has the row 1 to 3
          const game = (to_move, lying) => ({ to_move, discs: lying, legal: [1, 2, 3, 4, 5, 6, 7] });
          const three = [[7, 1, 1], [1, 1, 0], [7, 2, 1], [2, 1, 0], [7, 3, 1]];
          return [dangers({ info, game: game(0, discs) }), dangers({ info, game: game(0, three) })];
        }"""
    )
    assert found == [[], [1, 2, 3, 4, 5, 6]]
    table.reply(4)
    expect(table.page.locator(".numbers [data-warns]")).to_have_count(0)


@pytest.mark.long
def test_faces_are_explained_before_the_first_and_stand_apart(open_table: OpenTable) -> None:
    table = open_table()
    expect(table.seat(1).locator(".seat__sentence")).to_contain_text("0 of 10 beaten.")
    table.show_seats()
    faces = table.page.locator(".seats .faces__one")
    expect(faces).to_have_count(10)
    for width, height in ((844, 390), (640, 400), (320, 568)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_function(TWO_FRAMES)
        boxes = faces.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect())")
        rows = [boxes[:5], boxes[5:]]
        assert min(b["left"] - a["right"] for row in rows for a, b in itertools.pairwise(row)) > 0, width
        assert min(box["width"] for box in boxes) >= 40, width
    table.page.goto(table.page.url + "tictactoe")  # a game with fewer levels has fewer faces, and no holes between them
    table.show_seats()
    expect(faces.first).to_be_visible()
    boxes = faces.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect())")
    gaps = [b["left"] - a["right"] for a, b in itertools.pairwise(boxes) if a["top"] == b["top"]]
    assert len(boxes) < 10
    assert max(gaps) - min(gaps) <= 1


@pytest.mark.long
def test_letters_that_come_too_late_break_no_line_elsewhere(open_table: OpenTable) -> None:
    widths = open_table().page.evaluate(
        """async () => {
          await Promise.all(["400 16px Figtree", "600 16px Figtree"].map((font) => document.fonts.load(font)));
          const pen = document.createElement("canvas").getContext("2d");
          const wide = (font) => {
            pen.font = font;
            return pen.measureText("Take 1 to 3 matches. The one who takes the last match wins.").width;
          };
          return [400, 600].map((weight) => ["Figtree", "Spare", "none"].map((name) => wide(`${weight} 50px ${name}`)));
        }"""
    )
    for figtree, spare, _other in widths:
        assert abs(spare / figtree - 1) < 0.03


@pytest.mark.long
def test_the_letters_are_there_for_every_language(open_table: OpenTable) -> None:
    """Draws each letter of the words and of names that are typed: behind Figtree stand letters of another width."""
    words = "".join(path.read_text("utf-8") for path in (STATIC / "words").glob("*/*.json"))
    letters = {letter for letter in words if letter.isalpha()} | {
        *map(chr, range(0xC0, 0x100)),
        *"0123456789 «»“”„‘’–…!?¿¡",
    }
    missing = open_table().page.evaluate(
        """async (letters) => {
          await document.fonts.load("400 50px Figtree");
          const pen = document.createElement("canvas").getContext("2d");
          const wide = (font, letter) => {
            pen.font = `50px ${font}`;
            return pen.measureText(letter).width;
          };
          return letters.filter((one) => wide("Figtree, monospace", one) !== wide("Figtree, serif", one));
        }""",
        sorted(letters),
    )
    assert missing == []


@pytest.mark.long
def test_the_tenth_column_has_the_key_0(open_table: OpenTable) -> None:
    table = open_table("/connect4-10x10", width=320, height=568)
    table.page.keyboard.press("0")
    table.wait_for_discs(2)
    table.wait_for_turn()
    table.page.keyboard.press("0")
    table.wait_for_discs(4)
    expect(table.page.locator(".moves__move").first).to_have_text("10")
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_your_games_tell_how_often_a_person_has_been_here(open_table: OpenTable) -> None:
    table = open_table()
    result = {"game": "connect4", "level": 5, "rating": 850, "day": 20000}
    past = [
        result | {"id": "a" * 12, "score": 1, "moves": "4,4,3"},
        result | {"id": "b" * 12, "score": 0, "moves": "4,4,5"},
        result | {"id": "c" * 12, "score": 0, "moves": "3,4"},
    ]
    here = table.page.url + "connect4/4?against=5"
    for count, words in (3, "You have been here before: in 2 games, with 1 won."), (1, "points after 1 game."):
        table.page.evaluate("(past) => { localStorage['fourthought.results'] = JSON.stringify(past); }", past[:count])
        table.page.goto(here)
        table.menu("Your games")
        expect(table.page.get_by_role("region", name="Your strength")).to_contain_text(words)
