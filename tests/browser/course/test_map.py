"""Walks on the map of a course: by keys, by one finger and by two, by the list for readers of the screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.course.test_learn_to_win import PHONE, course_called
from tests.browser.table_page import rect

_FIRST = """async () => {
  const { files } = document.documentElement.dataset;
  const { courseOf } = await import(files + "/js/course/model/course.js");
  const { childrenOf, layout, windowOn } = await import(files + "/js/course/model/map.js");
  const file = await (await fetch(JSON.parse(document.getElementById("boot").textContent).files["6x4-2"])).json();
  const course = courseOf(file);
  const cells = layout(course, childrenOf(course), -1);
  const box = document.querySelector(".win__walk").getBoundingClientRect();
  const frame = windowOn(cells.get(-1), [box.width - 2, box.height - 2]);
  const { x, y } = cells.get(0);
  return [box.x + 1 + (x - frame.x) * frame.scale, box.y + 1 + (y - frame.y) * frame.scale];
}"""
"""Returns where the position after column 1 is painted when one begins."""


def place(page: Page) -> dict[str, float]:
    """Returns where the board is that is looked at, and how large."""
    box = rect(page.locator(".win__point[data-here] .sketch__slab"))
    return dict(box)


def touch(session: CDPSession, kind: str, *fingers: tuple[float, float]) -> None:
    points: Any = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
    session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def test_one_walks_on_the_map_by_keys_by_touch_and_by_the_list(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", **PHONE, has_touch=True)
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
    x, y = page.evaluate(_FIRST)
    page.touchscreen.tap(x, y)
    expect(table.sub).to_have_text("After 1.")


def test_the_map_zooms_and_draws_boards_with_marks_where_they_are_large(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2")
    page = table.page
    points, walk = page.locator(".win__point"), page.get_by_role("application")
    expect(points.first).to_be_visible()
    before, wide = points.count(), place(page)["width"]
    walk.press("+")
    larger = "(wide) => document.querySelector('[data-here] .sketch__slab').getBoundingClientRect().width > wide * 1.3"
    page.wait_for_function(larger, arg=wide)
    expect(points).not_to_have_count(before)
    for _ in range(12):
        walk.press("-")
    expect(points).to_have_count(1)  # the one that is looked at
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    walk.press("Home")
    expect(points).to_have_count(before)


@pytest.mark.long
def test_the_largest_proof_is_drawn_with_few_elements_whatever_is_looked_at(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=7x6-1", own=True)
    page, counts = table.page, list[int]()
    walk = page.get_by_role("application")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "+", "+", "-", "Home"):
        walk.press(key)
        page.wait_for_function("() => document.querySelector('.win__layer').style.transform === ''")
        counts.append(page.locator(".win__point").count())
    assert min(counts) >= 1
    assert max(counts) <= 80
    painted = page.locator("canvas.win__map").evaluate("""(one) => {
      const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
      const seen = Array.from({ length: data.length / 400 }, (_, at) => data.slice(at * 400, at * 400 + 3).join());
      return new Set(seen).size;
    }""")
    assert painted > 3


def test_every_position_has_its_place_in_the_drawing_and_no_two_overlap(modules: Page) -> None:
    """Looks at the layout of the largest proof: each place is found again from its middle, and rays fill the rim."""
    course = course_called("7x6-1")
    found = modules.evaluate(
        """async (file) => {
        const { courseOf } = await import("/static/js/course/model/course.js");
        const { cellAt, childrenOf, layout } = await import("/static/js/course/model/map.js");
        const course = courseOf(file);
        const cells = layout(course, childrenOf(course), 0);
        const middle = cells.get(0);
        const ends = [...cells.values()].filter((one) => !one.below.length);
        return [cells.size, [...cells.values()].filter((one) => cellAt(middle, one.x, one.y) !== one).length,
          ends.filter((one) => one.card).length, ends.reduce((sum, one) => sum + one.to - one.from, 0)];
      }""",
        course.as_json(),
    )
    leaves = sum(not node.after for node in course.nodes)
    assert found == [len(course.nodes), 0, leaves, pytest.approx(1)]


@pytest.mark.long
def test_keys_with_shift_move_the_map_and_walk_nowhere(open_table: OpenTable) -> None:
    table = open_table("/coach/win/map?course=6x4-2", **PHONE)
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
    table = open_table("/coach/win/map?course=6x4-2", **PHONE, has_touch=True)
    page = table.page
    box = rect(page.get_by_role("application"))
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
