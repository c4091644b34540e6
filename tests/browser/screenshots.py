"""Takes pictures of the page in all states, from a real server: ``python -m tests.browser.screenshots FOLDER``.

Every state is taken at five sizes, dark, light and in high contrast; names are STATE-WIDTH-LIGHT.png. States and
widths may be named after the folder: ``python -m tests.browser.screenshots FOLDER won review 390``; ``readme`` means
the pictures of the README: ``python -m tests.browser.screenshots static/img/readme readme``.
"""

from __future__ import annotations

import re
import secrets
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.server import TableServer
from tests.browser.table_page import TablePage
from tests.webapp.client import Client

SIZES = ((320, 568), (390, 844), (768, 1024), (1280, 800), (1920, 1080))
LIGHTS: dict[str, dict[str, Any]] = {
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "contrast": {"color_scheme": "dark", "contrast": "more"},
}
README = (
    "thinking-1280-dark",
    "won-1280-light",
    "engines-1280-dark",
    "analysis-1280-light",
    "review-1280-dark",
    "thinking-390-light",
    "won-390-dark",
    "lab-cut-1280-light",
)
_SETTLED_MS = 3000
_WON = "45521336544524232261611"
_DRAWN = "372514637254144426231134732237165556656177"


def _empty(_table: TablePage) -> None:
    pass


def _middle(table: TablePage) -> None:
    table.set_level(1, 10)
    for column in (4, 4, 4):  # the one line in which every verdict has its column
        _reply(table, column)


def _thinking(table: TablePage) -> None:
    table.page.get_by_role("switch", name="Thinking").check(force=True)
    _middle(table)
    expect(table.page.locator(".figures__state")).to_have_text("worked out to the end")


def _proven(table: TablePage) -> None:
    table.page.get_by_role("switch", name="Thinking").check(force=True)
    table.set_level(1, 10)
    _reply(table, 6)
    expect(table.page.locator(".block[data-proven=yes]").first).to_be_visible()


def _people(columns: str) -> Callable[[TablePage], None]:
    def play(table: TablePage) -> None:
        table.choose(1, "Person")
        for column in columns:
            lying = table.discs.count()
            table.click(int(column))
            table.wait_for_discs(lying + 1)

    return play


def _won(table: TablePage) -> None:
    _people(_WON[-1])(table)
    expect(table.button("Look at the game")).to_be_visible()


def _engines(table: TablePage) -> None:
    table.page.get_by_role("switch", name="Thinking").check(force=True)
    table.choose(0, "Engine")
    table.set_level(0, 9)
    table.set_level(1, 10)
    table.button("Start").click()
    table.page.get_by_role("slider", name="Pace").fill("3")
    expect(table.discs.nth(11)).to_be_visible()
    table.button("Pause").click()


def _two_people(table: TablePage) -> None:
    table.page.get_by_role("switch", name="Thinking").check(force=True)
    _people("4453")(table)
    expect(table.page.locator(".block[data-known=yes]").first).to_be_visible()


def _invitation(table: TablePage) -> None:
    table.page.locator("#menu > summary").click()
    table.button("Invite a friend").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Make the link").click()
    expect(table.page.get_by_role("dialog").locator("svg, img").first).to_be_visible()


def _find(table: TablePage) -> None:
    table.page.locator("#menu > summary").click()
    table.page.locator("#find").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


def _strangers(table: TablePage) -> None:
    """Finds a stranger, a client without a page who stays to the end of the program, and shows the reactions."""
    origin = re.sub(r"(?<!/)/(?!/).*", "", table.page.url)
    stranger, token = Client(origin), secrets.token_urlsafe(32)
    asked = {"game": "connect4", "token": token, "name": "Benjamin", "shown": True}
    stranger.call("find", **asked)
    _find(table)
    table.page.get_by_label("Your name, if you like").fill("Annabelle")
    table.page.get_by_role("dialog").get_by_text("Yes", exact=True).click()
    table.page.get_by_role("dialog").get_by_role("button", name="Find somebody").click()
    expect(table.sub).to_contain_text("You play ")
    stranger.call("join", game_id=stranger.call("find", **asked)["found"]["game_id"], tokens=[token])
    table.page.get_by_label("Say something").click()


def _tables(table: TablePage) -> None:
    _strangers(table)
    table.page.keyboard.press("Escape")
    table.page.locator("#menu > summary").click()
    table.page.locator("#tables").click()
    expect(table.page.get_by_role("dialog").get_by_role("link").first).to_be_visible()


def _lost(table: TablePage) -> None:
    _reply(table, 4)
    table.page.context.set_offline(True)
    table.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(table.sub).to_have_text("Reconnecting…")


def _pie(table: TablePage) -> None:
    table.choose(1, "Person")
    table.page.get_by_role("switch", name="Pie rule").check(force=True)
    table.click(4)
    expect(table.button("Swap sides")).to_be_visible()


def _branches(table: TablePage) -> None:
    table.page.get_by_role("switch", name="Thinking").check(force=True)
    for column in (4, 3, 5):
        _reply(table, column)
    table.button("Undo").click()
    table.wait_for_discs(4)
    _reply(table, 1)


def _aim(table: TablePage) -> None:
    _reply(table, 4)
    table.page.mouse.move(*_over(table, 3))


