"""Ends games of every kind: result, one sentence on the turn, Rematch, one look, one picture."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.states.table import DRAWN
from tests.browser.table_page import TWO_FRAMES, TablePage, rect

MARK = """async (rows) => {
  const { markOf } = await import("/static/js/model/ended/review.js");
  const { turningPoints } = await import("/static/js/model/ended/turn.js");
  const seats = [{ kind: "human" }, { kind: "engine" }];
  const game = { game_id: "a", notation: "44", ply: 9, start: 0, seats, analysis: false };
  const page = { game, review: { result: { game_id: "a", notation: "44", rows } } };
  return [rows.map((row) => markOf(page, row)[0]), turningPoints(page).map(({ ply }) => ply),
    rows.map((row) => markOf({ ...page, game: { ...page.game, analysis: true } }, row)[0])];
}"""


TURN = """async ([rows, change, mine, start = 0, chance = false]) => {
  const { foundWords, momentOf, pointsTitle, pointWords, turningPoints, turnWords } =
    await import("/static/js/model/ended/turn.js");
  const seats = [mine ? { kind: "human" } : { kind: "engine", level: 3 }, { kind: "engine", level: 3 }];
  const outcome = { winner: 0, line: [1], ...change };
  const game = { game_id: "a", notation: "4444", ply: rows.length, start, seats, analysis: false, outcome };
  const info = { board: [7, 6], players: ["Red", "Yellow"], chance, gravity: true };
  const result = { game_id: "a", notation: "4444", rows, done: true };
  const tokens = { seats: [mine ? "t" : null, null], table: null };
  const page = { game, info, review: { result }, tokens, levels: [{ number: 3, name: "Casual" }] };
  return { words: turnWords(page), title: pointsTitle(page), moment: momentOf(page), found: foundWords(page),
    points: turningPoints(page).map((row) => pointWords(page, row).join(": ")) };
}"""


_LOSSES = ("doubtful", "mistake", "blunder")


_LINES = """(head) => {
  const text = document.createRange();
  text.selectNodeContents(head);
  return text.getClientRects().length;
}"""


def _rows(*marks: tuple[str, bool, bool]) -> list[dict[str, Any]]:
    """Returns the review of a game, by each move's mark, whether it is proven, and whether it is near."""
    return [
        {"ply": ply, "seat": ply % 2, "move": 1, "best": 4, "mark": mark, "loss": int(mark in _LOSSES),
         "near": near, "said": "", "value": 1, "proven": proven}
        for ply, (mark, proven, near) in enumerate(marks)
    ]  # fmt: skip


def test_a_lost_move_is_not_found(modules: Page) -> None:
    rows = _rows(("", True, True), ("", True, True), ("mistake", True, True), *[("", True, True)] * 4)
    for row in rows[2:]:
        row["value"] = -1  # the first player has lost from here on, whatever he plays
    assert modules.evaluate(TURN, [rows, {"winner": 1}, True])["found"] == "You found 1 of 2"


def _buttons(table: TablePage) -> Locator:
    """Returns the buttons below the result, in their order, without "More"."""
    shown = table.page.locator(".panel :is(.actions, .after__choices) > button:visible")
    return shown.filter(has_not_text=re.compile(r"^\s*More\s*$"))


