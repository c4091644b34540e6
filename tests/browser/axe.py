"""Runs axe-core, WCAG 2.2 A and AA included, on a page in several looks."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Look = tuple[str, str, int, int]
LOOKS: tuple[Look, ...] = (
    ("dark", "no-preference", 1280, 800),
    ("light", "no-preference", 390, 844),
    ("light", "more", 390, 844),
)
"""Light, contrast and size of the screen."""


def violations(page: Page, within: str | None = None) -> list[str]:
    """Returns axe-core's objections, one line each; with ``within`` only those to one part of the page."""
    if within:
        expect(page.locator(within).first).to_be_visible()  # some parts are loaded when first opened
    is_there = page.evaluate("'axe' in window")
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    found = Axe("" if is_there else AXE_SCRIPT).run(page, within, options)
    return [
        f"{rule['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
        for rule in found.response["violations"]
        for node in rule["nodes"]
    ]


def everywhere(page: Page, looks: Sequence[Look], part: str | None = None) -> None:
    """Asserts that axe-core finds nothing in all looks, on the whole page or in the named part."""
    for scheme, contrast, width, height in looks:
        page.emulate_media(
            color_scheme="dark" if scheme == "dark" else "light",
            contrast="more" if contrast == "more" else "no-preference",
        )
        page.set_viewport_size({"width": width, "height": height})
        assert violations(page, part) == [], f"{scheme} {contrast} {width} {part}"
