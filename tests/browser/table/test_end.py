"""Looks at the moment of the end: the reward first, then one thing to do; a defeat ends with something solved."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.states import STATES, brought
from tests.browser.table_page import OVER, SHIFTS, TWO_FRAMES
from tests.browser.tabs import MOVING
from webapp.common.speech import LANGUAGES

_WIDE = (1366, 768)


@pytest.mark.long
def test_the_rack_empties_and_the_four_stay(open_table: OpenTable) -> None:
    table = open_table("/connect4/121212?against=5", **MOVING)
    before = table.page.locator(".grid").bounding_box()
    table.click(1)
    expect(table.head).to_have_text("You beat Steady.")
    others = table.page.locator(".board[data-empties] .disc:not([data-win])")
    expect(others).to_have_count(3)
    for disc in others.all():
        expect(disc).to_have_css("opacity", "0")
    expect(table.page.locator(".disc[data-win]")).to_have_count(4)
    assert table.page.locator(".grid").bounding_box() == before
    assert table.page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0  # nor has the page grown
    table.page.reload()
    expect(table.page.locator(".board[data-empties]")).to_have_count(0)  # who comes later finds all discs


def test_the_moment_of_a_loss_is_tried_again_and_judged_at_once(open_table: OpenTable) -> None:
    table = open_table("/connect4/4544?against=10")
    while not table.over:  # a person who builds in column 1
        lying = table.discs.count()
        free = table.free_moves()
        table.click(next(move for move in (1, 7, 2, 6, 3, 5, 4) if move in free))
        expect(table.discs).not_to_have_count(lying)
        table.wait_for_turn()
    expect(table.head).to_have_text("Perfect wins this one.")
    expect(table.page.locator(".after__voice")).to_have_text("“Thank you. Once more?”")
    table.button("Try that moment again").click()
    expect(table.head).to_have_text("That moment again.")
    expect(table.sub).to_have_text(re.compile(r"^Find a better move than column \d\.$"))
    for answer in (".after", ".review__head", ".graph__pins"):
        expect(table.page.locator(answer)).not_to_be_visible()
    tiles = table.page.locator(".tree__layer .block:visible")
    expect(tiles).to_have_count(0)  # "loses in 13" beside six times "loses in 1" is the answer
    expect(table.page.get_by_role("button", name=re.compile("^Why"))).to_have_count(0)
    lying = table.discs.count()
    for move in table.free_moves():
        table.click(move)
        table.page.wait_for_function(TWO_FRAMES)  # the verdict on the move before is gone
        expect(table.sub).not_to_have_text(re.compile("^(Find a better|One moment)"))
        expect(table.head).to_have_text(re.compile(r"^(Yes|Not yet|That moment again)\.$"))
        assert re.search(r"[.!?] ", table.sub.inner_text()) is None, "one sentence at a time"
        table.wait_for_discs(lying + 1)
        if table.head.inner_text() == "Yes.":
            break
    expect(table.head).to_have_text("Yes.")
    table.button("Play on from here").click()
    expect(table.page).to_have_url(re.compile("/game/"))
    table.wait_for_discs(lying + 2)
    expect(table.head).to_have_text("Your turn.")


@pytest.mark.long
def test_the_last_moves_are_sent_as_a_looping_picture_with_a_sentence_and_a_link(open_table: OpenTable) -> None:
    table = open_table("/connect4/44121212?against=5")
    table.click(1)
    expect(table.head).to_have_text("You beat Steady.")
    table.menu("Picture of the board")
    sheet = table.page.get_by_role("dialog")
    with table.page.expect_download() as download:
        sheet.get_by_role("button", name="Send the last moves").click()
    assert download.value.suggested_filename == "fourthought-441212121.gif"
    assert download.value.path().read_bytes().startswith(b"GIF89a")
    expect(sheet.get_by_role("img")).to_have_js_property("naturalWidth", 7 * 56 + 40)  # the browser can read it
    expect(sheet.get_by_role("img")).to_have_js_property("naturalHeight", 6 * 56 + 40 + 56 + 56 + 24)  # the name below
    said = sheet.get_by_role("status")
    expect(said).to_have_text(
        re.compile(r"^I beat Steady in 1 move\. Your turn: can you do better\? http://.*/connect4/44\?against=5$")
    )


_STORY = """async ([marks, engine, winner]) => {
  const { storyOf } = await import("/static/js/model/ended/send.js");
  const rows = marks.map((mark, ply) =>
    ({ ply, seat: ply % 2, mark, near: mark !== "far", proven: true, loss: Number(mark === "far"), move: 4, best: 4 }));
  const game = { game_id: "abc", analysis: false, notation: "1212", start: 0, ply: marks.length, to_move: null,
    seats: [{ kind: "human" }, engine ? { kind: "engine", level: 5 } : { kind: "human" }],
    outcome: { winner, line: [] } };
  const page = { game, info: { board: [7, 6], players: ["Red", "Yellow"] }, levels: [{ number: 5, name: "Steady" }],
    tokens: { seats: ["token", null] }, review: { result: { done: true, game_id: "abc", notation: "1212", rows } } };
  return storyOf(page, "https://here/x").split("\\n");
}"""


def test_a_game_is_told_in_dots_that_name_no_move(modules: Page) -> None:
    marks = ["", "blunder", "quick", "", "mistake", "", "far", *[""] * 13]
    told = modules.evaluate(_STORY, [marks, True, 0])
    assert told == [
        "I beat Steady in 10 moves.", "🟢🟡🔴🔴🟢🟢🟢", "🟢🟢🟢", "Your turn: can you do better?", "https://here/x",
    ]  # fmt: skip
    both = modules.evaluate(_STORY, [marks, False, 0])
    assert both[1:3] == ["🟢🔴🟡🟢🔴🟢🔴", "🟢" * 7]  # between two people the moves of both
    assert modules.evaluate(_STORY, [[""], True, 1])[0] == "Steady beat me in 1 move."  # given up after the first one


@pytest.mark.long
def test_the_result_is_copied_as_lines_of_text(open_table: OpenTable) -> None:
    table = open_table("/connect4/44121212?against=5", permissions=("clipboard-read", "clipboard-write"))
    table.end()
    table.menu("Picture of the board")
    sheet = table.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Copy the result").click()
    expect(sheet.get_by_role("status")).to_contain_text("can you do better?")
    lines = table.page.evaluate("() => navigator.clipboard.readText()").split("\n")
    assert lines[0] == "I beat Steady in 1 move."  # the discs before lay there
    assert set("".join(lines[1:-2])) <= set("🟢🟡🔴")
    assert len("".join(lines[1:-2])) == 1  # one move was the person's own
    assert lines[-1].startswith("http")


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_the_end_fit_on_the_smallest_phone_in_every_language(open_table: OpenTable, language: str) -> None:
    table = open_table(STATES["picture"].path, locale=language)
    with brought(table, "picture"):
        table.page.set_viewport_size({"width": 320, "height": 640})
        table.page.wait_for_function(TWO_FRAMES)
        sheet = table.page.get_by_role("dialog")
        for button in sheet.locator(".button:visible").all():
            expect(button).to_be_in_viewport(ratio=1)
        assert sheet.evaluate("(sheet) => sheet.scrollWidth - sheet.clientWidth") == 0
        cut = "() => { const h = document.querySelector('#head'); return h.scrollWidth - h.clientWidth; }"
        assert table.page.evaluate(cut) == 0
        expect(table.page.locator(".figures .switch")).not_to_be_visible()
        sheet.get_by_role("button", name=table.said("Close"), exact=True).click()
        table.button("Look at the game").click()
        table.page.wait_for_function(TWO_FRAMES)
        assert table.page.evaluate(cut) == 0


_CUT = """async (head, words) => {
  await document.fonts.ready;
  head.style.setProperty("--letters", words.length);
  head.textContent = words;
  return head.scrollWidth - head.clientWidth;
}"""
"""Puts words into the headline, and returns by how much they are too wide."""


def test_no_name_is_cut_off_beside_the_board(open_table: OpenTable) -> None:
    table = open_table("/connect4/141424?against=10", *_WIDE)
    table.click(7)
    expect(table.page.locator(".table")).to_have_attribute("data-over", "yes")
    for words in ("Newcomer wins this one.", "Neuling gewinnt diese Partie.", "Annabelle-Theresa wins this one."):
        assert table.head.evaluate(_CUT, words) == 0, words


_ENDINGS = {
    "a win": ("/connect4/121212?against=5", "1"),
    "a loss": ("/connect4/141424?against=10", "7"),
    "a draw": ("/connect4/65617356615221567642233737747314144542532?against=5", "1"),
    "a win of three": ("/tictactoe/5132?against=5", "7"),
    "a loss of three": ("/tictactoe/1593?against=10", "4"),
    "a draw of three": ("/tictactoe/15928736?against=10", "4"),
    "a whole game": ("/?against=8", "4352617"),
    "another game": ("/?against=8", "1726354"),
}
"""Maps an ending to the page where it is near, and the order in which a person tries the places."""
_BY_DAY = ("a win",)
_LOOKS = [(size, motion) for size in ((390, 844), _WIDE) for motion in ({}, MOVING)]
"""An ending has two of them: it is seen on each screen, on one with motion. The next ending has the other two."""


@pytest.mark.parametrize(
    ("ending", "size", "motion"),
    [
        pytest.param(ending, *_LOOKS[which], marks=[] if ending in _BY_DAY and which == 0 else pytest.mark.long)
        for place, ending in enumerate(_ENDINGS)
        for which in ((1, 2) if place % 2 else (0, 3))
    ]
    + [pytest.param("a loss", size, {}, marks=pytest.mark.long) for size in ((820, 1180), (320, 568), (844, 390))],
)
def test_the_end_moves_nothing(
    open_table: OpenTable, ending: str, size: tuple[int, int], motion: dict[str, str]
) -> None:
    path, order = _ENDINGS[ending]
    table = open_table(path, *size, own=True, **motion)
    table.page.add_init_script(SHIFTS)
    table.page.reload()
    table.wait_for_turn()
    places = table.page.locator(".actions > [popovertarget], #rival")
    before: list[object] = []
    while not table.over:
        lying, free = table.discs.count(), table.free_moves()
        before = [one.bounding_box() for one in places.all()]
        move = next(int(move) for move in order if int(move) in free)
        table.aim(move)
        table.page.wait_for_function(TWO_FRAMES)
        table.page.evaluate("() => void (window.shifts = [])")
        table.click(move)
        expect(table.discs).not_to_have_count(lying)
        table.wait_for_turn()
    expect(table.page.locator("#panel")).to_have_attribute("data-told", "yes")
    expect(table.page.locator(".after__moment[data-waits=yes]")).to_have_count(0)
    table.page.wait_for_timeout(1500)
    assert table.page.evaluate("window.shifts") == []
    assert table.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    if size == _WIDE and lying > 7:
        assert [one.bounding_box() for one in places.all()] == before


@pytest.mark.long
@pytest.mark.parametrize("size", [(390, 844), _WIDE])
def test_the_end_of_two_engines_moves_neither_the_table_nor_the_open_sheet(
    open_table: OpenTable, size: tuple[int, int]
) -> None:
    table = open_table("/connect4/141424?against=10", *size, own=True)
    table.page.evaluate(SHIFTS)
    table.choose(0, "Engine")
    table.button("Start").click()
    table.button("Pause").click()
    table.show_seats()
    buttons = table.page.locator(".actions").bounding_box()
    table.page.wait_for_function(TWO_FRAMES)
    table.page.evaluate("() => void (window.shifts = [])")
    table.page.get_by_role("slider", name="Pace").fill("6")  # by the keys: a press elsewhere closes the sheet
    table.button("Go on").press("Enter")
    expect(table.head).to_have_text(OVER)
    expect(table.page.locator(".seats")).to_be_visible()
    expect(table.page.locator("#panel")).to_have_attribute("data-told", "yes")
    expect(table.page.locator(".after__moment[data-waits=yes]")).to_have_count(0)
    assert table.page.evaluate("window.shifts") == []
    assert table.page.locator(".actions").bounding_box() == buttons


def test_at_the_end_the_ring_of_the_keys_is_the_boards(open_table: OpenTable) -> None:
    table = open_table("/connect4/121212?against=5")
    table.page.keyboard.press("1")
    expect(table.head).to_have_text("You beat Steady.")
    expect(table.page.locator(".aim").first).to_be_focused()
    expect(table.page.locator(".aim").first).to_have_css("outline-style", "none")
    expect(table.page.locator(".grid")).to_have_css("outline-style", "solid")
