"""Plays through the page as people do, with all the help there is, and listens after each act."""

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from engine.cards.play import SHIPPED
from engine.cards.teaching.course import courses
from engine.games import Move, replay
from tests.browser.table_page import TWO_FRAMES, TablePage, until
from tests.listener.oracle import Claim
from tests.listener.screen import Listener, split
from tests.listener.sentences import claims

_COLUMNS = """() => [...document.querySelectorAll(".moves__move")].map((one) => one.getAttribute("aria-label"))"""
_POINTS = """async (file) => {
  const { courseOf, pointOf } = await import("/static/js/win/model/course.js");
  const course = courseOf(file);
  return Object.fromEntries(file.lessons.map((name) => [name, course.points[pointOf(course, name)].moves]));
}"""
_DUE = """(lesson) => {
  const last = Math.floor(Date.now() / 864e5) - 30;
  const memory = { stability: 3, difficulty: 5, last, due: last + 3, known: true };
  localStorage.setItem("fourthought.win.7x6-1", JSON.stringify({ [lesson]: memory }));
}"""
"""Lets a lesson that is known come again."""
_SETTLE_MS = 400
"""The pause after an act: thoughts and words come in the next frames. What is heard is judged whenever it comes."""
LEVELS = (1, 3, 5, 7, 9, 10, 10, 10)

Open = Callable[[str], TablePage]


