"""Evaluates all columns together: one vector lane for each move, with the formulas traced into vector instructions.

Numba has no vector type, so this module builds LLVM's instructions directly. :class:`Vector` gives the instructions
Python's operators. LLVM fits the vectors to the machine (one AVX-512 register, two of AVX2, four of SSE2). The code has
no branch, half of the gain: mispredicted branches cost the plain loop as much as the arithmetic.
"""

from __future__ import annotations

import functools
import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from engine.bitboard import centre_out
from engine.kernels.wide import WIDE
from engine.solver.memory import lane_count
from engine.solver.switches import Switch

WORD, WHOLE = ir.IntType(64), ir.IntType(128)
BITS = 64


def _from_edge(column: int, width: int) -> int:
    """Returns the number of columns between a column (from 0) and the nearer edge."""
    return min(column, width - 1 - column)


class Vector:
    """Builds a vector of 64-bit words. Its operators emit instructions."""

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder, self.value = builder, value

    @classmethod
    def splat(cls, builder: Any, scalar: Any, count: int) -> Vector:
        """Returns the same word in every lane."""
        kind = ir.VectorType(WORD, count)
        one = builder.insert_element(ir.Constant(kind, ir.Undefined), scalar, ir.IntType(32)(0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), count), [0] * count)
        return cls(builder, builder.shuffle_vector(one, ir.Constant(kind, ir.Undefined), zeros))

    def like(self, words: list[int]) -> Vector:
        """Returns a constant vector."""
        return Vector(self.builder, ir.Constant(self.value.type, words))

    def _other(self, other: Vector | int) -> Any:
        return other.value if isinstance(other, Vector) else self.like([other] * self.value.type.count).value

    def __and__(self, other: Vector | int) -> Vector:
        return Vector(self.builder, self.builder.and_(self.value, self._other(other)))

    def __or__(self, other: Vector | int) -> Vector:
        return Vector(self.builder, self.builder.or_(self.value, self._other(other)))

    def __xor__(self, other: Vector | int) -> Vector:
        return Vector(self.builder, self.builder.xor(self.value, self._other(other)))

    def __add__(self, other: Vector | int) -> Vector:
        return Vector(self.builder, self.builder.add(self.value, self._other(other)))

    def __sub__(self, other: Vector | int) -> Vector:
        return Vector(self.builder, self.builder.sub(self.value, self._other(other)))

    def __lshift__(self, bits: int) -> Vector:
        return Vector(self.builder, self.builder.shl(self.value, self._other(bits)))

    def __rshift__(self, bits: int) -> Vector:
        return Vector(self.builder, self.builder.lshr(self.value, self._other(bits)))

    def without(self, other: Vector) -> Vector:
        """Returns the bits of this vector not set in ``other``."""
        return self & Vector(self.builder, self.builder.not_(other.value))

    def is_set(self) -> Any:
        """Returns a vector of truth values: the lanes other than zero."""
        return self.builder.icmp_unsigned("!=", self.value, self._other(0))

    def where(self, truth: Any, otherwise: Vector | int) -> Vector:
        """Returns this vector where ``truth`` holds, ``otherwise`` elsewhere."""
        return Vector(self.builder, self.builder.select(truth, self.value, self._other(otherwise)))

    def at_most(self, most: int) -> Vector:
        """Returns the lesser of each word and ``most``."""
        return self.where(self.builder.icmp_unsigned("<", self.value, self._other(most)), most)

    def popcount(self) -> Vector:
        """Returns the number of set bits in each lane."""
        kind = self.value.type
        declare: Any = cgutils.get_or_insert_function
        function = declare(self.builder.module, ir.FunctionType(kind, [kind]), f"llvm.ctpop.v{kind.count}i64")
        return Vector(self.builder, self.builder.call(function, [self.value]))


