"""Makes words of 128 bits for the compiler: the type, the operators that boards need, two halves to one word and back.

A kernel names no width. Its constants are ``np.uint64`` or :class:`engine.kernels.words.Wide`, and the compiler takes
the type of a word from these. In kernels for the page
a number of bits to shift by is always known to the compiler, because WebAssembly would need a function for another.
"""

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils, imputils
from numba.core.datamodel import models, registry
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing import templates
from numba.core.typing.typeof import typeof_impl
from numba.np.arrayobj import populate_array

from engine.kernels.words import Boards, Wide

# The compiler's own functions, which its types say little of.
global_constant: Any = cgutils.global_constant
lower_builtin: Any = imputils.lower_builtin
lower_cast: Any = imputils.lower_cast
lower_constant: Any = imputils.lower_constant
register_default: Any = registry.register_default
infer_global: Any = templates.infer_global
signature: Any = templates.signature

_HALF, _WHOLE = ir.IntType(64), ir.IntType(128)
_LOWER = (1 << 32) - 1
_ODD = 0xD6E8FEB86659FD93


class WideType(types.Type):
    """Is the type of a word of 128 bits."""

    def __init__(self) -> None:
        super().__init__(name="wide")

    def can_convert_from(self, _context: Any, other: Any) -> Any:
        """Tells the compiler that a uint64 may stand where a word does: the zero of a kernel names no width."""
        return Conversion.safe if other == types.uint64 else None

    def __getitem__(self, axes: Any) -> Any:
        """Returns the type of an array of words, which may lie at any place where a uint64 may."""
        return types.Array(self, len(axes) if isinstance(axes, tuple) else 1, "C", aligned=False)


WIDE = WideType()
"""The type, as signatures of kernels name it."""


class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, of: Any) -> None:
        super().__init__(manager, of, _WHOLE)  # type: ignore[no-untyped-call]


register_default(WideType)(_Model)


@typeof_impl.register(Wide)
def _typeof(_value: Any, _context: Any) -> Any:
    return WIDE


def _constant(_context: Any, _builder: Any, _type: Any, value: Any) -> Any:
    return ir.Constant(_WHOLE, int(value))


lower_constant(WideType)(_constant)
lower_cast(types.uint64, WideType)(lambda _context, builder, _from, _to, value: builder.zext(value, _WHOLE))


class BoardsType(types.Type):
    """Is the type of a list of ``count`` words that the compiler knows."""

    def __init__(self, count: int) -> None:
        super().__init__(name=f"boards({count})")
        self.count = count


class _BoardsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, of: Any) -> None:
        super().__init__(manager, of, _WHOLE.as_pointer())  # type: ignore[no-untyped-call]


register_default(BoardsType)(_BoardsModel)


@typeof_impl.register(Boards)
def _typeof_boards(value: Any, _context: Any) -> Any:
    return BoardsType(len(value))


def _constants(_context: Any, builder: Any, _type: Any, value: Any) -> Any:
    kept = ir.Constant(ir.ArrayType(_WHOLE, len(value)), [ir.Constant(_WHOLE, int(one)) for one in value])
    return builder.bitcast(global_constant(builder.module, "boards", kept), _WHOLE.as_pointer())


lower_constant(BoardsType)(_constants)


class _Item(templates.AbstractTemplate):
    key = operator.getitem

    def generic(self, args: Any, _named: Any) -> Any:
        return signature(WIDE, args[0], types.intp) if isinstance(args[0], BoardsType) else None


class _Length(templates.AbstractTemplate):
    key = len

    def generic(self, args: Any, _named: Any) -> Any:
        return signature(types.intp, args[0]) if isinstance(args[0], BoardsType) else None


infer_global(operator.getitem)(_Item)
infer_global(len)(_Length)
lower_builtin(operator.getitem, BoardsType, types.intp)(
    lambda _context, builder, _signature, args: builder.load(builder.gep(args[0], [args[1]]))
)
lower_builtin(len, BoardsType)(lambda _context, _builder, sig, _args: ir.Constant(_HALF, sig.args[0].count))


def _times(builder: Any, word: Any, factor: Any) -> Any:
    """Returns a word times a uint64, by products of at most 64 bits: WebAssembly has no others."""
    low, high, small = (builder.trunc(one, _HALF) for one in (word, builder.lshr(word, _WHOLE(64)), factor))
    a, c = (builder.and_(one, _HALF(_LOWER)) for one in (low, small))
    b, d = (builder.lshr(one, _HALF(32)) for one in (low, small))
    first = builder.add(builder.mul(b, c), builder.lshr(builder.mul(a, c), _HALF(32)))
    second = builder.add(builder.mul(a, d), builder.and_(first, _HALF(_LOWER)))
    carried = builder.add(builder.mul(b, d), builder.mul(high, small))
    for part in (first, second):
        carried = builder.add(carried, builder.lshr(part, _HALF(32)))
    return _joined(builder, builder.mul(low, small), carried)


def _joined(builder: Any, low: Any, high: Any) -> Any:
    return builder.or_(builder.zext(low, _WHOLE), builder.shl(builder.zext(high, _WHOLE), _WHOLE(64)))


