"""Reads the tree as a stranger does: the bright path, a block's moves on the board, what is solid, where it stands."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.games.registry import find
from engine.search.minimax import minimax
from tests.browser.conftest import OpenTable, pondering
from tests.browser.table.test_tree import STILL
from tests.browser.table_page import TablePage, until

_LAYER = ".tree > .tree__layer"
_BLOCKS = """(layer) => [...layer.querySelectorAll('[data-path]')].map((block) => {
  const face = block.querySelector(':scope > .block__well > .block__fill') ?? block;
  const frame = block.querySelector(':scope > .block__well') ?? block;
  return {
    path: block.dataset.path, line: block.hasAttribute('data-line'), sort: block.dataset.sort, label: block.ariaLabel,
    bright: Number.parseInt(getComputedStyle(block).getPropertyValue('--part')) || 0,
    best: block.hasAttribute('data-best'), striped: getComputedStyle(face).backgroundImage.includes('repeating'),
    framed: getComputedStyle(frame).boxShadow !== 'none', seen: block.getBoundingClientRect().height > 0,
  };
})"""
"""Describes the blocks shown: path, on the best line or not, certainty, brightness in per cent, hatched or not."""
_SENTENCES = """async () => {
  const { growBlocks } = await import('/static/js/model/thinking/thinking_tree.js');
  const { pointAt } = await import('/static/js/model/thinking/tree_words.js');
  const players = ['Red', 'Yellow'];
  const info = { name: 'connect4', board: [7, 6], gravity: true, connect: 4, chance: false, players };
  const game = { to_move: 0, legal: [1, 2, 3, 4, 5, 6, 7], discs: [], moves: [], move_words: {} };
  const view = (move, value, words = '', refutation = null) =>
    ({ move, value, words, proven: / in |draws/.test(words), depth: 4, visits: 10, refutation });
  const moves = [
    view(1, -0.91, 'loses in 4', 3), view(2, 0.91, 'wins in 2', 5), view(3, 0, 'draws', 4), view(4, 0.3, '', 4),
    view(5, -0.3, '', 5), view(6, 0.01, '', 1), view(7, -0.9, 'loses', 2),
  ];
  // parent, move, value in hundredths, known, depth, visits, refutation
  const branches = [
    ...moves.map(({ move, refutation }) => [-1, move, 0, 0, 0, 10, refutation]),
    [0, 3, 91, 2, 0, 1, 6], [0, 4, -20, 0, 3, 9, 0], [1, 5, -91, 2, 0, 5, 2], [3, 4, -30, 0, 3, 9, 0],
    [4, 5, 30, 0, 3, 2, 7], [4, 6, 0, 0, 3, 9, 0], [2, 4, 0, 2, 0, 4, 0], [9, 2, 91, 2, 0, 0, 0],
    [11, 7, -30, 0, 2, 1, 0],
  ];
  const digest = { moves, branches, expected: 2, pv: [2, 5, 2] };
  const blocks = growBlocks(info, digest, game);
  const said = {};
  const walk = (list) => list.forEach((block) => {
    const { words, line } = pointAt({ info, game, engineView: {} }, blocks, block.path);
    const { share, line: bright = false, best = false } = block;
    said[block.path.join()] = { words, line: line.join(), share, bright, best };
    walk(block.replies);
  });
  walk(blocks);
  return said;
}"""
_UNDER = """async () => {
  const { growBlocks } = await import('/static/js/model/thinking/thinking_tree.js');
  const { Trunk } = await import('/static/js/view/thinking/blocks.js');
  const players = ['Red', 'Yellow'];
  const info = { name: 'connect4', board: [7, 6], gravity: true, connect: 4, chance: false, players };
  const seats = [{ kind: 'human' }, { kind: 'engine', level: 3 }];
  const game = { to_move: 0, legal: [1, 2, 3], discs: [], moves: [], seats };
  const said = (values, words, hint, truth = false) => {
    const page = { info, game, ui: { hint }, engineView: { truth }, review: { opened: false, ply: null } };
    const moves = values.map((value, i) => ({ move: i + 1, value, words: words[i] ?? '', proven: false, visits: 9 }));
    const blocks = growBlocks(info, { moves, expected: 2 }, game);
    return blocks.map((block) => new Trunk(info, block).words(page, block).join('|'));
  };
  const hinted = (move, step) => ({ move, step, why: '', lost: null });
  return {
    alike: said([0.1, 0.3, 0.2], [], null),
    unlike: said([0.1, 0.3, -0.2], [], null),
    bounded: said([0.1, 0.3, 0.2], ['at least a draw'], null),
    outdone: said([0.1, 0.95, 0.93], ['', 'wins', 'wins in 12'], null),
    where: said([0.1, 0.3, -0.2], [], hinted(1, 1)),
    another: said([0.1, 0.3, -0.2], [], hinted(1, 2)),
    same: said([0.1, 0.3, -0.2], [], hinted(2, 3)),
    truth: said([0.1, 0.3, -0.2], [], hinted(1, 2), true),
  };
}"""
_BAR = """async () => {
  const { balance } = await import('/static/js/model/thinking/thinking_words.js');
  const info = { name: 'connect4', board: [7, 6], players: ['Red', 'Yellow'] };
  const seats = [{ kind: 'human' }, { kind: 'human' }];
  const game = { to_move: 0, legal: [1, 2, 3], discs: [], moves: [], outcome: null, seats };
  const view = ([move, low, high, words]) => ({ move, low, high, words, proven: low === high, value: low / 30 });
  const told = (...moves) => {
    const digest = { ply: 0, seat: null, own: true, moves: moves.map(view) };
    const engineView = { truth: true, visible: true, digests: [digest] };
    return balance({ info, game, engineView, review: { value: null, ply: null }, pending: null }).words;
  };
  const [loses, draws] = [[1, -4, -4, 'loses in 15'], [2, 0, 0, 'draws']];
  return {
    someLose: told(loses, [2, -3, -3, 'loses in 16']),
    allLose: told(loses, [2, -3, -3, 'loses in 16'], [3, -21, -1, 'loses']),
    allExact: told(loses, [2, -3, -3, 'loses in 16'], [3, -5, -5, 'loses in 14']),
    someDraw: told(loses, draws),
    mayWin: told(loses, draws, [3, 0, 21, 'at least a draw']),
    allDraw: told(loses, draws, [3, -21, 0, 'at most a draw']),
    oneWins: told([1, 2, 2, 'wins in 17']),
    quickest: told([1, 2, 2, 'wins in 17'], draws, [3, -3, -3, 'loses in 16']),
  };
}"""

server = pondering


def _settled(table: TablePage) -> Locator:
    """Waits until the moment of the last move is over and every move has a block, and returns the tree."""
    expect(table.page.locator(f"{_LAYER} > .block")).to_have_count(len(table.free_moves()))
    table.page.wait_for_function(STILL)
    return table.page.locator(_LAYER)


def _late(open_table: OpenTable, **options: Any) -> tuple[TablePage, Locator]:
    """Opens a late position, which the engine soon knows to the end, with the thinking shown."""
    table = open_table("/connect4/2316442111453771?against=10", **options)
    table.think()
    table.reply(6)
    expect(table.page.locator(f"{_LAYER} > .block[data-proven=yes]")).to_have_count(7)
    return table, _settled(table)


def test_the_bar_is_sure_only_when_every_move_is_known(modules: Page) -> None:
    """The page's own engine tells the results of some moves before the others."""
    assert modules.evaluate(_BAR) == {
        "someLose": "not worked out yet",
        "allLose": "Yellow wins",
        "allExact": "Yellow wins in 16",
        "someDraw": "not worked out yet",
        "mayWin": "not worked out yet",
        "allDraw": "a draw, proven",
        "oneWins": "Red wins",
        "quickest": "Red wins in 17",
    }