def _win(table: TablePage, column: int = 1) -> None:
    table.click(column)
    expect(table.button("Rematch")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"),
    [(390, 844), *(pytest.param(*size, marks=pytest.mark.long) for size in ((1280, 800), (320, 568)))],
)
def test_after_a_game_there_is_one_thing_to_do_and_one_to_look_at(
    open_table: OpenTable, width: int, height: int
) -> None:
    table = open_table("/connect4/121212?against=5", width=width, height=height)
    table.think()
    _win(table)
    expect(table.head).to_have_text("You beat Steady.")
    expect(table.sub).to_have_text("Four in a row: column 1, rows 1 to 4.")
    expect(_buttons(table)).to_have_text(["Rematch", "Look at the game"])
    # Nobody thinks any more.
    parts = (".insight", ".seat__level", ".seat__kind", ".seat__sentence", ".seat .slider", ".balance")
    for gone in (*([".figures", ".figures .switch"] if width < 900 else []), *parts):
        for one in table.page.locator(gone).all():
            expect(one).not_to_be_visible()
    assert "game is over" not in table.page.locator("#table").inner_text()  # the headline has said it
    expect(table.page.locator(".review")).to_have_count(0)
    table.page.wait_for_function(TWO_FRAMES)
    assert table.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    column = rect(table.page.locator(".aim").nth(5))
    table.page.mouse.move(column["x"] + column["width"] / 2, column["y"] + column["height"] + 20)
    table.button("Look at the game").click()
    expect(table.page.locator(".review")).to_be_visible()
    expect(table.page.locator(".balance")).to_be_hidden()
    table.button("One move back").click()
    table.wait_for_discs(6)
    assert table.page.locator(".beam").evaluate("(beam) => beam.style.getPropertyValue('--left')") != "5"
    # The moves before the start of the game are no turning points.
    expect(table.page.locator(".review__state")).to_have_text("You found 1 of 1")
    expect(table.page.locator(".graph__pins li")).to_have_count(0)
    table.button("Back to the table").click()
    expect(table.page.locator(".review")).to_be_hidden()
    table.page.set_viewport_size({"width": 320, "height": 720})
    assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert rect(table.page.locator(".actions"))["height"] <= 48  # one row
    table.page.set_viewport_size({"width": 1366, "height": 768})
    assert table.head.evaluate(_LINES) == 1
    table.wait_for_discs(7)


def test_six_in_a_row_are_told_in_words_as_five_are(open_table: OpenTable) -> None:
    table = open_table("/connect4/1122335566?against=5")
    table.click(4)
    expect(table.sub).to_have_text("More than five in a row: row 1, columns 1 to 6.")


@pytest.mark.long
def test_after_a_game_of_two_engines_and_of_two_people(open_table: OpenTable) -> None:
    table = open_table("/connect4/121212?against=10")
    table.choose(0, "Engine")
    table.button("Start").click()
    expect(table.head).to_have_text("Red wins.")
    expect(table.button("Rematch")).to_be_visible()
    expect(_buttons(table)).to_have_text(["Rematch", "Look at the game"])
    table.button("Look at the game").click()
    expect(table.sub).to_have_text("It was decided before this game began.")
    expect(table.page.locator(".tree")).to_have_count(1)  # what is true has one word, not one of each engine
    # So late that even a busy machine looks at every move to the end in the time of a hint.
    table = open_table("/tictactoe/514?against=1")
    table.choose(0, "Person")
    table.choose(1, "Person")
    for lying, move in enumerate((2, 6), 3):  # O does not block the middle row
        table.click(move)
        table.wait_for_discs(lying + 1)
    expect(table.button("Rematch")).to_be_visible()
    expect(_buttons(table)).to_have_text(["Rematch", "Look at the game"])
    table.button("Look at the game").click()
    expect(table.head).to_have_text("Move 4: a mistake.")  # the look begins there
    table.page.get_by_role("slider", name="Move that is shown").press("End")
    expect(table.sub).to_have_text("It turned on move 4: O played square 2; square 6 would have been better.")
    table.button("Back to the table").click()
    table.button("Rematch").click()
    table.wait_for_discs(3)


@pytest.mark.long
def test_a_level_chosen_after_the_end_holds_in_the_rematch(open_table: OpenTable) -> None:
    table = open_table("/connect4/121212?against=10")
    table.choose(0, "Engine")
    table.button("Start").click()
    expect(table.head).to_have_text("Red wins.")
    table.set_level(1, 2)
    table.button("Rematch").click()
    expect(table.seat(0).locator("input[type=range]")).to_have_value("2")  # the sides are swapped


