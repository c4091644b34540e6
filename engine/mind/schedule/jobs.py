"""Defines the jobs of the scheduler: a mind, a rank, a deadline."""

from __future__ import annotations

import threading
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


WHOLE_SLICE = 0.008
"""Seconds of processor time of a slice."""


class Thinker(Protocol):
    """Thinks in slices and gives an answer: a Mind or a LevelPreview."""

    lock: threading.RLock
    moves: tuple[Move, ...]
    visitor: str
    closed: bool
    expected: Move | None

    @property
    def awake(self) -> bool:
        """Tells whether the kernels are compiled."""

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

        Short jobs go first, so a quick move never waits for a crowd of hard positions (a multilevel feedback queue,
        F. Corbato and others, "An experimental time-sharing system", 1962).
        """
        return 0 if self.rank in _IN_TURNS else int(self.used / WHOLE_SLICE).bit_length()

    @property
    def _order(self) -> tuple[float, ...]:
        if self.rank in _IN_TURNS:
            return (self.turn,)
        return self.length, int(self.until / DEADLINE_SPAN), self.slices, self.until
