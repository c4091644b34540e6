"""Marks functions as kernels, and finds the machine code of each on its first call."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.kernels import library
from engine.kernels.library import KernelError

if TYPE_CHECKING:
    import numpy as np

    from engine.kernels.calls import Native

_PACKAGE = __name__.partition(".")[0] + "."


class Kernel:
    """Holds the source of a kernel. A call runs the machine code, without the interpreter lock.

    Attributes:
        name: the name of the machine code, or "" for a helper that is compiled into other kernels alone.
        signature: the types as Numba writes them, as ``"int64(uint64[::1], boolean)"``, or "" for a helper.
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
    ) -> None:
        self.function, self.signature, self.name = function, signature, name
        self.records, self.options = records, options
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._code: Callable[..., Any] | None = None if name else function

    def __call__(self, *arguments: Any) -> Any:
        """Calls the machine code, or the function itself where it is a helper. Raises KernelError as ``load`` does."""
        return (self._code or self.load())(*arguments)

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
) -> Callable[[Callable[..., Any]], Any]:
    """Marks a function as a kernel.

    Args:
        signature: the types, as Numba writes them. None: a helper, compiled into the kernels that call it.
        of: what tells the kernels of one source apart, as the board: numbers, truth values and words. A kernel made
            within a function is shipped only with these.
        records: the layout of each record that the signature names.
        forceinline: always compile the helper into the callers, to fold constant arguments.
        copy: copy the helper's lines into the callers before compiling, at no cost at all; for numbers, not for arrays,
            which Numba would count at every call.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        ships = signature and (of or "<locals>" not in function.__qualname__)
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
