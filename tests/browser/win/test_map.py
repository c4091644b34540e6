"""Walks on the map of a course: by keys, by one finger and by two, by the list for readers of the screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.axe import everywhere
from tests.browser.conftest import OpenTable
from tests.browser.win.test_win import PHONE


def place(page: Page) -> dict[str, float]:
    """Returns where the first board of the map is, and how large."""
    box = page.locator('.win__point[data-at="0"] .win__slab').bounding_box()
    assert box is not None
    return dict(box)


def touch(session: CDPSession, kind: str, *fingers: tuple[float, float]) -> None:
    """Touches the screen."""
    points: Any = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
    session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def test_one_walks_on_the_map_by_keys_by_touch_and_by_the_list(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", **PHONE, reduced_motion="reduce", has_touch=True)
    page = table.page
    walk = page.get_by_role("application")
    expect(table.head).to_have_text("The empty board")
    walk.press("ArrowDown")
    expect(table.sub).to_have_text("After 1.")
    walk.press("ArrowRight")
    expect(table.sub).to_have_text("After 2.")
    walk.press("ArrowDown")
    expect(table.sub).to_have_text(re.compile(r"^After 2 \d \d"))
    walk.press("Home")
    expect(table.head).to_have_text("The empty board")
    page.get_by_role("button", name=re.compile("^Column 3, you play")).press("Enter")
    expect(table.sub).to_have_text("After 3.")
    page.get_by_role("button", name="One move back").press("Enter")
    expect(table.head).to_have_text("The empty board")
    box = page.locator('.win__point[data-at="0"] .win__slab').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(table.sub).to_have_text("After 1.")


def test_the_map_zooms_and_draws_only_what_can_be_seen(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", reduced_motion="reduce")
    page = table.page
    points = page.locator(".win__point")
    expect(points.first).to_be_visible()
    before, wide = points.count(), page.locator(".win__point .win__slab").first.bounding_box()
    page.get_by_role("application").press("+")
    page.wait_for_function("(wide) => document.querySelector('.win__slab').getBoundingClientRect().width > wide * 1.3",
                           arg=wide["width"] if wide else 0)  # fmt: skip
    for _ in range(12):
        page.get_by_role("application").press("-")
    page.wait_for_function("() => document.querySelectorAll('.win__point').length < 8")
    assert before > 8
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_keys_with_shift_move_the_map_and_walk_nowhere(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", **PHONE, reduced_motion="reduce")
    walk = table.page.get_by_role("application")
    walk.press("ArrowDown")
    expect(table.sub).to_have_text("After 1.")
    before = place(table.page)
    for key, across, down in (("Right", -1, 0), ("Down", -1, -1), ("Left", 0, -1), ("Up", 0, 0)):
        walk.press(f"Shift+Arrow{key}")
        now = place(table.page)
        size = table.page.evaluate("(() => { const w = document.querySelector('.win__walk');"
                                   "return [w.clientWidth / 4, w.clientHeight / 4]; })()")  # fmt: skip
        assert now["x"] - before["x"] == pytest.approx(across * size[0], abs=1)
        assert now["y"] - before["y"] == pytest.approx(down * size[1], abs=1)
        assert now["width"] == pytest.approx(before["width"], abs=0.1)
    expect(table.sub).to_have_text("After 1.")


def test_one_finger_moves_the_map_and_two_zoom(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", **PHONE, reduced_motion="reduce", has_touch=True)
    page = table.page
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session, before = page.context.new_cdp_session(page), place(page)
    touch(session, "Start", (x, y))
    touch(session, "Move", (x + 30, y - 20))
    touch(session, "End")
    moved = place(page)
    assert (moved["x"] - before["x"], moved["y"] - before["y"]) == pytest.approx((30, -20), abs=1)
    assert moved["width"] == pytest.approx(before["width"], abs=0.1)
    expect(table.head).to_have_text("The empty board")  # who moves the map chooses no board
    touch(session, "Start", (x - 20, y), (x + 20, y))
    touch(session, "Move", (x - 40, y), (x + 40, y))
    touch(session, "End")
    assert place(page)["width"] == pytest.approx(2 * before["width"], rel=0.02)
    expect(table.head).to_have_text("The empty board")


def test_axe_finds_nothing_on_the_map(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", bypass_csp=True, locale="de", reduced_motion="reduce")
    expect(table.page.locator(".win__point").first).to_be_visible()
    everywhere(table.page, [("light", "no-preference", 390, 844)])
