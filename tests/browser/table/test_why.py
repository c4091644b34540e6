"""Asks why at the table: in play by the third hint, in an analysis, in a review. Steps through layers and tries it."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engine
from engine.coach.certificate import fault
from engine.coach.explanation import Explanation
from engine.coach.why_question import WhyQuestion
from engine.coach.words import words
from engine.games import LineGame, Player
from tests.browser.axe import violations
from tests.browser.conftest import OpenTable
from tests.browser.line import Line
from tests.browser.table.test_leaf_words import leaves, split, unchecked
from tests.browser.table_page import HEARD, TWO_FRAMES, TablePage, rect, until
from tests.engine.coach.test_question import some

STACKED = "167133773444562414413222276773"
"""Red is to move; column 6 alone wins, by a four waiting on e3."""
STEPS = {
    "claim": "Red wins, whatever Yellow plays.",
    "wait": "Red has a four waiting on e3: c1, d2, e3 and f4. That is an odd threat, in row 3.",
    "forbidden": "Nobody may fill e2: the other side then gets the cell above.",
    "count": "Six other cells are left, an even number: Red always answers. "
    "Yellow is to move, so Red fills the last of them.",
    "pairs": "Red answers b6 with c6, and the other way round; every other move with the cell above. "
    "Answering above in an even row is claimeven: Red gets a6 and f6.",
    "reach": "Yellow can only ever get a5, b6, c6 and f5, and of b6 and c6 only one: that makes no four.",
    "end": "So Yellow runs out first and must fill e2, and Red completes a four. That is zugzwang.",
}
"""The layer and the sentence of each step after column 6."""
SHAPES = {"wait": 5, "forbidden": 5, "count": 6, "pairs": 3, "reach": 4, "end": 6}
"""The marks on the board at a step. A waiting four has three stones, a lock, and a bar in the cell below."""


def press(table: TablePage, *keys: str) -> None:
    table.page.locator(".grid [tabindex='0']").focus()
    for key in keys:
        table.page.keyboard.press(key)


LETTERS = """() => [...document.querySelectorAll(".numbers > *")].map((name) => {
  const { content, fontSize } = getComputedStyle(name, "::before");
  return [content, parseFloat(fontSize) >= 11, getComputedStyle(name).fontSize];
})"""
"""Tells what stands below each column: what is written before the digit, whether it can be read, the digit's size."""


def layers(table: TablePage, steps: dict[str, str]) -> None:
    """Goes through all steps by the arrow keys, from the first one."""
    drawn = table.page.locator(".layers[data-kind]")  # the thinking has a drawing of its own
    for number, (kind, text) in enumerate(steps.items()):
        if number:
            table.page.keyboard.press("ArrowDown")
        expect(table.sub).not_to_have_text(text)  # it stands in the list, once
        expect(drawn).to_have_attribute("data-kind", re.compile(f"^{kind}( |$)"))
        expect(table.page.locator(".face__rim:not(.face__letter)")).to_have_count(6)
        expect(table.page.locator(".face__letter:visible")).to_have_count(0)
        assert table.page.evaluate(LETTERS) == [["counter(column, lower-alpha)", True, "0px"]] * 7
        expect(table.page.locator(".why__step[aria-current]")).to_have_text(text)
        expect(table.page.locator("#live")).to_have_text(text)
        shapes = "use, .layers__bar, .layers__dot, .layers__pair, .layers__ring:not(:has(+ use))"
        if kind in SHAPES:
            expect(drawn.locator(shapes)).to_have_count(SHAPES[kind])


def try_it(table: TablePage, lying: int) -> None:
    """Plays the leftmost open column for Yellow until Red has four."""
    table.button("Try it: play any move").click()
    expect(table.sub).to_have_text("Play any move for Yellow. The answers come from the proof.")
    while True:
        table.page.keyboard.press(str(table.free_moves()[0]))
        lying += 2
        table.wait_for_discs(lying)
        expect(table.sub).to_have_text(re.compile("^The answer is column"))
        if "no way out" in table.sub.inner_text():
            return


