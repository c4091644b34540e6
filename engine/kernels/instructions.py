"""Makes instructions that Numba has not, or has under no name. Each maker is one of ``numba.extending.intrinsic``."""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from engine.kernels.wide import WIDE


def popcount(_context: Any, word: Any) -> Any:
    """Returns the number of set bits of a word, as int64."""

    def build(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        counted = builder.ctpop(args[0])
        return builder.trunc(counted, ir.IntType(64)) if word == WIDE else counted

    return types.int64(WIDE if word == WIDE else types.uint64), build


def lowest(_context: Any, word: Any) -> Any:
    """Returns the number of the lowest set bit of a word (of zero: the bits of the word), as int64."""

    def build(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        found = builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))
        return builder.trunc(found, ir.IntType(64)) if word == WIDE else found

    return types.int64(WIDE if word == WIDE else types.uint64), build


def bit_of(_context: Any, word: Any, number: Any) -> Any:
    """Returns one bit of a word, as uint64. Of 128 bits none is shifted: WebAssembly would need a function for it."""
    half = ir.IntType(64)

    def build(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        board, place = args
        if word == WIDE:
            halves = (builder.trunc(one, half) for one in (board, builder.lshr(board, ir.IntType(128)(64))))
            board = builder.select(builder.icmp_unsigned("<", place, half(64)), *halves)
            place = builder.and_(place, half(63))
        return builder.and_(builder.lshr(board, place), half(1))

    return types.uint64(WIDE if word == WIDE else types.uint64, types.uint64), build


def prefetch(_context: Any, array: Any, index: Any) -> Any:
    """Requests the cache line of ``array[index]`` ahead of use. The index is not checked."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        byte = ir.IntType(8).as_pointer()
        address = builder.bitcast(builder.gep(data, [args[1]]), byte)
        word = ir.IntType(32)
        declare: Any = cgutils.get_or_insert_function
        function = declare(builder.module, ir.FunctionType(ir.VoidType(), [byte, word, word, word]), "llvm.prefetch.p0")
        builder.call(function, [address, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, types.uint64), build


def get_item(_context: Any, array: Any, at: Any) -> Any:
    """Returns ``array[at]``. A helper would count the array at every call."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_function(operator.getitem, signature)(builder, args)

    return array.dtype(array, at), build


def put_item(_context: Any, array: Any, at: Any, value: Any) -> Any:
    """Writes ``array[at]``."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_function(operator.setitem, signature)(builder, args)

    return types.void(array, at, array.dtype), build