def test_a_word_below_a_column_tells_it_from_the_others_and_best_is_no_hint(modules: Page) -> None:
    said = modules.evaluate(_UNDER)
    assert said["alike"] == ["good||+", "good|best|+", "good||+"]
    assert said["unlike"] == said["where"] == said["same"] == said["truth"] == ["good||+", "good|best|+", "weak||−"]
    assert said["outdone"][:2] == ["good||+", "wins||"], "no ring over less than a neighbour's word"
    assert said["bounded"] == ["good|≥ draw|+", "good|best|+", "good||+"]
    assert said["another"] == ["good||+", "good|level 3|+", "weak||−"]


def test_each_block_has_one_sentence_and_the_best_line_is_the_brightest(modules: Page) -> None:
    said = modules.evaluate(_SENTENCES)
    assert {path: block["words"] for path, block in said.items() if path in _WORDS} == _WORDS
    assert all(re.fullmatch(r"[A-Z][^.]*\.", block["words"]) for block in said.values())
    # The best move, the best reply, the best answer.
    assert [path for path, block in said.items() if block["bright"]] == ["2", "2,5", "2,5,2"]
    assert [path for path, block in said.items() if block["best"]] == ["2"]
    # Of its block the refuting reply is the brightest, though the other one was searched more. A block plays on.
    assert said["5,5"]["share"] > 2 * said["5,6"]["share"]
    assert said["1,3"]["share"] > 2 * said["1,4"]["share"]
    assert (said["5"]["line"], said["1"]["line"]) == ("5,5,7", "1,3,6")


