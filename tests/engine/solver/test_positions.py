"""Tests the scores of known positions: lines of each of Pascal Pons's test files, score as given."""

from pathlib import Path

import pytest

from engine.games import LineGame, parse
from engine.solver.solver import Solver

FILES = sorted((Path(__file__).parent / "positions").glob("*.txt"))


def check_scores(path: Path, table_mb: float, most: int = 10) -> None:
    game = LineGame(7, 6, 4, True)
    lines = [line.split() for line in path.read_text().splitlines()[:most]]
    solved = Solver(table_mb=table_mb).solve_many([parse(game, text)[1] for text, _ in lines])
    assert [result.score for result in solved] == [int(score) for _, score in lines]


def test_every_file_is_there() -> None:
    assert len(FILES) == 6


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("most", [3, pytest.param(10, marks=pytest.mark.long)])
def test_scores(path: Path, most: int) -> None:
    check_scores(path, table_mb=16, most=most)


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scores_with_a_small_table(path: Path) -> None:
    check_scores(path, table_mb=1)
