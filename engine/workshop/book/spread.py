"""Solves the positions of a book on many machines. The folder of the work stays here, and a stopped build resumes."""

import functools
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.games import LineGame
from engine.solver.solver import Solver
from engine.workshop.book.build import Answer, BookBuilder, PlySolver, Progress, Question, Stop, solve
from engine.workshop.pool import Job, Pool


class Task(NamedTuple):
    """Asks a question on one board (width, height, stones in a row), with a table of ``table_mb`` MiB a worker."""

    board: tuple[int, int, int]
    table_mb: float
    question: Question


def solve_task(task: Task) -> tuple[Answer, float]:
    """Returns the answer, and the seconds of processor time. The table changes no score."""
    started = time.thread_time()
    answer = solve(task.question, _solver(task.board, task.table_mb).begin)
    assert answer is not None  # noqa: S101 (nothing stops a search of a worker)
    return answer, time.thread_time() - started


def solve_on(pool: Pool, builder: BookBuilder, table_mb: float, tell: Callable[[Progress], None], stop: Stop) -> bool:
    """Solves all open positions, with tables of ``table_mb`` MiB. Returns whether every position is solved. ``tell`` is
    called after each position. ``stop``, uint64[1], is set to end the work after the next position."""
    for ply in range(builder.plies, -1, -1):
        one, spent = PlySolver(builder, ply, tell), 0.0
        tasks = _Tasks(builder.game, table_mb, one)
        try:
            for number, (answer, seconds) in enumerate(pool.over(Job(solve_task), tasks)):
                one.take(number, answer)
                spent += seconds
                if stop[0]:
                    return False
        finally:
            builder.add_seconds(spent)
    return True


class _Tasks:
    def __init__(self, game: LineGame, table_mb: float, one: PlySolver) -> None:
        self._board, self._table_mb, self._one = (game.width, game.height, game.connect), table_mb, one

    def __len__(self) -> int:
        return len(self._one)

    def __iter__(self) -> Iterator[Task]:
        return (Task(self._board, self._table_mb, self._one.question(number)) for number in range(len(self)))


@functools.lru_cache(maxsize=1)
def _solver(board: tuple[int, int, int], table_mb: float) -> Solver:
    return Solver(*board, table_mb=table_mb)
