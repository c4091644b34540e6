"""Tests the judge: the published slips, right programs, and mutants whose truth comes from all small trees."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from engine.lab.grade.executing import execute
from engine.lab.grade.mutants import PRINTED, Made, mutants, printed
from engine.lab.judge.judging import judged
from engine.lab.judge.verdict import Verdict, fault_of
from engine.lab.judge.watching import Program, Runner
from engine.lab.mutants import MUTANTS, Mutant

_VALUES = (-2, 0, 1, 3)
_READINGS = {"negamax": "value, branch", "game": "value, branch"}
_BEFORE = "from math import inf\n"


@dataclass
class Table:
    """Holds the figures of a self-test. ``faults`` names each verdict that is wrong."""

    right: int = 0
    slips: int = 0
    slip_lines: int = 0
    mutants: int = 0
    wrong: int = 0
    verdicts: int = 0
    lines: int = 0
    bounds: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Tells whether every verdict is right, and nine of ten sentences name the line or the bound."""
        return not self.faults and self.lines + self.bounds >= 0.9 * self.wrong

    def as_data(self) -> dict[str, Any]:
        """Returns the figures as plain data."""
        return {**vars(self), "passed": self.passed}

    def text(self) -> str:
        """Returns the figures as a table."""
        rows = (
            ("right programs accepted", f"{self.right} of {len(PRINTED)}"),
            ("published slips found", f"{self.slips} of {len(MUTANTS)}"),
            ("  with the right line", f"{self.slip_lines} of {len(MUTANTS)}"),
            ("mutants judged rightly", f"{self.verdicts} of {self.mutants}"),
            ("  wrong ones", f"{self.wrong}"),
            ("  with the right line", f"{self.lines} of {self.wrong}"),
            ("  with another line that repairs, or the bound", f"{self.bounds} of {self.wrong}"),
        )
        return "\n".join([*(f"{name:<48}{value}" for name, value in rows), *self.faults])


def self_test(count: int, leaves: int) -> Table:
    """Returns the figures for the slips, the right programs and ``count`` mutants. A mutant that is accepted is run on
    all trees of at most ``leaves`` leaves from four values."""
    table = Table()
    for name, function in PRINTED.items():
        accepted = judged(printed(name), function, execute).right
        table.right += accepted
        table.faults += [] if accepted else [f"refused, though right: {name}"]
    for slip in MUTANTS.values():
        judge_slip(slip, table)
    for made in mutants(count):
        judge_mutant(made, leaves, table)
    return table


def judge_slip(slip: Mutant, table: Table) -> None:
    """Judges a published slip, and counts it in the table."""
    source, decay = _BEFORE + "\n".join(slip.code), 0.9 if slip.decays else 1.0
    verdict = judged(source, slip.functions[0].__name__, execute, decay)
    table.slips += not verdict.right
    table.slip_lines += verdict.line == slip.line + 1
    table.faults += [f"accepted: {slip.name}"] if verdict.right else []


def judge_mutant(made: Made, leaves: int, table: Table) -> None:
    """Judges a mutant, compares the verdict with the truth on all small trees, and counts it in the table."""
    verdict = judged(made.source, PRINTED[made.base], execute)
    table.mutants += 1
    witness = _witness(made, verdict, leaves)
    if verdict.right == (witness is None):
        table.verdicts += 1
    else:
        what = "accepted" if verdict.right else "refused, though right"
        table.faults.append(f"{what}: {made.base}, line {made.line}: {made.source.splitlines()[made.line - 1].strip()}")
    if not verdict.right:
        table.wrong += 1
        table.lines += verdict.line == made.line
        table.bounds += verdict.line != made.line and bool(verdict.repair or verdict.told)


def _witness(made: Made, verdict: Verdict, leaves: int) -> Any:
    """Returns a tree on which a mutant is wrong, by the reading of the program that it comes from, None if there is
    none. The tree of a verdict is tried first."""
    try:
        program = Program(made.source, PRINTED[made.base])
        runner = Runner(program, execute)
    except Exception as error:
        return error
    reading = _READINGS.get(made.base, "value")
    trees = _full() if made.base == "flat" else all_trees(leaves)
    for tree in itertools.chain([] if verdict.tree is None else [verdict.tree], trees):
        record = runner.run(tree)
        if fault_of(record, reading, 0, 1.0) is not None:
            return tree
    return None


@lru_cache(maxsize=4)
def all_trees(leaves: int) -> list[Any]:
    """Returns all trees of 2 to ``leaves`` leaves with values from four numbers. Each inner node has two branches or
    more."""
    found = []
    for count in range(2, leaves + 1):
        for shape in _shapes(count):
            found += [_filled(shape, iter(values)) for values in itertools.product(_VALUES, repeat=count)]
    return found


def _shapes(count: int) -> Iterator[Any]:
    """Yields all shapes of trees with a number of leaves."""
    if count == 1:
        yield 0
        return
    for parts in _parts(count):
        yield from (list(one) for one in itertools.product(*[list(_shapes(part)) for part in parts]))


def _parts(count: int, least: int = 2) -> Iterator[tuple[int, ...]]:
    """Yields all ordered sums of ``count``, of ``least`` numbers or more."""
    if least <= 1:
        yield (count,)
    for first in range(1, count):
        yield from ((first, *rest) for rest in _parts(count - first, least - 1))


def _filled(shape: Any, values: Iterator[int]) -> Any:
    return [_filled(one, values) for one in shape] if isinstance(shape, list) else next(values)


@lru_cache(maxsize=1)
def _full() -> list[Any]:
    """Returns trees of eight leaves from two and from three values, for programs of leaves in one list."""
    shape = [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]
    return [
        _filled(shape, iter(values)) for some in ((0, 1), (-1, 0, 2)) for values in itertools.product(some, repeat=8)
    ]
