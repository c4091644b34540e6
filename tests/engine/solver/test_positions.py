"""The shared test positions, where they lie beside the checkout: every score as given."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import LineGame, parse
from engine.solver.solver import Solver

FOLDER = Path(__file__).parents[3].parent / "shared" / "positions"
SAMPLE = {"begin-hard.txt": 10, "begin-medium.txt": 100}


def positions(path: Path, count: int | None = None) -> tuple[list[tuple[int, int]], list[int]]:
    game = LineGame(7, 6, 4, True)
    lines = [line.split() for line in path.read_text().splitlines()[:count]]
    return [parse(game, text)[1] for text, _ in lines], [int(score) for _, score in lines]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_scores(path: Path) -> None:
    states, scores = positions(path, SAMPLE.get(path.name))
    assert [solved.score for solved in Solver(table_mb=16).solve_many(states)] == scores


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_all_scores_with_a_small_table(path: Path) -> None:
    states, scores = positions(path)
    assert [solved.score for solved in Solver(table_mb=1).solve_many(states)] == scores
