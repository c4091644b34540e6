"""Measures what a second word costs, and how the exact search grows: ``python -m engine.workshop.bench.growth``.

The positions are late ones, drawn by fixed seeds. In none of them can a side win with its next move. To show the cost
of a second word, boards of one word are also compiled as boards of two words, and the same positions are searched.
"""

import functools
import random
import statistics
import sys
import time
from collections.abc import Iterator

from engine.games import LineGame, LineState
from engine.solver.solver import Solver

SIZES = ((7, 6), (7, 7), (8, 7), (7, 9), (8, 8), (9, 7), (8, 9), (10, 7), (9, 9), (10, 10))
EMPTY = (24, 32, 36)
ENOUGH = 10_000  # nodes from which on the time of a node is told
TWICE = ((6, 5), (7, 6))


def late_line(width: int, height: int, empty: int, seed: int) -> list[int]:
    """Returns random moves to a position with ``empty`` squares. Whoever is to move there cannot win at once."""
    game, rng = LineGame(width, height, 4, True), random.Random(f"late {width}x{height} {empty} {seed}")

    def quiet(state: LineState) -> bool:
        return game.outcome(state) is None and all(
            game.outcome(game.play(state, move)) is None for move in game.moves(state)
        )

    while True:
        state, line = game.initial(), list[int]()
        while state.ply < game.max_plies - empty:
            onwards = [move for move in game.moves(state) if quiet(game.play(state, move))]
            if not onwards:
                break
            line.append(rng.choice(onwards))
            state = game.play(state, line[-1])
        else:
            return line


def late(width: int, height: int, empty: int, seed: int) -> LineState:
    """Returns the position after :func:`late_line`."""
    game = LineGame(width, height, 4, True)
    return functools.reduce(game.play, late_line(width, height, empty, seed), game.initial())


def measure(solver: Solver, positions: list[LineState]) -> tuple[list[int], float]:
    """Solves each position from an empty table. Returns the nodes of each, and the seconds of processor time."""
    nodes, seconds = list[int](), 0.0
    for state in positions:
        solver.clear()
        started = time.thread_time()
        nodes.append(solver.solve(*state).nodes)
        seconds += time.thread_time() - started
    return nodes, seconds


def cost(width: int, height: int, count: int) -> str:
    """Returns a line of the table of the cost of a second word."""
    positions = [late(width, height, min(28, width * height - 4), seed) for seed in range(count)]
    solvers = [Solver(width, height, table_mb=4, words=words) for words in (1, 2)]
    rounds = [[measure(solver, positions) for solver in solvers] for _ in range(3)]
    same = rounds[0][0][0] == rounds[0][1][0]
    nodes, best = sum(rounds[0][0][0]), [min(one[words][1] for one in rounds) for words in (0, 1)]
    each = [f"{seconds / nodes * 1e9:.0f} ns" for seconds in best]
    told = f"{nodes:,} nodes" if same else "other nodes in two words"
    return f"{width}x{height}  {told}  one word {each[0]}  two words {each[1]}  {best[1] / best[0]:.2f} times"


def growth(count: int) -> Iterator[str]:
    """Yields the lines of the table of growth, by size and empty squares."""
    for width, height in SIZES:
        solver = Solver(width, height, table_mb=16)
        for empty in EMPTY:
            nodes, seconds = measure(solver, [late(width, height, empty, seed) for seed in range(count)])
            each = f"median {statistics.median(nodes):,.0f}  most {max(nodes):,}  {seconds / count * 1e3:.2f} ms"
            pace = f"  {seconds / sum(nodes) * 1e9:.0f} ns a node" if sum(nodes) >= ENOUGH else ""
            yield f"{width}x{height}  {empty} empty  nodes {each}{pace}"


def main() -> None:
    """Prints both tables, of as many positions each as the first argument says (default 20)."""
    count = int(sys.argv[1]) if sys.argv[1:] else 20
    for size in TWICE:
        print(cost(*size, count), flush=True)  # noqa: T201
    for line in growth(count):
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
