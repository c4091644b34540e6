"""Measures the moment of a move: ``python -m tests.browser.moment [GAMES]``.

First ten games are played on a page, and every length of a root that falls is compared with the digest that the server
sent to the page before. Then moves are made on a phone whose processor is four times as slow, and the frames of the
600 ms after each move are counted. Then moves are made at full speed, and the tasks of the page's thread are counted
that would take longer than a frame on that phone: in processor time, which other programs lengthen less.
"""

import json
import math
import random
import sys
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.chromium import new_context, started
from tests.browser.table_page import TWO_FRAMES, TablePage
from tests.browser.tabs import MOVING

NOTE_FALLS = """() => {
  window.falls = [];
  new MutationObserver(() => {
    for (const layer of document.querySelectorAll(".roots__layer[data-falls]")) {
      if (layer.noted) continue;
      layer.noted = true;
      window.falls.push([...layer.children].map((root) =>
        [Number(root.dataset.positions), Number(root.dataset.length), "chosen" in root.dataset]));
    }
  }).observe(document.querySelector(".roots"), { childList: true });
}"""
"""Notes the positions and the length of every root at each move, and which one stayed."""
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


def length(positions: int) -> float:
    """Returns the length, 0 to 1, of a root that stands for so many positions: their logarithm, from 8 to 2**18."""
    grown = (math.log2(max(1, positions)) - 3) / 15
    return 0.07 + 0.93 * min(1.0, max(0.0, grown))


def watched(table: TablePage) -> list[dict[str, Any]]:
    """Returns a list that gets all digests which the page gets from now on."""
    digests: list[dict[str, Any]] = []

    def note(frame: str | bytes) -> None:
        if isinstance(frame, str) and frame.startswith('42["thinking"'):
            digests.append(json.loads(frame[2:])[1])

    table.page.on("websocket", lambda socket: socket.on("framereceived", note))
    table.page.reload()
    expect(table.page.locator(".root")).not_to_have_count(0)
    return digests


def told(fall: list[tuple[int, float, bool]], digests: list[dict[str, Any]]) -> bool:
    """Tells whether roots that fell had the counts of a digest, or none before a digest had come, and their lengths."""
    counts = [positions for positions, _, _ in fall]
    sent = [[{move["move"]: move["visits"] for move in one["moves"]}.get(n, 0) for n in range(1, 8)] for one in digests]
    right = all(abs(drawn - length(positions)) < 0.001 for positions, drawn, _ in fall)
    return right and (not any(counts) or counts in sent) and sum(chosen for _, _, chosen in fall) == 1


def lengths(page: Page, address: str, games: int, seed: int = 1) -> tuple[int, int]:
    """Plays random games against Steady. Returns the moves whose roots fell, and those with another length."""
    rng, moves, wrong = random.Random(seed), 0, 0
    for _ in range(games):
        table = TablePage(page, address)
        digests = watched(table)
        page.evaluate(NOTE_FALLS)
        while not table.over:
            lying = table.discs.count()
            page.wait_for_timeout(300)
            table.click(rng.choice(table.free_moves()))
            expect(table.discs).not_to_have_count(lying)
            table.wait_for_turn()
        falls = page.evaluate("window.falls")
        moves += len(falls)
        wrong += sum(not told(fall, digests) for fall in falls)
    return moves, wrong


def frames(page: Page, address: str, slow: bool) -> tuple[list[float], list[float]]:
    """Makes moves, on request on a slow phone. Returns the gaps between the frames after them, which are counted only
    there, for that is work; and the processor time of all tasks of the page's thread. Both are in ms and sorted."""
    table = TablePage(page, address)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": _SLOW if slow else 1})
    browser, gaps, tasks = page.context.browser, list[float](), list[float]()
    assert browser is not None
    for _ in range(_MOVES):
        if table.over:
            table = TablePage(page, address)
        page.wait_for_timeout(1500)
        page.wait_for_function(TWO_FRAMES)
        lying, place = table.discs.count(), table.middle(table.free_moves()[-1])
        browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline", "devtools.timeline"])
        page.touchscreen.tap(*place)
        if slow:
            gaps += page.evaluate(_FRAMES)
        else:
            page.wait_for_timeout(600)
        tasks += _tasks(json.loads(browser.stop_tracing())["traceEvents"])
        expect(table.discs).not_to_have_count(lying)
        table.wait_for_turn()
    return sorted(gaps), sorted(tasks)


def _tasks(events: list[dict[str, Any]]) -> list[float]:
    """Returns the processor time in ms of the tasks from the click on, of the thread that was clicked."""
    [up] = [one for one in events if one["name"] == "EventDispatch" and one["args"]["data"]["type"] == "pointerup"]
    return [
        one["tdur"] / 1000
        for one in events
        if one["name"] == "RunTask" and (one["pid"], one["tid"]) == (up["pid"], up["tid"]) and "tdur" in one
        if one["ts"] + one["dur"] > up["ts"]
    ]


def main(games: int) -> int:
    """Measures both, and returns how many moves had a wrong length."""
    with started(shell=True) as (server, browser):
        phone: dict[str, Any] = {
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "is_mobile": True,
            **MOVING,
        }
        slow, page = (new_context(browser, **phone).new_page() for _ in range(2))
        moves, wrong = lengths(page, server.url, games)
        print(f"{games} games, {moves} moves: {wrong} with another length than the digests'")
        gaps, _ = frames(slow, server.url, True)
        print(
            f"{len(gaps)} frames of moves at a {_SLOW}th of the speed: median {gaps[len(gaps) // 2]:.1f} ms, "
            f"{sum(gap > 25 for gap in gaps)} over 25 ms, longest {gaps[-1]:.0f} ms"
        )
        _, tasks = frames(page, server.url, False)
        late = sum(task * _SLOW > FRAME_MS for task in tasks)
        print(
            f"{_MOVES} moves at full speed, {sum(tasks) / _MOVES:.0f} ms of processor time each: {late / _MOVES:.1f} "
            f"tasks a move of more than a {_SLOW}th of a frame, the longest {tasks[-1]:.1f} ms"
        )
    return wrong


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10) > 0)
