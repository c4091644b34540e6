"""Makes a choice on a board too large to prove depend on the moves and the seed alone, so that a seed repeats a game.

On such a board the perfect level builds on tables of earlier searches, and a slice ends by the clock. Both would make a
choice depend on other games and on the machine. So every choice in the repeatable mode begins with an empty tree and
empty tables, which no other mind uses, and searches in whole strides of so many positions.
"""

import math
import time

from engine.games import Move
from engine.mind.planner import Purpose, SearchPlanner
from engine.mind.search.kernels import Kernels

STRIDE = 8_192  # positions between two looks at the clock


class RepeatableMode:
    """Keeps the tables of one mind, and notes the choice being searched from nothing. The mode pauses once a mind
    ponders or analyses: the mind then continues from the pondered tree, until the tree is forgotten."""

    def __init__(self) -> None:
        self._tables: Kernels | None = None
        self._choice: tuple[Move, ...] | None = None
        self._pondered = False

    @property
    def choosing(self) -> bool:
        """Tells whether a choice is being searched in strides."""
        return self._choice is not None

    def own_tables(self, shared: Kernels) -> Kernels:
        """Returns the compiled searches of ``shared`` with tables for this mind alone."""
        self._tables = self._tables or shared.with_own_tables()
        return self._tables

    def forget(self) -> None:
        """Forgets the choice and all pondering, as the tree is forgotten."""
        self._choice, self._pondered = None, False

    def must_restart(self, purpose: Purpose, moves: tuple[Move, ...]) -> bool:
        """Tells whether a slice of ``purpose`` after ``moves`` must begin with an empty tree."""
        self._pondered = self._pondered or purpose is not Purpose.CHOOSE
        if self._pondered:
            self._choice = None
        return not self._pondered and self._choice != moves

    def restart(self, moves: tuple[Move, ...]) -> None:
        """Empties the tables: a choice after ``moves`` begins."""
        if self._tables:
            self._tables.clear()
        self._choice = moves

    def run_strides(self, planner: SearchPlanner, deadline: float, nodes: float) -> bool:
        """Searches in whole strides until ``deadline`` (of time.perf_counter), or for so many positions. True while
        more is to search."""
        end, more = planner.nodes + nodes, True
        while more:
            more = planner.run_slice(Purpose.CHOOSE, math.inf, STRIDE)
            if planner.nodes >= end or time.perf_counter() >= deadline:
                break
        return more
