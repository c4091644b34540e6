"""Plays with each figure of the essay, and compares what the page says with the library."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import fourthought as ft
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from engine.games import LineGame, LineState, find, parse
from engine.lab import api
from tests.browser.axe import LOOKS, everywhere
from tests.browser.chromium import new_context
from tests.browser.conftest import Lent, Watch
from tests.browser.table_page import rect, until
from tests.server import TableServer
from webapp.http.lab.essay import boards

pytestmark = pytest.mark.slow
START = "4556353421332522"
BEGIN = "444442"
_ORDERS = """window.orders = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (asked) { window.orders.push(asked.type); return post.call(this, asked); };"""


@pytest.fixture(scope="module")
def opened(browser: Browser, server: TableServer) -> Iterator[tuple[Page, Watch]]:
    context, watch = new_context(browser, locale="en", reduced_motion="reduce"), Watch()
    page = context.new_page()
    watch.begin(page)
    page.add_init_script(_ORDERS)
    page.goto(f"{server.url}/lab/essay")
    yield page, watch
    context.close()


@pytest.fixture
def page(opened: tuple[Page, Watch]) -> Iterator[Page]:
    """Shows the essay. Each test uses the figures of another part, so one page serves all."""
    page, watch = opened
    expect(hole(page, "knows", "nodes")).to_have_text(re.compile(r"\d"))
    yield page
    assert watch.faults == []


def hole(page: Page, part: str, name: str) -> Locator:
    """Returns the first place of a number in the sentences of a part that are shown."""
    return page.locator(f"#{part} [data-hole={name}]:visible").first


def count(page: Page, part: str, name: str) -> int:
    return int(hole(page, part, name).inner_text().replace(",", "").replace("−", "-"))


def column(page: Page, part: str, number: int) -> Locator:
    return page.locator(f"#{part} .essay__column").nth(number - 1)


def signs(page: Page, part: str) -> list[str]:
    return [one[:1] for one in page.locator(f"#{part} .essay__chip").all_inner_texts()]


def results(moves: str) -> list[str]:
    """Returns the signs of a position by the library, empty for a full column."""
    found = {one.move: one.score for one in ft.analyse(moves).moves}
    return ["" if at not in found else "+" if found[at] > 0 else "−" if found[at] < 0 else "=" for at in range(1, 8)]


def run(tree: object, algorithm: str = "alphabeta") -> Any:
    """Returns the run of the lab's own search on a tree of nested lists."""
    text = re.sub(r"[,\[\]]", lambda found: {",": " ", "[": "(", "]": ")"}[found[0]], json.dumps(tree))
    return json.loads(api.answer("run", {"tree": text, "algorithm": algorithm}).text)


def read(tree: object) -> tuple[int, list[int]]:
    """Returns the value of a tree and the leaves that alpha-beta looks at, by the lab."""
    found = run(tree)
    leaves = [found["places"]["value"][place] for place in found["visits"]["place"]]
    return found["result"]["value"], [leaf for leaf in leaves if leaf is not None]


def ways(moves: str, depth: int) -> tuple[int, int]:
    """Counts the ways to play on and the boards that they lead to, by the rules of the library."""
    game = find("connect4")
    _, state = parse(game, moves)
    states = Counter({state: 1})
    for _ in range(depth):
        after = Counter[Any]()
        for one, many in states.items():
            if game.outcome(one) is None:
                for move in game.moves(one):
                    after[game.play(one, move)] += many
        states = after
    return states.total(), len(states)


def test_what_the_machine_knows_is_what_the_library_finds(page: Page) -> None:
    known = results(START)
    assert known.count("+") == 1
    best, draw = known.index("+") + 1, known.index("=") + 1
    assert signs(page, "knows") == [""] * 7
    column(page, "knows", draw).press("Enter")
    expect(page.locator("#knows [data-case=wrong]")).to_have_text(f"Column {draw} leads to a draw. Column {best} wins.")
    assert signs(page, "knows") == known
    column(page, "knows", best).click()
    expect(page.locator("#knows [data-case=on]")).to_be_visible()
    assert signs(page, "knows") == results(START + str(best))
    page.get_by_role("button", name="Take a move back").click()
    expect(page.locator("#knows [data-case=on]")).to_be_hidden()
    assert signs(page, "knows") == known


