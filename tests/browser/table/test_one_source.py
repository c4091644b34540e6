"""Tests that all words of a screen speak of the position on the board: ring, words, bar, hint and headline."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.people import invite
from tests.server import TableServer

_RING = """async ([moves, expected, own, solved]) => {
  const { growBlocks } = await import("/static/js/model/thinking/thinking_tree.js");
  const info = { board: [7, 6], connect: 4, gravity: true, chance: false, players: ["Red", "Yellow"] };
  const view = ([value, words]) => ({ value, words, proven: / in |draws/.test(words), depth: 4, visits: 10 });
  const views = moves.map((one, i) => ({ move: i + 1, ...view(one) }));
  const game = { to_move: 0, legal: [], discs: [], moves: [] };
  const blocks = growBlocks(info, { moves: views, expected, own, solved }, game);
  return blocks.filter(({ best }) => best).map(({ move }) => move);
}"""


@pytest.mark.parametrize(
    ("moves", "expected", "ring"),
    [
        ([[-0.9, "loses"], [-0.1, ""], [0, "draws"], [-0.1, ""]], 4, [3]),  # the mind named a weaker move
        ([[0.92, "wins in 19"], [0.91, "wins in 20"], [0, "draws"]], 2, [1]),
        ([[0, "draws"], [0, "draws"], [-0.3, ""]], 2, [1, 2]),
        ([[0.2, ""], [0.2, ""], [-0.3, ""]], 2, [2]),  # among equals the one that the mind names
    ],
)
def test_no_ring_stands_below_a_word_worse_than_another(
    modules: Page, moves: list[list[object]], expected: int, ring: list[int]
) -> None:
    assert modules.evaluate(_RING, [moves, expected, False, True]) == ring


def test_the_truth_rings_no_move_before_every_move_is_worked_out(modules: Page) -> None:
    moves = [[0, "draws"], [-0.92, "loses in 9"]]  # the other five are not worked out
    assert modules.evaluate(_RING, [moves, 1, True, False]) == []
    assert modules.evaluate(_RING, [moves, 1, True, True]) == [1]


_CLAIMS = """async () => {
  const { claimsOf } = await import("/static/js/model/said_claims.js");
  const { written } = await import("/static/js/model/claim.js");
  const { figuresOf } = await import("/static/js/model/thinking/thinking_words.js");
  const info = { board: [7, 7], gravity: false, players: ["Red", "Yellow"] };
  const move = { text: "square {n}", values: { n: "d4" } };
  const said = { text: "{Move} loses: {other} answers {reply}.", values: { move, reply: "a7", other: "Yellow" } };
  const engine = { kind: "engine", level: 5 };
  const kept = (share) => figuresOf({ info, game: { seats: [engine, { kind: "human" }] }, review: {},
    engineView: { lastAnswer: { share, dropped: 1 } } }, [null]).at(-2)[1];
  return [claimsOf(said, info, [1]), written(), kept(0.999), kept(1)];
}"""


def test_claims_name_a_square_by_its_move_and_a_whole_alone_is_100_percent(modules: Page) -> None:
    claims, none, most, whole = modules.evaluate(_CLAIMS)
    assert [(one["moves"], one["column"], one["result"]) for one in claims] == [
        ("1", 25, "loses"),
        ("1,25", 1, "keeps"),
    ]
    assert none is None
    assert (most, whole) == ("99\u00a0%", "100\u00a0%")


def test_the_bar_speaks_of_the_board_while_a_reason_is_read(open_table: OpenTable) -> None:
    # Red could win with column 6, and played 1, which loses.
    table = open_table("/connect4/1671337734445624144132222767731")
    table.think()
    table.button("One move back").click()
    table.button("One move on").click()
    bar = table.page.locator(".balance__words")
    table.button("Why column 6?").click()
    expect(table.page.locator(".why__step").first).to_have_text(re.compile("^Red wins"))
    expect(bar).to_have_text("Red wins")
    expect(table.button("Why not 1?")).to_be_visible()
    expect(table.sub).to_have_text("\u00a0")  # what was said of the move that was played is not said of this board
    table.button("Back").click()
    expect(bar).not_to_have_text("Red wins")


def test_the_first_step_of_a_hint_gives_nothing_away(open_table: OpenTable) -> None:
    table = open_table("/connect4/2316442111453771?against=10")
    table.think()
    ring = table.page.locator(".tree__layer .block[data-best]:visible")
    table.click(6)
    table.wait_for_turn()
    expect(ring.first).to_be_attached()
    table.button("Hint").click()
    expect(table.sub).to_have_text(re.compile("^Look "))
    expect(table.page.locator(".tree__layer .block:visible")).to_have_count(0)
    expect(table.page.locator(".numbers [data-aimed]")).to_have_count(3)
    table.button("Hint").click()
    expect(ring.first).to_be_attached()


def test_the_sides_of_the_middle_are_alike(modules: Page) -> None:
    areas, lit = modules.evaluate(
        """async () => {
        const { area, partOfThird } = await import("/static/js/model/board.js");
        const info = { board: [7, 6], gravity: true };
        const areas = [1, 2, 3, 4, 5, 6, 7].map((move) => area(info, move));
        return [areas, [0, 1, 2].map((third) => partOfThird(info, third))];
      }"""
    )
    assert areas == [0, 0, 1, 1, 1, 2, 2]
    assert [(first, wide) for first, _, wide, _ in lit] == [(0, 3), (2, 3), (4, 3)]


@pytest.mark.long
def test_where_two_people_play_the_sentences_name_them(open_table: OpenTable, server: TableServer) -> None:
    host, guest = invite(open_table, server)
    expect(guest.head).to_have_text("Your opponent’s turn.")
    host.give_name("Ann")
    expect(guest.head).to_have_text("Ann’s turn.")
    host.click(4)
    expect(guest.sub).to_have_text(re.compile("^Ann played column 4"))
