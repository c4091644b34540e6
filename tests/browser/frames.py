"""Measures the smoothness of the page while the tree grows: ``python -m tests.browser.frames [SECONDS]``.

``... frames lab`` measures the lab while a run of 400 states is walked through.

First the time to the first paint. Then two engines play each other on all cores with the thinking shown, and the page
counts long tasks (over 50 ms) and frames. In a second game the browser counts the processor time of each task of the
page's thread, which other work on the machine does not lengthen.
"""

import json
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import CDPSession

from tests.browser.chromium import started
from tests.browser.table_page import TablePage

Event = dict[str, Any]
"""Describes an event of a trace, as Chromium writes."""

_WATCH = """() => {
  window.long = []; window.gaps = []; let last = performance.now();
  new PerformanceObserver((list) => window.long.push(...list.getEntries().map((e) => e.duration)))
    .observe({ type: "longtask", buffered: false });
  const tick = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""
_TIMELINE = ["disabled-by-default-devtools.timeline", "devtools.timeline", "devtools"]
_COMMAND = "DevToolsSession::DispatchProtocolCommand"
_OWN = {"UpdateLayoutTree", "Layout", "FunctionCall"}


def _tell(name: str, tasks: list[float]) -> None:
    late = sum(task > 50 for task in tasks)
    print(f"{name}: {len(tasks):,} tasks, over 50 ms of processor time: {late}, longest {max(tasks):.0f} ms")


def measure(seconds: float) -> None:
    """Prints the page's work in ``seconds`` of a game between engines, or in a whole game if shorter, then in a second
    game, traced by the browser. Tracing is work: the first game is as people see the page."""
    with started(shell=False, think_seconds=3.0) as (server, browser):
        table = TablePage(browser.new_page(viewport={"width": 1280, "height": 800}), server.url)
        page = table.page
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        print(f"first paint after {paint:.0f} ms")
        client = page.context.new_cdp_session(page)
        client.send("Performance.enable", {"timeDomain": "threadTicks"})
        spent, busy = _game(table, seconds, client)
        gaps = sorted(page.evaluate("window.gaps"))
        long = page.evaluate("window.long")
        print(f"{table.discs.count()} moves in about {spent:.0f} s, {len(gaps)} frames")
        print(f"long tasks over 50 ms: {len(long)}, longest {max(long, default=0):.0f} ms")
        print(f"frames: median {gaps[len(gaps) // 2]:.1f} ms, 99 % within {gaps[int(len(gaps) * 0.99)]:.1f} ms")
        print(f"the page's thread: {100 * busy / spent:.1f} % of one core, {1000 * busy / len(gaps):.2f} ms a frame")
        browser.start_tracing(page=page, categories=_TIMELINE)
        page.goto(server.url)
        _game(table, seconds, client)
        _tell("the second game", _tasks(browser.stop_tracing(), server.url))


def walk(steps: int) -> None:
    """Prints the tasks of the lab's page while a run of 400 states is opened, walked through by steps of each grain,
    and scrubbed."""
    with started(shell=False) as (server, browser):
        for width, height in ((1280, 800), (390, 844)):
            page = browser.new_page(viewport={"width": width, "height": height})
            browser.start_tracing(page=page, categories=_TIMELINE)
            page.goto(f"{server.url}/lab/connect4?algorithm=minimax")
            page.locator("#lab-tree svg").first.wait_for()
            for grain in "123":
                for key in ("Home", grain, *["ArrowRight"] * steps, "c", "c", "ArrowUp", "ArrowDown", "End"):
                    page.keyboard.press(key)
            _tell(f"the lab, {width} pixels", _tasks(browser.stop_tracing(), server.url))
            page.close()


def _game(table: TablePage, seconds: float, client: CDPSession) -> tuple[float, float]:
    """Plays two engines at the highest level with the thinking shown. Returns the seconds of the game and the busy
    seconds of the page's thread."""
    page = table.page
    page.get_by_role("switch", name="Thinking").check(force=True)
    table.choose(0, "Engine")
    table.set_level(0, 10)
    table.set_level(1, 10)
    page.evaluate(_WATCH)
    before, spent = _busy(client), 0.0
    table.button("Start").click()
    while spent < seconds and not table.over:
        page.wait_for_timeout(500)
        spent += 0.5
    return spent, _busy(client) - before


def _busy(client: CDPSession) -> float:
    """Returns the seconds of processor time in tasks of the page's thread."""
    metrics = client.send("Performance.getMetrics")["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def _tasks(trace: bytes, origin: str) -> list[float]:
    """Returns the milliseconds of processor time of every task of the thread that shows pages of ``origin``.

    Pages of Chromium itself, such as the list below the address bar, do not count. Commands of Playwright run on the
    same thread: of them only styles, layout and functions of the page count.
    """
    events = json.loads(trace)["traceEvents"]
    ours = {e["pid"] for e in events if e["name"] == "ParseHTML" and _address(e).startswith(origin)}
    mains = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and "RendererMain" in e["args"]["name"]}
    spans = [e for e in events if e.get("ph") == "X" and e["pid"] in ours and (e["pid"], e["tid"]) in mains]
    tasks: list[float] = []
    for task, inside in _within([e for e in spans if e["name"] == "RunTask"], spans):
        spent = task.get("tdur", 0)
        for command, parts in _within([e for e in inside if e["name"] == _COMMAND], inside):
            own = [e for e in parts if e["name"] in _OWN and (e["name"] != "FunctionCall" or origin in _address(e))]
            spent -= command.get("tdur", 0) - sum(e.get("tdur", 0) for e, _ in _within(own, []))
        tasks.append(spent / 1000)
    return tasks or [0.0]


def _within(outer: list[Event], spans: list[Event]) -> Iterator[tuple[Event, list[Event]]]:
    """Yields the events of ``outer`` that lie in no other of them, each with the events of ``spans`` inside."""
    rest, end = deque(sorted(spans, key=_order)), -1.0
    for event in sorted(outer, key=_order):
        if event["ts"] < end:
            continue
        end = event["ts"] + event.get("dur", 0)
        inside = []
        while rest and rest[0]["ts"] < end:
            span = rest.popleft()
            if span["ts"] >= event["ts"] and span is not event:
                inside.append(span)
        yield event, inside


def _order(event: Event) -> tuple[float, float]:
    """Returns what sorts events by their beginnings, the outer ones first."""
    return event["ts"], -event.get("dur", 0)


def _address(event: Event) -> str:
    """Returns the address of the page that an event reads, or of the script that runs, or "" if there is none."""
    told = event.get("args", {})
    return str((told.get("beginData") or told.get("data") or {}).get("url", ""))


if __name__ == "__main__":
    if sys.argv[1:] == ["lab"]:
        walk(40)
    else:
        measure(float(sys.argv[1]) if len(sys.argv) > 1 else 120.0)