class Pair:
    """Holds boards of two words as two vectors, the lower halves and the upper ones, with the operators of one."""

    def __init__(self, low: Vector, high: Vector) -> None:
        self.low, self.high = low, high

    @classmethod
    def splat(cls, builder: Any, scalar: Any, count: int) -> Pair:
        """Returns the same board in every lane."""
        halves = scalar, builder.lshr(scalar, WHOLE(BITS))
        return cls(*(Vector.splat(builder, builder.trunc(half, WORD), count) for half in halves))

    def like(self, boards: list[int]) -> Pair:
        """Returns a constant pair."""
        upper = [board >> BITS for board in boards]
        return Pair(self.low.like([board & (1 << BITS) - 1 for board in boards]), self.high.like(upper))

    def _other(self, other: Pair | int) -> Pair:
        return other if isinstance(other, Pair) else self.like([other] * self.low.value.type.count)

    def __and__(self, other: Pair | int) -> Pair:
        other = self._other(other)
        return Pair(self.low & other.low, self.high & other.high)

    def __or__(self, other: Pair | int) -> Pair:
        other = self._other(other)
        return Pair(self.low | other.low, self.high | other.high)

    def __xor__(self, other: Pair | int) -> Pair:
        other = self._other(other)
        return Pair(self.low ^ other.low, self.high ^ other.high)

    def __sub__(self, number: int) -> Pair:
        """Takes away a number of one word, at most as much as the board has."""
        low = self.low - number
        borrows = low.builder.icmp_unsigned(">", low.value, self.low.value)
        return Pair(low, (self.high - 1).where(borrows, self.high))

    def __lshift__(self, bits: int) -> Pair:
        if bits == 0:
            return self
        if bits >= BITS:
            return Pair(self.low ^ self.low, self.low << (bits - BITS))
        return Pair(self.low << bits, self.high << bits | self.low >> (BITS - bits))

    def __rshift__(self, bits: int) -> Pair:
        if bits == 0:
            return self
        if bits >= BITS:
            return Pair(self.high >> (bits - BITS), self.high ^ self.high)
        return Pair(self.low >> bits | self.high << (BITS - bits), self.high >> bits)

    def without(self, other: Pair) -> Pair:
        """Returns the bits of this pair not set in ``other``."""
        return Pair(self.low.without(other.low), self.high.without(other.high))

    def is_set(self) -> Any:
        """Returns a vector of truth values: the lanes other than zero."""
        return (self.low | self.high).is_set()

    def where(self, truth: Any, otherwise: Pair | int) -> Pair:
        """Returns this pair where ``truth`` holds, ``otherwise`` elsewhere."""
        otherwise = self._other(otherwise)
        return Pair(self.low.where(truth, otherwise.low), self.high.where(truth, otherwise.high))

    def popcount(self) -> Vector:
        """Returns the number of set bits in each lane."""
        return self.low.popcount() + self.high.popcount()


def completing(stones: Any, width: int, height: int, connect: int) -> Any:
    """Returns the cells that complete a line of ``stones``, a vector or a pair, in each lane, guards and
    occupied cells included."""
    found: Any = stones ^ stones
    for step in (1, height, height + 1, height + 2):
        if (step != 1 and width < connect) or (step != height + 1 and height < connect):
            continue
        # j stones below the cell along the direction, the others above it (a column has no stone above a gap)
        for j in range(connect - 1 if step == 1 else 0, connect):
            shifted = [stones << step * i if i <= j else stones >> step * (i - j) for i in range(1, connect)]
            found = found | functools.reduce(operator.and_, shifted)
    return found


