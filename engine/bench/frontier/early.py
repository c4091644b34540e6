"""Measures how early in a game the result is found within seconds.

The positions come from seeded games in which both sides move at random, but overlook no win and no block. Each game is
followed back from the end to the first move, until the search of two plies in a row takes too long.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Mapping, Sequence

from engine.coach.proving.oracle import value
from engine.games import LineGame, LineState
from engine.mind.search.shallow import without_blunders
from engine.solver.solver import Solver

WIDE = 4
"""Plies told together in one row."""


class TooLongError(Exception):
    """Ends a search without a result."""


def game_of(board: LineGame, seed: int) -> list[LineState]:
    """Returns all positions of a random game that are not over, the first one first."""
    rng, state, found = random.Random(f"early {seed}"), board.initial(), list[LineState]()
    while board.outcome(state) is None:
        found.append(state)
        state = board.play(state, rng.choice(without_blunders(board, state, list(board.moves(state)))))
    return found


def seconds_of(solver: Solver, state: LineState, limit: float) -> float | None:
    """Returns the processor time that finds who wins, with an empty table; None: more than ``limit``."""
    solver.clear()
    started = time.thread_time()

    def tick() -> None:
        if time.thread_time() - started > limit:
            raise TooLongError

    try:
        value(solver, state, tick)
    except TooLongError:
        return None
    return time.thread_time() - started


def measure(board: LineGame, games: int, limit: float, table_mb: float) -> Iterator[tuple[int, float | None]]:
    """Yields pairs of a ply and the seconds for the result, None where ``limit`` was too short.

    Args:
        games: how many games.
        limit: the most seconds for one position.
        table_mb: the size of the solver's table in MiB.
    """
    solver = Solver(board.width, board.height, board.connect, table_mb=table_mb)
    for number in range(games):
        missed = 0
        for ply, state in reversed([*enumerate(game_of(board, number))]):
            found = seconds_of(solver, state, limit) if missed < 2 else None
            missed = missed + 1 if found is None else 0
            yield ply, found


def rows(found: Mapping[int, Sequence[float | None]], wide: int = WIDE) -> Iterator[str]:
    """Yields a table: for each run of plies the share of positions with a result, and the median of seconds."""
    yield "| moves played | positions | result found | median, s |"
    yield "|---|---:|---:|---:|"
    for first in range(0, max(found) + 1, wide):
        times = sorted(one or math.inf for ply in range(first, first + wide) for one in found.get(ply, ()))
        if times:
            share, middle = sum(map(math.isfinite, times)) / len(times), times[len(times) // 2]
            median = f"{middle:.2f}" if math.isfinite(middle) else "-"
            yield f"| {first} to {first + wide - 1} | {len(times)} | {share:.0%} | {median} |"
