"""Plays at the table with all the help there is, goes through games, and listens after each act."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from engine.games import Move
from tests.browser.table_page import TWO_FRAMES, TablePage, until
from tests.listener.oracle import Oracle
from tests.listener.scene import LEVELS, SETTLE_MS, Scene
from tests.listener.screen import Listener

_MOVES = """() => document.querySelector(".board")?.dataset.moves
  ?? [...document.querySelectorAll(".moves__move")].map((one) =>
    one.getAttribute("aria-label").match(/\\d+/g).at(-1)).join()"""
OTHERS = ("connect4-5x4", "connect4-6x5", "connect4-7x5", "tictactoe")
"""Other boards of which everything can be checked at once."""


def moves_of(page: Page) -> list[Move]:
    """Returns the moves on the board; on an older page those of its list."""
    return [int(move) for move in re.findall(r"\d+", page.evaluate(_MOVES))]


class AtTheTable(Scene):
    """Scenes at the table."""

    def play(self, path: str = "/", level: int = 0) -> None:
        """Plays a game against a level, with hints, the thinking, the truth and questions between the moves."""
        level = level or self.rng.choice(LEVELS)
        table = self.open(f"{path}?against={level}")
        page, helped = table.page, ""
        page.get_by_role("switch", name="Thinking").check(force=True)
        table.click(self.rng.choice(table.free_moves()))
        while True:
            table.wait_for_turn()
            moves = moves_of(page)
            self.hear(table, moves)
            if table.over:
                break
            for ask in self.rng.sample((self._hint, self._truth, self._point, self._slide), 2):
                helped = helped or ask(table, moves)
            lying = table.discs.count()
            table.click(self.choose(moves, 0.9 if level == 10 else 0.7))
            expect(table.discs).not_to_have_count(lying)
        page.wait_for_timeout(SETTLE_MS)
        self._after(table, moves_of(page), helped)

    def other(self) -> None:
        """Plays a game on another board."""
        name = self.rng.choice(OTHERS)
        with_board = AtTheTable(self.open, Listener(Oracle(name), self.listener.report), self.rng.randrange(10**6))
        with_board.play(f"/{name}")

    def perfect(self) -> None:
        """Plays Tic-Tac-Toe as well as can be against the level that is perfect: a draw is told as all there is."""
        scene = AtTheTable(self.open, Listener(Oracle("tictactoe"), self.listener.report), self.rng.randrange(10**6))
        table = self.open("/tictactoe?against=10")
        table.click(self.rng.choice((1, 3, 5, 7, 9)))
        while True:
            table.wait_for_turn()
            moves = moves_of(table.page)
            scene.hear(table, moves)
            if table.over:
                break
            table.click(scene.choose(moves, 1.0))
            table.wait_for_discs(len(moves) + 2 if len(moves) < 8 else 9)
        expect(table.page.locator(".after__moment[data-waits=yes]")).to_have_count(0)  # what is proved comes late
        said = table.page.locator(".after").inner_text()
        if "Nobody can do better." not in said or "Easier" in said:
            self.blame("not said", ".after", said, "a draw is the most there is here", moves)

    def friends(self) -> None:
        """Two people with names play at one screen: no sentence names a colour in place of a name, or of the other."""
        host = self.open("/")
        host.page.evaluate("localStorage.setItem('fourthought.name', 'Ann')")
        friend = host.page.locator("#rooms").get_by_role("link", name="Friend", exact=True)
        friend.or_(host.page.locator("#start-friend")).first.click()  # the button of older pages
        link = host.page.get_by_role("dialog").get_by_label("Link")
        expect(link).to_have_value(re.compile("/game/"))
        guest_page = host.page.context.browser.new_context().new_page()  # type: ignore[union-attr]
        guest = TablePage(guest_page, link.input_value())
        expect(host.page.get_by_role("dialog")).to_be_hidden()
        for move in (4, 4, 5, 3):
            host.page.wait_for_timeout(SETTLE_MS)
            mover = host if host.head.inner_text() == "Your turn." else guest
            for one in (host, guest):
                text = f"{one.head.inner_text()} {one.sub.inner_text()}"
                if re.search(r"\b(Red|Yellow)(?!\.? You begin|\.$)\b", re.sub(r"You (play|are) \w+\.", "", text)):
                    self.blame("colour", "#head, #sub", text, "the people have names")
                self.listener.report.sentences += 2
            mover.click(move)
        guest_page.context.close()

    def _hint(self, table: TablePage, moves: Sequence[Move]) -> str:
        """Asks for a hint, one step or two. The first step names no move, and nothing else on the screen does."""
        if not table.button("Hint").is_visible():
            return ""
        table.button("Hint").click()
        until(table.page, lambda: "Looking for a good move" not in table.sub.inner_text())
        table.page.wait_for_function(TWO_FRAMES)
        if (
            table.sub.inner_text().startswith("Look ")
            and table.page.locator(".tree__layer .block[data-best]:visible").count()
        ):
            self.blame("gives away", "ring", table.sub.inner_text(), "the ring names the move", moves)
        self.hear(table, moves)
        if self.rng.random() < 0.7:
            table.button("Hint").click()
            self.hear(table, moves)
        return "hint"

    def _truth(self, table: TablePage, moves: Sequence[Move]) -> str:
        """Opens the truth, listens twice, and goes back to the engine's view."""
        labels = table.page.locator(".views__choice label")
        if not labels.count():
            return ""
        fold = table.page.locator(".fold__summary")
        fold.click()
        if not labels.last.is_visible():
            fold.click()
            return ""
        labels.last.click()
        table.page.wait_for_function(TWO_FRAMES)
        if "does not count" not in table.sub.inner_text():
            self.blame("not said", "#sub", table.sub.inner_text(), "the truth is help", moves)
        self.hear(table, moves)
        self.hear(table, moves)
        labels.first.click()
        fold.click()
        return "truth"

    def _point(self, table: TablePage, moves: Sequence[Move]) -> str:
        """Points at some blocks of the tree, and asks why not."""
        blocks = table.page.locator(".tree .block, .tree .twig")
        for _ in range(3):
            if count := blocks.count():
                block = blocks.nth(self.rng.randrange(count))
                block.dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
                self.hear(table, moves)
        if blocks.count():
            blocks.nth(self.rng.randrange(blocks.count())).dispatch_event("click")
            self.hear(table, moves)
        return ""

    def _slide(self, table: TablePage, moves: Sequence[Move]) -> str:
        """Lets the engine think."""
        self.hear(table, moves)
        return ""

    def _after(self, table: TablePage, moves: Sequence[Move], helped: str) -> None:
        """Listens after the end: what is said of the help, and the review with its reasons."""
        page = table.page
        climb = page.locator(".after__climb")
        said = climb.inner_text() if climb.count() and climb.is_visible() else ""
        if "with a hint" in said and helped != "hint":
            self.blame("false", ".after__climb", said, f"the first help was: {helped or 'none'}", moves)
        look = table.button("Look at the game")
        if look.count() and look.is_visible():
            look.click()
            page.wait_for_timeout(SETTLE_MS)
            self.go_through(table, moves)

    def opening(self) -> None:
        """Listens to the perfect level in an opening that its book knows, while it ponders: a lower level replied, and
        nothing is known yet but by the book."""
        table = self.open(f"/?against={self.rng.choice(LEVELS[:5])}")
        table.page.get_by_role("switch", name="Thinking").check(force=True)
        table.click(self.rng.choice(table.free_moves()))
        table.wait_for_turn()
        table.set_level(1, 10)
        for _ in range(6):
            self.hear(table, moves_of(table.page))

    def review(self) -> None:
        """Opens a random game as an analysis, goes through it, and asks for reasons."""
        line = self.line(self.rng.randrange(8, 34))
        table = self.open("/connect4/" + "".join(map(str, line)))
        table.wait_for_discs(len(line))
        if (thinking := table.page.get_by_role("switch", name="Thinking")).is_visible():
            thinking.check(force=True)
        self.go_through(table, moves_of(table.page))

    def go_through(self, table: TablePage, moves: Sequence[Move]) -> None:
        """Goes back move by move, and asks for reasons."""
        page = table.page
        for _ in range(min(8, len(moves))):
            page.keyboard.press(",")  # one move back
            self.hear(table, moves)
            why = page.get_by_role("button", name=re.compile(r"^Why( \d|\?| column| not)"))
            if why.count() and self.rng.random() < 0.5:
                chosen = why.nth(self.rng.randrange(why.count()))
                if chosen.is_visible() and chosen.is_enabled():
                    self._reason(table, chosen, moves)

    def _reason(self, table: TablePage, button: Any, moves: Sequence[Move]) -> None:
        button.click()
        panel = table.page.locator(".why")
        until(table.page, lambda: panel.is_visible() or "reason" not in table.sub.inner_text())
        for _ in range(2):
            self.hear(table, moves)
            following = panel.get_by_role("button", name="Next", exact=True)
            if following.count() and following.is_visible() and following.is_enabled():
                following.click()
        if panel.is_visible():
            panel.get_by_role("button", name="Back", exact=True).click()