def test_a_rematch_comes_after_the_level_set_before_it_also_while_the_setup_is_on_its_way(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
        const { Table } = await import("/static/js/net/table.js");
        const seats = [5, 10].map((level) => ({ kind: "engine", level }));
        const [game, calls] = [{ game_id: "g", outcome: {}, seats }, []];
        const call = (event) => calls.push(event);
        const socket = new Proxy({ call }, { get: (all, name) => all[name] ?? (() => {}) });
        const table = new Table(socket, () => ({ game }), ({ seats }) => Object.assign(game, { seats }));
        table.attempt = (act) => act();
        table.again = () => calls.push(game.seats.map(({ level }) => level));
        let answer = () => {};
        table.setup = new Promise((done) => (answer = done));
        const both = [table.setLevel(1, 2), table.rematch()];
        answer();
        await Promise.all(both);
        return calls;
      }"""
    )
    assert found == [[2, 5]]


def test_after_a_draw_the_rematch_comes_first(open_table: OpenTable) -> None:
    table = open_table(f"/connect4/{DRAWN[:-1]}?against=5")
    table.click(int(DRAWN[-1]))
    expect(table.head).to_have_text("A draw.")
    expect(table.page.locator(".panel .button--primary:visible")).to_have_text(["Rematch"])


def test_a_picture_of_the_board_is_shown_copied_and_saved(open_table: OpenTable) -> None:
    table = open_table("/connect4/121212?against=5", permissions=("clipboard-read", "clipboard-write"))
    _win(table)
    table.page.evaluate(
        """() => {
          window.written = [];
          const write = CanvasRenderingContext2D.prototype.fillText;
          CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
            window.written.push(text);
            write.call(this, text, ...rest);
          };
        }"""
    )
    table.menu("Picture of the board")
    sheet = table.page.get_by_role("dialog", name="Picture of the board")
    picture = sheet.get_by_role("img", name="Picture of the board")
    expect(picture).to_have_attribute("src", re.compile(r"^data:image/png"))
    expect(picture).to_have_js_property("naturalWidth", 1200)
    words = " ".join(table.page.evaluate("window.written"))
    game = re.search("/game/.*", table.page.url)
    assert game is not None
    for part in ("I beat Steady in", "Red – Steady", game[0]):
        assert part in words
    sheet.get_by_role("button", name="Copy", exact=True).click()
    expect(sheet.get_by_role("status")).to_have_text("The picture is copied.")
    kinds = table.page.evaluate("async () => (await navigator.clipboard.read()).flatMap((item) => item.types)")
    assert kinds == ["image/png"]
    with table.page.expect_download() as download:
        sheet.get_by_text("Save").click()
    assert download.value.suggested_filename == "fourthought-1212121.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_marks_stand_only_at_moves_that_a_person_could_have_seen_through(modules: Page) -> None:
    marks = (
        ("blunder", False), ("blunder", True), ("mistake", False), ("quick", True), ("quick", False), ("only", False),
    )  # fmt: skip
    rows = [
        {"ply": ply, "seat": 0, "move": 1, "best": 4, "mark": mark, "loss": 0 if mark in ("quick", "only") else 1,
         "near": near, "words": "", "value": 0, "proven": True}
        for ply, (mark, near) in enumerate(marks)
    ]  # fmt: skip
    game, points, analysis = modules.evaluate(MARK, rows)
    assert game == ["", "??", "", "?!", "", ""]
    assert points == [1, 3]
    assert analysis == ["??", "??", "?", "?!", "", "!"]


def test_where_a_game_turned_is_said_only_where_it_is_proven(modules: Page) -> None:
    unread = "I could not look to the end from every move, so I cannot tell where it turned."
    calm = ("", True, False)
    for last, words in (
        (("blunder", True, True), "It turned on move 4: Yellow played column 1; column 4 would have been better."),
        (("blunder", True, False), "It turned on move 4, too deep for the eye."),
        (calm, "No single move decided it."),
        (("quick", True, True), "On move 4, Yellow could have held longer with column 4 than with column 1."),
        (("doubtful", True, False), unread),  # the position before was not read to the end
        (("doubtful", False, False), unread),
        (("", False, False), unread),
    ):
        assert modules.evaluate(TURN, [_rows(calm, calm, calm, last), {}, False])["words"] == words, last
    # A game that began with an opened position was decided there. Of a draw there is nothing to say.
    draw, before = {"winner": None, "line": []}, "It was decided before this game began."
    for plies, change, start, words in (
        (4, {}, 3, before),
        (42, draw, 41, ""),
        (42, draw, 0, "No single move decided it."),
    ):
        assert modules.evaluate(TURN, [_rows(*[calm] * plies), change, False, start])["words"] == words
    mine = modules.evaluate(TURN, [_rows(calm, calm, ("quick", True, True), calm), {"winner": 1}, True])["words"]
    assert mine == "On move 3, column 4 would have lasted longer than column 1."
    # In a game of chance a move is judged by a short search.
    slipped = _rows(calm, ("doubtful", False, True))
    told = modules.evaluate(TURN, [slipped, {}, False, 0, True])["words"]
    assert told == "On move 2, column 4 looked better than column 1."
    # Who resigns ends a game that no move has decided.
    assert modules.evaluate(TURN, [_rows(calm, calm), {"line": []}, False])["words"] == ""
    # A mistake counts for the end by a resignation only if the position was still lost then.
    rows, turn = _rows(calm, ("mistake", True, True), calm), "It turned on move 2: Yellow played column 1;"
    for value, said in ((1, turn), (0, ""), (-1, "")):
        rows[-1]["value"] = value
        words = modules.evaluate(TURN, [rows, {"line": []}, False])["words"]
        assert words.startswith(said), words
        assert bool(words) is bool(said)


def test_a_turn_is_a_change_of_the_result_though_a_quicker_loss_came_later(modules: Page) -> None:
    calm = ("", True, False)
    rows = _rows(calm, ("mistake", True, False), calm, ("quick", True, True))
    told = modules.evaluate(TURN, [rows, {}, False])["words"]
    assert told == "It turned on move 2, too deep for the eye."


def test_the_pins_stand_in_the_order_of_the_moves_and_name_who_played_them(modules: Page) -> None:
    calm, far, near = ("", True, False), ("mistake", True, False), ("mistake", True, True)
    quick, slow = ("quick", True, True), ("slow", True, True)
    unread, hung = ("", False, False), ("doubtful", True, True)
    lost, longer, sooner = {"winner": 1}, "could have held longer", "could have won sooner"
    turned = "Where it turned"
    for marks, change, title, points, moment in (
        ((far, calm, quick, calm), lost, turned, ["move 1: too far to see", f"move 3: {longer}"], 2),
        ((near, calm, near, calm), lost, turned, ["move 1: a mistake", "move 3: a mistake"], 2),
        ((calm, calm, quick, calm), lost, "What you missed", [f"move 3: {longer}"], 2),
        ((far, calm, calm, calm), lost, turned, ["move 1: too far to see"], None),
        ((calm, near, slow), {}, turned, ["Casual, move 2: a mistake", f"move 3: {sooner}"], None),
        ((calm, near, calm), {}, "You missed nothing in sight", [], None),
        ((unread, near, calm), {}, "", [], None),
        ((near, unread, calm), {"winner": 1}, turned, ["move 1: a mistake"], 0),
        ((unread, calm, calm), lost, "", [], None),
        ((calm, calm, hung, calm), lost, "What you missed", ["move 3: doubtful"], 2),
    ):  # fmt: skip
        found = modules.evaluate(TURN, [_rows(*marks), change, True])
        assert (found["title"], found["points"], found["moment"]) == (title, points, moment), marks
    rows = _rows(calm, calm, hung, calm)
    rows[2]["value"] = -1  # "Move 3: doubtful." stood over "Column 8 loses in 1: Yellow answers 7."
    assert modules.evaluate(TURN, [rows, lost, True])["points"] == ["move 3: loses"]
    words = modules.evaluate(TURN, [_rows(calm, near, calm), {}, True])["words"]
    assert words == "It turned on move 2: Casual played column 1; column 4 would have been better."


def test_a_game_is_gone_through_and_tried_again(open_table: OpenTable) -> None:
    table = open_table("/tictactoe/51?against=1")
    table.choose(0, "Person")
    table.choose(1, "Person")
    for lying, move in enumerate((4, 2, 3, 7, 6), 2):  # O leaves the middle row to X
        table.click(move)
        table.wait_for_discs(lying + 1)
    expect(table.head).to_have_text("X wins.")
    expect(table.sub).to_have_text("Three in a row: the middle row.")
    plies = table.discs.count()
    table.button("Look at the game").click()
    scrub = table.page.get_by_role("slider", name="Move that is shown")
    expect(scrub).to_be_visible()
    expect(table.page.locator(".graph__bars rect")).to_have_count(plies)
    scrub.press("End")  # a look that begins when the review is done begins at a pin
    scrub.press("ArrowLeft")
    table.wait_for_discs(plies - 1)
    expect(table.head).to_have_text(f"Move {plies - 1} of {plies}.")
    expect(scrub).to_have_attribute("aria-valuetext", re.compile(f"^Move {plies - 1} of {plies}"))
    scrub.press("Home")
    table.wait_for_discs(0)
    scrub.press("End")
    table.wait_for_discs(plies)
    pin = table.page.locator(".graph__pin").first
    expect(pin).to_be_visible()
    scrub.press("Home")
    scrub.press("PageUp")  # from pin to pin
    expect(pin).to_have_attribute("aria-current", "true")
    expect(table.head).to_have_text(re.compile("mistake|blunder|doubtful"))
    scrub.press("End")
    pin.click()
    expect(pin).to_have_attribute("aria-current", "true")
    shown = table.discs.count()
    expect(table.page.locator(".ghost[data-shown=hint]")).to_have_count(1)
    table.button("Try again").click()
    table.wait_for_discs(shown - 1)
    expect(table.sub).to_have_text(re.compile("^Find a better move than square "))
    table.button("Play on from here").click()
    expect(table.page).to_have_url(re.compile(r"/game/[A-Za-z0-9]{12}$"))
    expect(table.head).to_have_text(re.compile("turn"))
    table.page.go_back()
    table.wait_for_discs(plies)


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1366])
def test_a_game_without_a_board_is_gone_through_and_tried_again(open_table: OpenTable, width: int) -> None:
    table = open_table("/nim?against=10", width=width, height=800)
    left, moves = table.page.locator(".textboard pre"), table.page.locator(".textboard__moves .button")
    take = table.page.get_by_role("button", name="Take 2")  # 21 are won by Take 1 alone
    while not table.over:
        before, lying = left.bounding_box(), left.inner_text()
        take.click()
        expect(left).not_to_have_text(lying)
        table.wait_for_turn()
        take = moves.first
    assert left.bounding_box() == pytest.approx(before, abs=0.1)  # nothing moves with the last match
    expect(table.button("Try that moment again")).to_be_visible()
    table.button("Look at the game").click()
    pin = table.page.locator(".graph__pin").first
    pin.click()
    expect(table.head).to_have_text("Move 1: a blunder.")
    expect(table.sub).to_have_text(re.compile("^First: Take 2 loses in [^.]+\\.$"))
    expect(left).to_have_text("19 left")
    expect(table.page.locator(".match")).to_have_count(19)
    expect(moves).to_have_text(["Take 1", "Take 2", "Take 3"])
    expect(table.page.locator(".review__state")).to_have_text(re.compile(r"^You found \d+ of \d+$"))
    table.button("Try again").click()
    expect(table.sub).to_have_text("Find a better move than take 2.")
    expect(left).to_have_text("21 left")
    table.page.get_by_role("button", name="Take 1").click()
    expect(table.head).to_have_text("Yes.")
    expect(table.sub).to_have_text("That was it.")


@pytest.mark.long
def test_a_move_of_the_list_leads_back_and_autoplay_goes_on(open_table: OpenTable) -> None:
    table = open_table("/connect4/1212121")
    table.wait_for_discs(7)
    expect(table.page.locator(".graph__bars rect")).to_have_count(7)
    table.look_at(table.page.locator(".moves__move").nth(3))
    table.wait_for_discs(4)
    move = table.page.locator(".moves__move[aria-current]")
    expect(move).to_have_attribute("aria-label", re.compile("Yellow, column 2"))
    expect(table.button("Why?")).to_be_visible()
    steps = table.page.locator(".review__steps")
    assert steps.evaluate("(steps) => steps.scrollWidth <= steps.clientWidth")
    assert table.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    table.button("Play through").click()
    table.wait_for_discs(7)
    expect(table.head).to_have_text("Red wins.")
    expect(table.button("Play through")).to_be_visible()


def test_while_a_game_goes_on_one_may_look_back_but_not_play_there(open_table: OpenTable) -> None:
    table = open_table("/connect4?against=5")
    table.reply(4)
    table.look_at(table.page.locator(".moves__move").first)
    table.wait_for_discs(1)
    table.click(3)
    expect(table.sub).to_have_text("This is move 1 of 2. Go to the last move to play on.")
    expect(table.discs).to_have_count(1)
    table.look_at(table.page.locator(".moves__move").last)
    table.wait_for_discs(2)
    table.click(3)
    table.wait_for_discs(4)
