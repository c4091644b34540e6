"""Divides a job into batches, and yields the results in the order of the items. Knows no Ray.

A batch costs the cluster some milliseconds and the loading of kernels, so a batch takes about a minute. A dead worker
costs one batch. The last batches are short, so all machines end at the same time.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from engine.fan import Item, Job, Result, Workers

MINUTE = 60.0
"""Seconds of processor time that a batch should take."""
AHEAD = 3
"""Submitted batches for each core: one is computed, and the others wait."""
_GROWTH = 4
"""The most times as many items as in the last batch, because the next items may be slower."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Holds items for one worker, which must have the ``code`` of the engine."""

    code: str
    job: Job[Any, Any]
    items: list[Any]


@dataclass(frozen=True, slots=True)
class Computed:
    """Holds the results of a batch, or of its first items, and the seconds of processor time."""

    results: list[Any]
    seconds: float


class BatchedFan:
    """Computes jobs by batches.

    Args:
        machines: compute the batches in any order (``RayMachines``).
        code: the code of the engine of this program.
    """

    def __init__(self, machines: Any, code: str) -> None:
        self._machines, self._code = machines, code

    @contextmanager
    def workers(self, job: Job[Item, Result]) -> Iterator[Workers[Item, Result]]:
        """Yields what computes items of the job: the machines hold no process for it between two runs."""
        yield partial(self.over, job)

    def over(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yields the result of each item in the order of the items, which may have no end.

        Raises:
            GameError: the items cannot be computed.
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
    """Returns the most items of a batch that leaves enough for two batches a core."""
    return max(1, left // (2 * cores))


def _next_size(size: int, count: int, seconds: float) -> int:
    """Returns the number of items of the next batch, by the time of the last one."""
    fitting = round(MINUTE * count / seconds) if seconds > 0 else size * _GROWTH
    return max(1, min(fitting, size * _GROWTH))
