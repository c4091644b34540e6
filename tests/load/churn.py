"""Measures the server's memory while visitors come, play three moves and leave."""

import json
import os
import re
import time
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from tests.load.run import crowd, figure
from tests.server import TableServer

MOVES = 3
"""Moves of each visitor."""

SETTLED, ALLOWED = 10.0, 1.05
"""The minute from which the memory counts as settled, and the most of it there may be later."""

LOOK_EVERY = 10.0
"""Seconds between two looks. A row is the mean of its looks: trees come and go with the games under way, and one look
finds 70 MB of them or 140."""


@dataclass(frozen=True)
class Look:
    """Holds a look at the server after so many minutes, or the mean of several. Memory is in MB."""

    minute: float
    visitors: int
    rss: float
    uss: float
    trees: float
    threads: int
    tables: int
    connections: int

    def row(self) -> str:
        """Returns the row of the table."""
        return (
            f"| {self.minute:.0f} | {self.visitors:,} | {self.rss:.0f} | {self.uss:.0f} | {self.trees:.0f} "
            f"| {self.threads} | {self.tables} | {self.connections} | {os.getloadavg()[0]:.1f} |"
        )


HEAD = (
    "| minute | visitors | RSS, MB | USS, MB | of that trees, MB | threads | live tables | connections | load of the "
    "machine |\n|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def look(server: TableServer, began: float) -> Look:
    """Returns the present memory, threads and tables."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    private = Path(f"/proc/{server.pid}/smaps_rollup").read_text()
    kilobytes = [int(size) for size in re.findall(r"^Private_(?:Clean|Dirty):\s+(\d+)", private, re.MULTILINE)]
    threads, rss = (re.search(rf"{name}:\s+(\d+)", status) for name in ("Threads", "VmRSS"))
    assert threads
    assert rss
    return Look(
        minute=(time.monotonic() - began) / 60,
        visitors=int(figure(server, 'fourthought_acknowledgement_seconds_count{event="new_game"}')),
        rss=int(rss[1]) / 1024,
        uss=sum(kilobytes) / 1024,
        trees=figure(server, "fourthought_tree_bytes") / 2**20,
        threads=int(threads[1]),
        tables=int(figure(server, "fourthought_tables")),
        connections=int(figure(server, "fourthought_connections")),
    )


def mean(looks: list[Look]) -> Look:
    """Returns the last of several looks, with the mean of the memory of all."""
    means = {name: fmean(getattr(one, name) for one in looks) for name in ("rss", "uss", "trees")}
    return replace(looks[-1], **means)


def churn(server: TableServer, rate: float, minutes: float, every: float) -> str:
    """Prints a row every so many minutes while visitors come and go. Returns the verdict in words.

    Args:
        rate: visitors a second.
        minutes: how long visitors come.
        every: minutes between two rows.
    """
    print(HEAD, flush=True)
    with crowd(server, rate=rate, seconds=60 * minutes, moves=MOVES, connections=0) as process:
        began, rows = time.monotonic(), []
        for number in range(1, int(minutes / every) + 1):
            looks = []
            while not looks or looks[-1].minute < every * number - 0.01:
                soon = time.monotonic() + LOOK_EVERY
                time.sleep(max(0.0, min(soon, began + 60 * every * number) - time.monotonic()))
                looks.append(look(server, began))
            rows.append(mean(looks))
            print(rows[-1].row(), flush=True)
        counts = json.loads(process.communicate(timeout=60 * minutes + 300)[0])
    settled = next((row for row in rows if row.minute >= SETTLED - 0.01), rows[0])
    most = max(row.rss for row in rows if row.minute >= settled.minute)
    refusals = {**counts["refused_lines"], **counts["refused_events"]}
    refused = ", ".join(f"{count} {why}" for why, count in refusals.items()) or "nothing"
    return (
        f"{counts['visitors']:,} visitors; refused: {refused}. After minute {settled.minute:.0f} the highest row is "
        f"{100 * (most / settled.rss - 1):+.1f} % and the last {100 * (rows[-1].rss / settled.rss - 1):+.1f} % of the "
        "row then"
        + (" (held)." if most <= ALLOWED * settled.rss else f"; at most {100 * (ALLOWED - 1):.0f} % was wanted.")
    )
