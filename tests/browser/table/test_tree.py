"""Watches the tree under the board: places, the moment of the move, the account of the answer, why not here."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenTable, pondering
from tests.browser.line import Line
from tests.browser.table_page import TWO_FRAMES, TablePage, rect, until
from tests.browser.tabs import MOVING

_LAYER = ".tree > .tree__layer"
_PLACES = """() => {
  const tree = document.querySelector('.tree');
  // While something moves no block is in its place; and what is read together is of one moment.
  if (tree.dataset.waits || tree.getAnimations({ subtree: true }).length) return null;
  const box = (element) => element.getBoundingClientRect();
  const columns = [...document.querySelectorAll(".aim")].map(box);
  const blocks = [...document.querySelectorAll(".tree > .tree__layer > .block")];
  const faults = blocks.length === columns.length ? [] : [`${blocks.length} blocks`];
  blocks.forEach((block, i) => {
    const [above, below] = [columns[i], box(block)];
    if (Math.abs(above.x - below.x) >= 1 || Math.abs(above.width - below.width) >= 1)
      faults.push(`block ${i} ${[above.x, below.x, above.width, below.width]}`);
  });
  return {
    faults, height: tree.offsetHeight, shown: document.querySelectorAll(".tree > .tree__layer [data-path]").length,
    beyond: document.documentElement.scrollHeight - innerHeight,
  };
}"""
"""Describes the tree once it is still: blocks beside their columns, and sizes."""

STILL = """() => {
  const tree = document.querySelector('.tree');
  return !tree.dataset.waits && tree.getAnimations({ subtree: true }).length === 0;
}"""

server = pondering


def _watch(table: TablePage, *, level: int = 10, first: int = 4) -> None:
    """Turns the thinking on, begins, and waits until all moves have blocks."""
    table.think()
    table.set_level(1, level)
    lying = table.discs.count()
    table.click(first)
    table.wait_for_discs(lying + 2)
    table.wait_for_turn()
    _grown(table)


def _grown(table: TablePage) -> Locator:
    blocks = table.page.locator(f"{_LAYER} > .block")
    expect(blocks).to_have_count(len(table.free_moves()))
    expect(table.page.locator(f"{_LAYER} > .block[data-known=yes]").first).to_be_attached()
    # The new tree widens out of the chosen block, and an engine's answer waits: until then no block is in its place.
    table.page.wait_for_function(STILL)
    return blocks


def _record_falls(table: TablePage) -> None:
    """Records each falling branch at the start: a busy machine may show no frame of the moment."""
    table.page.evaluate(
        """() => {
          window.fallen = [];
          const noted = new Set();
          const note = (branch) => {
            if (noted.has(branch)) return;
            noted.add(branch);
            const frames = branch.getAnimations().flatMap(({ effect }) => effect.getKeyframes());
            const moved = frames.some(({ transform }) => transform && transform !== "none");
            const coming = document.querySelectorAll(".tree > .tree__layer > .block").length;
            const [lasts = 0] = branch.getAnimations().map(({ effect }) => effect.getTiming().duration);
            const caption = branch.parentElement.querySelector(".tree__caption");
            const letters = Number.parseFloat(getComputedStyle(caption).fontSize);
            const [move, size] = [Number(branch.dataset.path), Number(branch.dataset.size)];
            const all = branch.parentElement.textContent;
            window.fallen.push({ move, size, moved, coming, lasts, letters, told: caption.textContent, all });
          };
          new MutationObserver(() => document.querySelectorAll(".tree__falls > [data-size]").forEach(note))
            .observe(document.querySelector(".tree"), { childList: true, subtree: true });
        }"""
    )


def _fallen(table: TablePage) -> list[dict[str, Any]]:
    table.page.wait_for_function("() => window.fallen.length > 0")
    fallen: list[dict[str, Any]] = table.page.evaluate("window.fallen")
    return fallen


@pytest.mark.long
def test_every_block_lies_under_its_column(open_table: OpenTable) -> None:
    table = open_table(**MOVING)
    _watch(table)
    for width, height in ((1920, 1080), (1280, 800), (390, 844), (320, 568)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_function(TWO_FRAMES)
        tree = table.page.wait_for_function(_PLACES).json_value()
        assert (tree["faults"], tree["beyond"]) == ([], 0), (width, height)
        assert (tree["shown"], tree["height"] >= 26) == (7, True)
    table.page.emulate_media(media="print")  # on paper the blocks keep their colours, and the box is not empty
    block = table.page.locator(f"{_LAYER} > [data-path]").first
    expect(block).to_be_visible()
    expect(block).to_have_css("print-color-adjust", "exact")
    table.page.emulate_media(media="screen")


def test_after_a_move_the_other_branches_fall_a_receipt_comes_and_the_envelope_opens(open_table: OpenTable) -> None:
    table = open_table(own=True, **MOVING)
    frames = _Frames(table)
    _watch(table)
    # The answer tells of thought below the move only if there was any. No block shows that: on a busy machine there are
    # blocks before any thought, and while nothing is searched all moves that look equal are bright.
    until(table.page, lambda: _has_searched(frames.told, 2, 4))
    envelope = table.page.locator(".sealed")
    expect(envelope).to_be_visible()
    # The first move opened one if the mind had thought before it came; the second opens exactly one more.
    opened = int((re.findall(r"of (\d)$", envelope.locator(".sealed__score").inner_text()) or ["0"])[0]) + 1
    _record_falls(table)
    table.click(4)

    # All branches fall but the chosen one, which is the new tree.
    table.page.wait_for_function("() => window.fallen.some((branch) => branch.moved)")
    fallen = _fallen(table)
    # Its replies are there in the same frame: they were read before the move was made.
    assert fallen[0]["coming"] > 0
    assert {branch["move"] for branch in fallen} >= {1, 2, 3, 5, 6, 7}
    assert 4 not in {branch["move"] for branch in fallen if branch["size"] == fallen[0]["size"]}
    # A sentence sums up: slow and large enough to be read, and the only number.
    assert [branch for branch in fallen[:6] if branch["lasts"] < 1000 or branch["letters"] < 16] == []
    assert re.match(
        r"^Column 4 stays\. (([\d,]+|The) other (positions? falls?|branches fall)|[\d.]+ million others fall) away\.$",
        fallen[0]["told"],
    )
    assert not any(re.search(r"−[\d,.]", branch["all"]) for branch in fallen)
    table.wait_for_discs(4)
    table.wait_for_turn()
    expect(table.page.locator(".tree__falls > *")).to_have_count(0)

    # One line opens the guess, with the thinking hidden as well.
    told = re.compile(r"^(4\. I knew it\.|I bet on [1-35-7]\. Surprise!)$")
    expect(table.sub).to_have_text(told)
    thinking = table.page.get_by_role("switch", name="Thinking")
    thinking.press(" ")
    expect(table.page.locator("#table")).to_have_attribute("data-thinking", "off")
    expect(table.sub).to_have_text(told)
    thinking.press(" ")

    # The tally is the game's, not the page's.
    expect(envelope.locator(".sealed__score")).to_have_text(re.compile(rf"^I guessed [0-{opened}] of {opened}$"))
    table.page.reload()
    expect(envelope).to_contain_text(f"of {opened}")


def test_sizes_and_receipt_are_the_server_s(open_table: OpenTable) -> None:
    table = open_table(**MOVING)
    table.page.evaluate("window.told = []")
    _watch(table, level=6)  # the highest has often read all of them to the end: nothing is left to fall
    frames = _Frames(table)
    _grown(table)
    # What falls stays until it is looked at, however slow the machine is.
    table.page.evaluate("(real => { window.setTimeout = (act, ms) => real(act, ms === 1600 ? 1e6 : ms); })(setTimeout)")
    # The counts come after the engine's answer: the answer has to wait, the counts do not.
    frames.held = True
    table.click(4)
    table.wait_for_discs(4)
    frames.release()
    fell = _fall_at(table, frames.told, 3)
    told = {move: positions for move, _, positions in fell["cut"]}
    falling = table.page.locator(".tree__falls > [data-size]")
    shown = {int(branch.get_attribute("data-path") or 0) for branch in falling.all()} & told.keys()
    assert shown
    for move in shown:
        branch = table.page.locator(f".tree__falls > [data-path='{move}']")
        expect(branch).to_have_attribute("data-size", str(told[move]))
    dropped = fell["dropped"]
    step = 10 ** max(0, len(str(dropped)) - 3)
    words = f"{dropped / 1e6:.1f} million" if dropped >= 999_500 else f"{(dropped + step // 2) // step * step:,}"
    figures = table.page.locator(".figures__line")
    expect(figures.filter(has_text="Positions dropped then").locator("dd").first).to_have_text(words)
    share = round(100 * fell["kept"] / (fell["kept"] + dropped))
    expect(figures.filter(has_text="Kept after your move").locator("dd").first).to_have_text(f"{share}\u00a0%")


class _Frames(Line):
    """Holds back the engine's thoughts alone, in which each branch cut off counts a thousand positions more."""

    holds = '"falls"'

    def tell(self, frame: str) -> str:
        return _counted_up(frame) if self.holds in frame else frame


