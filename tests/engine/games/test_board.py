"""Tests the parts of a board of any size against the plainest definitions."""

import itertools

import pytest

from engine.games import GameError, LineGame

SIZES = [(7, 6, 4), (3, 3, 3), (9, 6, 5), (1, 5, 2), (5, 1, 3), (6, 2, 6), (4, 4, 7), (16, 3, 3), (8, 7, 4)]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}k{}".format(*size))


def lines_of(width: int, height: int, connect: int) -> set[frozenset[tuple[int, int]]]:
    """Returns every winning line as a set of cells."""
    cells = set(itertools.product(range(1, width + 1), range(1, height + 1)))
    runs = (
        frozenset((c + dc * i, r + dr * i) for i in range(connect))
        for c, r in cells
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )
    return {run for run in runs if run <= cells}


@sizes
def test_cells_and_lines(size) -> None:
    width, height, connect = size
    game = LineGame(width, height, connect, False)
    assert game.board == tuple((c, r) for c in range(1, width + 1) for r in range(1, height + 1))
    assert len({game.bit(cell) for cell in game.board}) == game.full.bit_count() == width * height == game.max_plies
    lines = [frozenset(game._cells_of(line)) for line in game.lines]
    assert (set(lines), len(lines)) == (lines_of(*size), len(set(lines)))


@sizes
def test_a_line_is_found_and_with_a_stone_less_it_is_none(size) -> None:
    game = LineGame(*size, False)
    for line in game.lines:
        assert game._rows_of(line) == line
        for cell in game._cells_of(line):
            assert game._rows_of(line ^ game.bit(cell)) == 0
            assert game.holes(line ^ game.bit(cell), line ^ game.bit(cell)) & line == game.bit(cell)


@pytest.mark.parametrize("size", [(1, 1, 2), (1, 6, 4), (6, 1, 4), (8, 7, 4), (32, 1, 4), (64, 1, 4), (11, 10, 4)])
def test_the_smallest_and_the_largest_boards(size) -> None:
    game = LineGame(*size, True)
    assert list(game.moves(game.initial())) == list(range(1, size[0] + 1))
    with pytest.raises(GameError, match="26x4 does not fit: width x "):
        LineGame(26, 4, 4, True)  # 130 bits