def test_the_third_hint_says_why_in_layers_and_the_game_goes_on_as_before(open_table: OpenTable) -> None:
    table = open_table(f"/connect4/{STACKED}?against=5", bypass_csp=True)
    press(table, "h")
    expect(table.sub).to_have_text(re.compile("^Look on the right"))
    press(table, "h")
    expect(table.sub).to_have_text("Column 6: press again for the reason.")
    press(table, "h")
    expect(table.head).to_have_text("Why column 6?")
    table.wait_for_discs(31)  # the move of the hint lies on the board
    expect(table.page.locator(".hand__disc[data-shown=no]")).to_have_count(2)
    layers(table, STEPS)
    assert violations(table.page) == []
    table.page.set_viewport_size({"width": 320, "height": 568})
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 320
    try_it(table, 31)
    table.button("Back").click()
    table.wait_for_discs(30)
    expect(table.head).to_have_text("Your turn.")
    expect(table.page.locator(".why")).to_be_hidden()
    expect(table.page.locator(".layers")).not_to_have_attribute("data-kind", re.compile("."))
    press(table, "6")
    table.wait_for_discs(32)


@pytest.mark.long
def test_a_reason_has_room_on_a_short_phone(open_table: OpenTable) -> None:
    waiting = open_table(f"/connect4/{STACKED}?against=5", own=True, width=320, height=568)
    _ask_in_vain(waiting)
    soon = rect(waiting.page.locator(".body"))
    table = open_table(f"/connect4/{STACKED}?against=5", width=320, height=568)
    body, steps = table.page.locator(".body"), table.page.locator(".why__steps")
    before = body.bounding_box()
    press(table, "h")
    expect(table.sub).to_have_text(re.compile("^Look "))
    press(table, "h", "h")
    expect(steps).to_be_visible()
    for place in range(3):  # so many can be read at once, while the board keeps its width
        expect(table.page.locator(".why__step").nth(place)).to_be_in_viewport(ratio=0.9)
    after = body.bounding_box()
    assert before
    assert after
    assert after["width"] > 0.9 * before["width"]
    assert after == pytest.approx(soon, abs=1)  # the answer itself moves nothing
    expect(table.page.locator(".face__letter:visible")).to_have_count(7)  # in the place of the digits' row
    assert table.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    try_it(table, 31)  # with the disc in hand above the board
    table.button("Back").click()
    expect(table.page.locator(".why")).to_be_hidden()
    assert body.bounding_box() == before


@pytest.mark.parametrize("position", [STACKED, pytest.param("4", marks=pytest.mark.long)])  # with a proof, and without
def test_a_click_on_the_board_plays_while_the_reason_of_a_hint_is_shown(open_table: OpenTable, position: str) -> None:
    table = open_table(f"/connect4/{position}?against=5")
    press(table, "h")
    expect(table.sub).to_have_text(re.compile("^Look "))
    press(table, "h", "h")
    expect(table.page.locator(".why")).to_be_visible()
    table.click(6)
    table.wait_for_discs(len(position) + 2)
    expect(table.page.locator(".why")).to_be_hidden()
    assert table.page.evaluate("location.pathname").startswith("/game/")


@pytest.mark.long
def test_in_an_analysis_either_side_is_explained_and_without_a_proof_best_play_is_shown(open_table: OpenTable) -> None:
    drawn = open_table("/connect4/5457444")
    press(drawn, "w")
    expect(drawn.page.locator(".why__step").first).to_have_text("Yellow does not lose with column 4.")
    drawn.button("For Red").click()
    expect(drawn.page.locator(".why__step").first).to_have_text(re.compile("^(Red does not lose|Too deep for words)"))
    empty = open_table("/connect4/4")
    press(empty, "w")
    steps = empty.page.locator(".why__step")
    heard = r"Columns 4(, \d){3} and \d\."
    expect(steps).to_have_text(re.compile(rf"^Too deep for words\. Watch how best play goes on\. {heard}$"))
    expect(empty.button("Try it: play any move")).to_be_hidden()