def _counted_up(frame: str) -> str:
    begin = frame.index("[")
    event = json.loads(frame[begin:])
    for fall in event[1]["falls"]:
        fall["cut"] = [[move, nodes, positions + 1000] for move, nodes, positions in fall["cut"]]
    return frame[:begin] + json.dumps(event)


def _fall_at(table: TablePage, frames: list[str], ply: int) -> dict[str, Any]:
    """Waits for the server's account of the branches cut by the move to ``ply``, and returns the account."""
    said: list[dict[str, Any]] = []

    def has_come() -> bool:
        falls = [fall for frame in frames if '"falls"' in frame for fall in _falls(frame)]
        said[:] = [fall for fall in falls if fall["ply"] == ply]
        return bool(said)

    until(table.page, has_come)
    return said[0]


def _has_searched(frames: list[str], ply: int, move: int) -> bool:
    """Tells whether the page has heard that the mind has searched below ``move`` in the position at ``ply``."""
    digests = [json.loads(frame[frame.index("[") :])[1] for frame in frames if '["thinking",' in frame]
    views = [view for digest in digests if digest["ply"] == ply for view in digest["moves"]]
    return any(view["move"] == move and view["visits"] for view in views)


def _falls(frame: str) -> list[dict[str, Any]]:
    falls: list[dict[str, Any]] = json.loads(frame[frame.index("[") :])[1]["falls"]
    return falls


