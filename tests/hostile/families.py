"""Sums up the rows of a table by family of attacks, in the order of the table."""

from collections.abc import Sequence
from statistics import median

from tests.hostile.foe import ATTACKS
from tests.hostile.run import Row

_WORDS = {
    "foe": "the victim alone",
    "slowness": "slow requests, frames and readers",
    "requests": "wrong and forged requests, floods of pages",
    "frames": "wrong frames, floods of control frames",
    "packets": "odd packets and events",
    "churn": "coming and going",
    "floods": "questions, games and writes",
    "strangers": "looking for strangers",
    "faults": "faults of the machine",
}
"""The words for the modules of the attacks."""
COLUMNS = (
    "family", "kinds", "tried", "let in", "refused", "still open", "hung", "moves lost", "victim cut",
    "acknowledgement p99, median and worst kind", "due move beyond its budget, median and worst kind",
    "a sleeper, late p99, median and worst kind",
)  # fmt: skip


def family(name: str) -> str:
    """Returns the words for the family of the attack ``name``. Floods of one and of many addresses are two families."""
    module = next((one.client.__module__.rsplit(".", 1)[1] for one in ATTACKS if one.name == name), "faults")
    addresses = name.rpartition(", ")[2]
    return f"{_WORDS[module]}, {addresses}" if module == "floods" else _WORDS[module]


def summary(rows: Sequence[Row]) -> list[str]:
    """Returns the lines of a table in Markdown, with a row for each family."""
    families: dict[str, list[Row]] = {}
    for row in rows:
        families.setdefault(family(row.name), []).append(row)
    lines = [f"| {' | '.join(COLUMNS)} |", "|---|" + "---:|" * (len(COLUMNS) - 1)]
    return lines + [f"| {' | '.join(_cells(words, kinds))} |" for words, kinds in families.items()]


def _cells(words: str, kinds: Sequence[Row]) -> list[str]:
    tallies = [row.tally for row in kinds]
    counts = [
        len(kinds),
        *(
            sum(getattr(tally, name) for tally in tallies)
            for name in ("tried", "let_in", "refused", "still_open", "hung")
        ),
    ]
    return [
        words,
        *(f"{count:,}" for count in counts),
        f"{sum(row.lost for row in kinds)} of {sum(row.moves for row in kinds):,}",
        str(sum(row.cuts for row in kinds)),
        _spread([nearly_longest(row.acknowledgements) for row in kinds if row.acknowledgements]),
        _spread([row.beyond_budget for row in kinds if row.due]),
        _spread([nearly_longest(row.late) for row in kinds if row.late]),
    ]


def nearly_longest(waits: Sequence[float]) -> float:
    """Returns the 99th percentile of waits, shortest first."""
    return waits[int(0.99 * (len(waits) - 1))]


def _spread(seconds: Sequence[float]) -> str:
    return f"{1000 * median(seconds):.0f}, {1000 * max(seconds):.0f} ms" if seconds else ""
