"""Measures the frames of a move: ``python -m tests.browser.moment``.

Moves are made on a phone whose processor is four times as slow, and the frames of the 600 ms after each are counted:
those of the page's thread, and those of the screen, on which the browser moves discs and roots without that thread.
Then moves are made at full speed, and the tasks of the page's thread are counted that would take longer than a frame on
that phone, in processor time, which other programs lengthen less. The lengths: ``tests/browser/table/test_roots.py``.
"""

import json
from collections import Counter
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.chromium import new_context, started
from tests.browser.table_page import TWO_FRAMES, TablePage
from tests.browser.tabs import MOVING

_FRAMES = """async () => {
  const gaps = [];
  await new Promise((done) => {
    let last = performance.now();
    const end = last + 600;
    const tick = (now) => {
      gaps.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(tick);
      else done();
    };
    requestAnimationFrame(tick);
  });
  return gaps;
}"""
_SLOW = 4
"""How many times slower than this machine the phone is."""
_MOVES = 12
FRAME_MS = 1000 / 60


def frames(page: Page, address: str, screen: Counter[str] | None) -> list[float]:
    """Makes moves. Returns what was measured of all, sorted, in ms: on a slow phone the gaps between the frames after
    them, and counts in ``screen`` what came of those of the screen; at full speed (None) the processor time of the
    tasks of the page's thread, which are traced, and that is work."""
    slow = screen is not None
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": _SLOW if slow else 1})
    table = TablePage(page, address)
    browser, measured = page.context.browser, list[float]()
    assert browser is not None
    for _ in range(_MOVES):
        if table.over:
            table = TablePage(page, address)
        page.wait_for_timeout(1500)
        page.wait_for_function(TWO_FRAMES)
        lying, place = table.discs.count(), table.middle(table.free_moves()[-1])
        if screen is not None:
            browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline.frame"])
            page.touchscreen.tap(*place)
            measured += page.evaluate(_FRAMES)
            for event in json.loads(browser.stop_tracing())["traceEvents"]:
                told = event.get("args", {}).get("frame_reporter", {})
                screen[told.get("state", "")] += event["name"] == "PipelineReporter" and (
                    "PRESENTED" in told.get("state", "") or bool(told.get("affects_smoothness"))
                )
        else:
            browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline", "devtools.timeline"])
            page.touchscreen.tap(*place)
            page.wait_for_timeout(600)
            measured += _tasks(json.loads(browser.stop_tracing())["traceEvents"])
        expect(table.discs).not_to_have_count(lying)
        table.wait_for_turn()
    return sorted(measured)


def _tasks(events: list[dict[str, Any]]) -> list[float]:
    """Returns the processor time in ms of the tasks from the click on, of the thread that was clicked."""
    [up] = [one for one in events if one["name"] == "EventDispatch" and one["args"]["data"]["type"] == "pointerup"]
    return [
        one["tdur"] / 1000
        for one in events
        if one["name"] == "RunTask" and (one["pid"], one["tid"]) == (up["pid"], up["tid"]) and "tdur" in one
        if one["ts"] + one["dur"] > up["ts"]
    ]


def main() -> None:
    """Measures both, and prints them."""
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, **MOVING}
    with started(shell=True) as (server, browser):
        slow, page = (new_context(browser, **phone).new_page() for _ in range(2))
        screen = Counter[str]()
        gaps = frames(slow, server.url, screen)
        print(
            f"{len(gaps)} frames of moves at a {_SLOW}th of the speed: median {gaps[len(gaps) // 2]:.1f} ms, "
            f"{sum(gap > 25 for gap in gaps)} over 25 ms, longest {gaps[-1]:.0f} ms"
        )
        lost = screen["STATE_DROPPED"]
        print(f"the screen: {screen.total()} frames while something moved, {lost} of them left out")
        tasks = frames(page, server.url, None)
        late = sum(task * _SLOW > FRAME_MS for task in tasks)
        print(
            f"{_MOVES} moves at full speed, {sum(tasks) / _MOVES:.0f} ms of processor time each: {late / _MOVES:.1f} "
            f"tasks a move of more than a {_SLOW}th of a frame, the longest {tasks[-1]:.1f} ms"
        )


if __name__ == "__main__":
    main()
