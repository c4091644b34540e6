"""Defines the jobs of the scheduler, and holds the newest job of each mind."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from engine.games import Move
from engine.mind.planner import Purpose

DUE, HINT, SHOW, ANALYSIS, PONDER = range(5)
"""Ranks of jobs, the most urgent first. SHOW is a move of a game between engines, for which only watchers wait."""

PURPOSES = {
    DUE: Purpose.CHOOSE,
    HINT: Purpose.ANALYSE,
    SHOW: Purpose.CHOOSE,
    ANALYSIS: Purpose.ANALYSE,
    PONDER: Purpose.PONDER,
}
"""The purpose of the search for each rank."""

_IN_TURNS = (ANALYSIS, PONDER)

DEADLINE_SPAN = 0.25
"""Seconds: moves with deadlines in the same span take turns, so the first of many leaves time for the others."""


WHOLE_SLICE = 0.008  # seconds of processor time of a slice


class Thinker(Protocol):
    """Thinks in slices and gives an answer: a Mind or a Question."""

    lock: threading.RLock
    moves: tuple[Move, ...]
    visitor: str
    closed: bool
    expected: Move | None

    @property
    def nodes(self) -> int:
        """Counts the positions searched so far."""

    def work(self, purpose: Purpose) -> bool:
        """Runs one slice. True while there is more to think about."""

    def answer(self, *, seconds: float, expected: Move | None) -> Any:
        """Returns the answer from the present knowledge."""


@dataclass(eq=False, slots=True)
class Job:
    """Claims cores for one mind. A newer claim of the same mind replaces an older one."""

    mind: Thinker
    moves: tuple[Move, ...]
    rank: int
    until: float  # the deadline of a due move or a hint, or the end of pondering or an analysis
    began: float
    done: Callable[[Any], None] | None = None
    wake: float = 0.0
    slices: int = 0
    used: float = 0.0  # seconds of processor time searched
    turn: int = 0  # the number of the last entry into a line: analyses and pondering take turns
    waiting: bool = False

    def __lt__(self, other: Job) -> bool:
        return self._order < other._order

    @property
    def length(self) -> int:
        """Tells how long a due move or a hint is already: 0 at first, and 1 more each time the processor time doubles.
        Short jobs go first, so a quick move never waits for a crowd of hard positions (a multilevel feedback queue, F.
        Corbato and others, "An experimental time-sharing system", 1962)."""
        return 0 if self.rank in _IN_TURNS else int(self.used / WHOLE_SLICE).bit_length()

    @property
    def _order(self) -> tuple[float, ...]:
        if self.rank in _IN_TURNS:
            return (self.turn,)
        return self.length, int(self.until / DEADLINE_SPAN), self.slices, self.until


class Claims:
    """Holds at most one job for each mind, the newest. A user takes a lock."""

    def __init__(self) -> None:
        self._claims: dict[Thinker, tuple[Job, str]] = {}
        self._minds: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._claims)

    def set(self, job: Job) -> None:
        """Replaces the mind's older job by a new one."""
        self.drop(job.mind)
        self._claims[job.mind] = job, job.mind.visitor  # the visitor of a mind can change
        self._minds[job.mind.visitor] += 1

    def drop(self, mind: Thinker) -> None:
        """Withdraws the job of a mind, if there is one."""
        _, visitor = self._claims.pop(mind, (None, None))
        if visitor is not None:
            self._minds[visitor] -= 1
            if not self._minds[visitor]:
                del self._minds[visitor]

    def clear(self) -> None:
        """Withdraws all jobs."""
        self._claims.clear()
        self._minds.clear()

    def of(self, mind: Thinker) -> Job | None:
        """Returns the job of a mind."""
        return self._claims.get(mind, (None, ""))[0]

    def jobs(self) -> list[Job]:
        """Returns all jobs."""
        return [job for job, _ in self._claims.values()]

    def minds_of(self, visitor: str) -> int:
        """Returns the number of a visitor's minds with a job, the pondering ones included."""
        return self._minds[visitor]

    def is_current(self, job: Job) -> bool:
        """Tells whether a job is the newest of its mind."""
        return self.of(job.mind) is job

    def is_waiting(self, job: Job) -> bool:
        """Tells whether a job still counts, and waits for a thread."""
        return job.waiting and self.is_current(job)
