"""Uses the page as a person does: click a column, read the headline, count the discs."""

import re
import time
from collections.abc import Callable
from functools import cache

from playwright.sync_api import FloatRect, Locator, Page, expect

from engine.text import fill
from webapp.common.paths import STATIC
from webapp.common.speech import Catalogue, catalogue

PATIENCE_MS = 120_000
"""The longest wait for anything on the page: long, because a busy machine must decide no test."""
expect.set_options(timeout=PATIENCE_MS)
TWO_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(true))))"
"""For ``wait_for_function``: waits until the page has drawn all changes so far."""
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, ...sources.map(({ node, previousRect, currentRect }) =>
      `${node?.className ?? node?.data}: ${JSON.stringify(previousRect)} ${JSON.stringify(currentRect)}`)]);
}).observe({ type: "layout-shift" });"""
"""Notes all that moves, also in answer to a click."""
HEARD = """() => {
  window.heard = [];
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => window.heard.push(live.textContent)).observe(live, all);
}"""
"""Notes all that a screen reader says from now on."""
_MIDDLE = """async (move) => {
  const button = () => document.querySelectorAll(".aim")[move - 1];
  while (!button()) await new Promise(requestAnimationFrame);
  const aim = button().getBoundingClientRect();
  const gravity = document.querySelector(".board").dataset.gravity === "yes";
  const row = gravity ? document.querySelector(".grid").getBoundingClientRect() : aim;
  return [aim.x + aim.width / 2, row.y + row.height / 2];
}"""
"""Tells where to click for a move: one question to the page, where Playwright's locators ask a dozen."""
_MINE_OR_OVER = (
    "Your turn.",
    "{side}’s turn.",
    "You win.",
    "You beat {name}.",
    "{winner} wins.",
    "{winner} wins this one.",
    "You lose this one.",
    "A draw.",
)
"""The headlines while a person is to move, and of a game that is over."""
GAME = (
    "New game", "Redo", "Offer a draw", "Resign", "Picture of the board", "Copy the link",
    "Copy the moves", "Play on another device", "Your name",
)  # fmt: skip
"""The entries behind the button "More"; other entries stand behind the sign in the bar, or in the sheet of a friend."""
OTHERS = ("Find somebody", "Enter a code", "Watch others play")
OVER = re.compile(r"win|beat|you lose|draw", re.IGNORECASE)
"""Said only of a game that is over: after a long thought a first game warns of "what loses at once"."""


def until(page: Page, met: Callable[[], bool]) -> None:
    """Waits for a condition in this process, while the page's events come in."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not met():
        assert time.monotonic() < deadline, "what was waited for did not come"
        page.wait_for_timeout(20)


def rect(part: Locator) -> FloatRect:
    """Returns where a part of the page stands, in pixels."""
    found = part.bounding_box()
    assert found is not None
    return found


def tab_to(wanted: Locator) -> None:
    """Presses Tab until the element has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(80):
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
        wanted.page.keyboard.press("Tab")
    raise AssertionError(f"no Tab reaches {wanted}")


@cache
def _said(language: str) -> Catalogue:
    """Returns all translations of the page."""
    rooms = sorted(path.stem for path in (STATIC / "words" / language).glob("*.json"))
    return {text: one for room in rooms for text, one in catalogue(language, room).items()}