def test_the_tree_grows_with_the_dragged_depth(page: Page) -> None:
    dial = page.get_by_role("spinbutton", name="Moves ahead").first
    for depth in (3, 4):
        dial.press("ArrowRight") if depth == 3 else dial.click(position={"x": 30, "y": 8})
        assert count(page, "grows", "ways") == ways(START, depth)[0]
        blocks = page.locator(".essay__layer").last.get_attribute("d") or ""
        assert blocks.count("M") == ways(START, depth)[0]
    dial.scroll_into_view_if_needed()
    box = rect(dial)
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] - 300, box["y"] + 8)
    page.mouse.up()
    expect(dial).to_have_attribute("aria-valuenow", "1")
    assert count(page, "grows", "ways") == ways(START, 1)[0]
    assert count(page, "grows", "nodes") == count(page, "knows", "nodes")


def test_values_come_up_as_minimax_says(page: Page) -> None:
    dial = page.get_by_role("spinbutton", name="Value of the last leaf")
    dial.press("Home")
    for leaf in range(-9, 10):
        *rest, last = map(int, texts(page, "backs"))
        assert last == leaf
        tree = [rest[:2], rest[2:4], [rest[4], leaf]]
        least = [min(branch) for branch in tree]
        assert count(page, "backs", "value") == run(tree, "minimax")["result"]["value"] == max(least)
        assert count(page, "backs", "least") == least[-1]
        assert least[count(page, "backs", "branch") - 1] == max(least)
        dial.press("ArrowUp")


def texts(page: Page, part: str) -> list[str]:
    leaves = page.locator(f"#{part} g:has(> [data-kind=leaf]) > text")
    return [text.replace("−", "-") for text in leaves.all_text_contents()]


def test_the_example_of_a_cut_is_the_first_tree(page: Page) -> None:
    leaves = [int(text) for text in texts(page, "cuts")]
    safe, held = count(page, "cuts", "safe"), count(page, "cuts", "held")
    assert (safe, held) == (min(leaves[:3]), leaves[3])
    assert held <= safe
    _, looked = read([leaves[i : i + 3] for i in (0, 3, 6)])
    assert [leaf for leaf in leaves[:6] if leaf not in looked] == leaves[4:6]


def test_a_leaf_that_is_never_looked_at_is_told(page: Page) -> None:
    for right in (True, False, True):
        leaves = [int(text) for text in texts(page, "cuts")]
        value, looked = read([leaves[i : i + 3] for i in (0, 3, 6)])
        cut = [leaf for leaf in leaves if leaf not in looked]
        assert cut
        chosen = leaves.index((cut if right else looked)[-1]) + 1
        page.locator("#cuts").get_by_role("button", name=re.compile(f"^Leaf {chosen}:")).press("Enter")
        expect(page.locator(f"#cuts [data-case={'right' if right else 'wrong'}]")).to_be_visible()
        drawn = page.locator("#cuts g[data-state=cut] > text").all_text_contents()
        assert [int(text.replace("−", "-")) for text in drawn] == cut
        if right:
            have, found = count(page, "cuts", "have"), count(page, "cuts", "found")
            assert found <= have <= value
            assert found in leaves
        page.get_by_role("button", name="Another tree").click()
    assert (count(page, "cuts", "right"), count(page, "cuts", "asked")) == (2, 3)


def test_the_order_decides_what_is_looked_at(page: Page) -> None:
    dial = page.get_by_role("spinbutton", name="Order of the branches")
    seen, by_yellow = set(), []
    for order in range(1, 9):
        tree = page.evaluate(
            """async (order) => {
              const { TREE, arranged, shuffled } = await import("/static/js/lab/essay/figures/trees.js");
              return arranged(TREE, shuffled(order));
            }""",
            order,
        )
        value, looked = read(tree)
        assert (count(page, "orders", "looked"), count(page, "orders", "value")) == (len(looked), value)
        # Where some leaves of a choice of Red's are read and others are not, Red has too much, and Yellow cuts.
        threes = [[leaf in looked for leaf in three] for branch in tree for three in branch]
        by_yellow.append(any(any(three) and not all(three) for three in threes))
        seen.add(len(looked))
        dial.press("ArrowRight")
    assert len(seen) > 2
    assert by_yellow[0], "the first order shows that the rule works for both sides"
    assert count(page, "orders", "all") == 27
    assert count(page, "orders", "best") == 3**2 + 3**1 - 1
    assert count(page, "orders", "worst") >= max(seen)


