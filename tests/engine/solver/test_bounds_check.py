"""Tests that the kernel touches no array outside the bounds: in the step "bounds" an IndexError would say so."""

from __future__ import annotations

from engine.solver import team
from engine.solver.solver import Solver


def test_on_a_small_board() -> None:
    solver = Solver(5, 4, 4, table_mb=0.01)
    search, rows = solver.begin(0, 0, report=5, log_rows=9), 0
    while not search.run(1000) and search.nodes < 600_000:
        rows += len(search.drain())
    assert (search.low, search.high) == (0, 0)
    assert rows > 0
    assert team.solve(solver, 0, 0, threads=2).score == 0


def test_with_words_filled_to_the_last_bit() -> None:
    # 8x7 fills all 64 bits; three of each side stand in columns 1 and 2, and the side to move wins at once.
    own, mask = 0b111, 0b111 | 0b111 << 8
    solver = Solver(8, 7, 4, table_mb=0.01)
    search = solver.begin(0, 0, report=5, log_rows=9)
    while not search.run(1000) and search.nodes < 600_000:
        search.drain()
    assert team.solve(solver, own, mask, threads=2).score == 1 + (56 - 7) // 2
