"""Runs axe-core, WCAG 2.2 A and AA included, on a page in several looks."""

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_RUN = """async ([within, tags]) => {
  const options = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run(within ?? document, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary.slice(0, 300)}`));
}"""
"""Returns the objections alone: all that axe-core says of a page takes Playwright as long as the search.
No rule of these reads the style sheets again (``preload``), which complains of each that is gone."""
Look = tuple[str, str, int, int]
LOOKS: tuple[Look, ...] = (
    ("dark", "no-preference", 1280, 800),
    ("light", "no-preference", 390, 844),
    ("light", "more", 390, 844),
)
"""Light, contrast and size of the screen."""


def violations(page: Page, within: str | None = None) -> list[str]:
    """Returns axe-core's objections, one line each: to the page, or with ``within`` to one part of it."""
    if within:
        expect(page.locator(within).first).to_be_visible()  # some parts are loaded when first opened
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_RUN, [within, TAGS])
    return found


def everywhere(page: Page, looks: Sequence[Look], part: str | None = None) -> None:
    """Asserts that axe-core finds nothing in all looks, on the whole page or in the named part."""
    for scheme, contrast, width, height in looks:
        page.emulate_media(
            color_scheme="dark" if scheme == "dark" else "light",
            contrast="more" if contrast == "more" else "no-preference",
        )
        page.set_viewport_size({"width": width, "height": height})
        found = violations(page, part)
        assert found == [], f"{scheme} {contrast} {width} {part}: {found}"
