"""Measures how much sooner several threads solve a position than one: ``python -m engine.bench.threads``.

By nodes: one thread deals slices to the searches of a team in turns, so the figure is that of cores which cost each
other nothing, repeats to the last node, and needs no more than one core. By the clock: the threads run on real cores.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

import click

from engine.bench.race import GAME, HARD, positions_of
from engine.games import GameError, LineState, parse
from engine.solver import team
from engine.solver.solver import Solved, Solver

SLICE = 500
"""Nodes of a slice: about 50 microseconds."""


class Gain(NamedTuple):
    """Holds the cost of all positions, by one thread and by several.

    Attributes:
        one: the cost by one thread.
        several: the cost of the slowest of several threads.
        median: the median over the positions of ``one / several``.
    """

    one: float
    several: float
    median: float

    @property
    def times(self) -> float:
        """Returns how many times as fast several threads were over all positions."""
        return self.one / self.several


def slowest(solver: Solver, state: LineState, threads: int) -> int:
    """Returns the nodes of the search that had most to do, where ``threads`` searches work in turns."""
    work = team.gather(solver, state.own, state.mask, threads)
    if isinstance(work, Solved):
        return work.nodes
    work.run_in_turns(SLICE)
    return work.longest


def by_nodes(solver: Solver, threads: int) -> Callable[[LineState], float]:
    """Returns a measure of the nodes that one of several threads searches, at most."""

    def cost(state: LineState) -> float:
        solver.clear()
        return slowest(solver, state, threads)

    return cost


def by_clock(solver: Solver, threads: int) -> Callable[[LineState], float]:
    """Returns a measure of the seconds until several threads have solved a position."""

    def cost(state: LineState) -> float:
        solver.clear()
        started = time.perf_counter()
        team.solve(solver, state.own, state.mask, threads)
        return time.perf_counter() - started

    return cost


def gain(states: Iterable[LineState], one: Callable[[LineState], float], several: Callable[[LineState], float]) -> Gain:
    """Returns the cost of positions by one thread and by several, position by position in turns."""
    pairs = [(one(state), several(state)) for state in states]
    ones, others = zip(*pairs, strict=True)
    return Gain(sum(ones), sum(others), statistics.median(a / b for a, b in pairs))


@click.command()
@click.option("--positions", default=HARD, show_default=True, help="A set of `fourthought race`, or a file.")
@click.option("--count", type=click.IntRange(1), help="At most this many positions.")
@click.option("--threads", type=click.IntRange(2, 64), default=2, show_default=True, help="Threads of a team.")
@click.option("--clock", is_flag=True, help="Measure seconds on real cores; else nodes, in turns.")
@click.option("--table-mb", type=click.FloatRange(1, 1 << 20), default=64, show_default=True, help="The table in MiB.")
def main(positions: str, count: int | None, threads: int, clock: bool, table_mb: float) -> None:
    """Tells how many times as fast several threads solve positions, each with an empty table."""
    try:
        states = [parse(GAME, text)[1] for text in positions_of(positions)[:count]]
    except GameError as error:
        raise click.UsageError(str(error)) from None
    solver, measure = Solver(table_mb=table_mb), by_clock if clock else by_nodes
    measure(solver, threads)(parse(GAME, "4455")[1])
    found = gain(states, measure(solver, 1), measure(solver, threads))
    unit = "s" if clock else "nodes"
    click.echo(
        f"one thread {found.one:,.6g} {unit}, {threads} threads {found.several:,.6g} {unit}: {found.times:.2f} times "
        f"as fast; median of the positions {found.median:.2f}"
    )


if __name__ == "__main__":
    main()