_WORDS = {
    "1": "Column 1 loses in 4: Yellow answers 3.",
    "2": "Column 2 wins in 2, whatever Yellow answers.",
    "3": "Column 3 draws if both play well.",
    "4": "Column 4 looks good for Red; Yellow’s best reply is 4.",
    "5": "Column 5 looks good for Yellow, who answers 5.",
    "6": "Column 6 looks even; Yellow’s best reply is 1.",
    "7": "Column 7 loses: Yellow answers 2.",
    "1,3": "After 1, Yellow wins with 3.",
    "1,4": "After 1, 4 looks good for Red.",
    "2,5": "After 2, Yellow loses with 5.",
    "2,5,2": "After 2 and 5, Red wins with 2.",
    "3,4": "After 3, Yellow draws with 4.",
    "4,4": "After 4, Yellow would answer 4, but Red is better.",
    "5,5": "After 5, Yellow would answer 5 and is better.",
    "5,6": "After 5, 6 looks even.",
}
"""The sentence of a block of each kind."""


def test_solid_is_proven_and_a_block_plays_its_moves_on_the_board(
    open_table: OpenTable,
) -> None:
    table, layer = _late(open_table)
    expect(layer.locator("[data-line]")).to_have_count(1)
    blocks = layer.evaluate(_BLOCKS)
    line = [block["path"] for block in blocks if block["line"]]
    assert next(block for block in blocks if block["path"] == line[0])["best"]
    for block in blocks:
        if block["sort"] != "cut":
            assert block["framed"] == block["line"], block
            # Stripes are an opinion, which "looks". Solid is proven, which wins, loses or draws.
            assert block["striped"] == (block["sort"] == "open"), block
            certain = re.search(r"\b(wins|loses|draws)\b", block["label"]) is not None
            assert certain == (block["sort"] != "open"), block
    # Under the pointer, and under the focus, a block plays its moves on the board, with one sentence.
    told = table.sub.inner_text()
    ghosts = table.page.locator(".line .layers__foretold")
    path = line[0]
    block = layer.locator(f"[data-path='{path}']")
    for act in (lambda: block.hover(position={"x": 3, "y": 3}), block.focus):
        act()
        expect(ghosts).to_have_count(3)
        first, expected = (
            ghosts.first.bounding_box(),
            table.page.locator(".numbers > *").nth(int(path) - 1).bounding_box(),
        )
        assert first
        assert expected
        assert abs(first["x"] + first["width"] / 2 - expected["x"] - expected["width"] / 2) < 5
        # While the engine searches, block and sentence name a reply as soon as one is proved.
        until(table.page, lambda: table.sub.inner_text() == block.get_attribute("aria-label"))
        table.page.mouse.move(5, 5)
        table.page.evaluate("document.activeElement.blur()")
        expect(ghosts).to_have_count(0)
        expect(table.sub).to_have_text(told)
    assert table.discs.count() == 18