def _compared(relation: str) -> Any:
    return lambda builder, one, other: builder.icmp_unsigned(relation, one, other)


def _operators() -> None:
    """Teaches the compiler the operators, between two words and between a word and a uint64."""
    builder = ir.IRBuilder
    numbers = {
        "and_ iand": builder.and_, "or_ ior": builder.or_, "xor ixor": builder.xor, "add iadd": builder.add,
        "sub isub": builder.sub, "lshift ilshift": builder.shl, "rshift irshift": builder.lshr,
    }  # fmt: skip
    for names, emit in numbers.items():
        for name in names.split():
            _operator(getattr(operator, name), WIDE, emit, WIDE, types.uint64)
    for name in ("mul", "imul"):
        _operator(getattr(operator, name), WIDE, _times, types.uint64)
    for name, relation in (("eq", "=="), ("ne", "!="), ("ge", ">="), ("gt", ">")):
        _operator(getattr(operator, name), types.boolean, _compared(relation), WIDE, types.uint64)
    _operator(
        min, WIDE, lambda builder, one, other: builder.select(_compared("<")(builder, one, other), one, other), WIDE
    )
    _operator(operator.invert, WIDE, builder.not_)
    _operator(bool, types.boolean, lambda builder, word: builder.icmp_unsigned("!=", word, _WHOLE(0)))
    _operator(operator.not_, types.boolean, lambda builder, word: builder.icmp_unsigned("==", word, _WHOLE(0)))


def _operator(key: Any, result: Any, emit: Any, *others: Any) -> None:
    cases = [signature(result, WIDE, other) for other in others] or [signature(result, WIDE)]
    infer_global(key)(type("Case", (templates.ConcreteTemplate,), {"key": key, "cases": cases}))

    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return emit(builder, *(one if one.type == _WHOLE else builder.zext(one, _WHOLE) for one in args))

    for case in cases:
        lower_builtin(key, *case.args)(build)


_operators()


def join(_context: Any, low: Any, high: Any) -> Any:
    """Returns the word of two halves."""

    return WIDE(types.uint64, types.uint64), lambda _c, builder, _s, args: _joined(builder, *args)


def as_words(_context: Any, halves: Any) -> Any:
    """Returns an array of uint64, the two of a word in its last axis, as an array of words."""
    kind = WIDE[(slice(None),) * (halves.ndim - 1)]

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        given = context.make_array(signature.args[0])(context, builder, args[0])
        made = context.make_array(kind)(context, builder)
        shape, strides = (cgutils.unpack_tuple(builder, one)[:-1] for one in (given.shape, given.strides))  # type: ignore[no-untyped-call]
        data = builder.bitcast(given.data, made.data.type)
        populate_array(made, data, shape, strides, ir.Constant(_HALF, 16), given.meminfo)  # type: ignore[no-untyped-call]
        return imputils.impl_ret_borrowed(context, builder, kind, made._getvalue())  # type: ignore[no-untyped-call]

    return kind(halves), build


def low_half(_context: Any, word: Any) -> Any:
    """Returns the lower 64 bits of a word. A uint64 has no others."""
    return types.uint64(word), lambda _c, builder, _s, args: builder.trunc(args[0], _HALF)


def folded(_context: Any, word: Any) -> Any:
    """Returns a uint64 that depends on all bits of a word: itself, if it is one."""

    def build(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        if word != WIDE:
            return args[0]
        low, high = (builder.trunc(one, _HALF) for one in (args[0], builder.lshr(args[0], _WHOLE(64))))
        return builder.xor(low, builder.mul(high, _HALF(_ODD)))

    return types.uint64(word), build


def high_half(_context: Any, word: Any) -> Any:
    """Returns the upper 64 bits of a word."""
    return types.uint64(WIDE), lambda _c, builder, _s, args: builder.trunc(builder.lshr(args[0], _WHOLE(64)), _HALF)


def _board(name: str) -> Any:
    """Returns the maker of an instruction that reads a board of a record, in two words where it has ``name_high``."""

    def read(_context: Any, record: Any) -> Any:
        fields = [one for one in (name, f"{name}_high") if one in record.fields]

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = signature.args[0]
            halves = [context.get_getattr(kind, one)(context, builder, kind, args[0], one) for one in fields]
            return halves[0] if len(halves) == 1 else _joined(builder, *halves)

        return (WIDE if len(fields) > 1 else types.uint64)(record), build

    return read


own_of, mask_of = _board("own"), _board("mask")


def put_boards(_context: Any, record: Any, own: Any, mask: Any) -> Any:
    """Writes the fields ``own`` and ``mask`` of a record, with the upper halves where it has these."""
    wide = "own_high" in record.fields

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        for name, board in (("own", args[1]), ("mask", args[2])):
            halves = {f"{name}_high": builder.lshr(board, _WHOLE(64)), name: board} if wide else {name: board}
            for field, half in halves.items():
                to = types.void(signature.args[0], types.uint64)
                value = builder.trunc(half, _HALF) if wide else half
                context.get_setattr(field, to)(builder, (args[0], value))
        return context.get_dummy_value()

    board = WIDE if wide else types.uint64
    return types.void(record, board, board), build
