"""Stores positions in a transposition table: two entries a bucket, one 64-bit word an entry up to 72 bits, no locks.

A position's key is the sum of two words, the stones of the side to move and all stones. The key is unique (column by
column: n stones give values from 2**n - 1 up to 2**(n+1) - 2) and needs K = width * (height + 1) bits. Multiplied by
an odd number modulo 2**K, a bijection, the key gives the bucket number in the upper bits. **All** other bits stay in
the entry as a tag. A hit is thus never a mistake, on any board and at every size. The other eight bits hold the bound
and the kind of the bound. Words are read and written whole: threads need no lock, and an entry is never torn.

Of a key of more than 64 bits the lower 64 are multiplied, after the upper ones were mixed into them: a bijection again.
Up to 72 bits the tag fits beside the code where a table has enough buckets (``buckets_log2``). An entry of a larger
board is two words: the upper bits with the code, and the lower 64 XOR a multiple of the first word. Two threads can
tear such an entry, which is then another position's by chance alone, of 64 bits.
"""

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.kernels import kernel
from engine.kernels.words import BITS, high_half, join, low_half

Words = npt.NDArray[np.uint64]

OFFSET = 62  # a stored score is shifted by this much, to be positive in 7 bits
UPPER, LOWER = np.uint64(0), np.uint64(1)  # the lowest bit of a code: the kind of bound

_U0 = np.uint64(0)
_U1 = np.uint64(1)
_CODE, _EIGHT = np.uint64(255), np.uint64(8)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FOLD = np.uint64(0xD6E8FEB86659FD93)

_TAG = BITS - 8  # the bits of a tag that an entry of one word holds


def entry_words(key_bits: int) -> int:
    """Returns the words of an entry."""
    return 1 if key_bits <= BITS + 8 else 2


def buckets_log2(megabytes: float, key_bits: int) -> int:
    """Returns the binary logarithm of the number of buckets, of two entries each, in the table: so many at least that
    the tag fits."""
    entry = entry_words(key_bits)
    fits = max(int(megabytes * 2**20) // (16 * entry), 1).bit_length() - 1
    return min(max(fits, 8, key_bits - _TAG if entry == 1 else 0), key_bits)


def allocate(log2: int, key_bits: int = BITS) -> Words:
    """Returns an empty table of ``2**log2`` buckets, aligned to keep each bucket within one cache line."""
    count = (2 << log2) * entry_words(key_bits)
    words = np.zeros(count + 8, dtype=np.uint64)  # the system provides each page at its first use
    start = (-words.ctypes.data // 8) % 8
    return words[start : start + count]


def tag_bits(words: Words, key_bits: int) -> int:
    """Returns the bits of a hashed key, of its lower word, that do not number a bucket of a table of ``allocate``."""
    return min(key_bits, BITS) - (len(words) // entry_words(key_bits)).bit_length() + 2


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


@kernel(copy=True)
def slot_of(hashed: Any, tag_bits: Any) -> Any:
    """Returns the first word of a mixed key's bucket. ``tag_bits`` is K minus the logarithm of the bucket count."""
    return (hashed >> tag_bits) << _U1


@kernel(copy=True)
def mark_of(hashed: Any) -> Any:
    """Returns the word by which a thread marks a position that it begins to search."""
    return hashed


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


@functools.cache
def table_of(key_bits: int, words: int) -> SimpleNamespace:  # noqa: C901
    """Returns the functions of a table for keys of ``key_bits`` bits in ``words`` words: ``hashed_key``, ``mix``,
    ``slot_of``, ``mark_of``, ``probe`` and ``store``."""
    if words == 1:
        return SimpleNamespace(
            hashed_key=hashed_key, mix=mix, slot_of=slot_of, mark_of=mark_of, probe=probe, store=store
        )
    upper, lower = np.uint64(max(key_bits - BITS, 0)), np.uint64((1 << min(key_bits, BITS)) - 1)
    wide = np.uint64(entry_words(key_bits))

    @kernel(forceinline=True)
    def mix_wide(key: Any, _width_mask: Any) -> Any:
        """Returns the key spread by a bijection of its lower word, as :func:`mix`."""
        high = high_half(key)
        return join(mix(low_half(key) ^ high * _FOLD, lower), high)

    @kernel(forceinline=True)
    def hashed_wide(key: Any, early: Any, columns: Any, column_bits: Any, width_mask: Any) -> Any:
        """Returns a key's place and tag, as :func:`hashed_key`."""
        return mix_wide(canonical(key, columns, column_bits) if early else key, width_mask)

    @kernel(copy=True)
    def mark_wide(hashed: Any) -> Any:
        """Returns a word that few positions share."""
        return low_half(hashed)

    @kernel(copy=True)
    def slot_wide(hashed: Any, tag_bits: Any) -> Any:
        """Returns the first word of a bucket."""
        return (low_half(hashed) >> tag_bits) << wide

    @kernel(forceinline=True)
    def words_at(hashed: Any, tag_bits: Any) -> Any:
        """Returns the key in the first word of an entry, above the code, and the rest of the key (0: none)."""
        low, high = low_half(hashed), high_half(hashed)
        return ((low & ((_U1 << tag_bits) - _U1)) << upper | high, _U0) if wide == _U1 else (high, low)

    @kernel(forceinline=True)
    def holds(first: Any, words: Any, slot: Any, tag: Any, rest: Any) -> Any:
        """Tests if an entry, whose ``first`` word was read, is that of a key."""
        return first >> _EIGHT == tag and (wide == _U1 or words[slot + _U1] ^ first * _FOLD == rest)

    @kernel(forceinline=True)
    def probe_wide(words: Any, hashed: Any, tag_bits: Any) -> Any:
        """Returns the entry's code, as :func:`probe`."""
        slot = slot_wide(hashed, tag_bits)
        tag, rest = words_at(hashed, tag_bits)
        first, second = words[slot], words[slot + wide]
        if first & _CODE != _U0 and holds(first, words, slot, tag, rest):
            return first & _CODE
        return second & _CODE if holds(second, words, slot + wide, tag, rest) else _U0

    @kernel(forceinline=True)
    def store_wide(words: Any, hashed: Any, tag_bits: Any, code: Any) -> None:
        """Stores a code, as :func:`store`."""
        slot = slot_wide(hashed, tag_bits)
        tag, rest = words_at(hashed, tag_bits)
        if not holds(words[slot], words, slot, tag, rest):
            for part in range(wide):
                words[slot + wide + np.uint64(part)] = words[slot + np.uint64(part)]
        first = (tag << _EIGHT) | code
        words[slot] = first
        if wide != _U1:
            words[slot + _U1] = rest ^ first * _FOLD

    return SimpleNamespace(
        hashed_key=hashed_wide, mix=mix_wide, slot_of=slot_wide, mark_of=mark_wide, probe=probe_wide, store=store_wide
    )


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