class Scenes:
    """Plays scenes with the random numbers of a seed. ``open_`` opens a page of a new person at a path."""

    def __init__(self, open_: Open, listener: Listener, seed: int) -> None:
        self.open, self.listener, self.rng = open_, listener, random.Random(seed)
        self.game = listener.oracle.game

    # --- the table ---

    def play(self) -> None:
        """Plays a game against a level, with hints, the thinking, the truth and questions between the moves."""
        table = self.open(f"/?against={self.rng.choice(LEVELS)}")
        page, helped = table.page, ""
        page.get_by_role("switch", name="Thinking").check(force=True)
        table.click(self.rng.choice(table.free_moves()))
        while True:
            table.wait_for_turn()
            moves = self._moves(page)
            self._hear(table, moves)
            if table.over:
                break
            for ask in self.rng.sample((self._hint, self._truth, self._point, self._wait), 2):
                helped = helped or ask(table, moves)
            lying = table.discs.count()
            table.click(self._choose(moves))
            expect(table.discs).not_to_have_count(lying)
        page.wait_for_timeout(_SETTLE_MS)
        self._after(table, self._moves(page), helped)

    def _choose(self, moves: Sequence[Move]) -> Move:
        """Returns a move of a person who often finds the best one."""
        numbers = self.listener.oracle.numbers(replay(self.game, moves))
        best = [move for move, number in numbers.items() if number == max(numbers.values())]
        return self.rng.choice(best if self.rng.random() < 0.7 else list(numbers))

    def _moves(self, page: Page) -> list[Move]:
        return [int(re.findall(r"column (\d)", label)[-1]) for label in page.evaluate(_COLUMNS)]

    def _hear(self, table: TablePage, moves: Sequence[Move]) -> None:
        table.page.wait_for_timeout(_SETTLE_MS)
        self.listener.hear(table.page, moves)

    def _hint(self, table: TablePage, moves: Sequence[Move]) -> str:
        """Asks for a hint, one step or two. The first step names no move, and nothing else on the screen does."""
        table.button("Hint").click()
        until(table.page, lambda: "Looking for a good move" not in table.sub.inner_text())
        table.page.wait_for_function(TWO_FRAMES)
        if (
            table.sub.inner_text().startswith("Look ")
            and table.page.locator(".tree__layer .block[data-best]:visible").count()
        ):
            self.listener.report.blame("gives away", "ring", table.sub.inner_text(), "the ring names the move", moves)
        self._hear(table, moves)
        if self.rng.random() < 0.7:
            table.button("Hint").click()
            self._hear(table, moves)
        return "hint"

    def _truth(self, table: TablePage, moves: Sequence[Move]) -> str:
        """Opens the truth, listens twice, and goes back to the engine's view."""
        labels = table.page.locator(".views__choice label")
        if not labels.last.is_visible():
            return ""
        labels.last.click()
        table.page.wait_for_function(TWO_FRAMES)
        if "does not count" not in table.sub.inner_text():
            self.listener.report.blame("not said", "#sub", table.sub.inner_text(), "the truth is help", moves)
        self._hear(table, moves)
        self._hear(table, moves)
        labels.first.click()
        return "truth"

    def _point(self, table: TablePage, moves: Sequence[Move]) -> str:
        """Points at some blocks of the tree, and asks why not."""
        blocks = table.page.locator(".tree .block, .tree .twig")
        for _ in range(3):
            if count := blocks.count():
                block = blocks.nth(self.rng.randrange(count))
                block.dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
                self._hear(table, moves)
        return ""

    def _wait(self, table: TablePage, moves: Sequence[Move]) -> str:
        """Lets the engine think."""
        self._hear(table, moves)
        return ""

    def _after(self, table: TablePage, moves: Sequence[Move], helped: str) -> None:
        """Listens after the end: what is said of the help, and the review with its reasons."""
        page, blame = table.page, self.listener.report.blame
        climb = page.locator(".after__climb")
        said = climb.inner_text() if climb.count() and climb.is_visible() else ""
        if "with a hint" in said and helped != "hint":
            blame("false", ".after__climb", said, f"the first help was: {helped or 'none'}", moves)
        look = table.button("Look at the game")
        if look.count() and look.is_visible():
            look.click()
            page.wait_for_timeout(_SETTLE_MS)
            mercy, turn = page.locator(".mercy"), page.locator(".after__turn")
            if table.head.inner_text().endswith("wins this one.") and mercy.is_visible():
                blame("salt", ".mercy", mercy.inner_text(), "said after a defeat", moves)
            if "for anyone to see" in turn.inner_text():
                blame("false", ".after__turn", turn.inner_text(), "the perfect level sees it", moves)
            self._review(table, moves)

    def opening(self) -> None:
        """Listens to the perfect level in an opening that its book knows, while it ponders: a lower level replied, and
        nothing is known yet but by the book."""
        table = self.open(f"/?against={self.rng.choice(LEVELS[:5])}")
        table.page.get_by_role("switch", name="Thinking").check(force=True)
        table.click(self.rng.choice(table.free_moves()))
        table.wait_for_discs(2)
        table.wait_for_turn()
        table.set_level(1, 10)
        for _ in range(6):
            self._hear(table, self._moves(table.page))

    # --- analysis ---

    def review(self) -> None:
        """Opens a random game as an analysis, goes through it, and asks for reasons."""
        table = self.open("/connect4/" + "".join(map(str, self.line(self.rng.randrange(8, 34)))))
        if (thinking := table.page.get_by_role("switch", name="Thinking")).is_visible():
            thinking.check(force=True)
        self._review(table, self._moves(table.page))

    def _review(self, table: TablePage, moves: Sequence[Move]) -> None:
        page = table.page
        for _ in range(min(8, len(moves))):
            page.keyboard.press(",")  # one move back
            page.wait_for_timeout(_SETTLE_MS)
            self._hear(table, moves)
            why = page.get_by_role("button", name=re.compile(r"^Why( \d|\?)"))
            if why.count() and self.rng.random() < 0.5:
                chosen = why.nth(self.rng.randrange(why.count()))
                if chosen.is_visible() and chosen.is_enabled():
                    self._reason(table, chosen, moves)

    def _reason(self, table: TablePage, button: Any, moves: Sequence[Move]) -> None:
        button.click()
        panel = table.page.locator(".why")
        until(table.page, lambda: panel.is_visible() or "reason" not in table.sub.inner_text())
        for _ in range(2):
            self._hear(table, moves)
            following = panel.get_by_role("button", name="Next", exact=True)
            if following.count() and following.is_visible() and following.is_enabled():
                following.click()
        if panel.is_visible():
            panel.get_by_role("button", name="Back", exact=True).click()

    # --- rooms ---

    def win(self) -> None:
        """Tries every column at lessons of "Learn to win", on the usual board."""
        course = next(one for one in courses(SHIPPED / "7x6.cards") if one.name == "7x6-1")
        table = self.open("/coach/win?course=7x6-1")
        page = table.page
        expect(table.head).not_to_have_text("\u00a0")
        points = page.evaluate(_POINTS, course.as_json())
        late = [name for name, moves in points.items() if name.startswith("n") and len(moves) < 16]
        for lesson in self.rng.sample(sorted(late), 3):
            moves = points[lesson]
            page.evaluate(_DUE, lesson)
            page.reload()
            expect(table.head).to_have_text("Your turn.")
            for column in self.game.moves(replay(self.game, moves)):
                page.keyboard.press(str(column))
                until(page, lambda: not table.head.inner_text().startswith("Not the sheet"))
                self.listener.hear(page, moves, asked=moves)
                self._refutation(table.sub.inner_text(), [*moves, column])
                if page.get_by_role("button", name="Next lesson").is_visible():
                    break

    def _refutation(self, text: str, moves: Sequence[Move]) -> None:
        """Judges the reply that is said to refute the last of some moves."""
        if found := re.match(r"\w+ answers (\d) and (?:(wins)(?: in (\d+) moves| at once)?|holds)", text):
            n = int(found[3]) if found[3] else 1 if "at once" in text else None
            self._claimed(Claim(found[2] or "least", int(found[1]), n), text, moves)

    def puzzle(self) -> None:
        """Fails at a puzzle of the trainer, and asks why: the verdict and the reason speak of the same move."""
        table = self.open("/coach/train")
        page = table.page
        expect(table.discs.first).to_be_visible()
        before = self._board(page)
        for column in self.rng.sample(self.game.moves(before), len(self.game.moves(before))):
            page.locator(".grid [tabindex='0']").focus()
            page.keyboard.press(str(column))
            page.wait_for_timeout(2 * _SETTLE_MS)
            text = table.sub.inner_text()
            for claim in claims(text) or ():
                self.listener.report.claims += 1
                if why := self.listener.oracle.fault(before, claim):
                    self.listener.report.blame("false", "puzzle", text, why, [before.own, before.mask])
            if (named := re.search(r"(?:answers|plays) (\d)", text)) and table.button("Why?").is_visible():
                self._same_move(table, text, named[1])
                return

    def _same_move(self, table: TablePage, verdict: str, reply: str) -> None:
        page = table.page
        table.button("Why?").click()
        step = page.locator(".why__step").first
        expect(step).to_be_visible()
        page.wait_for_timeout(2000)
        note, told = page.locator(".why__note").inner_text(), step.inner_text()
        other = re.search(r"with column (\d)", told)
        if other and other[1] != reply and not note.startswith("A simpler way"):
            self.listener.report.blame("against", "why", f"{verdict} / {told}", "two replies", [])

    def _board(self, page: Page) -> Any:
        discs = page.evaluate("""() => [...document.querySelectorAll(".disc")].map((one) =>
          [Number(one.style.getPropertyValue("--c")), Number(one.style.getPropertyValue("--r")),
           one.querySelector("use").getAttribute("href").endsWith("1") ? 1 : 0])""")
        return self.listener.oracle.state(discs)

    def line(self, plies: int) -> list[Move]:
        """Returns a game by two people who often find the best move, so many moves long or to the end."""
        moves = list[Move]()
        while len(moves) < plies and self.game.outcome(replay(self.game, moves)) is None:
            moves.append(self._choose(moves))
        return moves

    # --- the library ---

    def library(self) -> None:
        """Asks minds of all levels for their words, without a page."""
        from engine import Mind, Purpose

        moves = self.line(self.rng.randrange(1, 36))
        state = replay(self.game, moves)
        if self.game.outcome(state) is not None:
            return
        mind = Mind("connect4", level=self.rng.choice(LEVELS), seed=self.rng.randrange(1000))
        mind.follow(moves)
        for _ in range(self.rng.randrange(1, 12)):
            mind.work(self.rng.choice((Purpose.CHOOSE, Purpose.PONDER)), nodes=self.rng.choice((300, 3_000, 30_000)))
            digest = mind.digest()
            worth = {view.move: view.value for view in digest.moves}
            for view in digest.moves:
                result, _, n = view.words.partition(" in ")
                named = {"at least a draw": "least", "at most a draw": "most"}.get(result, result)
                if named:
                    self._claimed(Claim(named, view.move, int(n) if n else None), view.words, moves)
                text = str(mind.explain(view.move).words)
                for sentence in split(text):
                    found = claims(sentence)
                    for claim in found or ():
                        self._claimed(claim, text, moves)
                    if found is None:
                        self.listener.report.blame("unknown", "library", sentence, "", moves)
            if digest.expected is not None and worth[digest.expected] < max(worth.values()):
                self.listener.report.blame("against", "library", str(worth), f"best is {digest.expected}", moves)
        mind.close()

    def _claimed(self, claim: Claim, text: str, moves: Sequence[Move]) -> None:
        self.listener.report.claims += 1
        self.listener.report.sentences += 1
        if why := self.listener.oracle.fault(replay(self.game, moves), claim):
            self.listener.report.blame("false", "library", text, why, moves)
