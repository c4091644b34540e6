"""Tests boards of every shape: known outcomes, and a solver for each board which fits."""

import random

import numpy as np
import pytest

from engine.solver.solver import Solver
from tests.engine.solver.oracle import children, lines, random_position

EVERY = [(w, h, k) for w in range(1, 33) for h in range(1, 64) if w * (h + 1) <= 64 for k in (3, 4, 5)]
NORMAL = [(8, 7, 4), (9, 6, 5)]
"""Boards of registered games: their kernels are compiled in any case."""

EXTREMES = [(1, 63, 3), (9, 6, 4), (16, 3, 5)]


def random_sample() -> list[tuple[int, int, int]]:
    return random.Random(64).sample(EVERY, 30)


@pytest.mark.slow
@pytest.mark.parametrize(
    "board", [*NORMAL, (5, 3, 4), *(pytest.param(b, marks=pytest.mark.long) for b in EXTREMES + random_sample())]
)
def test_every_board_that_fits_has_a_solver(board: tuple[int, int, int]) -> None:
    """Walks down random games with the last 14 moves open: each score is the best of the children's scores."""
    width, height, connect = board
    cells, all_lines = width * height, lines(*board)
    solver = Solver(*board, table_mb=1)
    rng = random.Random(repr(board))
    for _ in range(10):
        own, mask = random_position(rng, width, height, connect, max(cells - 14, 0))
        while True:
            scores, quiet = [], []
            row = np.array([own], np.uint64), np.array([mask], np.uint64)
            for legal, child_own, child_mask, won in children(*row, width, height, all_lines):
                if won[0]:
                    scores.append(1 + (cells - mask.bit_count() - 1) // 2)
                elif legal[0]:
                    quiet.append((int(child_own[0]), int(child_mask[0])))
                    scores.append(-solver.solve(*quiet[-1]).score)
            if not scores:
                break
            assert solver.solve(own, mask).score == max(scores)
            if not quiet:
                break
            own, mask = rng.choice(quiet)


# The move that wins with best play, by the first player if it is odd (0: a draw). Who wins is as in John Tromp's table.
OUTCOMES = {
    (4, 4): 0, (4, 5): 0, (4, 6): 0, (5, 4): 0, (5, 5): 0, (5, 6): 0, (6, 4): 24, (6, 5): 0, (6, 6): 36, (7, 4): 0,
    (7, 5): 0, (7, 6): 41,
}  # fmt: skip


def last_move(score: int, cells: int) -> int:
    """Returns the number of the winning move, from the score of an empty board."""
    if score == 0:
        return 0
    return next(n for n in range(1, cells + 1) if n % 2 == (score > 0) and 1 + (cells - n) // 2 == abs(score))


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [s if s == (5, 4) else pytest.param(s, marks=pytest.mark.long) for s in OUTCOMES], ids=str
)
def test_known_outcomes(size: tuple[int, int]) -> None:
    width, height = size
    solved = Solver(width, height, 4, table_mb=16).solve(0, 0)
    assert last_move(solved.score, width * height) == OUTCOMES[size]
