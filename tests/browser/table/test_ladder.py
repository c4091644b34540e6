"""Climbs the ladder of levels: beaten stops light up, the next one is proposed, descriptions stay readable."""

import itertools
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import ExactScores
from engine.games import find
from engine.search.minimax import minimax
from tests.browser.conftest import OpenTable
from tests.browser.table_page import TablePage

CLIMB = """async ([page, change]) => {
  const { climbOn, lightUp, nextStop } = await import("/static/js/model/ended/ladder.js");
  const climb = climbOn(climbOn(null, page), { ...page, ...change, ui: { ...page.ui, ...change.ui },
    engineView: { ...page.engineView, ...change.engineView }, game: { ...page.game, ...change.game } });
  const over = { ...page, game: { ...page.game, outcome: { winner: 0 } } };
  const levels = [1, 2, 4, 10].map((number) => ({ number }));
  const ladder = lightUp({}, climbOn(climb, over), over);
  return { ladder, next: nextStop(ladder, levels)?.number ?? null };
}"""


def _climb(page: Page, **change: Any) -> dict[str, Any]:
    """Returns the ladder after a win of Red against level 4, with a change in the middle of the game."""
    human, engine = {"kind": "human"}, {"kind": "engine", "level": 4}
    game = {"game_id": "abc", "analysis": False, "start": 0, "moves": [4, 4], "seats": [human, engine], "outcome": None}
    state = {
        "game": game,
        "tokens": {"seats": ["token", None], "table": None},
        "ui": {"hint": None, "hintPending": False},
        "engineView": {"truth": False, "visible": False},
    }
    found: dict[str, Any] = page.evaluate(CLIMB, [state, change])
    return found


def test_only_a_win_alone_lights_a_stop_and_the_lowest_level_counts(modules: Page) -> None:
    human = {"kind": "human"}
    assert _climb(modules) == {"ladder": {"4": [True, False]}, "next": 10}
    assert _climb(modules, game={"seats": [human, {"kind": "engine", "level": 9}]})["ladder"] == {"4": [True, False]}
    lower = _climb(modules, game={"seats": [human, {"kind": "engine", "level": 2}]})
    assert lower == {"ladder": {"2": [True, False]}, "next": 4}
    for helped in (
        {"ui": {"hint": {"move": 4}}},
        {"ui": {"hintPending": True}},
        {"engineView": {"truth": True, "visible": True}},
        {"game": {"branches": [{"ply": 2, "moves": [3]}]}},
        {"game": {"seats": [human, human]}},
    ):
        assert _climb(modules, **helped) == {"ladder": {}, "next": None}, helped


def _beat_newcomer(table: TablePage, before: Callable[[], None] = lambda: None) -> None:
    """Plays level 1 until a win: it plays nearly at random. ``before`` is done at the beginning of each game."""
    start = table.page.url
    for _ in range(40):
        table.set_level(1, 1)
        before()
        table.play_out([4, 3, 5, 2, 6, 1, 7])
        if table.head.inner_text() == "You beat Newcomer.":
            return
        table.page.goto(start)
    raise AssertionError("no win in forty games")


