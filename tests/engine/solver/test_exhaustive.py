"""Compares the solver, and each technique alone, with plain minimax on every reachable position of small boards."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from engine.games import LineGame
from engine.solver.solver import Solver
from engine.solver.switches import Switch, find_switch
from tests.engine.nets.test_file import small_net
from tests.engine.solver.oracle import Words, children, layers, lines, random_position

SMALL = (4, 4, 4)
"""The one board of short runs whose techniques can be switched: a kernel takes seconds to compile."""
WIDE = (5, 3, 4)
"""The one small board of short runs with all techniques: too low for a line upwards."""

BOARDS = [(4, 4, 3), WIDE]
BIG = [(5, 4, 4), (4, 5, 4), (5, 4, 3), (4, 5, 3), (3, 7, 3), (4, 5, 5), (6, 3, 4), (3, 6, 4), (5, 4, 5), (5, 5, 3)]
BIGGER = [(4, 6, 3), (4, 6, 4), (6, 4, 3)]
VARIANTS = [Switch.PLAIN, *(s for s in Switch), *(Switch.ALL ^ s for s in Switch)]
"""Nothing on, each technique alone, each technique missing."""


def long(boards: list[tuple[int, int, int]]) -> Iterator[object]:
    return (pytest.param(board, marks=pytest.mark.long) for board in boards)


def agree(solver: Solver, own: Words, mask: Words, scores: object, at_most: int) -> None:
    step = len(own) // at_most + 1  # big layers: every so-manieth position
    solved = solver.solve_many(zip(own[::step].tolist(), mask[::step].tolist(), strict=True))
    assert [s.score for s in solved] == np.asarray(scores)[::step].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("board", [WIDE, *long([SMALL, (4, 4, 3), *BIG, *BIGGER])])
def test_solver_agrees_with_minimax(board: tuple[int, int, int]) -> None:
    solver = Solver(*board, table_mb=1)
    for own, mask, scores in layers(*board):
        agree(solver, own, mask, scores, 50_000 if board in BIGGER else 1 << 40)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "at_most"), [
    (SMALL, 400),
    *(pytest.param(board, 1 << 40, marks=pytest.mark.long) for board in [SMALL, *BOARDS]),
    *(pytest.param(board, 4_000, marks=pytest.mark.long) for board in BIG),
])  # fmt: skip
def test_each_technique_alone_agrees_with_minimax(board: tuple[int, int, int], at_most: int) -> None:
    net = small_net(LineGame(*board, True))  # of random weights: no order changes a score
    solvers = [Solver(*board, table_mb=1, switches=switches, net=net) for switches in VARIANTS]
    for own, mask, scores in layers(*board):
        for solver in solvers:
            agree(solver, own, mask, scores, at_most)


@pytest.mark.slow
@pytest.mark.parametrize("board", [SMALL, pytest.param((5, 3, 3), marks=pytest.mark.long)])
def test_each_switch_switches_something(board: tuple[int, int, int]) -> None:
    width, height, _ = board
    net = small_net(LineGame(*board, True))
    openings = [(0, 0), *((0, 1 << column * (height + 1)) for column in range(width))]

    def nodes(switches: Switch) -> int:
        solvers = (Solver(*board, table_mb=0.01, switches=switches, net=net) for _ in openings)
        return sum(solver.solve(*opening).nodes for solver, opening in zip(solvers, openings, strict=True))

    everything, little = nodes(Switch.ALL), nodes(Switch.PLAIN | Switch.TABLE)
    for switch in Switch:
        without, alone = nodes(Switch.ALL ^ switch), nodes((Switch.PLAIN | Switch.TABLE) ^ switch)
        assert (without, alone) != (everything, little), switch.name
    assert everything * 5 < nodes(Switch.PLAIN)


def test_techniques_have_names() -> None:
    assert find_switch("odd-tails") is Switch.ODD_TAILS
    with pytest.raises(ValueError, match="there is no technique 'luck'; there are follow-up, lines, "):
        find_switch("luck")


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