def test_without_a_proof_the_line_begins_with_the_hinted_move_and_its_discs_are_joined_in_their_order(
    open_table: OpenTable,
) -> None:
    table = open_table("/connect4/42?against=5")  # columns 2 and 6 both win in 19
    press(table, "h")
    expect(table.sub).to_have_text(re.compile("^Look on the"))
    press(table, "h")
    expect(table.sub).to_have_text(re.compile(r"^Column [26]: press again"))
    column = table.sub.inner_text()[len("Column ")]
    press(table, "h")
    expect(table.head).to_have_text(f"Why column {column}?")
    expect(table.sub).to_have_text(f"Column {column} wins in 19.")
    line = table.page.locator(".why__step").filter(has_text=f"Columns {column},")
    line.click()
    expect(line).to_have_attribute("aria-current", "step")
    table.wait_for_discs(2)  # no foretold disc lies on the board
    foretold = table.page.locator(".layers__foretold")
    expect(foretold).to_have_count(5)
    expect(table.page.locator(".layers__way")).to_have_count(5)  # a ring at the first, and four arrows
    expect(table.page.locator(".layers text")).to_have_count(0)
    shown = foretold.evaluate_all("(discs) => discs.map((disc) => Number(getComputedStyle(disc).opacity))")
    assert shown == sorted(shown, reverse=True)
    assert shown[0] > shown[-1] + 0.3
    expect(table.page.locator(".face__rim")).to_have_count(0)
    assert [row[0] for row in table.page.evaluate(LETTERS)] == ["none"] * 7  # the sentences name columns by digits
    assert foretold.evaluate_all("(discs) => discs.map((disc) => disc.dataset.seat).join()") == "0,1,0,1,0"
    first, well = (table.page.locator(one).first for one in (".layers__foretold", f".numbers :nth-child({column})"))
    middles = [box["x"] + box["width"] / 2 for box in (first.bounding_box(), well.bounding_box()) if box]
    assert abs(middles[0] - middles[1]) < 5
    expect(line).to_have_text(re.compile(r"Watch how best play goes on\."))


class _FirstWithout(Line):
    """Takes the proof out of first answers, as if there had been no time for it, and holds the better ones back.

    With ``silent`` the first answers are held back, too. Such a page is the test's own: its line stays so.
    """

    def __init__(self, table: TablePage, *, silent: bool = False) -> None:
        self._silent, self._quick, self._whole = silent, list[str](), list[str]()
        super().__init__(table)

    def ask(self, number: str, event: str, frame: str) -> bool:
        """Notes which answers will be first ones."""
        if event == "why":
            (self._quick if '"quick":true' in frame else self._whole).append(number)
        return True

    def tell(self, frame: str) -> str | None:
        """Returns a first answer without its proof."""
        answer = re.match(r"43(\d+)", frame)
        if answer and answer[1] in self._quick:
            frame = _without(frame, more=True)
        if answer and (answer[1] in self._whole or (self._silent and answer[1] in self._quick)):
            self.waiting.append(frame)
            return None
        return frame


def _ask_in_vain(table: TablePage) -> None:
    """Asks for a hint, its column and its reason, which the server does not answer."""
    _FirstWithout(table, silent=True)
    for _ in range(3):
        press(table, "h")
        table.page.wait_for_function(TWO_FRAMES)
        expect(table.sub).not_to_have_text("Looking for a good move…")
    expect(table.sub).to_have_text("Looking for the reason…")


def test_a_reason_is_not_looked_for_any_more_after_the_next_move(open_table: OpenTable) -> None:
    table = open_table("/connect4/121212?against=5", own=True)
    _ask_in_vain(table)
    table.click(1)
    expect(table.head).to_have_text("You beat Steady.")
    expect(table.sub).to_have_text("Four in a row: column 1, rows 1 to 4.")


COUNTING = "This needs counting: no small proof was found in time."


def _without(frame: str, *, more: bool) -> str:
    """Returns an answer without its proof: ``more`` says that the server still looks for one."""
    number, begun, told = frame.partition("[")
    answer = json.loads(begun + told)
    answer[0] |= {"certificate": None, "steps": [], "reason": COUNTING, "play": [6], "more": more}
    return number + json.dumps(answer)


def test_a_last_answer_that_has_no_proof_either_is_not_said_again(open_table: OpenTable) -> None:
    table = open_table(f"/connect4/{STACKED}", bypass_csp=True)
    line = _FirstWithout(table)
    table.page.evaluate(HEARD)
    press(table, "w")
    until(table.page, lambda: len(line.waiting) == 1)
    line.waiting[0] = _without(line.waiting[0], more=False)
    line.release()
    expect(table.page.locator(".why__note")).to_be_hidden()
    heard = table.page.evaluate("window.heard")
    assert [one.count("A rule of thumb") for one in heard if "proof" in one] == [1], heard