def _places(builder: Any, rank: Vector, count: int) -> Any:
    """Returns each lane's place in the order by rank (at most 254), highest first, equal ranks in lane order. All pairs
    are compared together: a lane's place is the number of lanes before it."""
    byte = ir.IntType(8)
    small = builder.trunc(rank.value, ir.VectorType(byte, count))
    pairs = ir.VectorType(ir.IntType(32), count * count)
    undefined = ir.Constant(small.type, ir.Undefined)
    each = builder.shuffle_vector(small, undefined, ir.Constant(pairs, [i // count for i in range(count**2)]))
    other = builder.shuffle_vector(small, undefined, ir.Constant(pairs, [i % count for i in range(count**2)]))
    # An earlier lane comes first also on equal ranks: its rank plus one must be greater.
    earlier = ir.Constant(other.type, [int(i % count < i // count) for i in range(count**2)])
    before = builder.icmp_unsigned(">", builder.add(other, earlier), each)
    lanes = ir.VectorType(ir.IntType(count), count)
    return Vector(builder, builder.zext(builder.bitcast(before, lanes), rank.value.type)).popcount().value


def survey(
    _context: Any, memory: Any, at: Any, own: Any, mask: Any, wins: Any, moves: Any, landing: Any, on: Any,
    width: Any, height: Any, connect: Any,
) -> Any:  # fmt: skip
    """Looks at all moves together, and writes the findings and the order of the moves.

    Args:
        memory: uint64 array; with L lanes, four rows of L words are written from ``memory[at]`` on: the lanes in order,
            the most promising first (lanes without a move last); then, by lane: the move's bit; the winning cells of
            the moving side afterwards; the replies without an immediate loss (0: every reply loses). Of boards of two
            words come three more rows with the upper halves.
        own: stones of the side to move; ``wins`` are its winning cells.
        moves: the moves to look at.
        landing: the lowest empty cell of each column.
        on: the parts of the order to use, a set of :class:`engine.solver.switches.Switch`.
        width: columns of the board, as ``height`` and ``connect`` a literal integer.

    Returns:
        The lanes (bit i: the i-th column from the middle outwards) with two threats, or one above the other: a win in
        three plies.
    """
    w, h, k = width.literal_value, height.literal_value, connect.literal_value
    boards: Any = Pair if own == WIDE else Vector

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        count = lane_count(w)
        order = centre_out(w)

        def uses(switch: Switch) -> Any:
            return builder.icmp_unsigned("!=", builder.and_(args[7], WORD(switch)), WORD(0))

        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        own, mask, wins, moves, landing = (boards.splat(builder, arg, count) for arg in args[2:7])
        spare = [0] * (count - w)
        column_word, cells = (1 << (h + 1)) - 1, (1 << h) - 1
        board = sum(cells << c * (h + 1) for c in range(w))
        columns = own.like([column_word << c * (h + 1) for c in order] + spare)
        bits = moves & columns
        is_move = bits.is_set()
        occupied = mask | bits
        mine = (completing(own | bits, w, h, k) & board).without(occupied)
        after = (landing ^ bits) | ((bits << 1) & board)
        at_once = mine & after
        winning = ((at_once & (at_once - 1)) | ((at_once << 1) & mine)).where(is_move, 0).is_set()
        replies = at_once.where(at_once.is_set(), after).without(mine >> 1)
        # Most winning cells first (nodes without: 2.11), half of one more for a threat (1.03). Then the middle and,
        # less so, the higher cell (1.03). A cell just below one's own winning cell comes last (1.20). The sum is below
        # 255. The order stays the same from node to node, so different moves lead to the same positions. A history of
        # cutoffs instead of the middle: 1.5 to 4.9.
        middle = max(_from_edge(order[0], w), 1)
        kind = ir.VectorType(WORD, count)
        centre = Vector(builder, ir.Constant(kind, [12 * _from_edge(c, w) // middle for c in order] + spare))
        row = ((bits - 1) & columns).popcount() >> max((h - 1).bit_length() - 3, 0)  # at most 7
        under = ((bits << 1) & wins).is_set()
        rank = centre + 49
        rank = (rank + row).where(uses(Switch.ORDER_HIGH), rank)
        rank = (rank + (mine.popcount().at_most(11) << 4)).where(uses(Switch.ORDER_WINS), rank)
        rank = (rank + 8).where(at_once.is_set(), rank).where(uses(Switch.ORDER_THREAT), rank)
        rank = (rank - 48).where(under, rank).where(uses(Switch.ORDER_UNDER), rank).where(is_move, 0)
        place = _places(builder, rank, count)
        for lane in range(count):
            slot = builder.add(args[1], builder.extract_element(place, ir.IntType(32)(lane)))
            builder.store(WORD(lane), builder.gep(data, [slot]), align=8)
        rows = bits, mine, replies
        halves = rows if boards is Vector else (*(row.low for row in rows), *(row.high for row in rows))
        for number, lanes in enumerate(halves, start=1):
            pointer = builder.gep(data, [builder.add(args[1], WORD(number * count))])
            builder.store(lanes.value, builder.bitcast(pointer, lanes.value.type.as_pointer()), align=8)
        truth = (
            builder.bitcast(winning, ir.IntType(count))
            if count > 1
            else builder.extract_element(winning, ir.IntType(32)(0))
        )
        return builder.zext(truth, WORD)

    word, board = types.uint64, WIDE if own == WIDE else types.uint64
    return word(memory, word, board, board, board, board, board, word, width, height, connect), build
