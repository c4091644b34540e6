"""Holds the evaluation by a network on one board: the end of the forced replies, then the sum of the weights.

The stones of a column (without gravity: of half a column) choose a row of a table. The sum of these rows holds the
indexes of all tuples. Every step from the file to the value is in whole numbers: a position has the same value on
every machine.
"""

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.bitboard import popcount
from engine.games import LineGame
from engine.kernels import kernel
from engine.kernels.words import in_memory, low_half, words_of
from engine.nets import rules
from engine.nets.layout import HALF, groups, rows_of
from engine.nets.net import MOST

UNIT, SIZE = range(2)  # facts of a network: the whole number for a sum of one, and the weights of one side to move

Word = Any
Array = Any

NETWORK = "Tuple((int8[::1], uint16[:, ::1], uint32[::1], int16[::1], int64[::1], uint32[::1]))"
"""The arrays of a network: the weights, the rows of indexes, the first weight of each tuple, the value of each sum, the
facts, and memory for one thread."""

PACE = 8  # rows added at a time


@functools.cache
def build(width: int, height: int, connect: int, gravity: bool, words: int = 0) -> SimpleNamespace:  # noqa: C901
    """Returns the kernels ``total``, ``settle``, ``evaluate`` and ``evaluate_many`` of one board.
    ``connect`` is 3 to 5. ``words`` are the words of the board (0: as few as hold it)."""
    words = words or LineGame(width, height, connect, gravity).words
    name, get = words_of(words).name, in_memory(words, 2, True).get
    board = rules.build(width, height, connect, gravity, words)
    wins, open_cells = board.wins, board.open_cells
    count = len(groups(width, height, gravity))
    many = rows_of(height, gravity)
    stride, parts = height + 1, -(-height // HALF)
    inside = np.uint64(many - 1 if gravity else (1 << HALF) - 1)
    one = np.uint64(1)
    bits, integer, place, short = np.uint64, np.int64, np.uint32, np.uint16

    @kernel(forceinline=True)
    def row(rows: Array, group: Any, own: Word, other: Word) -> Any:
        """Returns the row of a group of cells for the stones on the board, or after the last group a row of zeros."""
        if group >= count:
            return rows[count * many]
        if gravity:
            return rows[group * many + integer(low_half(((own + own + other) >> bits(group * stride)) & inside))]
        shift = bits(group // parts * stride + group % parts * HALF)
        code = ((own >> shift) & inside) | (((other >> shift) & inside) << bits(HALF))
        return rows[group * many + integer(low_half(code))]

    @kernel(forceinline=True)
    def four(rows: Array, first: Any, own: Word, other: Word) -> Any:
        """Returns the rows of four groups, one after the other."""
        return (
            row(rows, first, own, other), row(rows, first + 1, own, other),
            row(rows, first + 2, own, other), row(rows, first + 3, own, other),
        )  # fmt: skip

    @kernel(f"int64({name}, {name}, {NETWORK})", forceinline=True)
    def total(own: Word, mask: Word, network: Any) -> Any:
        """Returns the sum of the weights of a position, for the side to move."""
        weights, rows, base, _, facts, memory = network
        other = own ^ mask
        offset = place(facts[SIZE]) if popcount(mask) & 1 else place(0)
        length = len(base)
        # Step 1. The indexes of all tuples, eight rows at a time.
        a, b, c, d = four(rows, 0, own, other)
        e, f, g, h = four(rows, 4, own, other)
        for i in range(length):
            memory[i] = base[i] + offset + place(short(a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i]))
        if count > PACE:
            a, b, c, d = four(rows, 8, own, other)
            e, f, g, h = four(rows, 12, own, other)
            for i in range(length):
                memory[i] += place(short(a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i]))
        # Step 2. The sum, as four sums in parallel, so that no addition waits for another.
        p = q = s = t = np.int32(0)
        for i in range(0, length, 4):
            p += np.int32(weights[memory[i]])
            q += np.int32(weights[memory[i + 1]])
            s += np.int32(weights[memory[i + 2]])
            t += np.int32(weights[memory[i + 3]])
        return integer(p + q + s + t)

    @kernel(f"Tuple(({name}, {name}, int64, int64))({name}, {name})")
    def settle(own: Word, mask: Word) -> Any:
        """Plays the forced replies.

        Returns the stones of the side to move at the end, all stones at the end, the sign of the value for the side
        to move at the beginning, and the value for the side at the beginning if the game is decided, else 0.
        """
        sign = 1
        length = 0
        while True:
            open_now = open_cells(mask)
            if not open_now:
                return own, mask, integer(sign), integer(0)
            if wins(own) & open_now:
                return own, mask, integer(sign), integer(sign * (MOST - length))
            stop = wins(own ^ mask) & open_now
            if not stop:
                return own, mask, integer(sign), integer(0)
            if stop & (stop - one):
                return own, mask, integer(sign), integer(sign * (length + 1 - MOST))
            own, mask = own ^ mask, mask | stop
            sign = -sign
            length += 1

    @kernel(f"int64({name}, {name}, {NETWORK})")
    def evaluate(own: Word, mask: Word, network: Any) -> Any:
        """Returns the value for the side to move, in 1/10,000, by the network after the forced replies."""
        end_own, end_mask, sign, decided = settle(own, mask)
        if decided:
            return decided
        if not open_cells(end_mask):
            return integer(0)
        found = total(end_own, end_mask, network)
        values = network[3]
        value = integer(values[min(abs(found), len(values) - 1)])
        return sign * value if found > 0 else -sign * value

    @kernel(f"void(uint64[:, ::1], int64[::1], {NETWORK})", *((width, height, connect, gravity) if words == 1 else ()))
    def evaluate_many(positions: Array, values: Array, network: Any) -> None:
        """Writes the values of positions, each given as the stones of the side to move and all stones. Of boards of
        two words the upper halves follow."""
        for k in range(len(positions)):
            values[k] = evaluate(get(positions, (k, 0)), get(positions, (k, 1)), network)

    return SimpleNamespace(total=total, settle=settle, evaluate=evaluate, evaluate_many=evaluate_many)
