"""Plays against the reader's own program: its trees are those of the game, and it sees what its level sees."""

import itertools
import json
import re

import pytest
from playwright.sync_api import Page, expect

from engine.games import find, replay
from engine.workshop.judge.mutants import PRINTED, printed
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable
from tests.browser.lab.test_program import PATIENCE_MS, judge
from tests.browser.table_page import OVER

GAME = find("connect4")


def _worth(tree: object, mine: bool = True) -> float:
    if not isinstance(tree, list):
        assert isinstance(tree, int | float)
        return tree
    return (max if mine else min)(_worth(one, not mine) for one in tree)


def _shape(moves: list[int], plies: int) -> object:
    """Returns the tree of a position with each leaf as the result of the game: 1, 0, -1 for Red, or None."""
    state = replay(GAME, moves)
    outcome = GAME.outcome(state)
    if outcome is not None:
        return {None: 0, 0: 1, 1: -1}[None if outcome.winner is None else int(outcome.winner)]
    if plies == 0:
        return None
    return [_shape([*moves, move], plies - 1) for move in GAME.moves(state)]


@pytest.mark.parametrize("moves", [[], [4, 4, 4], [1, 2, 1, 2, 1], [1, 1, 1, 1, 1, 1, 2, 3, 2, 3, 2]])
def test_the_trees_are_those_of_the_game(modules: Page, moves: list[int]) -> None:
    tree = modules.evaluate(
        """async (moves) => {
        const { treeOf } = await import("/static/js/lab/program/opponent.js");
        return treeOf(moves, 3, 0);
      }""",
        moves,
    )

    def results(one: object) -> object:
        if isinstance(one, list):
            return [results(child) for child in one]
        assert isinstance(one, int | float)
        return None if abs(one) <= 50 else 1 if one > 0 else -1

    assert results(tree) == _shape(moves, 3)


def _guess(text: str) -> int:
    """Returns the guess for Red: a line open to one side alone is worth 1, 3 or 9 by its discs."""
    at: dict[tuple[int, int], int] = {}
    for ply, column in enumerate(map(int, text)):
        at[column, sum(1 for x, _ in at if x == column)] = ply % 2
    total = 0
    for x, y in itertools.product(range(1, 8), range(6)):
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(x + across * i, y + up * i) for i in range(4)]
            owners = [at[cell] for cell in cells if cell in at]
            if all(column <= 7 and 0 <= row < 6 for column, row in cells) and len(set(owners)) == 1:
                total += (1 - 2 * owners[0]) * (0, 1, 3, 9)[len(owners)]
    return max(-50, min(50, total))


def test_a_guess_counts_the_lines_that_are_open_to_one_side(modules: Page) -> None:
    texts = ["", "4", "4435", "112233", "434343"]
    found = modules.evaluate(
        """async (texts) => {
        const { guess } = await import("/static/js/lab/program/opponent.js");
        const { discsAfter } = await import("/static/js/coach/model/puzzle.js");
        return texts.map((text) => {
          const discs = discsAfter([...text].map(Number));
          return [guess(discs, 0), guess(discs, 1)];
        });
      }""",
        texts,
    )
    assert found == [[_guess(text), -_guess(text)] for text in texts]
    assert _guess("4") == 7


@pytest.mark.long
def test_a_right_program_is_played_against_and_blocks_what_its_level_sees(open_table: OpenTable) -> None:
    page = open_table("/lab", own=True).page
    page.goto(page.url + "/program")
    page.set_default_timeout(PATIENCE_MS)
    assert judge(page, printed("negamax"), PRINTED["negamax"]).startswith("Right")
    board = page.locator(".duel__board")
    said = page.locator(".duel [role=status]")
    expect(said).to_have_text("Your turn.")
    page.locator(".duel select").first.select_option("2")
    for column in (1, 1, 1):
        page.get_by_role("button", name=f"Column {column}", exact=True).click()
        expect(said).to_have_text(re.compile(r"^Your program plays column \d, worth −?-?\d+ to it\."))
    moves = [*map(int, board.get_attribute("data-moves") or "")]
    assert len(moves) == 6
    assert moves[5] == 1  # else Red has four
    reply = moves[5]
    trees = page.evaluate(
        """async (moves) => {
        const { treeOf } = await import(document.querySelector("script[src*='program/program_app']").src
          .replace("program_app.js", "opponent.js"));
        return [1, 2, 3, 4, 5, 6, 7].map((one) => treeOf([...moves, one], 1, 0));
      }""",
        moves[:5],
    )
    worth = [_worth(tree) for tree in trees]
    assert worth[reply - 1] == min(worth)
    expect(said).to_contain_text(f"worth {-worth[reply - 1]:g} to it.")
    assert violations(page) == []
    page.get_by_role("button", name="New game").click()
    expect(board).to_have_attribute("data-moves", "")

    page.get_by_label("The engine plays at").select_option("1")
    page.get_by_role("button", name="Let it play there").click()
    expect(page.locator(".own-program")).to_contain_text("Your program plays, 2 plies ahead.")
    expect(page.locator("#head")).to_have_text(OVER, timeout=4 * PATIENCE_MS)  # a worker starts for each move
    asked = "fetch(location.href).then((page) => page.text())"
    (boot,) = re.findall(r'id="boot">(.*?)</script>', page.evaluate(asked), re.DOTALL)
    state = json.loads(boot)["state"]
    assert [one["kind"] for one in state["seats"]] == ["human", "engine"]
    assert (state["seats"][1]["level"], len(state["moves"]) >= 7) == (1, True)
    assert page.evaluate(_KEPT) == [None, None]  # the person has won nothing
    for ply in range(0, len(state["moves"]), 2):
        before = state["moves"][:ply]
        worth = {
            column: _worth(page.evaluate(_TREE, [[*before, column], 1])) for column in GAME.moves(replay(GAME, before))
        }
        assert worth[state["moves"][ply]] == min(worth.values()), before


_KEPT = "['results', 'ladder.connect4'].map((name) => localStorage.getItem(`fourthought.${name}`))"
_TREE = """async ([moves, plies]) => {
  const { treeOf } = await import(document.querySelector("script[src*='app.js']").src
    .replace("app.js", "lab/program/opponent.js"));
  return treeOf(moves, plies, moves.length % 2);
}"""


def test_a_program_that_does_not_answer_hands_its_seat_to_the_person(open_table: OpenTable) -> None:
    table = open_table("/connect4?against=1", wiped=True)
    page = table.page
    kept = {"source": "def minimax(tree):\n    return tree[99]\n", "function": "minimax", "plies": 3}
    page.evaluate("(kept) => sessionStorage.setItem('fourthought.program', JSON.stringify(kept))", kept)
    page.goto(f"{page.url}#program")
    expect(page.locator(".own-program")).to_have_text("Your program does not answer. Play yourself.")
    expect(table.discs).to_have_count(0)
    table.click(4)
    expect(table.discs).to_have_count(2)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(page) == []
