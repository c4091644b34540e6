"""Marks functions as kernels, and finds the machine code of each on its first call."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from types import FunctionType
from typing import TYPE_CHECKING, Any

from engine.kernels import library
from engine.kernels.library import KernelError

if TYPE_CHECKING:
    import numpy as np

    from engine.kernels.calls import Native

_PACKAGE = __name__.partition(".")[0] + "."
_WORD = re.compile(r"\bword\b")


class Kernel:
    """Holds the source of a kernel. A call runs the machine code, without the interpreter lock.

    Attributes:
        name: the name of the machine code, or "" for a helper that is compiled into other kernels alone.
        signature: the types as Numba writes them, as ``"int64(uint64[::1], boolean)"``, or "" for a helper.
        words: how many words of 64 bits a board has, see :meth:`of_words`.
        records: the layout of each record that the signature names.
        options: options of the compiler: ``forceinline`` (compile into the callers), ``copy`` (copy the lines into
            the callers before compiling, for numbers alone).
    """

    def __init__(
        self,
        function: Callable[..., Any],
        signature: str,
        name: str,
        records: Mapping[str, np.dtype[Any]],
        options: Mapping[str, bool],
        words: int = 1,
    ) -> None:
        self.boards = signature
        self.function, self.name, self.words = function, name, words
        self.signature = _WORD.sub("wide" if words > 1 else "uint64", signature)
        self.records, self.options = records, options
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._code: Callable[..., Any] | None = None if name else function

    def __call__(self, *arguments: Any) -> Any:
        """Calls the machine code, or the function itself where it is a helper. Raises KernelError as ``load`` does."""
        return (self._code or self.load())(*arguments)

    def of_words(self, words: int) -> Kernel:
        """Returns the kernel for boards of one word or two, for calls by Python. Where the signature says ``word``, a
        call for two words passes two numbers for a board, and an array with the two words of a board as its last
        axis."""
        return self if words == 1 else self._called_with_halves

    @cached_property
    def wide(self) -> Kernel:
        """Holds the same source for boards of two words, as a part of other kernels."""
        return Kernel(self.function, self.boards, "", self.records, self.options, 2)

    @cached_property
    def _called_with_halves(self) -> Kernel:
        result, kinds = self.boards[:-1].split("(")
        names, types, passed = list[str](), list[str](), list[str]()
        for number, kind in enumerate(re.findall(r"\w+(?:\[.*?\])?", kinds)):
            halves = [f"low{number}", f"high{number}"] if kind == "word" else [f"given{number}"]
            names += halves
            types += [_WORD.sub("uint64", kind.replace("word[", "word[:, "))] * len(halves)
            maker = {"word": "join", "word[": "as_words"}.get(kind[:5], "")
            passed.append(f"{maker}({', '.join(halves)})")
        text = f"def {self.__name__}({', '.join(names)}):\n    return part({', '.join(passed)})\n"
        code = compile(text, self.function.__code__.co_filename, "exec").co_consts[0]
        around = {name: instruction("engine.kernels.wide", name) for name in ("join", "as_words")}
        function = FunctionType(code, {**around, "part": self.wide})
        function.__module__, function.__doc__ = self.function.__module__, self.function.__doc__
        return Kernel(function, f"{result}({', '.join(types)})", f"{self.name}_2", self.records, self.options)

    def load(self) -> Callable[..., Any]:
        """Returns the machine code as a callable. Raises KernelError if none ships and there is no compiler."""
        if self._code is None:
            self._code = self._shipped() or _compile(self)
        return self._code

    def _shipped(self) -> Native | None:
        pointer = library.find(self.name)
        if pointer is None:
            return None
        from engine.kernels.calls import Native  # loads NumPy, which the names of kernels do not need

        return Native(self.name, self.signature, pointer)


class Instruction:
    """Names the maker of an instruction that Numba has not, as for ``numba.extending.intrinsic``.

    Attributes:
        module, name: where the maker is. The module needs Numba, so it is imported by the compiler alone.
        constants: constant arguments arrive as such.
    """

    def __init__(self, module: str, name: str, constants: bool) -> None:
        self.module, self.name, self.constants = module, name, constants

    def __call__(self, *_: Any) -> Any:
        """Raises TypeError: an instruction exists within kernels alone."""
        raise TypeError(f"{self.name} is an instruction of kernels; Python cannot call it")


def kernel(
    signature: str = "",
    *of: object,
    records: Mapping[str, np.dtype[Any]] | None = None,
    forceinline: bool = False,
    copy: bool = False,
    part: bool = False,
) -> Callable[[Callable[..., Any]], Any]:
    """Marks a function as a kernel.

    Args:
        signature: the types, as Numba writes them. None: a helper, compiled into the kernels that call it. ``word`` is
            a board's type: a uint64, or two of them (:meth:`Kernel.of_words`).
        of: what tells the kernels of one source apart, as the board: numbers, truth values and words. A kernel made
            within a function is shipped only with these.
        records: the layout of each record that the signature names.
        forceinline: always compile the helper into the callers, to fold constant arguments.
        copy: copy the helper's lines into the callers before compiling, at no cost at all; for numbers, not for arrays,
            which Numba would count at every call.
        part: other kernels alone call it, so it ships within them.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        ships = signature and not part and (of or "<locals>" not in function.__qualname__)
        parts = (function.__module__.removeprefix(_PACKAGE).replace(".", "_"), function.__name__, *of)
        name = "_".join(str(int(part) if isinstance(part, bool) else part) for part in parts) if ships else ""
        kept = Kernel(function, signature, name, records or {}, {"forceinline": forceinline, "copy": copy})
        if signature and not name:
            kept._code = None  # a part of other kernels; only a test calls it alone
        return kept

    return decorate


def instruction(module: str, name: str, *, constants: bool = False) -> Any:
    """Returns an instruction by the place of its maker, see :class:`Instruction`."""
    return Instruction(module, name, constants)


def _compile(wanted: Kernel) -> Callable[..., Any]:
    if not library.has_compiler():
        raise KernelError(library.complaint(wanted.name))
    compiling = importlib.import_module("engine.kernels.compiling")  # by name, because it knows this module
    code: Callable[..., Any] = compiling.compiled(wanted)
    return code