@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.long)])
def test_a_rule_of_thumb_comes_first_and_the_proof_takes_its_place(open_table: OpenTable, width: int) -> None:
    table = open_table(f"/connect4/{STACKED}", bypass_csp=True, width=width, height=720)
    line = _FirstWithout(table)
    press(table, "w")
    steps, note = table.page.locator(".why__step"), table.page.locator(".why__note")
    expect(note).to_have_text("Still looking for a proof…")
    expect(steps.first).to_have_text(
        "A rule of thumb for column 6, not a proof: It builds a line that waits for its last cell, in column 5, row 3."
    )
    expect(steps.nth(1)).to_have_text("Watch how best play goes on. Columns 6.")
    expect(steps).to_have_count(2)  # nothing is said of a proof that is looked for
    expect(table.page.locator("#table")).to_have_attribute("data-why", "none")
    table.page.keyboard.press("ArrowDown")
    expect(steps.nth(1)).to_be_focused()
    until(table.page, lambda: len(line.waiting) == 1)
    line.release()
    expect(note).to_have_text("A proof was found:")
    expect(steps.first).to_have_text("Red wins with column 6.")
    expect(steps.first).to_be_focused()
    expect(table.page.locator("#live")).to_have_text("A proof was found: Red wins with column 6.")
    expect(table.page.locator("#table")).to_have_attribute("data-why", "proof")
    assert violations(table.page, ".why") == []
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.long
def test_a_better_answer_that_comes_after_the_person_left_opens_nothing(open_table: OpenTable) -> None:
    table = open_table(f"/connect4/{STACKED}", own=True)
    line = _FirstWithout(table)
    press(table, "w")
    expect(table.page.locator(".why")).to_be_visible()
    until(table.page, lambda: len(line.waiting) == 1)
    table.button("Back").click()
    line.release()
    table.page.wait_for_function(TWO_FRAMES)
    expect(table.page.locator(".why")).to_be_hidden()


@pytest.mark.long
def test_in_a_review_each_question_names_its_move(open_table: OpenTable) -> None:
    table = open_table(f"/connect4/{STACKED}1")  # column 1 loses
    expect(table.button("Why column 6?")).to_have_text("Why 6?")
    table.page.get_by_role("slider", name="Move that is shown").press("Home")
    table.wait_for_discs(0)
    expect(table.button("Why?")).to_be_visible()


@pytest.mark.long
def test_after_a_slower_win_the_quicker_one_is_explained(open_table: OpenTable) -> None:
    table = open_table("/connect4/36174537655")  # column 2 wins at once, column 5 late
    expect(table.button("Why column 2?")).to_be_visible()
    expect(table.button("Why?")).to_be_hidden()
    table.button("Why column 2?").click()
    expect(table.page.locator(".why__step").first).to_have_text("Red wins with column 2.")


@pytest.mark.long
def test_a_win_on_a_board_of_two_words_is_explained_and_played(open_table: OpenTable) -> None:
    table = open_table("/connect4-8x8/52843886555665436648635271475482746763354384881323")
    press(table, "w")
    steps = table.page.locator(".why__step")
    expect(steps.first).to_have_text("Red wins with column 7.")
    expect(steps.nth(1)).to_have_text(re.compile("^Red has a four waiting on g7: d7, e7, f7 and g7"))
    expect(steps.last).to_have_text(re.compile("^So Yellow runs out first and must fill g6, and Red completes a four"))
    try_it(table, 51)


@pytest.mark.long
def test_in_a_review_the_shown_move_and_the_better_one_are_explained(open_table: OpenTable) -> None:
    table = open_table(f"/connect4/{STACKED}1")  # column 1 loses
    table.page.get_by_role("button", name="Why column 6?").click()
    layers(table, STEPS)
    table.button("Why not 1?").click()
    expect(table.page.locator(".why__step").first).to_have_text(re.compile("^Yellow wins"))
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".why")).to_be_hidden()
    expect(table.button("Why column 6?")).to_be_focused()
    table.button("One move back").click()
    table.wait_for_discs(30)
    expect(table.page.locator(".why")).to_be_hidden()


