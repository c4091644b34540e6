"""Holds the work of the pages for one move: counts of calls, which are the same on every machine."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.browser.people import invite
from tests.browser.table_page import TWO_FRAMES
from tests.browser.tabs import MOVING
from tests.browser.trace import trace
from tests.server import TableServer


def test_one_move_draws_only_what_has_changed(open_table: OpenTable, server: TableServer) -> None:
    works = trace(*invite(open_table, server))
    for page, most in enumerate((900, 600)):
        by_calls = sorted((work[page] for work in works), key=lambda work: work.calls.total())
        assert by_calls[-2].calls.total() <= most, by_calls[-2].row()  # other news may come beside one of the moves
        for work in by_calls:
            assert work.calls["view/board/grid.js", "cellLabel"] <= 1, "the square of the disc alone gets another label"
    late, early = works[-1], works[1]
    assert late[0].calls.total() <= early[0].calls.total() + 50, "a move costs no more with more discs on the board"


_REDRAW = """async () => {
  for (let i = 0; i < 5; i += 1) {
    const ring = document.querySelector(".face__last");
    ring.replaceWith(ring.cloneNode());
    await new Promise(requestAnimationFrame);
  }
}"""


@pytest.mark.long
def test_a_new_ring_makes_the_browser_match_few_rules_again(open_table: OpenTable) -> None:
    table = open_table(wiped=True, width=390, height=844)
    table.reply(4)
    browser = table.page.context.browser
    assert browser is not None
    browser.start_tracing(page=table.page, categories=["devtools.timeline"])
    table.page.evaluate(_REDRAW)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [one["args"].get("elementCount") or 0 for one in events if one["name"] == "UpdateLayoutTree"]
    assert len(styled) >= 3
    # A rule whose last part has no class, and one part :has(...), costs a pass over the whole page: more than 200.
    assert sorted(styled)[len(styled) // 2] <= 40


_STYLES = ["devtools.timeline", "blink.animations", "disabled-by-default-devtools.timeline.invalidationTracking"]


@pytest.mark.long
def test_the_moment_of_a_move_restyles_few_elements_and_none_in_the_click(open_table: OpenTable) -> None:
    """A page has some 700 elements: the disc falls, six roots fall and seven come, and no more is styled again. What
    moves, the screen moves by itself."""
    table = open_table(wiped=True, width=390, height=844, has_touch=True, is_mobile=True, **MOVING)
    browser, most = table.page.context.browser, list[int]()
    assert browser is not None
    for move, lying in ((4, 2), (3, 4), (5, 6)):
        browser.start_tracing(page=table.page, categories=_STYLES)
        table.page.touchscreen.tap(*table.middle(move))
        table.wait_for_discs(lying)
        table.wait_for_turn()
        expect(table.page.locator(".roots__layer")).to_have_count(1)  # what fell is gone
        events = json.loads(browser.stop_tracing())["traceEvents"]
        [up] = [one for one in events if one["name"] == "EventDispatch" and one["args"]["data"]["type"] == "pointerup"]
        styled = [one for one in events if one["name"] == "UpdateLayoutTree" and up["ts"] < one["ts"]]
        # The browser may look for styles in the click and find none to change: that is no work.
        assert not [one for one in styled if one["ts"] < up["ts"] + up["dur"] and one["args"].get("elementCount")]
        assert not [one for one in events if one["name"] == "Animation" and (one["args"].get("data") or {}).get(_SLOW)]
        most.append(len(set(_resolved(events))))
    assert max(most[1:]) <= 170  # the first move brings the buttons of a game


_SLOW = "compositeFailed"
"""Says why the page's own thread must draw each step of an animation."""


def _resolved(events: list[dict[str, Any]]) -> list[int]:
    """Returns the numbers of the elements whose style was computed, once for each time."""
    return [one["args"]["data"]["nodeId"] for one in events if one["name"] == "StyleResolver::ResolveStyle"]


@pytest.mark.long
def test_the_end_styles_few_elements_more_than_three_times(open_table: OpenTable) -> None:
    table = open_table("/connect4/121212?against=5", wiped=True, width=390, height=844, **MOVING)
    table.page.wait_for_function(TWO_FRAMES)
    browser = table.page.context.browser
    assert browser is not None
    browser.start_tracing(page=table.page, categories=_STYLES)
    table.end()
    times = Counter(_resolved(json.loads(browser.stop_tracing())["traceEvents"]))
    # A selector that does not end in a class restyles everything inside, which was 231 elements here.
    assert sum(count > 3 for count in times.values()) < 100
