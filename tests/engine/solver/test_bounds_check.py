"""The kernel runs with array bounds checked, and finds nothing out of bounds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from engine.solver import team
from engine.solver.solver import Solver
solver = Solver({board}, table_mb=0.01)
search = solver.begin(0, 0, report=5, log_rows=9)
rows = 0
while not search.run(1000) and search.nodes < 600000:
    rows += len(search.drain())
print(search.low, search.high, rows > 0)
together = team.solve(solver, {own}, {mask}, threads=2)
print(together.score)
"""


def checked(board: str, own: int, mask: int, cache: Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", SCRIPT.format(board=board, own=own, mask=mask)],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(cache)},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    ).stdout


def test_small_board_with_bounds_checked(tmp_path: Path) -> None:
    assert checked("6, 5, 4", 0, 0, tmp_path).splitlines() == ["0 0 True", "0"]


def test_full_words_with_bounds_checked(tmp_path: Path) -> None:
    # 8x7 fills all 64 bits; three of each side stand in columns 1 and 2, and the side to move wins at once.
    own, mask = 0b111, 0b111 | 0b111 << 8
    assert checked("8, 7, 4", own, mask, tmp_path).splitlines()[1] == str(1 + (56 - 7) // 2)
