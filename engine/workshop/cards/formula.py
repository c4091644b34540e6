"""Writes for a SAT solver which cell a diagram names.

The unknowns are the marks: for each empty cell at most one of the kinds, in the order in which a diagram looks for
them. A name is an unknown that follows from no clause: if it is true, the diagram names this cell among these
playable ones. A diagram names at most one cell, so at most one of the names is true, and a clause that asks for one
of some names says that the diagram names one of these cells.
"""

from functools import cache
from typing import Any

from engine.coach.diagram import cells_of
from engine.coach.diagrams.play import CLASSES


class BoundError(Exception):
    """Says that a bound was met before there was an answer."""


Literal = int
"""An unknown of the formula, or one with a minus: its opposite."""


class Formula:
    """Holds the unknown diagram of the ``empty`` cells that may have a mark."""

    def __init__(self, empty: int) -> None:
        from pysat.solvers import Glucose4

        self._solver: Any = Glucose4()
        self._unknowns = 0
        self._marks = {cell: [self.unknown() for _ in range(CLASSES)] for cell in cells_of(empty)}
        for marks in self._marks.values():
            self._at_most_one(marks)
        self.name = cache(self._name)  # the names of one formula
        self._lone, self._passed = cache(self._lone_of), cache(self._passed_by)

    def __enter__(self) -> "Formula":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def unknown(self) -> Literal:
        """Returns a new unknown."""
        self._unknowns += 1
        return self._unknowns

    def add(self, *clause: Literal) -> None:
        """Adds a clause: one of the literals is true."""
        self._solver.add_clause(clause)

    def solve(self, conflicts: int) -> bool:
        """Tells if all clauses can be true. Raises BoundError after so many conflicts."""
        self._solver.conf_budget(conflicts)
        # Without this the package's handler of Ctrl-C jumps out of the solver and leaves its memory broken.
        result: bool | None = self._solver.solve_limited(expect_interrupt=True)
        if result is None:
            raise BoundError
        return result

    def diagram(self) -> tuple[int, ...]:
        """Returns the cells of each kind of marks, after ``solve`` has returned True."""
        true = {literal for literal in self._solver.get_model() if literal > 0}
        kinds = range(CLASSES)
        return tuple(sum(cell for cell, marks in self._marks.items() if marks[kind] in true) for kind in kinds)

    def _at_most_one(self, some: list[Literal], unless: tuple[Literal, ...] = ()) -> None:
        for number, one in enumerate(some):
            for other in some[:number]:
                self.add(*unless, -one, -other)

    def _name(self, playable: int, cell: int) -> Literal:
        """Returns a name: if it is true, the diagram names the cell among the playable ones."""
        name, ways = self.unknown(), list[Literal]()
        for kind in range(CLASSES):
            way = self.unknown()
            ways.append(way)
            self.add(-way, self._marks[cell][kind])
            self.add(-way, self._lone(playable, kind))
            if kind:
                self.add(-way, self._passed(playable, kind - 1))
        self.add(-name, *ways)
        return name

    def _lone_of(self, playable: int, kind: int) -> Literal:
        """Returns an unknown: if it is true, at most one of the playable cells bears the mark."""
        lone = self.unknown()
        self._at_most_one([self._marks[cell][kind] for cell in cells_of(playable)], (-lone,))
        return lone

    def _passed_by(self, playable: int, kind: int) -> Literal:
        """Returns an unknown: if it is true, the diagram names no playable cell by this mark or one before."""
        passed = self.unknown()
        if kind:
            self.add(-passed, self._passed(playable, kind - 1))
        marks = [self._marks[cell][kind] for cell in cells_of(playable)]
        for mark in marks:
            self.add(-passed, -mark, *(other for other in marks if other != mark))
        return passed