@pytest.mark.long
def test_with_reduced_motion_nothing_moves_and_the_same_numbers_are_shown(open_table: OpenTable) -> None:
    table = open_table()
    _watch(table)
    _record_falls(table)
    table.click(4)
    fallen = _fallen(table)
    assert not any(branch["moved"] for branch in fallen)
    assert {1, 2, 3, 5, 6, 7} <= {branch["move"] for branch in fallen}


def test_a_late_position_has_a_bar_an_expected_line_and_blocks_that_say_why_not_by_mouse_and_by_keys(
    open_table: OpenTable,
) -> None:
    table = open_table("/connect4/2316442111453771?against=10")
    _watch(table, first=6)

    # The result is proven.
    said = table.page.locator(".balance__words")
    expect(said).to_have_text(re.compile(r"^(Red|Yellow) wins in \d+$|^a draw, proven$"))
    expect(table.page.locator(".balance")).to_have_attribute("data-proven", "yes")

    # The expected line lies on the board when a person asks.
    ghosts = table.page.locator(".line .layers__foretold")
    expect(ghosts).to_have_count(0)
    table.page.get_by_text("Numbers", exact=True).click()
    table.button("Show the expected line").click()
    expect(ghosts.first).to_be_visible()
    table.button("Show the expected line").click()
    expect(ghosts).to_have_count(0)
    table.page.get_by_text("Numbers", exact=True).click()

    # A block plays the line against its move as discs that do not lie there, for a time.
    block = table.page.locator(f"{_LAYER} > .block").first
    move = block.get_attribute("data-path")
    block.locator(".block__well").click()
    expect(ghosts.first).to_be_visible()
    expect(table.sub).to_have_text(
        re.compile(rf"^Column {move} (wins|loses|draws|looks worse|is as good|at least|at most)")
    )
    expect(table.page.locator("#live")).to_contain_text(f"Column {move} ")
    assert table.discs.count() == 18
    expect(ghosts).to_have_count(0)

    # Keys reach every block. Enter asks.
    inside = table.page.locator(f"{_LAYER} [tabindex='0']")
    expect(inside).to_have_count(1)
    inside.focus()
    table.page.keyboard.press("Home")
    first = table.page.evaluate("document.activeElement.dataset.path")
    assert "," not in first
    table.page.keyboard.press("ArrowRight")
    second = table.page.evaluate("document.activeElement.dataset.path")
    assert second != first
    table.page.keyboard.press("Enter")  # the first block has answered the mouse already
    expect(table.sub).to_have_text(re.compile(rf"^Column {second} "))
    name = table.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert name.startswith(f"Column {second} ")
    table.page.keyboard.press("ArrowLeft")
    assert table.page.evaluate("document.activeElement.dataset.path") == first