def explained(count: int) -> list[tuple[Explanation, tuple[int, ...]]]:
    """Returns explanations as the server makes them, with the checker's consent, and their moves: see ``some``, of
    which the first are known proofs and positions before these in turns. Without a ``count`` only the proofs."""
    game = LineGame(7, 6, 4, True, name="connect4")
    found = []
    for number, moves in list(enumerate(some(count)))[:: 1 if count else 2]:
        question = WhyQuestion(game, moves, Player(number % 2))
        while question.work():
            pass
        told = question.answer()
        found.append((told, moves))
        proof = told.certificate
        assert (fault(proof), words(proof)) == ("", told.steps) if proof else not told.steps
    return found


SHOW = """async (given) => {
  const { WhyPanel } = await import("/static/js/view/panel/why_panel.js");
  const { openWhy, showStep, tryIt, replyTo } = await import("/static/js/model/proof/why.js");
  const { droppedOn } = await import("/static/js/model/proof/certificate.js");
  const players = ["Red", "Yellow"];
  const info = { name: "connect4", title: "", board: [7, 6], connect: 4, gravity: true, players, chance: false };
  return given.map(([explanation, moves]) => {
    const panel = new WhyPanel({ step() {}, attempt() {}, close() {}, other() {} });
    let why = openWhy(info, explanation, moves.reduce((discs, move) => droppedOn(info, discs, move), []));
    panel.render(why);
    const list = [...panel.steps.children].map((item) => item.textContent);
    const said = why.steps.map((_, at) => showStep(why, at).words);
    const rest = [...panel.element.querySelectorAll(".why__buttons button")].map((one) => one.textContent);
    why = tryIt(why);
    const [tried, rules] = [why.walk ? [why.message] : [], new Set()];
    for (let turn = 0; why.open && turn < 200; turn += 1) {
      why = replyTo(why, 1 + (turn * 5) % 7);
      tried.push(why.message);
      if (why.rule) rules.add(why.rule);
    }
    return { list, said, rest, tried, rules: [...rules], over: !why.open };
  });
}"""

_RULE = re.compile(
    r"A rule of thumb, not a proof: (Red|Yellow) has a line that waits in column \d, row \d, and "
    r"(odd rows fall to who began|even rows fall to who came second)\.|"
    r"A rule of thumb for column \d, not a proof: It (stops|threatens|builds|completes) .*\."
)
"""A reason of principle, which says that it is no proof."""
_FIXED = re.compile(
    r"Play any move for (Red|Yellow)\. The answers come from the proof\.|Column \d is full\.|"
    r"(The answer is column \d(, by the mark [!@^+=-])?\.)? ?"
    r"((Four in a row(: there was no way out)?|The board is full: a draw at least)\.)?"
)
"""Every sentence on a move of a game along a proof: moves and the end, no reasons."""


@pytest.mark.parametrize("count", [0, pytest.param(500, marks=pytest.mark.long)])
def test_the_page_says_the_words_of_checked_proofs_and_no_other_reason(modules: Page, count: int) -> None:
    found = explained(count)
    given: list[Any] = [(engine.explanation_to_json(one), moves) for one, moves in found]
    shown = modules.evaluate(SHOW, given)
    ruled = 0
    for (explanation, _), page in zip(found, shown, strict=True):
        proof = explanation.certificate
        said = [step.text for step in explanation.steps]
        if not proof:
            is_ruled = _RULE.fullmatch(page["said"][0]) is not None
            said = [
                *page["said"][:is_ruled],
                f"{'' if is_ruled else 'Too deep for words. '}Watch how best play goes on.",
            ]
            ruled += is_ruled
        assert page["said"] == said
        if not proof:
            *told, last = [str(move) for move in explanation.play[:5]]  # as many as a person can follow
            said[-1] += f" Columns {' and '.join([', '.join(told), last] if told else [last])}."
        assert page["list"] == said
        assert page["rest"][:2] == ["Next", "Try it: play any move"]
        rests = [come.rest for come in leaves(proof)] if proof else []
        known = {one for rest in rests for step in words(rest, unchecked) for one in split(step.text)}
        assert all(_FIXED.fullmatch(text) for text in page["tried"]), page["tried"]
        assert {one for rule in page["rules"] for one in split(rule)} <= known
        assert page["over"], "the answers of the proof lead to the end of the game"
        if proof and proof.claim.wins and proof.nodes:
            assert page["tried"][-1].endswith("Four in a row: there was no way out.")
    assert ruled or not count
