"""Holds a board in one word of 64 bits or in two: what a kernel needs to name no width.

A board has a bit for each cell and a guard for each column (:mod:`engine.games.bits`). Up to 64 bits a kernel's words
are uint64. Larger boards take a word of 128 bits, which the compiler makes of two.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.kernels import instruction, kernel

BITS = 64
"""The bits of one word."""

_MASK = (1 << BITS) - 1
_NONE, _ONE, _BITS = np.uint64(0), np.uint64(1), np.uint64(BITS)


class Wide(int):
    """Is a constant of 128 bits in a kernel."""


class Boards(tuple[Wide, ...]):
    """Is a list of constants of 128 bits in a kernel."""

    __slots__ = ()


join = instruction("engine.kernels.wide", "join")
low_half = instruction("engine.kernels.wide", "low_half")
folded = instruction("engine.kernels.wide", "folded")
high_half = instruction("engine.kernels.wide", "high_half")
get_item = instruction("engine.kernels.instructions", "get_item")
put_item = instruction("engine.kernels.instructions", "put_item")


def halves(value: int, count: int) -> list[int]:
    """Returns a board's bits as so many words, the lowest first."""
    return [value >> BITS * part & _MASK for part in range(count)]


def listed(values: Iterable[int], count: int) -> Any:
    """Returns boards of ``count`` words as a kernel indexes them."""
    return np.array(list(values), np.uint64) if count == 1 else Boards(map(Wide, values))


def numbers(boards: Iterable[int], count: int) -> Iterator[np.uint64]:
    """Yields the words of boards, for a call of ``Kernel.of_words(count)``."""
    return (np.uint64(half) for board in boards for half in halves(board, count))


def array_of(boards: Sequence[int], count: int) -> Any:
    """Returns an array of boards for such a kernel."""
    return np.array(list(numbers(boards, count))).reshape(shape_of((len(boards),), count))


def shape_of(shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Returns the shape of an array of boards: two words are an axis of their own."""
    return shape if count == 1 else (*shape, count)


def joined(item: Any) -> int:
    """Returns the board that an array of boards holds at a place."""
    return sum(int(half) << BITS * part for part, half in enumerate(np.atleast_1d(item)))


@functools.cache
def words_of(count: int, second: int = 0) -> SimpleNamespace:
    """Returns what kernels of boards of ``count`` words are built of.

    Returns:
        ``word(value)`` makes a constant, and ``name`` is the type in a signature. ``get(rows, row, field)`` and
        ``put(rows, row, field, word)`` read and write a board in a row of an array of int64. There the upper half
        stands ``second`` places behind the lower. ``read`` is ``get``, whose lines are copied into the caller.
        ``shifted(few, bits)`` is a uint64 shifted to the left, by a number of bits that the compiler need not know.
    """
    if count == 1:

        def get(rows: Any, row: Any, field: Any) -> Any:
            """Returns a board of a row."""
            return np.uint64(rows[row, field])

        @kernel(forceinline=True)
        def put(rows: Any, row: Any, field: Any, word: Any) -> None:
            """Writes a board into a row."""
            rows[row, field] = np.int64(word)

        @kernel(copy=True)
        def shifted(few: Any, bits: Any) -> Any:
            """Returns a uint64 shifted to the left."""
            return few << bits

        return SimpleNamespace(word=np.uint64, name="uint64", put=put, shifted=shifted, **_compiled(get))

    def get_wide(rows: Any, row: Any, field: Any) -> Any:
        """Returns a board of a row."""
        return join(np.uint64(rows[row, field]), np.uint64(rows[row, field + second]))

    @kernel(forceinline=True)
    def put_wide(rows: Any, row: Any, field: Any, word: Any) -> None:
        """Writes a board into a row."""
        rows[row, field] = np.int64(low_half(word))
        rows[row, field + second] = np.int64(high_half(word))

    @kernel(forceinline=True)
    def shifted_wide(few: Any, bits: Any) -> Any:
        """Returns a uint64 shifted to the left, by no shift of 128 bits."""
        if bits >= _BITS:
            return join(_NONE, few << (bits - _BITS))
        return join(few << bits, few >> _ONE >> (_BITS - _ONE - bits))

    return SimpleNamespace(word=Wide, name="wide", put=put_wide, shifted=shifted_wide, **_compiled(get_wide))


@functools.cache
def in_memory(count: int, second: int, rows: bool = False) -> SimpleNamespace:
    """Returns ``get(memory, at)`` and ``put(memory, at, word)``, which read and write a board of ``count`` words in an
    array of uint64. The upper half stands ``second`` places behind the lower. ``rows``: ``at`` is (row, field)."""
    if count == 1:
        return SimpleNamespace(get=get_item, put=put_item)
    behind = second if rows else np.uint64(second)

    @kernel(copy=True)
    def upper(at: Any) -> Any:
        """Returns the place of the upper half."""
        return (at[0], at[1] + behind) if rows else at + behind

    @kernel(copy=True)
    def get_wide(memory: Any, at: Any) -> Any:
        """Returns the board at a place."""
        return join(memory[at], memory[upper(at)])

    @kernel(copy=True)
    def put_wide(memory: Any, at: Any, word: Any) -> None:
        """Writes the board at a place."""
        memory[at], memory[upper(at)] = low_half(word), high_half(word)

    return SimpleNamespace(get=get_wide, put=put_wide)


def _compiled(get: Any) -> dict[str, Any]:
    return {"get": kernel(forceinline=True)(get), "read": kernel(copy=True)(get)}
