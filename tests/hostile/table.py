"""Writes what an attack came to as a row of a table in Markdown, and a row for each family of attacks."""

from collections.abc import Sequence
from statistics import median

from tests.hostile.foe import ATTACKS
from tests.hostile.run import Row

_WORDS = {
    "foe": "the victim alone",
    "slowness": "slow requests, frames and readers",
    "floods": "questions, games and writes",
    "faults": "faults of the machine",
}
"""The words for the modules of the attacks."""
_COUNTS = "tried", "let_in", "refused", "still_open", "hung"
_COUNTED = ("tried", "let in", "refused", "still open", "hung", "moves lost", "victim cut")
COLUMNS = (
    "attack", "clients", *_COUNTED, "acknowledgement p99, worst", "due move beyond its budget", "/healthz",
    "longest act", "a sleeper, late", "verdict",
)  # fmt: skip
_SUMMARY = (
    "family", "kinds", *_COUNTED, "acknowledgement p99, median and worst kind",
    "due move beyond its budget, median and worst kind", "a sleeper, late p99, median and worst kind",
)  # fmt: skip


def head(columns: Sequence[str] = COLUMNS) -> str:
    """Returns the head of a table."""
    return f"| {' | '.join(columns)} |\n|---|" + "---:|" * (len(columns) - 1)


def line(row: Row) -> str:
    """Returns the line of one attack."""
    cells = [
        *(row.name, f"{row.clients:,}", *_counted([row])),
        _tail(row.acknowledgements),
        f"{_ms(row.beyond_budget)} ms" if row.due else "",
        f"{_ms(row.health[-1])} ms" if row.health else "",
        f"{_ms(row.act)} ms",
        _tail(row.late),
        "; ".join(row.faults) or "held",
    ]
    return f"| {' | '.join(cells)} |"


def _family(name: str) -> str:
    """Returns the words for the family of an attack. Floods of one and of many addresses are two families."""
    module = next((one.client.__module__.rsplit(".", 1)[1] for one in ATTACKS if one.name == name), "faults")
    if module != "floods":
        return _WORDS[module]
    _, found, addresses = name.rpartition(", ")
    return f"{_WORDS[module]}, {addresses}" if found else "pages and runs of the lab"


def summary(rows: Sequence[Row]) -> str:
    """Returns a table with a row for each family."""
    families: dict[str, list[Row]] = {}
    for row in rows:
        families.setdefault(_family(row.name), []).append(row)
    lines = [head(_SUMMARY)]
    for words, kinds in families.items():
        cells = [
            *(words, str(len(kinds)), *_counted(kinds)),
            _spread([nearly_longest(row.acknowledgements) for row in kinds if row.acknowledgements]),
            _spread([row.beyond_budget for row in kinds if row.due]),
            _spread([nearly_longest(row.late) for row in kinds if row.late]),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _counted(rows: Sequence[Row]) -> list[str]:
    counts = [f"{sum(getattr(row.tally, name) for row in rows):,}" for name in _COUNTS]
    lost = f"{sum(row.lost for row in rows)} of {sum(row.moves for row in rows):,}"
    return [*counts, lost, str(sum(row.cuts for row in rows))]


def nearly_longest(waits: Sequence[float]) -> float:
    """Returns the 99th percentile of waits, shortest first."""
    return waits[int(0.99 * (len(waits) - 1))]


def _tail(waits: list[float]) -> str:
    return f"{_ms(nearly_longest(waits))}, {_ms(waits[-1])} ms" if waits else ""


def _spread(seconds: Sequence[float]) -> str:
    return f"{_ms(median(seconds))}, {_ms(max(seconds))} ms" if seconds else ""


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f}"
