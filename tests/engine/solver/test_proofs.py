"""Compares the proofs of the follow-up theorem with plain minimax, on boards of both parities."""

import random
from typing import Any

import numpy as np
import pytest

from engine.bitboard import completing
from engine.compiled import kernel
from engine.solver.proofs import NONE, upper_bound
from tests.engine.solver.oracle import Words, layers, random_position

FAMILIES = ("follow_up", "lines", "even_tails", "odd_tails")
BOARDS = [(4, 4, 3), (4, 4, 4), (5, 3, 4), (4, 5, 3), (3, 7, 3), (3, 6, 3), (3, 6, 4), (5, 3, 3)]
BIG = [(5, 4, 4), (5, 4, 3), (4, 5, 4), (4, 5, 5), (6, 3, 4), (4, 6, 3), (5, 4, 5), (5, 5, 3), (4, 6, 4), (6, 4, 3)]
SAMPLED = [(7, 6, 4, 27), (6, 6, 4, 21), (7, 5, 4, 21), (5, 6, 4, 15), (6, 5, 4, 15), (5, 7, 4, 19), (6, 7, 4, 26)]
SAMPLED += [(7, 6, 5, 28), (6, 6, 5, 22), (8, 7, 4, 41), (9, 6, 4, 40), (5, 5, 4, 10), (6, 4, 4, 9)]


@kernel()
def bounds_of(
    own: Any, mask: Any, alphas: Any, out: Any, h: Any, k: Any, a: Any, u: Any, s: Any, words: Any, use: Any
) -> None:
    board, bottom, guards, same = words[0], words[1], words[2], words[3]
    for i in range(own.shape[0]):
        other = own[i] ^ mask[i]
        wins = completing(other, h, k, a, u, s) & board & ~mask[i]
        for j in range(alphas.shape[0]):
            out[i, j] = upper_bound(
                own[i], other, mask[i], wins, alphas[j], h, k, a, u, s, board, bottom, guards, same,
                use[0], use[1], use[2], use[3],
            )  # fmt: skip


def proven_bounds(
    own: Words, mask: Words, alphas: Any, board: tuple[int, int, int], use: tuple[bool, ...] = (True,) * 4
) -> Any:
    width, height, connect = board
    bottom = sum(1 << c * (height + 1) for c in range(width))
    same = sum(1 << r for r in range(height) if (height - r) % 2 == 0)
    words = np.array([bottom * ((1 << height) - 1), bottom, bottom << height, bottom * same], np.uint64)
    across, upward = width >= connect, height >= connect
    out = np.zeros((len(own), len(alphas)), np.int64)
    bounds_of(
        own, mask, alphas, out, np.uint64(height), np.uint64(connect), across, upward, across and upward, words,
        np.array(use),
    )  # fmt: skip
    return out


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS + [pytest.param(b, marks=pytest.mark.long) for b in BIG])
def test_proofs_are_bounds_at_every_position(board: tuple[int, int, int]) -> None:
    alphas = np.arange(-board[0] * board[1] // 2, 3)
    found = 0
    for own, mask, scores in layers(*board):
        bounds = proven_bounds(own, mask, alphas, board)
        assert ((bounds == NONE) | (bounds <= alphas)).all()
        assert (bounds >= scores[:, None]).all()
        found += int((bounds != NONE).any(axis=1).sum())
    assert found > 100


@pytest.mark.slow
@pytest.mark.parametrize("family", range(4), ids=FAMILIES)
@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), pytest.param((5, 5, 3), marks=pytest.mark.long)])
def test_each_family_alone_is_a_bound(board: tuple[int, int, int], family: int) -> None:
    alphas = np.arange(-board[0] * board[1] // 2, 3)
    use = tuple(i == family or (family == 1 and i == 0) for i in range(4))  # the second half of (A) needs the first
    found = 0
    for own, mask, scores in layers(*board):
        bounds = proven_bounds(own, mask, alphas, board, use)
        assert ((bounds == NONE) | (bounds <= alphas)).all()
        assert (bounds >= scores[:, None]).all()
        found += int((bounds != NONE).any(axis=1).sum())
    assert found > 50


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [2, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("size", SAMPLED, ids=lambda size: "{}x{}k{}".format(*size))
def test_proofs_are_bounds_below_random_positions(size: tuple[int, int, int, int], seeds: int) -> None:
    *dimensions, plies = size
    board = (dimensions[0], dimensions[1], dimensions[2])
    rng = random.Random(repr(size))
    alphas = np.arange(-10, 3)
    found = 0
    for _ in range(seeds):
        for own, mask, scores in layers(*board, random_position(rng, *board, plies)):
            bounds = proven_bounds(own, mask, alphas, board)
            assert (bounds >= scores[:, None]).all()
            found += int((bounds != NONE).any(axis=1).sum())
    assert found > 0
