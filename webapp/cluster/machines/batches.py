"""Divides a job into batches of about a minute, and hands the results on in the order of the items. Pure: knows no Ray.

A batch costs the cluster some milliseconds and the loading of kernels, so batches are long; a dead worker costs one
batch, so batches are not longer than minutes; and the last batches are short, so that all machines end together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from engine.fan import Item, Job, Result

MINUTE = 60.0
"""Seconds of processor time of a batch, about."""

AHEAD = 3
"""Batches under way for each core: one is computed, and the others wait there or for their turn here."""

_GROWTH = 4
"""Times as many items as before a batch has at most: the next items may be slower than the last ones."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Holds items for one worker.

    Args:
        code: the code of the engine that the worker must have.
        job: the work.
        items: the items.
    """

    code: str
    job: Job[Any, Any]
    items: list[Any]


@dataclass(frozen=True, slots=True)
class Computed:
    """Holds the results of a batch, or of the first items, and the seconds of processor time."""

    results: list[Any]
    seconds: float


class Machines(Protocol):
    """Computes batches somewhere, in any order; a batch whose worker dies is computed again."""

    @property
    def cores(self) -> int:
        """Returns the number of batches computed at once."""

    def submit(self, batch: Batch) -> Any:
        """Begins a batch, and returns a ticket."""

    def result(self, ticket: Any) -> Computed:
        """Waits for a batch.

        Raises:
            GameError: the batch cannot be computed.
        """

    def cancel(self, ticket: Any) -> None:
        """Gives a batch up."""


class BatchedFan:
    """Computes jobs by batches.

    Args:
        machines: compute the batches.
        code: the code of the engine of this program, which every worker must have.
    """

    def __init__(self, machines: Machines, code: str) -> None:
        self._machines, self._code = machines, code

    def over(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yields the result of each item, in the order of the items.

        Args:
            job: the work.
            items: the items; there may be no end of them.

        Raises:
            GameError: the items cannot be computed, and why.
        """
        source, left = iter(items), len(items) if isinstance(items, Sized) else None
        waiting: deque[tuple[Batch, Any]] = deque()
        size, cores = 1, self._machines.cores
        try:
            while True:
                for _ in range(cores * AHEAD - len(waiting)):
                    taken = list(islice(source, size if left is None else min(size, _part(left, cores))))
                    if not taken:
                        break
                    left = None if left is None else left - len(taken)
                    waiting.append(self._begin(Batch(self._code, job, taken)))
                if not waiting:
                    return
                batch, ticket = waiting[0]
                done = self._machines.result(ticket)
                waiting.popleft()
                if rest := batch.items[len(done.results) :]:
                    waiting.appendleft(self._begin(Batch(self._code, job, rest)))
                if done.results:
                    size = _next_size(size, len(done.results), done.seconds)
                yield from done.results
        finally:
            for _, ticket in waiting:
                self._machines.cancel(ticket)

    def _begin(self, batch: Batch) -> tuple[Batch, Any]:
        return batch, self._machines.submit(batch)


def _part(left: int, cores: int) -> int:
    """Returns the most items of a batch so that the items left are enough for two batches a core."""
    return max(1, left // (2 * cores))


def _next_size(size: int, count: int, seconds: float) -> int:
    """Returns the number of items of the next batch, by the time of the last one."""
    fitting = round(MINUTE * count / seconds) if seconds > 0 else size * _GROWTH
    return max(1, min(fitting, size * _GROWTH))
