"""Compares the proofs of the follow-up theorem with plain minimax, on boards of both parities."""

import random
from typing import Any

import numpy as np
import pytest

from engine.bitboard import completing
from engine.kernels import kernel
from engine.solver.proofs import NONE, upper_bound
from engine.solver.table import allocate, buckets_log2, canonical, mix, probe, store
from tests.engine.solver.oracle import Words, layers, random_position
from tests.profiles import by_day

FAMILIES = ("follow_up", "lines", "even_tails", "odd_tails")
BOARDS = [(4, 4, 3), (4, 4, 4), (5, 3, 4), (4, 5, 3), (3, 7, 3), (3, 6, 3), (3, 6, 4), (5, 3, 3)]
BIG = [(5, 4, 4), (5, 4, 3), (4, 5, 4), (4, 5, 5), (6, 3, 4), (4, 6, 3), (5, 4, 5), (5, 5, 3), (4, 6, 4), (6, 4, 3)]
SAMPLED = [(7, 6, 4, 27), (6, 6, 4, 21), (7, 5, 4, 21), (5, 6, 4, 15), (6, 5, 4, 15), (5, 7, 4, 19), (6, 7, 4, 26)]
SAMPLED += [(7, 6, 5, 28), (6, 6, 5, 22), (8, 7, 4, 41), (9, 6, 4, 40), (5, 5, 4, 10), (6, 4, 4, 9)]


@kernel(
    "void(uint64[::1], uint64[::1], int64[::1], int64[:, ::1], uint64, uint64, boolean, boolean, boolean, uint64[::1], "
    "boolean[::1])"
)
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


def proven_everywhere(board: tuple[int, int, int], use: tuple[bool, ...]) -> int:
    """Checks the bounds at every position of a board, and returns how many positions have one."""
    alphas, found = np.arange(-board[0] * board[1] // 2, 3), 0
    for own, mask, scores in layers(*board):
        bounds = proven_bounds(own, mask, alphas, board, use)
        assert ((bounds == NONE) | (bounds <= alphas)).all()
        assert (bounds >= scores[:, None]).all()
        found += int((bounds != NONE).any(axis=1).sum())
    return found


@pytest.mark.parametrize("board", BOARDS + [pytest.param(b, marks=pytest.mark.long) for b in BIG])
def test_proofs_are_bounds_at_every_position(board: tuple[int, int, int]) -> None:
    assert proven_everywhere(board, (True,) * 4) > 100


@pytest.mark.parametrize("family", range(4), ids=FAMILIES)
@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), pytest.param((5, 5, 3), marks=pytest.mark.long)])
def test_each_family_alone_is_a_bound(board: tuple[int, int, int], family: int) -> None:
    use = tuple(i == family or (family == 1 and i == 0) for i in range(4))  # the second half of (A) needs the first
    assert proven_everywhere(board, use) > 50


@pytest.mark.parametrize("seeds", [2, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("size", by_day([(size,) for size in SAMPLED], 4))
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


@kernel("void(uint64[::1], uint64[::1], uint64[::1], uint64[::1], uint64, uint64)")
def put_and_get(words: Any, keys: Any, codes: Any, found: Any, width_mask: Any, tag_bits: Any) -> None:
    for i in range(keys.shape[0]):
        hashed = mix(keys[i], width_mask)
        found[i] = probe(words, hashed, tag_bits)
        store(words, hashed, tag_bits, codes[i])


@pytest.mark.parametrize("key_bits", [12, 20, 49, 64])
@pytest.mark.parametrize("megabytes", [0.001, 0.1, 1])
def test_a_hit_is_the_last_code_of_its_key(key_bits: int, megabytes: float) -> None:
    rng = np.random.default_rng(key_bits)
    pool = rng.integers(0, 2**key_bits - 1, 3000, dtype=np.uint64, endpoint=True)
    keys = rng.choice(pool, 20_000)
    codes = rng.integers(1, 256, len(keys), dtype=np.uint64)
    log2 = buckets_log2(megabytes, key_bits)
    words, found = allocate(log2), np.zeros(len(keys), np.uint64)
    put_and_get(words, keys, codes, found, np.uint64(2**key_bits - 1), np.uint64(key_bits - log2))
    last: dict[int, int] = {}
    hits = 0
    for key, code, got in zip(keys.tolist(), codes.tolist(), found.tolist(), strict=True):
        assert got in (0, last.get(key, 0))
        hits += got > 0
        last[key] = code
    assert hits > 100
    assert words.ctypes.data % 64 == 0
    assert words.nbytes == 16 << log2 <= max(megabytes * 2**20, 4096)


@kernel("void(uint64[::1], uint64, uint64)")
def images(keys: Any, columns: Any, column_bits: Any) -> Any:
    for i in range(keys.shape[0]):
        keys[i] = canonical(keys[i], columns, column_bits)


def test_a_key_and_its_mirror_image_become_one() -> None:
    keys = np.array([0b011_001_000, 0b000_001_011, 0b101_010_101], np.uint64)
    images(keys, np.uint64(3), np.uint64(3))
    assert keys.tolist() == [0b000_001_011, 0b000_001_011, 0b101_010_101]
