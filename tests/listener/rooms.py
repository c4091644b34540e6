"""Goes through the rooms: Learn to win, puzzles, openings, zugzwang."""

import json
import re
from collections.abc import Sequence

from playwright.sync_api import expect

from engine.cards.play import SHIPPED
from engine.cards.teaching.course import courses
from engine.games import Move
from tests.browser.table_page import TablePage, until
from tests.listener.carried import claim_of
from tests.listener.oracle import Claim, Oracle
from tests.listener.scene import SETTLE_MS, Open, Scene
from tests.listener.screen import Listener
from tests.listener.table import moves_of

_POINTS = """async (file) => {
  const { courseOf, pointOf } = await import("/static/js/course/model/course.js");
  const course = courseOf(file);
  return Object.fromEntries(file.lessons.map((name) => [name, course.points[pointOf(course, name)].moves]));
}"""
_DUE = """async ([file, lesson]) => {
  const { courseOf } = await import("/static/js/course/model/course.js");
  const { saveProgress } = await import("/static/js/course/net/course_store.js");
  const last = Math.floor(Date.now() / 864e5) - 30;
  const memory = { stability: 3, difficulty: 5, last, due: last + 3, known: true };
  saveProgress(courseOf(file), { [lesson]: memory });
}"""
"""Lets a lesson that is known come again."""
COURSES = {"7x6-1": "connect4", "5x4-1": "connect4-5x4", "6x5-1": "connect4-6x5", "6x5-2": "connect4-6x5"}


