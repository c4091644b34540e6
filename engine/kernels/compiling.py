"""Compiles kernels by Numba (the extra ``compile``), with a cache on disk that no edit makes stale.

Numba's own cache looks at one file only, and at the path. Here a kernel's key is a hash of its code and of everything
that the code takes from around it: other kernels, numbers, arrays, types.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import UserProvidedCacheLocator
from numba.extending import intrinsic

from engine.files import is_ours, user_folder
from engine.kernels.kernel import Instruction, Kernel
from engine.kernels.sources import code_of
from engine.kernels.wide import WIDE

_log = logging.getLogger(__name__)
_CONSTANTS = Kernel | Instruction | int | float | np.generic | np.ndarray


@functools.cache
def compiled(kernel: Kernel) -> Any:
    """Returns a kernel as a function that Numba has compiled for its signature, or a helper for others to call."""
    function = _with_parts(kernel.function, kernel.words)
    # The machine code is named after the function. Numba tells nested functions of one name apart by a number of the
    # process that compiles, so kernels of two boards, compiled by two processes, could have one name. The loader takes
    # the first of a name for all: one board was judged by another board's evaluation.
    function.__qualname__ += f"_{_hash(kernel)[:16]}"
    folder = cache_folder() if kernel.signature else None
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    options |= {"forceinline": kernel.options["forceinline"]} | ({"inline": "always"} if kernel.options["copy"] else {})
    try:
        return _compile(kernel, function, {**options, "cache": folder is not None})
    except numba.core.errors.NumbaError:
        raise
    except Exception as error:
        if folder is None:
            raise
        # A file cut short (a full disk, a power cut) must not keep a player from playing.
        _log.warning("compiling anew: the kernels kept in %s cannot be used (%s)", folder, type(error).__name__)
        shutil.rmtree(folder, ignore_errors=True)
        return _compile(kernel, function, {**options, "cache": False})


def _compile(kernel: Kernel, function: Callable[..., Any], options: dict[str, Any]) -> Any:
    compile_it: Any = numba.njit
    made = compile_it(**options)(function)
    if not kernel.signature:
        return made
    if options["cache"]:
        # Numba's own key holds a pickle of everything a nested function takes from around. In the pickle every other
        # kernel has a number of the process, so a kernel with helpers would be compiled again at every start.
        key = _hash(kernel)
        made._cache._index_key = lambda signature, codegen: (signature, codegen.magic_tuple(), key)
    named = {name: numba.from_dtype(record) for name, record in kernel.records.items()}
    made.compile(eval(kernel.signature, {**vars(numba.types), "wide": WIDE, **named}))  # noqa: S307 (our own text)
    made.disable_compile()
    return made


def _with_parts(function: Any, words: int) -> FunctionType:
    """Returns a copy of a function in which every kernel, for boards of so many words, and instruction is what Numba
    knows."""
    names = _names(function.__code__)
    around = {name: _part(value, words) if name in names else value for name, value in function.__globals__.items()}
    cells = tuple(CellType(_part(cell.cell_contents, words)) for cell in function.__closure__ or ())
    made = FunctionType(function.__code__, around, function.__name__, function.__defaults__, cells)
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    return made


def _part(value: Any, words: int) -> Any:
    if isinstance(value, Kernel):
        return compiled(value.wide if words > 1 else value)
    return _instruction(value) if isinstance(value, Instruction) else value


@functools.cache
def _instruction(wanted: Instruction) -> Any:
    maker = getattr(importlib.import_module(wanted.module), wanted.name)
    return intrinsic(prefer_literal=wanted.constants)(maker)


def _names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _names(constant)
    return found


def _hash(held: Any) -> str:
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "").encode()
    return hashlib.sha256(_describe(held) + checked).hexdigest()


def _describe(held: Any) -> bytes:
    """Returns the description of a value around a kernel, the same in every process."""
    if isinstance(held, Kernel):
        options = repr((held.signature, sorted(held.options.items()), sorted(map(str, held.records.values()))))
        options += f" of {held.words} words" if held.words > 1 else ""
        return b"(%s %s)" % (options.encode(), _describe(held.function))
    if isinstance(held, Instruction):
        source = importlib.util.find_spec(held.module)
        return code_of(Path(str(source and source.origin)).read_bytes()) + held.name.encode()
    if isinstance(held, FunctionType):
        around = [_describe(cell.cell_contents) for cell in held.__closure__ or ()]
        # Numbers of its module are constants in it as well, and may come from a source that holds no kernel.
        around += [_describe(value) for value in _named(held) if isinstance(value, _CONSTANTS)]
        parts = held.__qualname__.encode(), _describe_code(held.__code__, held.__doc__), b" ".join(around)
        return b"(%s %s %s)" % parts
    if isinstance(held, np.ndarray):
        return repr((held.dtype.str, held.shape)).encode() + held.tobytes()
    if isinstance(held, tuple):
        return b"(%s)" % b" ".join(map(_describe, held))
    if held is None or isinstance(held, bool | int | float | str | np.generic | type):
        return repr(held).encode()
    raise TypeError(f"a kernel takes numbers, arrays, types and kernels from around it, not {type(held).__name__}")


def _named(function: FunctionType) -> Iterator[object]:
    """Yields what a function names in its module, and in modules of ours that it names."""
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] == __name__.partition(".")[0]:
            yield from (vars(value).get(inner) for inner in function.__code__.co_names)


def _describe_code(code: CodeType, documentation: str | None = None) -> bytes:
    """Returns the description of instructions with their constants and names, without the docstring and lines."""
    constants = list(code.co_consts)
    if documentation is not None and constants[:1] == [documentation]:
        constants[0] = None
    described = [
        _describe_code(one)
        if isinstance(one, CodeType)
        else repr(sorted(map(repr, one))).encode()
        if isinstance(one, frozenset)
        else repr(one).encode()
        for one in constants
    ]
    return b"(%s %s %s)" % (code.co_code, repr(code.co_names).encode(), b" ".join(described))


class KernelLocator(UserProvidedCacheLocator):
    """Names a kernel's file in Numba's cache by the code alone, not by path, date and lines of the source."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call]
        self._cache_path = getattr(numba.config, "CACHE_DIR")  # noqa: B009 (a name that the stubs do not know)
        self._code: str = py_func.__qualname__.rpartition("_")[2]

    def get_source_stamp(self) -> str:
        """Returns the same stamp for every source, because the code's hash is part of the name."""
        return "sources"

    def get_disambiguator(self) -> str:
        """Returns the hash of the kernel's code."""
        return self._code


@functools.cache
def cache_folder() -> Path | None:
    """Points Numba at a folder for compiled kernels. Returns None, with one log line, if none can be used. The content
    of the folder is run, so the folder has to be this user's alone."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(given).absolute() / "fourthought" if given else user_folder("cache")
    if folder is None:
        _log.warning("compiled kernels are not kept: the system names no folder for them; set HOME or NUMBA_CACHE_DIR")
        return None
    folder /= "compiled"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_ours(folder):
            _log.warning("compiled kernels are not kept: %s belongs to others, or others may write to it", folder)
            return None
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        _log.warning("compiled kernels are not kept: %s cannot be written (%s)", folder, error.strerror)
        return None
    setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010 (a name that the stubs do not know)
    setattr(numba.config, "CACHE_LOCATOR_CLASSES", f"{__name__}.{KernelLocator.__name__}")  # noqa: B010
    return folder
