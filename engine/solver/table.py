"""The transposition table: one 64-bit word an entry, two entries a bucket, no locks.

A position's key is its stones of the side to move plus all stones, which is unique (column by column: n stones give
values from 2**n - 1 up to 2**(n+1) - 2) and needs K = width * (height + 1) bits. Multiplied by an odd number modulo
2**K, which is a bijection, its upper bits number the bucket and **all** others are kept in the entry as its tag. So a
hit is never a mistake, on any board and at every size. The other eight bits hold the bound and which kind it is.
Words are read and written whole: threads need no lock, and an entry is never torn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiled import kernel

Words = npt.NDArray[np.uint64]

OFFSET = 62
"""A stored score is shifted by this much, to be positive in 7 bits."""

_U0 = np.uint64(0)
_U1 = np.uint64(1)
_CODE = np.uint64(255)
_MIX = np.uint64(0x9E3779B97F4A7C15)


def buckets_log2(megabytes: float, key_bits: int) -> int:
    """The binary logarithm of how many buckets of 16 bytes fit; at least 2**8, for the tag must fit, too."""
    fits = max(int(megabytes * 2**20) // 16, 1).bit_length() - 1
    return min(max(fits, 8), key_bits)


def allocate(log2: int) -> Words:
    """An empty table of ``2**log2`` buckets, aligned so that a bucket never straddles two cache lines."""
    words = np.empty((2 << log2) + 8, dtype=np.uint64)
    words.fill(0)  # touches every page now, not in the first search
    start = (-words.ctypes.data // 8) % 8
    return words[start : start + (2 << log2)]


@kernel(forceinline=True)
def canonical(key: Any, columns: Any, column_bits: Any) -> Any:
    """The smaller of a key and its mirror image; worth its price in the opening only."""
    image, rest = _U0, key
    for _ in range(columns):
        image = (image << column_bits) | (rest & ((_U1 << column_bits) - _U1))
        rest >>= column_bits
    return min(key, image)


@kernel(forceinline=True)
def mixed(key: Any, width_mask: Any) -> Any:
    """The key, spread by a bijection of the numbers up to ``width_mask`` (2**K - 1)."""
    return (key * _MIX) & width_mask


@kernel(forceinline=True)
def hashed_key(key: Any, early: Any, columns: Any, column_bits: Any, width_mask: Any) -> Any:
    """A key's place and tag in one number; an ``early`` position and its mirror image have the same."""
    return mixed(canonical(key, columns, column_bits) if early else key, width_mask)


@kernel(forceinline=True)
def probe(words: Any, hashed: Any, tag_bits: Any) -> Any:
    """The entry's code (0: none) for a mixed key; ``tag_bits`` is K minus the logarithm of the bucket count."""
    slot = np.uintp((hashed >> tag_bits) << _U1)
    tag = hashed & ((_U1 << tag_bits) - _U1)
    entry = words[slot]
    if entry >> np.uint64(8) == tag and entry & _CODE != _U0:
        return entry & _CODE
    entry = words[slot + np.uintp(1)]
    if entry >> np.uint64(8) == tag:
        return entry & _CODE
    return _U0


@kernel(forceinline=True)
def store(words: Any, hashed: Any, tag_bits: Any, code: Any) -> None:
    """Write a code: over the same position's, otherwise first in its bucket, whose first moves second."""
    slot = np.uintp((hashed >> tag_bits) << _U1)
    tag = hashed & ((_U1 << tag_bits) - _U1)
    first = words[slot]
    if first >> np.uint64(8) != tag:
        words[slot + np.uintp(1)] = first
    words[slot] = (tag << np.uint64(8)) | code
