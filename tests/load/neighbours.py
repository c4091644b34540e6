"""Measures what readers of the lab, or visitors whose pages review games, cost the players: due moves and
acknowledgements, with and without the others."""

import contextlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.load.run import Outcome, Plan, hold, milliseconds, program, serving
from tests.server import TableServer

PLAN = Plan(connections=60, games=40, moves_per_second=20, seconds=25.0)
ROUNDS = 1


@dataclass
class Measured:
    """Holds the measurements of all rounds of one kind."""

    outcomes: list[Outcome] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)

    def row(self, name: str) -> str:
        """Returns the row of the table."""
        replies = [seconds for outcome in self.outcomes for seconds in outcome.reply_times]
        acknowledged = [seconds for outcome in self.outcomes for seconds in outcome.latencies]
        health = max(seconds for outcome in self.outcomes for seconds in outcome.health)
        seconds = PLAN.seconds * len(self.outcomes)
        told = f"| {name} | {_quantiles(replies)} | {_quantiles(acknowledged)} | {1000 * health:.0f} ms |"
        return (
            f"{told} {self.answers[200] / seconds:.1f} | {self.answers[503] / seconds:.1f} |" if self.answers else told
        )


_HEAD = "| beside | due move p50 / p90 / p99 | acknowledgement p50 / p90 / p99 | /healthz, slowest |"


def _quantiles(seconds: list[float]) -> str:
    return " / ".join(f"{milliseconds(seconds, part):.0f}" for part in (0.5, 0.9, 0.99)) + " ms"


@contextlib.contextmanager
def readers(server: TableServer, count: int, answers: Counter[int], depth: int = 8) -> Iterator[None]:
    """Makes readers ask while the context lasts. Afterwards adds the number of answers of each status.

    Args:
        depth: the depth of the costly runs.
    """
    with program("tests.load.reader", server, readers=count, depth=depth) as process:
        yield
        process.terminate()
        found = json.loads(process.communicate(timeout=120)[0])
    answers.update({int(status): number for status, number in found.items()})


@contextlib.contextmanager
def reviewers(server: TableServer, rate: float, seconds: float = PLAN.seconds) -> Iterator[None]:
    """Makes so many visitors a second come for a review while the context lasts. Raises AssertionError if the server
    refuses one."""
    plan = {"rate": rate, "seconds": seconds, "most": 0, "moves": 0}
    with program("tests.load.visitor", server, **plan) as process:
        yield
        found = json.loads(process.communicate(timeout=120)[0])
    assert not found["refused"], found


def beside_readers(folder: Path, count: int, plan: Plan = PLAN) -> Iterator[str]:
    """Yields the rows of a table: without readers and with ``count``, by turns."""
    alone, crowded = Measured(), Measured()
    with serving(folder, plan.connections + count, minimum_reply=0.0) as server:
        for _ in range(ROUNDS):
            alone.outcomes.append(hold(server, plan))
            with readers(server, count, crowded.answers):
                crowded.outcomes.append(hold(server, plan))
    yield _HEAD + " runs a second | refused a second |\n|---|---:|---:|---:|---:|---:|"
    yield alone.row("none")
    yield crowded.row(str(count))


def beside_reviews(folder: Path, rate: float, rounds: int = 3) -> Iterator[str]:
    """Yields the rows of a table: without visitors for reviews and with ``rate`` a second, by turns."""
    alone, crowded = Measured(), Measured()
    with serving(folder, PLAN.connections + 100, minimum_reply=0.0) as server:
        for _ in range(rounds):
            alone.outcomes.append(hold(server, PLAN))
            with reviewers(server, rate):
                crowded.outcomes.append(hold(server, PLAN))
    yield _HEAD + "\n|---|---:|---:|---:|"
    yield alone.row("none")
    yield crowded.row(f"{rate:g} a second")
