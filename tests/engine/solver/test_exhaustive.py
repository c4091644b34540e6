"""Every reachable position of small boards: the solver and each proof against plain minimax."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.compiled import kernel
from engine.solver.bitboard import completing
from engine.solver.proofs import NONE, upper_bound
from engine.solver.solver import Solver
from tests.engine.solver.oracle import Words, layers

BOARDS = [(4, 4, 3), (4, 4, 4), (5, 4, 3), (5, 3, 4), (4, 5, 3), (3, 7, 3)]
BIG = [(5, 4, 4), (4, 5, 5), (6, 3, 4), (3, 6, 4), (4, 5, 4), (4, 6, 3), (5, 4, 5), (5, 5, 3), (4, 6, 4), (6, 4, 3)]
every_board = pytest.mark.parametrize("board", BOARDS + [pytest.param(b, marks=pytest.mark.long) for b in BIG])


@every_board
def test_solver_agrees_with_minimax(board: tuple[int, int, int]) -> None:
    solver = Solver(*board, table_mb=1)
    for own, mask, scores in layers(*board):
        step = len(own) // 50_000 + 1  # big layers: every so-manieth position
        solved = solver.solve_many(zip(own[::step].tolist(), mask[::step].tolist(), strict=True))
        assert [s.score for s in solved] == scores[::step].tolist()


@kernel()
def bounds_of(own: Any, mask: Any, alphas: Any, out: Any, h: Any, k: Any, a: Any, u: Any, s: Any, words: Any) -> None:
    board, bottom, guards, same = words[0], words[1], words[2], words[3]
    for i in range(own.shape[0]):
        other = own[i] ^ mask[i]
        wins = completing(other, h, k, a, u, s) & board & ~mask[i]
        for j in range(alphas.shape[0]):
            out[i, j] = upper_bound(
                own[i], other, mask[i], wins, alphas[j], h, k, a, u, s, board, bottom, guards, same
            )  # fmt: skip


def proven_bounds(own: Words, mask: Words, alphas: Any, width: int, height: int, connect: int) -> Any:
    bottom = sum(1 << c * (height + 1) for c in range(width))
    same = sum(1 << r for r in range(height) if (height - r) % 2 == 0)
    words = np.array([bottom * ((1 << height) - 1), bottom, bottom << height, bottom * same], np.uint64)
    across, upward = width >= connect, height >= connect
    out = np.zeros((len(own), len(alphas)), np.int64)
    bounds_of(
        own, mask, alphas, out, np.uint64(height), np.uint64(connect), across, upward, across and upward, words
    )  # fmt: skip
    return out


@every_board
def test_proofs_are_bounds(board: tuple[int, int, int]) -> None:
    alphas = np.arange(-board[0] * board[1] // 2, 3)
    found = 0
    for own, mask, scores in layers(*board):
        bounds = proven_bounds(own, mask, alphas, *board)
        assert ((bounds == NONE) | (bounds <= alphas)).all()
        assert (bounds >= scores[:, None]).all()
        found += int((bounds != NONE).any(axis=1).sum())
    assert found > 100