@pytest.mark.parametrize(
    ("width", "height"),
    [(390, 844), *(pytest.param(*size, marks=pytest.mark.long) for size in ((320, 640), (844, 390), (1366, 768)))],
)
def test_a_beaten_level_is_rewarded_before_any_analysis_lights_up_and_the_next_is_proposed(
    open_table: OpenTable, width: int, height: int
) -> None:
    table = open_table(width=width, height=height)
    slider = table.seat(1).locator("input[type=range]")
    first = table.page.locator(".seats .faces__one").first
    _beat_newcomer(table)
    for shown in (".after .faces", ".after__climb"):
        expect(table.page.locator(shown)).to_be_in_viewport(ratio=1)
    expect(table.button("Next: Beginner")).to_be_in_viewport(ratio=1)
    expect(table.button("Rematch")).to_be_hidden()  # while the sound is offered: four buttons
    table.button("Sound on?").click()
    expect(table.button("Rematch")).to_be_visible()
    assert table.head.evaluate("(head) => head.scrollWidth - head.clientWidth") == 0  # no word of the praise is cut off
    for later in ("#practise", ".seat .slider", ".seat__kind", *([".figures .switch"] if width < 900 else [])):
        for one in table.page.locator(later).all():
            expect(one).not_to_be_visible()
    # With reduced motion the other discs fade; the four stay.
    board = table.page.locator(".board[data-empties]")
    expect(board.locator(".disc:not([data-win])").first).to_have_css("opacity", "0.28")
    expect(board.locator(".disc[data-win]").first).to_have_css("opacity", "1")
    table.button("Look at the game").click()
    expect(board).to_have_count(0)
    table.button("Back to the table").click()
    expect(table.page.locator(".after__climb")).to_have_text("Won as Red. Beginner is next.")
    expect(table.page.locator(".after .faces__one")).to_have_count(10)
    expect(table.page.locator(".after .faces__one[data-next]")).to_have_attribute("title", "2, Beginner")
    expect(table.page.locator(".after__voice")).to_have_text("“Well played. Again?”")
    expect(table.page.locator("#rival")).to_be_hidden()  # the face that speaks has its place
    expect(first.locator(".p0-fill")).to_have_count(1)  # its left half
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^1, Newcomer\. .* Beaten as Red\.$"))
    stored = table.page.evaluate("() => localStorage.getItem('fourthought.ladder.connect4')")
    assert json.loads(stored) == {"1": [True, False]}
    table.button("Next: Beginner").click()
    table.wait_for_discs(0)
    expect(table.head).to_have_text("Your turn.")
    expect(slider).to_have_value("2")
    table.page.goto(table.page.url.split("/game/")[0])
    expect(slider).to_have_value("2")  # proposed on the first page as well
    table.show_seats()
    expect(first.locator(".p0-fill")).to_have_count(1)
    expect(table.page.locator(".seats .faces__one[data-next]")).to_have_attribute("title", "2, Beginner")
    expect(table.page.locator(".seats .faces__one[aria-pressed=true]")).to_have_attribute("title", "2, Beginner")
    table.page.goto(table.page.url + "tictactoe")
    table.show_seats()
    expect(first).to_be_visible()
    expect(table.page.locator(".seats .faces__one .p0-fill")).to_have_count(0)  # each game has a ladder


SAID = """async ([climb, outcome, name, loss = 0]) => {
  const { lightUp } = await import("/static/js/model/ended/ladder.js");
  const { climbWords, voiceWords } = await import("/static/js/model/ended/after.js");
  const seats = [{ kind: "human" }, { kind: "engine", level: climb.level }];
  const game = { game_id: "abc", analysis: false, start: 0, moves: [5], ply: 1, notation: "5", seats,
    outcome };
  const row = { ply: 0, seat: 0, move: 5, mark: loss ? "mistake" : "", loss, proven: true };
  const review = { result: { done: true, game_id: "abc", notation: "5", rows: [row] } };
  const page = { info: { name, players: ["Red", "Yellow"] }, game, review,
    tokens: { seats: ["token", null], table: null },
    levels: [{ number: climb.level, name: "Perfect" }], helped: climb.alone ? "" : climb.help };
  const ladder = lightUp({}, climb, page);
  const after = { ...page, ladder, climbed: ladder[climb.level] ? climb.level : null };
  return [Boolean(ladder[climb.level]), climbWords(after), voiceWords(after)];
}"""


@pytest.mark.parametrize(
    ("help_", "words"),
    [
        ("hint", "You won with a hint. Once more without?"),
        ("truth", "You won with the truth open. Once more without?"),
        ("back", "You won with a move taken back. Once more without?"),
        ("seats", "You won with the seats changed. Once more without?"),
    ],
)
def test_a_win_with_help_names_the_help(modules: Page, help_: str, words: str) -> None:
    climb = {"level": 5, "alone": False, "over": True, "help": help_}
    assert modules.evaluate(SAID, [climb, {"winner": 0}, "connect4"])[:2] == [False, words]


