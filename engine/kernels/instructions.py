"""Makes three instructions of the processor that Numba has not. Each maker is one of ``numba.extending.intrinsic``."""

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
    """Returns the number of the lowest set bit of a uint64 (64 for zero), as int64."""

    def build(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), build


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