@pytest.mark.long
def test_a_tap_on_a_block_plays_its_moves_with_one_sentence(open_table: OpenTable) -> None:
    table, layer = _late(open_table, width=390, height=844, has_touch=True)
    block = layer.locator(":scope > .block").first
    move = block.get_attribute("data-path")
    block.locator(".block__well").tap()
    expect(table.page.locator(".line .layers__foretold").first).to_be_visible()
    expect(table.sub).to_have_text(re.compile(rf"^Column {move} (wins|loses|draws)"))


def test_tic_tac_toe_has_its_verdicts_in_the_squares(open_table: OpenTable) -> None:
    table = open_table("/tictactoe")
    table.think()
    table.set_level(1, 10)
    table.reply(1)
    verdicts = table.page.locator(f"{_LAYER} > .block")
    expect(table.page.locator(f"{_LAYER} > .block[data-sort=proven]")).to_have_count(7)
    assert {verdict.inner_text() for verdict in verdicts.all()} == {"draws"}
    places = verdicts.evaluate_all(
        """(verdicts) => verdicts.map((verdict) => {
          const square = document.querySelectorAll('.aim')[Number(verdict.dataset.path) - 1];
          const inner = verdict.querySelector('.block__first').getBoundingClientRect();
          const { left, right, top, bottom } = square.getBoundingClientRect();
          return [inner.left - left, inner.top - top, right - inner.right, bottom - inner.bottom];
        })"""
    )
    assert all(gap >= 0 for place in places for gap in place)
    expect(table.page.locator(".figures__spoken")).to_contain_text("draws if both play well.")
    lying = table.free_moves()
    table.reply(lying[0])
    expect(verdicts).to_have_count(len(table.free_moves()))


_BEST_PLAY = """async (games) => {
  const { truthOf } = await import("/static/js/engine/own/known.js");
  const info = { board: [3, 3], gravity: false, connect: 3 };
  const places = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return games.map((moves) => truthOf({ info, game: { game_id: "g", moves, to_move: moves.length % 2,
    legal: places.filter((move) => !moves.includes(move)),
    discs: moves.map((move, i) => [(move - 1) % 3 + 1, 3 - Math.floor((move - 1) / 3), i % 2]) } })
    .moves.map(({ words }) => words));
}"""


def test_a_small_board_is_read_as_by_plain_minimax(modules: Page) -> None:
    game, rng = find("tictactoe"), random.Random(1)
    played, expected = list[list[int]](), list[list[str]]()
    while len(played) < 12:
        moves, state = rng.sample(range(1, 10), rng.randint(3, 7)), game.initial()
        for move in moves:
            state = state if game.outcome(state) else game.play(state, move)
        if game.outcome(state):
            continue
        played.append(moves)
        words = []
        for move in game.moves(state):
            after = game.play(state, move)
            over = game.outcome(after)
            best = None if over else minimax(game, after)
            value = -best.value if best else float(over.winner is not None)
            plies = 1 + (len(best.pv) if best else 0)
            words.append(f"{'wins' if value > 0 else 'loses'} in {(plies + 1) // 2}" if value else "draws")
        expected.append(words)
    assert modules.evaluate(_BEST_PLAY, played) == expected


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1366])
def test_in_a_looked_at_game_of_squares_each_free_square_has_its_word(open_table: OpenTable, width: int) -> None:
    table = open_table("/tictactoe?against=10", width=width, height=800)
    table.play_out([2, 4, 1, 3, 6, 8, 9, 7, 5])
    table.button("Look at the game").click()
    expect(table.page.locator(".review__state")).not_to_contain_text("checking")  # then it goes to its first pin
    table.page.get_by_role("slider", name="Move that is shown").press("End")
    note = table.page.locator(".tree__note")
    expect(note).to_have_text("Step back: each move gets its word here.")  # at the end there is no move
    expect(note).to_be_visible()
    verdicts, discs = table.page.locator(f"{_LAYER} > .block"), table.discs.count()
    board = table.page.locator(".body").bounding_box()
    for back in (1, 2):
        table.page.get_by_role("button", name="One move back").click()
        expect(verdicts).to_have_count(9 - discs + back)
        expect(verdicts).to_have_text([re.compile(r"^((wins|loses)\s*in \d|draws)\s*(best)?$")] * (9 - discs + back))
        expect(note).to_have_text("")
        assert table.page.locator(".body").bounding_box() == board  # and nothing moves