def test_the_search_of_the_page_reads_the_leaves_of_the_lab(page: Page) -> None:
    draw = random.Random(60)
    trees: list[Any] = []
    for _ in range(40):
        leaves = draw.sample(range(-99, 100), 16)
        trees.append([[leaves[i : i + draw.randint(1, 4)] for i in (0, 4)], [leaves[8:11], leaves[11:13], leaves[13:]]])
    found = page.evaluate(
        """async (trees) => {
          const { search, treeOf } = await import("/static/js/lab/essay/search.js");
          return trees.map((nested) => {
            const tree = treeOf(nested);
            const { value, seen } = search(tree, "<=");
            const { value: plain } = search(tree);
            return [value[0], plain[0], seen.map((place) => tree.leaf[place]).filter((leaf) => leaf !== null)];
          });
        }""",
        trees,
    )
    for tree, (value, plain, looked) in zip(trees, found, strict=True):
        assert (value, looked) == read(tree)
        assert plain == value


def test_boards_are_counted_and_a_table_saves_work(page: Page) -> None:
    page.locator("#keeps").scroll_into_view_if_needed()
    dial = page.locator("#keeps").get_by_role("spinbutton", name="Moves ahead")
    dial.press("Home")
    for depth in (1, 2, 3, 4):
        assert (count(page, "keeps", "ways"), count(page, "keeps", "boards")) == ways(START, depth)
        dial.press("ArrowUp")
    room = page.get_by_role("spinbutton", name="Boards that it can remember")
    expect(page.locator("#keeps [data-figure] p")).to_have_text(["First search", "Asked once more"])
    took = []
    for key in ("", "Home", "End"):
        before = hole(page, "keeps", "nodes").inner_text()
        if key:
            room.press(key)
            expect(hole(page, "keeps", "nodes")).not_to_have_text(before)
        expect(hole(page, "keeps", "nodes")).to_have_text(re.compile(r"\d"))
        took.append((count(page, "keeps", "nodes"), count(page, "keeps", "again")))
    took[:2] = reversed(took[:2])
    assert took[1][1] < took[1][0] / 10  # seen before anybody drags: what was written down is found again
    assert took[0][0] > took[1][0] > took[2][0] == count(page, "knows", "nodes")
    assert took[0][0] == took[0][1]
    assert took[2][1] < took[2][0]
    assert count(page, "keeps", "few") == 4


@pytest.mark.long
def test_the_branch_that_is_played_is_kept_and_answered_perfectly(page: Page) -> None:
    page.locator("#ponders").scroll_into_view_if_needed()
    expect(page.locator("#ponders [data-kind=bar]")).to_have_count(7)
    expect(page.locator("#ponders .essay__chip").first).to_have_text(re.compile("^[1-9]"))
    shown = [int(text.rstrip("%")) for text in page.locator("#ponders .essay__chip").all_inner_texts()]
    assert abs(sum(shown) - 100) <= len(shown)
    moves = BEGIN
    for played in (3, 5):
        # However busy the machine: it has thought of this column and of another, so a part is kept and a part is cut.
        expect(column(page, "ponders", played)).to_have_text(re.compile(r"^[1-9]\d?%$"))
        column(page, "ponders", played).click()
        expect(hole(page, "ponders", "chosen")).to_have_text(str(played))
        answer, kept, before = (count(page, "ponders", name) for name in ("answer", "kept", "before"))
        assert 0 < kept < before
        assert 0 <= count(page, "ponders", "share") <= 100
        after = {one.move: one.score for one in ft.analyse(moves + str(played)).moves}
        assert results(moves + str(played))[answer - 1] == max(results(moves + str(played)), key="−=+".find)
        assert answer in after
        moves += f"{played}{answer}"
        expect(column(page, "ponders", 1)).not_to_have_attribute("aria-disabled", "true")
    for part, order in (("knows", "follow"), ("ponders", "ponder")):  # it thinks while somebody looks
        page.locator(f"#{part}").scroll_into_view_if_needed()
        page.wait_for_function("(order) => window.orders.at(-1) === order", arg=order)
    page.get_by_role("button", name="From the start").click()
    expect(page.locator("#ponders [data-case=kept]")).to_be_hidden()