class TablePage:
    """Drives one open page of one person.

    Args:
        language: the language of the page, in which labels are looked for; tests name all labels in English.
    """

    def __init__(self, page: Page, address: str, language: str = "en") -> None:
        self.page, self.language = page, language
        page.goto(address)
        expect(
            page.locator(".grid, .textboard, .message, .lab, .win__walk, .win__proof, .days__parts, .today__boards")
        ).to_be_visible()
        expect(page.locator("h1, #head").last).not_to_have_text("\u00a0")

    # --- what is seen ---

    @property
    def head(self) -> Locator:
        return self.page.locator("#head")

    @property
    def sub(self) -> Locator:
        return self.page.locator("#sub")

    @property
    def discs(self) -> Locator:
        return self.page.locator(".disc")

    @property
    def over(self) -> bool:
        """Returns whether the result is on the page."""
        return OVER.search(self.head.inner_text()) is not None

    def said(self, text: str, **values: object) -> str:
        """Returns an English sentence in the page's language, with the values in the holes."""
        return fill(_said(self.language).get(text, text), values)

    def form(self, text: str) -> str:
        """Returns the pattern of an English sentence in the page's language. Anything fits into the holes."""
        return re.sub(r"\\\{\w+\\\}", ".+", re.escape(self.said(text)))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=self.said(name), exact=True)

    def switch(self, name: str) -> Locator:
        return self.page.get_by_role("switch", name=self.said(name))

    def seat(self, number: int) -> Locator:
        """Returns one side's place in the panel: 0 or 1."""
        return self.page.locator(".seat").nth(number)

    def free_moves(self) -> list[int]:
        """Returns the columns with room, or the empty squares, by the labels."""
        labels = self.page.locator(".aim").evaluate_all("(aims) => aims.map((aim) => aim.ariaLabel ?? '')")
        return [i for i, label in enumerate(labels, 1) if label.startswith("Drop") or label.endswith("empty")]

    # --- what is done ---

    def middle(self, move: int) -> tuple[float, float]:
        """Returns where people press for a move: in the middle of the column, or of the square."""
        x, y = self.page.evaluate(_MIDDLE, move)
        return x, y

    def play(self, *moves: int) -> None:
        """Makes moves of people: each brings one piece."""
        for move in moves:
            lying = self.discs.count()
            self.click(move)
            self.wait_for_discs(lying + 1)

    def reply(self, *moves: int) -> None:
        """Makes moves that an engine answers, each when the one before is answered."""
        for move in moves:
            lying = self.discs.count()
            self.click(move)
            self.wait_for_discs(lying + 2)
            self.wait_for_turn()

    def think(self) -> None:
        self.switch("Thinking").check(force=True)

    def aim(self, move: int) -> None:
        self.page.mouse.move(*self.middle(move))

    def click(self, move: int) -> None:
        self.page.mouse.click(*self.middle(move))

    def show_seats(self, shown: bool = True) -> None:
        """Opens the seats behind the opponent's face, or closes them; people afar have them on the table."""
        seats, face = self.page.locator(".seats"), self.page.locator("#rival")
        if face.is_visible() and seats.is_visible() != shown:
            if shown:
                face.click()
            else:
                self.page.keyboard.press("Escape")  # on a small screen the sheet lies over the face

    def choose(self, seat: int, kind: str) -> None:
        """Chooses a "Person" or an "Engine" for a seat."""
        self.show_seats()
        self.seat(seat).get_by_text(self.said(kind), exact=True).click()
        self.show_seats(False)

    def set_level(self, seat: int, level: int) -> None:
        """Moves the slider of an engine."""
        self.show_seats()
        self.seat(seat).locator("input[type=range]").fill(str(level))
        self.show_seats(False)

    def swap_sides(self) -> None:
        """Swaps the sides before the first move or in a game."""
        self.show_seats()
        self.button("Swap sides").click()

    def show_more(self) -> None:
        """Opens what can be done with this game, and the list of moves."""
        if not self.page.locator("#more").is_visible():
            self.button("More").click()

    def look_at(self, move: Locator) -> None:
        """Presses a move of the list."""
        self.show_more()
        move.click()
        self.page.keyboard.press("Escape")

    def menu(self, name: str | None = None) -> None:
        """Opens the list with the entry of this English name, and chooses it; without a name opens what can be set."""
        if name == "Play a friend" or name in OTHERS:
            self.page.locator("#invite").click()
            if name in OTHERS:
                self.page.get_by_role("link", name=self.said(name), exact=True).click()
        elif name in GAME:
            self.show_more()
            self.page.locator("#more").get_by_role("button", name=self.said(name), exact=True).click()
        else:
            self.page.locator(".bar > [popovertarget=settings]").click()
            if name is not None:
                self.page.locator("#settings").get_by_role("button", name=self.said(name), exact=True).click()

    def wait_for_turn(self) -> None:
        """Waits until a person is to move or the game is over."""
        expect(self.head).to_have_text(re.compile("|".join(map(self.form, _MINE_OR_OVER))))

    def wait_for_discs(self, count: int) -> None:
        """Waits until so many pieces lie on the board."""
        expect(self.discs).to_have_count(count)

    def end(self) -> None:
        """Ends a game with three stones in column 1 and the move, and waits for the review."""
        self.click(1)
        expect(self.page.locator(".after__moment[data-waits=never]")).to_have_count(1)

    def rematch(self) -> None:
        """Plays again. After a first win the sound is offered in the button's place, and taken first."""
        expect(self.page.locator(".after:not([hidden])")).to_have_count(1)
        sound = self.button("Sound on?")
        if sound.is_visible():
            sound.click()
        self.button("Rematch").click()

    def show_picture(self) -> None:
        """Ends the game, and opens the picture of the board."""
        self.end()
        self.menu("Picture of the board")
        expect(self.page.get_by_role("dialog").get_by_role("img")).to_be_visible()

    def play_out(self, preference: list[int]) -> int:
        """Plays against the engine to the end, always the first free move of ``preference``, and returns the plies."""
        while not self.over:
            lying = self.discs.count()
            free = self.free_moves()
            self.click(next(move for move in preference if move in free))
            expect(self.discs).not_to_have_count(lying)
            self.wait_for_turn()
        return self.discs.count()
