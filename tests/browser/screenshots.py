"""Takes pictures of every page in all states, from a real server: ``python -m tests.browser.screenshots FOLDER``.

Every state is taken at five sizes, dark, light and in high contrast. Names are STATE-WIDTH-LIGHT.png. States, widths,
lights and a language may be named after the folder: ``python -m tests.browser.screenshots FOLDER won review 390 de``.
``readme`` means the pictures of the README: ``python -m tests.browser.screenshots .github/pictures readme``.
"""

import sys
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.browser.chromium import started
from tests.browser.states import STATES, brought
from tests.browser.table_page import PATIENCE_MS, TablePage
from tests.browser.tabs import MET
from webapp.common.speech import LANGUAGES

SIZES = ((1280, 800), (320, 568), (390, 844), (768, 1024), (1920, 1080))
LIGHTS: dict[str, dict[str, Any]] = {
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "contrast": {"color_scheme": "dark", "contrast": "more"},
}
README = (
    "thinking-1280-dark", "won-1280-light", "engines-1280-dark", "analysis-1280-light", "review-1280-dark",
    "thinking-390-light", "won-390-dark", "lab-cut-1280-light",
)  # fmt: skip
_SETTLED_MS, _DRAWN_MS = 3000, 600
_AIMED = ("aim", "wide")
"""The states in which the pointer is over the board: these are brought about again at each size."""


def take(folder: Path, names: set[str], language: str = "en") -> None:
    """Takes the pictures of these names (STATE-WIDTH-LIGHT) into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with started(shell=True, think_seconds=1.5, away=0.5, stand_in=1.5, claim=3.0) as (server, browser):
        for state in STATES:
            every = [(*size, light) for size, light in product(SIZES, LIGHTS) if _name(state, size[0], light) in names]
            for shots in filter(None, [[one] for one in every] if state in _AIMED else [every]):
                _take_state(browser, server.url, state, language, folder, shots)


def _take_state(
    browser: Browser, origin: str, state: str, language: str, folder: Path, shots: list[tuple[int, int, str]]
) -> None:
    """Brings a page into a state, and takes its pictures: ``shots`` are width, height and light of each."""
    width, height, _ = shots[0]
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
    context.add_init_script(MET % "false")
    context.set_default_timeout(PATIENCE_MS)
    table = TablePage(context.new_page(), origin + STATES[state].path, language)
    with brought(table, state):
        if state not in _AIMED:
            table.page.mouse.move(1, height - 1)
        table.page.wait_for_timeout(_SETTLED_MS)
        for width, height, light in shots:
            table.page.set_viewport_size({"width": width, "height": height})
            table.page.emulate_media(**LIGHTS[light])
            table.page.wait_for_timeout(_DRAWN_MS)
            table.page.screenshot(path=folder / f"{_name(state, width, light)}.png")
    context.close()


def _name(state: str, width: int, light: str) -> str:
    return f"{state.replace(' ', '-')}-{width}-{light}"


def chosen(words: list[str]) -> set[str]:
    """Returns the names of the pictures for these words of the command line."""
    if words == ["readme"]:
        return set(README)
    widths = [int(word) for word in words if word.isdigit()] or [width for width, _ in SIZES]
    lights = [word for word in words if word in LIGHTS] or list(LIGHTS)
    others = {*LIGHTS, *LANGUAGES, *map(str, widths)}
    states = [word for word in words if word not in others] or list(STATES)
    return {_name(*name) for name in product(states, widths, lights)}


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: python -m tests.browser.screenshots FOLDER [STATE, WIDTH, LIGHT or LANGUAGE ...]")
    take(Path(sys.argv[1]), chosen(sys.argv[2:]), next((word for word in sys.argv[2:] if word in LANGUAGES), "en"))
