"""Calls machine code by one array of 64-bit words: the result, then the arguments one after the other. A number or
truth value is one word. An array is its address and the number of its rows, columns and so on. None is no word. A tuple
is its members. ``engine.workshop.kernels.machine_code`` makes the other side of this."""

from __future__ import annotations

import ast
import struct
import weakref
from collections.abc import Sequence
from ctypes import c_int64, c_void_p
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

_UNSIGNED = (1 << 64) - 1
_known: dict[tuple[int, int], tuple[weakref.ref[Any], list[int]]] = {}
"""The words of each living array, by array and type: a search passes the same arrays at every step. Nobody gives an
array another shape in place."""


@dataclass(frozen=True, slots=True)
class Array:
    """Names the type of an array whose items lie one after the other: the item's type, and the number of axes."""

    item: str
    axes: int


Kind = str | Array | tuple["Kind", ...]
"""The type of an argument: a number, "none", an array, or a tuple of types."""


@cache
def read_signature(text: str) -> tuple[str, tuple[Kind, ...]]:
    """Returns the types of the result and of the arguments. Raises ValueError for what this module cannot pass."""
    call = ast.parse(text, mode="eval").body
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise ValueError(f"{text!r} is no signature with a plain result; write it as 'int64(uint64[::1], boolean)'")
    return call.func.id, tuple(_kind(one, text) for one in call.args)


def _kind(node: ast.expr, text: str) -> Kind:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=ast.Name(id=item), slice=ast.Tuple(elts=axes)):
            return Array(item, len(axes))
        case ast.Subscript(value=ast.Name(id=item)):
            return Array(item, 1)
        case ast.Call(func=ast.Name(id="Tuple"), args=[ast.Tuple(elts=members)]):
            return tuple(_kind(member, text) for member in members)
    raise ValueError(f"{ast.unparse(node)} in {text!r} is no type of an argument")


class Native:
    """Calls one function of a library. ``pointer`` is the function as ctypes loads it."""

    def __init__(self, name: str, signature: str, pointer: Any) -> None:
        self.name = name
        self._result, self._kinds = read_signature(signature)
        self._pointer = pointer
        pointer.argtypes, pointer.restype = (c_void_p,), None

    def __call__(self, *arguments: Any) -> Any:
        """Calls the function. Raises TypeError for arguments of other types than the signature's."""
        if len(arguments) != len(self._kinds):
            raise TypeError(f"{self.name} takes {len(self._kinds)} arguments, not {len(arguments)}")
        return self._run(self._words(self._kinds, arguments))

    def _run(self, words: Sequence[int]) -> Any:
        buffer = (c_int64 * (1 + len(words)))(0, *words)
        self._pointer(buffer)
        result = buffer[0]
        if self._result == "int64":
            return result
        if self._result == "uint64":
            return result & _UNSIGNED
        if self._result == "boolean":
            return bool(result & 1)
        return struct.unpack("d", struct.pack("q", result))[0] if self._result == "float64" else None

    def _words(self, kinds: Sequence[Kind], values: Sequence[Any]) -> list[int]:
        words: list[int] = []
        for kind, value in zip(kinds, values, strict=True):
            if kind == "int64" or kind == "uint64" or kind == "boolean":
                words.append(int(value))
            elif kind == "float64":
                words += struct.unpack("q", struct.pack("d", value))
            elif isinstance(kind, Array):
                words += self._array(kind, value)
            elif isinstance(kind, tuple):
                words += self._words(kind, value)
            elif value is not None:
                raise TypeError(f"{self.name} takes None where {type(value).__name__} is given")
        return words

    def _array(self, kind: Array, value: Any) -> list[int]:
        key = id(value), id(kind)
        known = _known.get(key)
        if known is not None and known[0]() is value:
            return known[1]
        if not isinstance(value, np.ndarray) or value.ndim != kind.axes or not value.flags.carray:
            raise TypeError(f"{self.name} takes a writable array of {kind.axes} axes, its items one after the other")
        if not _fits(kind.item, value.dtype):
            raise TypeError(f"{self.name} takes an array of {kind.item}, not of {value.dtype}")
        words = [value.ctypes.data, *value.shape]
        _known[key] = weakref.ref(value, lambda _: _known.pop(key, None)), words
        return words


@cache
def _fits(item: str, given: np.dtype[Any]) -> bool:
    return given.name == item.replace("boolean", "bool") if given.names is None else item not in np.sctypeDict
