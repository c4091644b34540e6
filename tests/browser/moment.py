"""Measures the frames of a move: ``python -m tests.browser.moment``.

Moves are made on a phone whose processor is four times as slow. The frames of the screen are counted from the one in
which a disc begins to move: the browser moves discs and roots without the page's thread. Nothing of the measurement
runs in the page, as Chromium would count its frames, too. Then moves are made at full speed, and the tasks of the
page's thread are counted that would take longer than a frame on that phone, in processor time, which other programs
lengthen less. The lengths: ``tests/browser/table/test_roots.py``.
"""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.chromium import new_context, started
from tests.browser.table_page import TablePage
from tests.browser.tabs import MOVING

_SLOW = 4
"""How many times slower than this machine the phone is."""
_MOVES = 24
FRAME_MS = 1000 / 60
_TRACED = ["disabled-by-default-devtools.timeline.frame", "disabled-by-default-devtools.timeline", "devtools.timeline"]

Events = list[dict[str, Any]]


def traces(page: Page, address: str, slower: int) -> list[Events]:
    """Makes moves on a processor that is so many times slower, and returns the trace of the 700 ms after each."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    table = TablePage(page, address)
    browser, traced = page.context.browser, list[Events]()
    assert browser is not None
    for _ in range(_MOVES):
        if table.over:
            table = TablePage(page, address)
        page.wait_for_timeout(1500)
        lying, place = table.discs.count(), table.middle(table.free_moves()[-1])
        browser.start_tracing(page=page, categories=_TRACED if slower == 1 else _TRACED[:1])
        page.touchscreen.tap(*place)
        page.wait_for_timeout(700)
        traced.append(json.loads(browser.stop_tracing())["traceEvents"])
        expect(table.discs).not_to_have_count(lying)
        table.wait_for_turn()
    return traced


def screen(events: Events) -> list[bool]:
    """Tells of each frame of the screen, from the first with a moving disc on, whether it was left out."""
    told = [one["args"]["frame_reporter"] for one in events if "frame_reporter" in one.get("args", {})]
    told.sort(key=lambda frame: frame["frame_sequence"])
    while told and not told[0].get("has_compositor_animation"):
        del told[0]
    frames = dict[int, bool]()
    for frame in told:
        late = frame["state"] == "STATE_DROPPED" and bool(frame.get("affects_smoothness"))
        if late or "PRESENTED" in frame["state"]:
            frames[frame["frame_sequence"]] = late or frames.get(frame["frame_sequence"], False)
    return list(frames.values())


def _tasks(events: Events) -> list[float]:
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
        frames = [late for one in traces(slow, server.url, _SLOW) for late in screen(one)]
        print(f"{_MOVES} moves at a {_SLOW}th of the speed: {len(frames)} frames, {sum(frames)} of them left out")
        tasks = sorted(task for one in traces(page, server.url, 1) for task in _tasks(one))
    late = sum(task * _SLOW > FRAME_MS for task in tasks)
    print(
        f"{_MOVES} moves at full speed, {sum(tasks) / _MOVES:.0f} ms of processor time each: {late / _MOVES:.1f} "
        f"tasks a move of more than a {_SLOW}th of a frame, the longest {tasks[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
