"""Tests that the kernel touches no array outside the bounds: in the step "bounds" an IndexError would say so."""

import random

import pytest

from engine.solver import team
from engine.solver.solver import Solver
from tests.engine.solver.oracle import random_position


@pytest.mark.slow
@pytest.mark.parametrize("board", [(8, 7, 4), pytest.param((5, 4, 4), marks=pytest.mark.long)])
def test_searches_from_the_beginning_and_to_the_end(board: tuple[int, int, int]) -> None:
    """Fills a log of few rows again and again. 8x7 fills words to the last of 64 bits."""
    width, height, _ = board
    solver, rows, rng = Solver(*board, table_mb=0.01), 0, random.Random(1)
    endings = [random_position(rng, *board, width * height - free) for free in (16, 13, 10, 5, 1)]
    for own, mask in [(0, 0), *endings]:
        search = solver.begin(own, mask, report=5, log_rows=9)
        while not search.run(1000) and search.nodes < 200_000:
            rows += len(search.drain())
        assert search.exact or mask == 0
        if search.exact:
            assert team.solve(solver, own, mask, threads=2).score == search.low
    assert rows > 100


def test_with_words_filled_to_the_last_bit() -> None:
    # Three of each side are in columns 1 and 2, and the side to move wins with one move.
    own, mask = 0b111, 0b111 | 0b111 << 8
    solver = Solver(8, 7, 4, table_mb=0.01)
    assert team.solve(solver, own, mask, threads=2).score == 1 + (56 - 7) // 2