def test_a_look_at_a_larger_board_tells_what_the_review_knows_and_no_more(open_table: OpenTable) -> None:
    table = open_table("/connect4-8x7/121212?against=5", width=390, height=844)
    table.end()
    table.button("Look at the game").click()
    table.page.get_by_role("slider", name="Move that is shown").press("End")
    note, tiles = table.page.locator(".tree__note"), table.page.locator(f"{_LAYER} > .block")
    expect(note).to_have_text("Step back: the move that was played gets its word here.")
    table.button("One move back").click()
    expect(tiles).to_have_count(1)
    expect(tiles).to_have_attribute("aria-label", "Column 1 wins, whatever Yellow answers.")
    expect(tiles.locator(".block__first")).to_have_text("wins")
    expect(note).to_have_text("")
    expect(table.page.locator(".fold")).to_be_hidden()  # nobody thinks: there are no numbers


@pytest.mark.parametrize("width", [390, pytest.param(1366, marks=pytest.mark.long)])
def test_a_board_of_many_squares_has_a_sign_in_each(open_table: OpenTable, width: int) -> None:
    table = open_table("/gomoku7?against=7", width=width, height=800)
    table.think()
    table.click(25)
    table.wait_for_turn()
    signs = table.page.locator(f"{_LAYER} > .block")
    expect(signs).to_have_count(47)
    expect(signs.first.locator(".block__first")).to_have_text(re.compile(r"\w"))
    outside = signs.evaluate_all(
        """(blocks) => blocks.filter((block) => {
          const square = document.querySelectorAll('.aim')[Number(block.dataset.path) - 1].getBoundingClientRect();
          const sign = block.querySelector('.block__worth').getBoundingClientRect();
          return sign.width < 5 || sign.left < square.left || sign.right > square.right || sign.top < square.top ||
            sign.bottom > square.bottom;
        }).length"""
    )
    assert outside == 0


@pytest.mark.long
def test_two_engines_have_one_word_on_each_square(open_table: OpenTable) -> None:
    table = open_table("/gomoku7")
    table.choose(0, "Engine")
    table.think()
    table.button("Start").click()
    table.wait_for_discs(2)
    expect(table.page.locator(".tree")).to_have_count(1)
    caption, board = table.page.locator(".tree__caption"), table.page.locator(".body").bounding_box()
    told = caption.first.bounding_box()  # what falls is told below the board
    assert board
    assert told
    assert told["y"] >= board["y"] + board["height"]


@pytest.mark.long
@pytest.mark.parametrize(("game", "moves"), [("slippery-connect4", 7), ("nim", 3)])
def test_a_game_without_replies_has_its_tiles(open_table: OpenTable, game: str, moves: int) -> None:
    table = open_table(f"/{game}", width=390, height=844)
    table.think()
    table.button("Take 1").click() if game == "nim" else table.click(4)
    table.wait_for_turn()
    expect(table.page.locator(f"{_LAYER} > .block[data-known=yes]")).to_have_count(moves)
    expect(table.page.locator(".tree__note")).to_have_text("")