def test_the_tree_is_a_list_for_those_who_listen_and_can_be_held(open_table: OpenTable) -> None:
    table = open_table()
    _watch(table)
    frames = _Frames(table)
    _grown(table)
    spoken = table.page.get_by_role("list", name="What each move is worth")
    expect(spoken.locator(":scope > li")).to_have_count(7)
    expect(spoken.locator("li li").first).to_have_text(re.compile(r"^After \d, "))
    table.page.get_by_text("Numbers", exact=True).click()
    hold = table.button("Hold the picture still")
    hold.click()
    table.page.wait_for_function(TWO_FRAMES)  # what came before is drawn
    still = spoken.inner_text(), table.page.locator(f"{_LAYER}").inner_html()
    thoughts = len([frame for frame in frames.told if '"thinking"' in frame])
    table.set_level(1, 9)  # another mind thinks from now on, and for long: a lower one may be done before it is shown
    until(table.page, lambda: len([frame for frame in frames.told if '"thinking"' in frame]) > thoughts + 1)
    table.page.wait_for_function(TWO_FRAMES)
    assert (spoken.inner_text(), table.page.locator(f"{_LAYER}").inner_html()) == still
    table.page.get_by_text("Numbers", exact=True).click()  # a click elsewhere has closed them
    hold.click()
    table.page.get_by_text("Numbers", exact=True).click()  # they lie over the board
    table.click(4)
    table.wait_for_discs(4)
    _grown(table)


@pytest.mark.long
def test_a_thought_that_was_cut_short_is_foretold_as_a_glance(open_table: OpenTable) -> None:
    table = open_table("/gomoku7/25,26?against=7")
    table.think()
    table.show_seats()
    table.seat(1).locator("input[type=range]").focus()
    table.page.keyboard.press("ArrowRight")
    expect(table.sub).to_have_text(re.compile(r"^At a glance, level 10 would play "))


@pytest.mark.long
def test_two_engines_grow_two_trees_and_a_bell_tells_who_knows(open_table: OpenTable) -> None:
    table = open_table("/connect4/23164421114537716?against=10")
    table.think()
    human = next(seat for seat in (0, 1) if table.seat(seat).get_attribute("data-kind") == "human")
    table.choose(human, "Engine")
    for seat in (0, 1):
        table.set_level(seat, 10)
    table.button("Start").click()
    for side in ("Red", "Yellow"):
        expect(
            table.page.get_by_role("tree", name=f"{side}’s tree").locator(".tree__layer > .block").first
        ).to_be_attached()
    # The bar shows the opinion of one of them, and says whose.
    expect(table.page.locator(".balance b")).to_have_text(re.compile(r"^(Red|Yellow) \(level 10\) thinks$"))
    minds = table.page.locator(".figures__line").filter(has_text="Side").locator("dd:not([hidden])")
    expect(minds).to_have_text(["Red", "Yellow"])
    bell = table.page.locator(".bell")
    expect(bell).to_have_text(
        re.compile(r"^Before move [1-9]\d* (Red|Yellow) saw (its win|the draw|that (Red|Yellow) wins)")
    )
    assert rect(bell)["height"] < 40