@pytest.mark.parametrize(
    ("game", "level", "lit"), [("tictactoe", 10, True), ("tictactoe", 9, False), ("connect4", 10, False)]
)
def test_a_draw_that_nobody_can_better_is_a_win(modules: Page, game: str, level: int, lit: bool) -> None:
    climb = {"level": level, "alone": True, "over": True}
    told = ["A draw against Perfect counts as a win here.", "Nobody can do better."] if lit else ["", ""]
    assert modules.evaluate(SAID, [climb, {"winner": None}, game]) == [lit, *told]
    # a win was given away on the way
    assert modules.evaluate(SAID, [climb, {"winner": None}, game, 1])[2] == ""


@pytest.mark.parametrize("game", ["connect4", "gomoku7"])
def test_no_opponent_says_how_the_game_could_have_gone(modules: Page, game: str) -> None:
    for level, winner in itertools.product(range(1, 11), (0, 1)):
        climb = {"level": level, "alone": False, "over": True, "help": "back"}
        voice = modules.evaluate(SAID, [climb, {"winner": winner}, game])[2]
        assert voice
        assert not re.search(r"could|mistake|the end", voice), voice


@pytest.mark.parametrize(
    ("width", "height"),
    [(5, 4), *(pytest.param(*size, marks=pytest.mark.long) for size in ((3, 3), (6, 5), (7, 5)))],
)
def test_the_games_in_which_a_draw_is_the_most_are_draws(modules: Page, width: int, height: int) -> None:
    name = "tictactoe" if width == 3 else f"connect4-{width}x{height}"
    assert name in modules.evaluate('async () => (await import("/static/js/model/ended/ladder.js")).DRAWN')
    game = find(name)
    if width == 3:
        assert minimax(game, game.initial()).value == 0
    else:
        assert max(ExactScores(game)(game.initial()).values()) == 0


@pytest.mark.long
def test_help_is_named_at_the_click(open_table: OpenTable) -> None:
    table = open_table("/?against=1")
    table.reply(4)
    table.think()
    table.page.locator(".fold__summary").click()
    table.page.locator(".views__choice label").last.click()
    expect(table.sub).to_have_text("Looking at the truth: this game does not count for the ladder.")
    table.button("Undo").click()
    expect(table.sub).to_have_text("With a move taken back this game does not count for the ladder.")
    table.button("Hint").click()
    expect(table.sub).to_have_text(re.compile(r"^Look [^;]+, or press again\.$"))  # that it does not count is said once


@pytest.mark.long
def test_a_face_of_the_ladder_is_the_next_opponent(open_table: OpenTable) -> None:
    table = open_table()
    table.set_level(1, 10)
    table.play_out([1, 7, 2, 6, 3, 5, 4])
    table.page.get_by_role("button", name="8, Strong", exact=True).click()
    table.wait_for_discs(0)
    expect(table.head).to_have_text("Your turn.")
    expect(table.seat(1).locator("input[type=range]")).to_have_value("8")


@pytest.mark.long
def test_a_win_with_a_hint_asks_for_the_same_level_without(open_table: OpenTable) -> None:
    table = open_table()

    def ask() -> None:
        table.reply(4)
        table.button("Hint").click()
        told = r"^Look [ a-z]+; with a hint this game does not count for the ladder\.$"  # one sentence
        expect(table.sub).to_have_text(re.compile(told))

    _beat_newcomer(table, ask)
    expect(table.page.locator(".after__climb")).to_have_text("You won with a hint. Once more without?")
    expect(table.page.locator(".panel .button--primary:visible")).to_have_text(["Rematch"])


@pytest.mark.long
def test_the_description_is_read_while_choosing_on_the_smallest_phone_too(open_table: OpenTable) -> None:
    table = open_table()
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        table.page.set_viewport_size({"width": width, "height": height})
        sentence = table.seat(1).locator(".seat__sentence")
        table.set_level(1, 3)
        table.show_seats()
        expect(sentence).to_be_visible()
        expect(sentence).to_contain_text("Strength")
        expect(sentence).to_be_in_viewport(ratio=1)
        table.set_level(1, 5)
        table.show_seats()
        expect(sentence).to_contain_text("Looks 4 moves ahead")