class InTheRooms(Scene):
    """Scenes in the rooms beside the table."""

    def __init__(self, open_: Open, listener: Listener, seed: int) -> None:
        super().__init__(open_, listener, seed)
        self._oracles = {"connect4": listener.oracle}

    def win(self) -> None:
        """Tries every column at lessons of "Learn to win", mostly on the usual board."""
        name = self.rng.choice(("7x6-1", "7x6-1", "5x4-1", "6x5-2"))
        scene = self._on(COURSES[name])
        course = next(one for one in courses(SHIPPED / f"{name[:3]}.cards") if one.name == name)
        table = self.open(f"/coach/win?course={name}")
        page = table.page
        expect(table.head).not_to_have_text("\u00a0")
        points = page.evaluate(_POINTS, course.as_json())
        late = [name for name, moves in points.items() if name.startswith("n") and len(moves) < 16]
        for lesson in self.rng.sample(sorted(late), min(3, len(late))):
            moves = points[lesson]
            page.evaluate(_DUE, [course.as_json(), lesson])
            page.reload()
            expect(table.head).to_have_text("Your turn.")
            for column in self.rng.sample(sorted(scene.listener.oracle.numbers(scene.state(moves))), 5):
                page.keyboard.press(str(column))
                until(page, lambda: not table.head.inner_text().startswith("Not the sheet"))
                scene.listener.hear(page, moves_of(page) or moves, asked=moves)
                scene.refutation(table.sub.inner_text(), [*moves, column])
                if page.get_by_role("button", name="Next lesson").is_visible():
                    break
            if not page.get_by_role("button", name="Next lesson").is_visible():
                page.get_by_role("button", name="Show the answer").click()
                scene.hear(table, moves, asked=moves)

    def course(self) -> None:
        """Walks on the map of a course, and plays a game with the cards as a hint."""
        name = self.rng.choice(list(COURSES))
        scene = self._on(COURSES[name])
        table = self.open(f"/coach/win/map?course={name}")
        for _ in range(6):
            table.page.wait_for_timeout(SETTLE_MS)
            if found := re.match(r"After ([\d ]+)\.", table.sub.inner_text()):
                moves = [int(move) for move in found[1].split()]
                if (state := scene.listener.oracle.replayed(moves)) is not None:
                    scene.listener.screenless(table.page, state, moves)
            ways = table.page.locator(".win__way")
            if not ways.count():
                break
            ways.nth(self.rng.randrange(ways.count())).click()
        table = self.open(f"/coach/win/play?course={name}")
        for _ in range(8):
            until(table.page, lambda: "other side is" not in table.head.inner_text())
            moves = moves_of(table.page)
            if "Your turn" not in table.head.inner_text():
                break
            table.button("What do my cards say?").click()
            scene.hear(table, moves)
            free = sorted(scene.listener.oracle.numbers(scene.state(moves)))
            said = re.search(r"column (\d)", table.sub.inner_text())
            table.page.keyboard.press(said[1] if said else str(self.rng.choice(free)))
            table.page.wait_for_timeout(SETTLE_MS)
            scene.hear(table, moves_of(table.page))

    def refutation(self, text: str, moves: Sequence[Move]) -> None:
        """Judges the reply that is said to refute the last of some moves."""
        if found := re.match(r"\w+ answers (\d) and (?:(wins)(?: in (\d+) moves| at once)?|holds)", text):
            n = int(found[3]) if found[3] else 1 if "at once" in text else None
            self.claimed(Claim(found[2] or "least", int(found[1]), n), text, moves, "#sub")

    def clock(self) -> None:
        """Plays against the clock. What was wrong is said beside the next puzzle: judged by what it carries."""
        table = self.open("/coach/clock")
        page = table.page
        page.get_by_role("button", name="3 minutes").click()
        expect(table.discs.first).to_be_visible()
        for _ in range(12):
            page.wait_for_timeout(2 * SETTLE_MS)
            if not page.get_by_role("button", name="End the run").is_visible():
                break
            carried = json.loads(table.sub.get_attribute("data-claim") or "[]")
            if table.sub.inner_text().startswith("Wrong: ") != bool(carried):
                self.blame("without a claim", "#sub", table.sub.inner_text(), "")
            for one in carried:
                before = [int(move) for move in re.findall(r"\d+", one["moves"])]
                self.claimed(claim_of(one), table.sub.inner_text(), before, "#sub")
            claims = json.loads(table.head.get_attribute("data-claim") or "[]")
            moves = [int(move) for move in re.findall(r"\d+", claims[0]["moves"])] if claims else []
            if not claims or table.discs.count() != len(moves):
                self.blame("without a claim", "#head", table.head.inner_text(), "not of the board's position", moves)
                break
            for one in claims:
                self.claimed(claim_of(one), table.head.inner_text(), moves, "#head")
            page.locator(".grid [tabindex='0']").focus()
            page.keyboard.press(str(self.choose(moves, 0.6)))

    def puzzle(self) -> None:
        """Tries puzzles of the trainer, of the day and of the themes: right and wrong moves, and asks why."""
        table = self.open(self.rng.choice(("/coach/train", "/coach/day", "/coach/themes?theme=zugzwang")))
        page = table.page
        begin = page.get_by_role("button", name=re.compile("Begin|First puzzle|Next puzzle|Go on"))
        if "themes" in page.url and begin.count() and begin.first.is_visible():
            begin.first.click()
        expect(table.discs.first).to_be_visible()
        for _ in range(4):
            moves = moves_of(page)
            numbers = self.listener.oracle.numbers(self.state(moves))
            if not numbers or not page.locator(".grid [tabindex='0']").count():
                break
            self.hear(table, moves)
            column = self.choose(moves, 0.5)
            page.locator(".grid [tabindex='0']").focus()
            page.keyboard.press(str(column))
            page.wait_for_timeout(2 * SETTLE_MS)
            text = table.sub.inner_text()
            self.hear(table, moves_of(page), asked=moves if re.match(r"Column \d", text) else None)
            named = re.search(r"(?:answers|plays) (\d)", text)
            if named and table.button("Why?").is_visible():
                self._same_move(table, text, named[1], moves)
                page.get_by_role("button", name="Back", exact=True).click()
            if table.button("Try again").is_visible():
                table.button("Try again").click()
            elif not re.match("Right|That is|The win takes|All other", table.sub.inner_text()):
                break

    def _same_move(self, table: TablePage, verdict: str, reply: str, moves: Sequence[Move]) -> None:
        """Asks why: the verdict and the reason speak of the same move."""
        page = table.page
        table.button("Why?").click()
        step = page.locator(".why__step").first
        expect(step).to_be_visible()
        page.wait_for_timeout(2000)
        told = step.inner_text()
        other = re.search(r"with column (\d)", told)
        if other and other[1] != reply:
            self.blame("against", "why", f"{verdict} / {told}", "two replies")
        self.hear(table, moves_of(page), asked=moves)

    def openings(self) -> None:
        """Walks through the first moves, and drills."""
        table = self.open("/coach/openings")
        page = table.page
        expect(page.locator(".openings__list button").first).to_be_visible()
        for _ in range(7):
            self.hear(table, moves_of(page))
            ways = page.locator(".openings__list button")
            if not ways.count():
                break
            ways.nth(self.rng.randrange(ways.count())).click()
        page.get_by_role("button", name="Drill", exact=True).click()
        for _ in range(3):
            page.wait_for_timeout(SETTLE_MS)
            moves = moves_of(page)
            self.hear(table, moves)
            page.keyboard.press(str(self.choose(moves, 0.4)))
            page.wait_for_timeout(SETTLE_MS)
            self.hear(table, moves_of(page), asked=moves)
            if not table.button("Next position").is_visible():
                break
            table.button("Next position").click()

    def zugzwang(self) -> None:
        """Answers questions of the zugzwang trainer at random."""
        table = self.open("/coach/zugzwang?page=questions")
        page = table.page
        for _ in range(6):
            page.wait_for_timeout(SETTLE_MS)
            moves = moves_of(page)
            self.hear(table, moves)
            part = page.get_by_role("region", name="Questions")
            boxes, options = part.locator(".zugzwang__box"), part.locator(".coach__buttons button:visible")
            if not options.count():
                break
            if boxes.count():
                boxes.nth(self.rng.randrange(boxes.count())).click()
            options.nth(self.rng.randrange(options.count())).click()
            page.wait_for_timeout(SETTLE_MS)
            self.hear(table, moves_of(page), asked=moves)
            following = page.get_by_role("button", name=re.compile("^Next"))
            if not following.count() or not following.first.is_visible():
                break
            following.first.click()

    def _on(self, game: str) -> "InTheRooms":
        """Returns scenes on another board that share report and page."""
        oracle = self._oracles.setdefault(game, Oracle(game))
        return InTheRooms(self.open, Listener(oracle, self.listener.report), self.rng.randrange(10**6))
