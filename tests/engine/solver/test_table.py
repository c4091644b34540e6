"""Tests that the table never gives one position's entry for another's, with any key length and size."""

from typing import Any

import numpy as np
import pytest

from engine.compiled import kernel
from engine.solver.table import allocate, buckets_log2, canonical, mix, probe, store


@kernel()
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


@kernel()
def images(keys: Any, columns: Any, column_bits: Any) -> Any:
    for i in range(keys.shape[0]):
        keys[i] = canonical(keys[i], columns, column_bits)


def test_a_key_and_its_mirror_image_become_one() -> None:
    keys = np.array([0b011_001_000, 0b000_001_011, 0b101_010_101], np.uint64)
    images(keys, np.uint64(3), np.uint64(3))
    assert keys.tolist() == [0b000_001_011, 0b000_001_011, 0b101_010_101]
