"""Stores positions in a transposition table: one 64-bit word an entry, two entries a bucket, no locks.

A position's key is the sum of two words, the stones of the side to move and all stones. The key is unique (column by
column: n stones give values from 2**n - 1 up to 2**(n+1) - 2) and needs K = width * (height + 1) bits. Multiplied by
an odd number modulo 2**K, a bijection, the key gives the bucket number in the upper bits. **All** other bits stay in
the entry as a tag. A hit is thus never a mistake, on any board and at every size. The other eight bits hold the bound
and the kind of the bound. Words are read and written whole: threads need no lock, and an entry is never torn.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels import kernel

Words = npt.NDArray[np.uint64]

OFFSET = 62  # a stored score is shifted by this much, to be positive in 7 bits
UPPER, LOWER = np.uint64(0), np.uint64(1)  # the lowest bit of a code: the kind of bound

_U0 = np.uint64(0)
_U1 = np.uint64(1)
_CODE = np.uint64(255)
_MIX = np.uint64(0x9E3779B97F4A7C15)


def buckets_log2(megabytes: float, key_bits: int) -> int:
    """Returns the binary logarithm of the number of buckets of 16 bytes in the table, at least 8, for the tag."""
    fits = max(int(megabytes * 2**20) // 16, 1).bit_length() - 1
    return min(max(fits, 8), key_bits)


def allocate(log2: int) -> Words:
    """Returns an empty table of ``2**log2`` buckets, aligned to keep each bucket within one cache line."""
    words = np.zeros((2 << log2) + 8, dtype=np.uint64)  # the system provides each page at its first use
    start = (-words.ctypes.data // 8) % 8
    return words[start : start + (2 << log2)]


def buckets_log2_of(words: Words) -> int:
    """Returns the binary logarithm of the number of buckets of a table made by ``allocate``."""
    return len(words).bit_length() - 2


@kernel(forceinline=True)
def canonical(key: Any, columns: Any, column_bits: Any) -> Any:
    """Returns the smaller of a key and the key of the mirror image, worth the price in the opening only."""
    image, rest = _U0, key
    for _ in range(columns):
        image = (image << column_bits) | (rest & ((_U1 << column_bits) - _U1))
        rest >>= column_bits
    return min(key, image)


@kernel(forceinline=True)
def mix(key: Any, width_mask: Any) -> Any:
    """Returns the key spread by a bijection of the numbers up to ``width_mask`` (2**K - 1)."""
    return (key * _MIX) & width_mask


@kernel(forceinline=True)
def hashed_key(key: Any, early: Any, columns: Any, column_bits: Any, width_mask: Any) -> Any:
    """Returns a key's place and tag in one number, the same for an ``early`` position and the mirror image.
    ``column_bits`` counts the bits of a column with its guard. ``width_mask`` is 2**K - 1."""
    return mix(canonical(key, columns, column_bits) if early else key, width_mask)


@kernel(forceinline=True)
def probe(words: Any, hashed: Any, tag_bits: Any) -> Any:
    """Returns the entry's code (0: none) for a mixed key. ``tag_bits`` is K minus the logarithm of the bucket count."""
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
    """Stores a code: over the same position's code, or first in the bucket, where the first entry moves second.
    ``tag_bits`` is K minus the logarithm of the bucket count."""
    slot = np.uintp((hashed >> tag_bits) << _U1)
    tag = hashed & ((_U1 << tag_bits) - _U1)
    first = words[slot]
    if first >> np.uint64(8) != tag:
        words[slot + np.uintp(1)] = first
    words[slot] = (tag << np.uint64(8)) | code


@kernel(copy=True)
def code_of(score: Any, kind: Any) -> Any:
    """Returns the code of a bound. ``kind`` is ``UPPER`` or ``LOWER``."""
    return (np.uint64(score + OFFSET) << _U1) | kind


@kernel(copy=True)
def score_of(code: Any) -> Any:
    """Returns the score in a code."""
    return np.int64(code >> _U1) - OFFSET


@kernel(copy=True)
def is_lower(code: Any) -> Any:
    """Tests if a code holds a lower bound."""
    return code & LOWER != UPPER
