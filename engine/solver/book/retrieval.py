"""Stores a small number for each of many keys, in little more room than the numbers, without the keys.

Each key names three slots of an array. The exclusive or of the three slots is the number. A key absent from the
construction gets some number, so a user must know the set of keys. Construction by peeling, slots chosen as in
T. M. Graf and D. Lemire, "Binary Fuse Filters: Fast and Smaller Than Xor Filters" (2022): about 1.13 slots a key.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.uint64]

_WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Shape:
    """Describes the array: ``count`` numbers of ``width`` bits, and ``segments`` places for the first slot of a key.
    ``segment`` is the length of a segment in slots, ``seed`` that of the hash function."""

    count: int
    width: int
    segment: int
    segments: int
    seed: int

    @property
    def slots(self) -> int:
        """Returns the length of the array."""
        return (self.segments + 2) * self.segment

    @property
    def size(self) -> int:
        """Returns the bytes of the packed array."""
        return (self.slots * self.width + 7) // 8 + 2  # a number is read as a piece of three bytes

    def places(self, key: Any) -> tuple[Any, Any, Any]:
        """Returns the three slots of a key (an int), or of each of many keys (uint64 array)."""
        x = (key ^ (self.seed * 0x9E3779B97F4A7C15 & _WORD)) & _WORD
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _WORD
        x = x ^ (x >> 31)
        first = ((x >> 32) * (self.segments * self.segment)) >> 32
        low = self.segment - 1
        return first, (first + self.segment) ^ (x & low), (first + 2 * self.segment) ^ (x >> 16 & low)


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Returns numbers by key, from ``shape`` and the packed slots."""

    shape: Shape
    packed: bytes | memoryview

    def __getitem__(self, key: int) -> int:
        """Returns the number of a key that took part in the construction."""
        found, width = 0, self.shape.width
        for slot in self.shape.places(key):
            bit = slot * width
            piece = self.packed[bit >> 3 : (bit >> 3) + 3]
            found ^= int.from_bytes(piece, "big") >> (24 - width - (bit & 7))
        return found & ((1 << width) - 1)


def shape_of(count: int, width: int, seed: int) -> Shape:
    """Returns a shape with room for ``count`` numbers of ``width`` bits, with high probability."""
    segment = 1 << max(2, min(18, int(math.log(max(count, 2)) / math.log(3.33) + 2.25)))
    factor = max(1.125, 0.875 + 0.25 * math.log(1e6) / math.log(max(count, 2)))
    segments = max(1, math.ceil(count * factor / segment) - 2)
    return Shape(count, width, segment, segments, seed)


def build(keys: Keys, values: npt.NDArray[np.uint8], width: int) -> Retrieval:
    """Returns the function with ``values[i]``, below ``2**width``, for ``keys[i]``. Raises ValueError for doubles."""
    for seed in range(1, 1000):
        shape = shape_of(len(keys), width, seed)
        slots = _solve(shape, keys, values)
        if slots is not None:
            bits = np.unpackbits(slots[:, None], axis=1)[:, 8 - width :]
            packed = np.packbits(bits.reshape(-1)).tobytes()
            return Retrieval(shape, packed.ljust(shape.size, b"\0"))
    raise ValueError("the keys are not distinct")


def _solve(shape: Shape, keys: Keys, values: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8] | None:
    """Returns the content of each slot, or None if this seed fails. A slot named by only one key belongs to the key,
    and can be set last. Without this key, other slots have only one key left, and so on, in rounds that take all slots
    free then."""
    places = np.stack([np.asarray(p, dtype=np.int64) for p in shape.places(keys)], axis=1)
    users = np.bincount(places.reshape(-1), minlength=shape.slots)
    names = np.zeros(shape.slots, dtype=np.int64)
    numbers = np.arange(len(keys), dtype=np.int64)
    for place in places.T:
        np.bitwise_xor.at(names, place, numbers)
    rounds: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]] = []
    free, left = np.flatnonzero(users == 1), len(keys)
    while len(free):
        peeled, first = np.unique(names[free], return_index=True)
        rounds.append((peeled, free[first]))
        left -= len(peeled)
        touched = places[peeled].reshape(-1)
        np.subtract.at(users, touched, 1)
        np.bitwise_xor.at(names, touched, np.repeat(peeled, 3))
        free = np.unique(touched)
        free = free[users[free] == 1]
    if left:
        return None
    slots = np.zeros(shape.slots, dtype=np.uint8)
    for peeled, own in reversed(rounds):
        slots[own] = 0
        slots[own] = values[peeled] ^ np.bitwise_xor.reduce(slots[places[peeled]], axis=1)
    return slots