def test_zugzwang_is_named_and_proved_by_play(page: Page) -> None:
    names = ("Red", "Yellow")
    for at, board in enumerate(boards()[:3]):
        winner, forbidden = names[board["side"]], board["below"][0]
        expect(hole(page, "waits", "winner")).to_have_text(winner)
        free = [one for one in range(1, 8) if board["moves"].count(str(one)) < 6]
        assert forbidden in free
        guess = forbidden if at != 1 else next(one for one in free if one != forbidden)
        column(page, "waits", guess).click()
        expect(page.locator(f"#waits [data-case={'yes' if guess == forbidden else 'no'}]")).to_be_visible()
        expect(page.locator("#waits [data-case=proof]")).to_be_visible()
        assert signs(page, "waits") == results(board["moves"])
        assert {*signs(page, "waits")} <= {"", "−"}
        cells = count(page, "waits", "left")
        assert cells % 2 == 0
        for left in range(cells - 2, -1, -2):
            open_ = [
                one
                for one in free
                if one != forbidden and not column(page, "waits", one).get_attribute("aria-disabled")
            ]
            column(page, "waits", open_[0]).click()
            expect(hole(page, "waits", "left")).to_have_text(str(left))
        column(page, "waits", forbidden).click()
        expect(page.locator("#waits [data-case=fell]")).to_have_text(re.compile(f"^{winner} has four in a row"))
        page.get_by_role("button", name="Another board").click()
    expect(page.locator("#waits [data-case=fell]")).to_be_hidden()


def test_every_board_of_zugzwang_is_won_against_every_reply() -> None:
    """Plays the rule of the figure (answer above, complete the four) against all replies, by the library's rules."""
    game = LineGame(7, 6, 4, gravity=True)
    assert len(boards()) > 6
    for board in boards():
        own, mask = parse(game, board["moves"])[1]
        for stones in (own, own ^ mask):  # no other column offers a four: the ring alone is looked at
            for column in {*range(1, 8)} - {board["below"][0]}:
                for row in range(board["moves"].count(str(column)) + 1, 7):
                    assert game.outcome(game.put(LineState(stones, mask), (column, row))) is None
        waiting = [board["moves"]]
        while waiting:
            moves = waiting.pop()
            state = parse(game, moves)[1]
            replies = list(game.moves(state))
            assert board["below"][0] in replies
            for move in replies:
                reached = parse(game, f"{moves}{move}")[1]
                assert game.outcome(reached) is None
                answered = game.play(reached, move)
                assert (game.outcome(answered) is None) == (move != board["below"][0])
                if game.outcome(answered) is None:
                    waiting.append(f"{moves}{move}{move}")


@pytest.mark.long
def test_axe_finds_nothing_in_the_answered_figures_and_nothing_is_wider_than_a_small_screen(
    lent: Lent, server: TableServer
) -> None:
    page = lent(locale="de", bypass_csp=True)
    page.goto(f"{server.url}/lab/essay")
    column(page, "knows", 1).press("Enter")
    expect(page.locator("#knows [data-kind=win]")).to_have_count(1)
    page.locator("#cuts [role=button]").last.press(" ")
    column(page, "waits", boards()[0]["below"][0]).press("Enter")
    page.locator("#ponders").scroll_into_view_if_needed()
    expect(page.locator("#ponders [data-kind=bar]")).to_have_count(7)
    everywhere(page, [*LOOKS, ("dark", "no-preference", 320, 568)])
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_without_an_engine_the_page_says_so_and_claims_no_count(lent: Lent, server: TableServer) -> None:
    page = lent()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route("**/*.wasm", lambda route: route.fulfill(status=404))
    page.goto(f"{server.url}/lab/essay")
    expect(page.locator("#knows [data-case=lost]")).to_be_visible()
    expect(column(page, "knows", 1)).to_have_attribute("aria-disabled", "true")
    column(page, "waits", boards()[0]["below"][0]).click()
    expect(page.locator("#waits [data-case=yes]")).to_be_visible()
    expect(page.locator("#waits [data-case=proof]")).to_be_hidden()
    expect(hole(page, "grows", "nodes")).to_be_empty()  # three dots stand there
    page.locator("#keeps").scroll_into_view_if_needed()
    page.locator("#ponders").scroll_into_view_if_needed()
    expect(column(page, "ponders", 3)).to_have_attribute("aria-disabled", "true")
    assert faults == []


def test_a_guess_before_the_answer_counts(lent: Lent, server: TableServer) -> None:
    page = lent()
    held: list[Route] = []
    page.route("**/7x6x4-*.wasm", lambda route: held.append(route))
    page.goto(f"{server.url}/lab/essay")
    best = results(START).index("+") + 1
    column(page, "knows", best).click()
    assert signs(page, "knows") == [""] * 7
    until(page, lambda: bool(held))
    for route in held:
        route.continue_()
    expect(page.locator("#knows [data-case=right]")).to_be_visible()
    assert signs(page, "knows") == results(START)


def test_the_side_that_is_called_red_is_red(page: Page) -> None:
    page.evaluate("localStorage.setItem('fourthought.palette', 'magenta')")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-palette", "ember")