def _hint(table: TablePage) -> None:
    _middle(table)
    for _ in range(3):
        table.button("Hint").click()
        expect(table.sub).to_have_text(re.compile("Look|Column"))
    expect(table.page.locator(".ghost[data-shown=hint]")).to_have_count(1)


def _full(table: TablePage) -> None:
    table.click(3)


def _reply(table: TablePage, move: int) -> None:
    lying = table.discs.count()
    table.click(move)
    table.wait_for_discs(lying + 2)
    table.wait_for_turn()


def _over(table: TablePage, column: int) -> tuple[float, float]:
    box = table.page.locator(".aim").nth(column - 1).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"]


def _square(table: TablePage) -> None:
    table.page.get_by_role("switch", name="Thinking").check(force=True)
    table.set_level(1, 10)
    _reply(table, 3)
    expect(table.page.locator(".block[data-proven=yes]").first).to_be_visible()


def _analysis(table: TablePage) -> None:
    expect(table.page.locator(".block[data-known=yes]").first).to_be_visible()
    table.page.wait_for_timeout(3000)


def _reviewed(table: TablePage) -> None:
    expect(table.page.get_by_role("slider", name="Move that is shown")).to_be_visible()
    expect(table.page.locator(".review__state")).to_have_text("")


def _review(table: TablePage) -> None:
    _reviewed(table)
    table.page.get_by_role("slider", name="Move that is shown").fill("19")


def _steps(count: int) -> Callable[[TablePage], None]:
    def step(table: TablePage) -> None:
        _drawn(table)
        for _ in range(count):
            table.page.keyboard.press("ArrowRight")

    return step


def _cut(table: TablePage) -> None:
    _drawn(table)
    table.page.keyboard.press("c")


def _drawn(table: TablePage) -> None:
    expect(table.page.locator("#lab-tree svg").first).to_be_visible()


STATES: dict[str, tuple[str, Callable[[TablePage], None]]] = {
    "empty": ("/", _empty),
    "aim": ("/", _aim),
    "middle": ("/", _middle),
    "thinking": ("/", _thinking),
    "proven": ("/connect4/2316442111453771?against=5", _proven),
    "hint": ("/", _hint),
    "full": ("/connect4/333333?against=5", _full),
    "won": (f"/connect4/{_WON[:-1]}?against=5", _won),
    "ended": ("/connect4/121212?against=5", TablePage.end),
    "picture": ("/connect4/121212?against=5", TablePage.show_picture),
    "drawn": (f"/connect4/{_DRAWN[:-1]}?against=5", _people(_DRAWN[-1])),
    "analysis": ("/connect4/4453", _analysis),
    "review": (f"/connect4/{_WON}", _review),
    "reconnecting": ("/", _lost),
    "pie": ("/", _pie),
    "branches": ("/", _branches),
    "error": ("/connect4/4444444", _empty),
    "engines": ("/", _engines),
    "people": ("/", _two_people),
    "invitation": ("/", _invitation),
    "find": ("/", _find),
    "strangers": ("/", _strangers),
    "tables": ("/", _tables),
    "tictactoe": ("/tictactoe", _empty),
    "tictactoe-thinking": ("/tictactoe/51?against=10", _square),
    "tictactoe-won": ("/tictactoe/5132?against=5", _people("7")),
    "nim": ("/nim", _empty),
    "wide": ("/connect4-8x7", _aim),
    "lab": ("/lab", _drawn),
    "lab-cut": ("/lab", _cut),
    "lab-wide": ("/lab?view=wide", _cut),
    "lab-boards": ("/lab/tictactoe/5193", _steps(12)),
    "lab-chance": ("/lab/leaves?tree=[{1/4:8,3/4:0},[2,[5,1]],3]", _steps(9)),
    "lab-large": ("/lab/connect4", _steps(40)),
}


def take(folder: Path, names: set[str]) -> None:
    """Takes the pictures of these ``names``."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = TableServer(Path(place), think_seconds=1.5)
        try:
            server.wait_until_ready()
            browser = launch(playwright)
            for state, (width, height) in product(STATES, SIZES):
                lights = [light for light in LIGHTS if f"{state}-{width}-{light}" in names]
                if not lights:
                    continue
                path, prepare = STATES[state]
                context = browser.new_context(viewport={"width": width, "height": height})
                table = TablePage(context.new_page(), server.url + path)
                prepare(table)
                if state not in ("aim", "wide"):
                    table.page.mouse.move(1, height - 1)
                table.page.wait_for_timeout(_SETTLED_MS)
                for light in lights:
                    table.page.emulate_media(**LIGHTS[light])
                    table.page.wait_for_timeout(600)
                    table.page.screenshot(path=folder / f"{state}-{width}-{light}.png")
                context.close()
            browser.close()
        finally:
            server.stop()


def chosen(words: list[str]) -> set[str]:
    """Returns the names of the pictures for these words of the command line."""
    if words == ["readme"]:
        return set(README)
    states = [word for word in words if not word.isdigit()] or list(STATES)
    widths = [word for word in words if word.isdigit()] or [str(width) for width, _ in SIZES]
    return {"-".join(name) for name in product(states, widths, LIGHTS)}


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: python -m tests.browser.screenshots FOLDER [STATE or WIDTH ...]")
    take(Path(sys.argv[1]), chosen(sys.argv[2:]))
