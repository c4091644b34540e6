"""Measures the server's memory while visitors come, play three moves and leave."""

import json
import time
from statistics import fmean

from tests.load.run import crowd, figure, memory_and_threads
from tests.server import TableServer

MOVES = 3
"""Moves of each visitor."""
SETTLED, ALLOWED = 10.0, 1.05
"""The minute from which the memory counts as settled, and the most of it there may be later."""
LOOK_EVERY = 10.0
"""Seconds between two looks. A row is the mean of its looks: trees come and go with the games under way, and one look
finds 70 MB of them or 140."""
_FIGURES = ("tables", "connections", "tree_bytes")


def churn(server: TableServer, rate: float, minutes: float, every: float) -> str:
    """Prints a row every so many minutes while visitors come and go. Returns the verdict in words.

    Args:
        rate: visitors a second.
        minutes: how long visitors come.
        every: minutes between two rows.
    """
    print(
        "| minute | memory, MB | threads | live tables | connections | trees, bytes |\n|---:|---:|---:|---:|---:|---:|"
    )
    rows: list[tuple[float, float]] = []
    with crowd(server, rate=rate, seconds=60 * minutes, moves=MOVES, connections=0) as process:
        began = time.monotonic()
        for number in range(1, int(minutes / every) + 1):
            end, seen = began + 60 * every * number, list[float]()
            while not seen or time.monotonic() < end:
                time.sleep(max(0.0, min(LOOK_EVERY, end - time.monotonic())))
                memory, threads = memory_and_threads(server)
                seen.append(memory)
            rows.append(((time.monotonic() - began) / 60, fmean(seen)))
            counts = " | ".join(f"{figure(server, f'fourthought_{name}'):.0f}" for name in _FIGURES)
            print(f"| {rows[-1][0]:.0f} | {rows[-1][1]:.0f} | {threads} | {counts} |", flush=True)
        came = json.loads(process.communicate(timeout=60 * minutes + 300)[0])
    settled = next((row for row in rows if row[0] >= SETTLED - 0.01), rows[0])
    most = max(memory for minute, memory in rows if minute >= settled[0])
    refusals = {**came["refused_lines"], **came["refused_events"]}
    refused = ", ".join(f"{count} {why}" for why, count in refusals.items()) or "nothing"
    highest, last = (100 * (memory / settled[1] - 1) for memory in (most, rows[-1][1]))
    return (
        f"{came['visitors']:,} visitors; refused: {refused}. After minute {settled[0]:.0f} the highest row is "
        f"{highest:+.1f} % and the last {last:+.1f} % of the row then"
        + (" (held)." if most <= ALLOWED * settled[1] else f"; at most {100 * (ALLOWED - 1):.0f} % was wanted.")
    )
