"""Compiles every kernel of the engine with one decorator and one cache, which is never stale after an edit.

Numba's own disk cache looks at one file only, and at the path. This cache lies in a folder named after a hash. The hash
covers the code of this module and of all sources with kernels (the importers of this module, because a kernel uses
nothing from elsewhere but arguments) and the versions of Python, Numba and NumPy. Any change means a new folder.
Comments, docstrings and the place of the checkout are not part of the hash: editing a sentence recompiles nothing.
"""

import ast
import functools
import hashlib
import importlib.metadata
import logging
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.caching import UserProvidedCacheLocator
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.types import Type

from engine.folders import is_ours, user_folder

_log = logging.getLogger(__name__)
_thread = threading.local()
_CONSTANTS = Dispatcher | int | float | np.generic | np.ndarray


class NotCompiledError(Exception):
    """Tells that the cache lacks a kernel, where kernels may only be loaded."""


@contextmanager
def loading_only() -> Iterator[None]:
    """Restricts this thread to kernels in the cache. For any other kernel it raises :class:`NotCompiledError`."""
    _thread.only_loads = True
    try:
        yield
    finally:
        _thread.only_loads = False


def kernel(
    *signature: Any, nogil: bool = True, forceinline: bool = False, copy: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    """Compiles a function ahead of the first call, without the interpreter lock, cached on disk where possible.

    Args:
        signature: one explicit Numba signature, or none for a helper compiled into the callers.
        nogil: release the interpreter lock while the function runs.
        forceinline: always compile the helper into the callers, to fold constant arguments.
        copy: copy the helper's lines into the callers before compiling, at no cost at all; for numbers, not for arrays,
            which Numba would count at every call.
    """

    if getattr(numba.config, "DISABLE_JIT"):  # noqa: B009 (a name that the stubs do not know)
        raise RuntimeError("the engine needs its compiler, which NUMBA_DISABLE_JIT turns off; unset the variable")

    def decorate(function: Callable[..., Any]) -> Any:
        # The machine code is named after the function. Numba tells nested functions of one name apart by a number of
        # the process that compiles, so kernels of two boards, compiled by two processes, could have one name. The
        # loader takes the first of a name for all: one board was judged by another board's evaluation.
        function.__qualname__ += f"_{_hash(function)[:16]}"
        folder = use_cache_directory()
        options = {"nogil": nogil, "cache": folder is not None, "forceinline": forceinline, "error_model": "numpy"}
        options["no_cfunc_wrapper"] = True  # no C code calls a kernel
        if copy:
            options["inline"] = "always"
        try:
            return _compile(function, signature, options)
        except NotCompiledError:
            raise
        except OSError as error:
            _log.warning("a compiled kernel is not kept: %s cannot be used (%s)", folder, error.strerror)
            return _compile(function, signature, {**options, "cache": False})
        except Exception as error:
            if folder is None:
                raise
            # A file cut short (a full disk, a power cut) must not keep a player from playing.
            _log.warning("compiling anew: the kernels kept in %s cannot be read (%s)", folder, type(error).__name__)
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
            return _compile(function, signature, options)

    return decorate


def prepare_compiler() -> None:
    """Builds the tables of Numba that the first loaded kernel needs: half a second, of which 70 ms under the lock."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


class KernelLocator(UserProvidedCacheLocator):
    """Names a kernel's file in Numba's cache by the code alone, not by path, date and lines of the source. The folder
    is named after the sources (``use_cache_directory``), so nothing else has to be compared."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[no-untyped-call]
        self._cache_path = getattr(numba.config, "CACHE_DIR")  # noqa: B009 (a name that the stubs do not know)
        self._code = _hash(py_func)[:16]

    def get_source_stamp(self) -> str:
        """Returns the same stamp for every source, because each state of the sources has its own folder."""
        return "sources"

    def get_disambiguator(self) -> str:
        """Returns the hash of the kernel's code."""
        return self._code


def _compile(function: Callable[..., Any], signature: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Returns the function compiled for the signature, or loaded from the cache by a key of all code in use.

    Numba's own key holds a pickle of everything a nested function takes from around. In the pickle every other kernel
    has a number of the process, so a kernel with helpers would be recompiled at every start.
    """
    compile_it: Any = numba.njit
    compiled = compile_it(**options)(function)
    if options["cache"]:
        key = _hash(function)
        compiled._cache._index_key = lambda signature, codegen: (signature, codegen.magic_tuple(), key)
    if signature and getattr(_thread, "only_loads", False):
        compiled._compiler.compile = _refuse_to_compile
    for types in signature:
        compiled.compile(types)
        compiled.disable_compile()
    return compiled


def _refuse_to_compile(*_: Any) -> Any:
    raise NotCompiledError


def _hash(function: Any) -> str:
    """Returns the hash of a kernel's code and of everything that the code takes from around it."""
    return hashlib.sha256(_describe(function)).hexdigest()


def _describe(held: Any) -> bytes:
    """Returns the description of a value around a kernel, the same in every process."""
    if isinstance(held, Dispatcher):
        return _describe(held.py_func)
    if isinstance(held, FunctionType):
        around = [_describe(cell.cell_contents) for cell in held.__closure__ or ()]
        # Numbers of its module are constants in it as well, and may come from a source that holds no kernel.
        around += [_describe(value) for value in _named(held) if isinstance(value, _CONSTANTS)]
        return b"(%s %s %s)" % (
            held.__qualname__.encode(),
            _describe_code(held.__code__, held.__doc__),
            b" ".join(around),
        )
    if isinstance(held, np.ndarray):
        return repr((held.dtype.str, held.shape)).encode() + held.tobytes()
    if isinstance(held, tuple):
        return b"(%s)" % b" ".join(map(_describe, held))
    if held is None or isinstance(held, bool | int | float | str | np.generic | Type):
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


@functools.cache
def use_cache_directory() -> Path | None:
    """Points Numba at the folder for these very sources. Returns None, with one log line, if none can be used. The
    content of the folder is run, so the folder has to be this user's alone."""
    root = _root()
    if root is None:
        _log.warning("compiled kernels are not kept: the system names no folder for them; set HOME or NUMBA_CACHE_DIR")
        return None
    folder = root / _fingerprint()
    try:
        for one in (root, folder):
            one.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_ours(one):
                _log.warning("compiled kernels are not kept: %s belongs to others, or others may write to it", one)
                return None
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        _log.warning("compiled kernels are not kept: %s cannot be written (%s)", folder, error.strerror)
        return None
    os.utime(folder)
    _forget_old(root)
    setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010 (a name that the stubs do not know)
    setattr(numba.config, "CACHE_LOCATOR_CLASSES", f"{__name__}.{KernelLocator.__name__}")  # noqa: B010
    return folder


def _root() -> Path | None:
    given = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(given).absolute() if given else user_folder("cache")
    return root / "fourthought" / "kernels" if given and root else root / "kernels" if root else None


def _fingerprint() -> str:
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for source in sorted(root.rglob("*.py")):
        text = source.read_bytes()
        if b"engine.compiled" in text or source == Path(__file__):
            digest.update(str(source.relative_to(root)).encode() + b"\0" + _code_of(text))
    digest.update(sys.version.encode())
    for package in ("numba", "llvmlite", "numpy"):
        digest.update(importlib.metadata.version(package).encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()[:16]


def _code_of(source: bytes) -> bytes:
    """Returns a source's code without its comments, docstrings and line numbers."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            body = node.body
            node.body = [
                part for part in body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
    return ast.dump(tree).encode()


def _forget_old(root: Path, days: float = 30.0) -> None:
    """Removes folders of sources not started for a month."""
    for folder in root.iterdir():
        try:
            if folder.stat().st_mtime < time.time() - days * 86_400:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue
