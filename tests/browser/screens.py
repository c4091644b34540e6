"""Counts what is on a screen: ``python -m tests.browser.screens`` prints controls and words of each, at two sizes."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.chromium import started
from tests.browser.table_page import PATIENCE_MS, TablePage
from webapp.common.speech import LANGUAGES

SIZES = ((390, 844), (1366, 768))
IN_EACH_LANGUAGE = pytest.mark.parametrize(
    "language", [one if one == "de" else pytest.param(one, marks=pytest.mark.long) for one in LANGUAGES]
)
"""By day German, whose words are long; at night all languages."""
_COUNT = """() => {
  const seen = (one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1 &&
      right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && !one.disabled;
  };
  const [board, faces] = [".board, .unseen, .skip", ".faces"];
  const all = [...document.querySelectorAll("a[href], button, summary, select, input, .choice > label")].filter(seen);
  const controls = all.filter((one) => one.closest(".insight") || (!one.closest(board) && !one.closest(faces)));
  let count = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: parent, data } = walk.currentNode;
    if (parent.closest(".unseen, script, style, template") || !seen(parent)) continue;
    count += (data.match(/\\p{L}+/gu) ?? []).length;
  }
  return { controls: controls.map((one) =>
    one.ariaLabel || one.textContent.trim() || one.closest("label")?.textContent.trim() || one.id), words: count };
}"""


def _first(_table: TablePage) -> None:
    """Stays at the first screen."""


def _play(table: TablePage) -> None:
    table.click(4)
    table.wait_for_discs(2)
    table.wait_for_turn()


def _who(table: TablePage) -> None:
    table.show_seats()
    table.page.locator(".seats .faces__one").first.wait_for()


def _game(table: TablePage) -> None:
    _play(table)
    table.show_more()


def _end(table: TablePage) -> None:
    table.click(7)
    table.button("Look at the game").wait_for()
    table.page.wait_for_timeout(4000)  # the praise or the moment to try again comes late


def _look(table: TablePage) -> None:
    _end(table)
    table.button("Look at the game").click()
    table.page.locator(".graph__pin").first.wait_for()


SCREENS: dict[str, tuple[str, Callable[[TablePage], None]]] = {
    "first screen": ("/", _first), "in play": ("/", _play), "the end": ("/connect4/141424?against=10", _end),
    "the look": ("/connect4/141424?against=10", _look), "who plays": ("/", _who), "this game": ("/", _game),
    "settings": ("/", lambda table: table.menu()), "puzzles": ("/coach", _first),
}  # fmt: skip
"""The address of each screen, and what a person does there."""


def counted(table: TablePage) -> dict[str, Any]:
    """Returns the names of the controls in sight, without the board and the faces, and the number of words."""
    found: dict[str, Any] = table.page.evaluate(_COUNT)
    return found


def main() -> None:
    """Prints a table of all screens."""
    with started(shell=True, think_seconds=0.6) as (server, browser):
        for name, (path, prepare) in SCREENS.items():
            for width, height in SIZES:
                context = browser.new_context(viewport={"width": width, "height": height})
                context.set_default_timeout(PATIENCE_MS)
                table = TablePage(context.new_page(), server.url + path)
                prepare(table)
                found = counted(table)
                print(f"{name}, {width}: {len(found['controls'])} controls, {found['words']} words", flush=True)
                print(f"    {', '.join(found['controls'])}")
                context.close()


if __name__ == "__main__":
    main()
