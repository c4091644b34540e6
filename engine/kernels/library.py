"""Loads the library with the machine code for this platform and processor, from the package alone."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib.util
import json
import logging
import os
import platform
import re
import sys
from pathlib import Path
from typing import Any

from engine.kernels import sources

_log = logging.getLogger(__name__)

FOLDER = Path(__file__).parent / "libraries"
PROVENANCE = FOLDER / "provenance.json"
"""Says what the libraries were made from, and the hash of each."""

COMPILER = "pip install 'fourthought[compile]'"

CPUINFO = Path("/proc/cpuinfo")
_V4 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
_V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}


class KernelError(Exception):
    """Tells in one sentence that a kernel cannot be run here."""


def has_compiler() -> bool:
    """Tells whether Numba is installed, so that kernels without machine code are compiled."""
    return importlib.util.find_spec("numba") is not None


def find(name: str) -> Any:
    """Returns a kernel's function in the library of this platform. None: the library lacks the kernel, or is not used,
    because a source was changed or NUMBA_BOUNDSCHECK asks for other code. Raises KernelError if the library cannot be
    used and there is no compiler."""
    try:
        loaded = _load()
    except KernelError as error:
        if not has_compiler():
            raise
        _tell(str(error))
        return None
    return getattr(loaded, name, None)


def kernel_origin() -> str:
    """Returns a sentence about where the code of the kernels comes from. Raises KernelError as :func:`find` does."""
    loaded = _load()
    return f"Their machine code is in {Path(loaded._name).name}." if loaded else "Numba compiles them."


def complaint(name: str) -> str:
    """Returns why a kernel without machine code does not run, and what helps."""
    board = re.search(r"_(\d+)_(\d+)_(\d+)_", name)
    what = "a board of {}x{} with {} in a row".format(*board.groups()) if board else name or "what the workshop makes"
    return f"no machine code ships for {what}, and there is no compiler; {COMPILER} brings one"


def names() -> tuple[str, ...]:
    """Returns the names of the libraries for this platform, the best for this processor first."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    if sys.maxsize < 1 << 32:
        return ()
    if sys.platform == "darwin":
        return {"aarch64": ("macos-arm64.dylib",), "x86_64": ("macos-x86_64.dylib",)}.get(machine, ())
    if sys.platform == "win32" and machine == "x86_64":
        return ("windows-x86_64.dll",)
    if sys.platform == "linux" and machine == "aarch64":
        return ("linux-aarch64.so",)
    if sys.platform == "linux" and machine == "x86_64":
        return tuple(f"linux-x86_64-{level}.so" for level in _levels())
    return ()


def _levels() -> list[str]:
    """Returns the levels of x86-64 that this processor has, the highest first."""
    try:
        text = CPUINFO.read_text()
        flags = set(next(line for line in text.splitlines() if line.startswith("flags")).split())
    except (OSError, StopIteration):
        flags = set()
    return ["v4"] * (flags >= _V3 | _V4) + ["v3"] * (flags >= _V3) + ["v2"]


@functools.cache
def _load() -> ctypes.CDLL | None:
    """Returns the library, or None if it is not to be used. Raises KernelError if it cannot be used."""
    if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0"):
        return None
    made = provenance()
    if changed := sources.changed(made["sources"]):
        if not has_compiler():
            raise KernelError(
                f"engine/{changed[0]} is not what the machine code was made from; {COMPILER} brings a compiler"
            )
        _log.info("kernels are compiled, because %s was changed", ", ".join(changed))
        return None
    found = [name for name in names() if name in made["files"]]
    if not found:
        here = f"{platform.system()} on {platform.machine()}"
        raise KernelError(f"no machine code ships for {here}; {COMPILER} brings a compiler")
    path = FOLDER / found[0]
    try:
        content = path.read_bytes()
    except OSError as error:
        raise KernelError(f"{path} cannot be read ({error.strerror}): install fourthought again") from None
    if hashlib.sha256(content).hexdigest() != made["files"][path.name]:
        raise KernelError(f"{path} is not the file that was shipped: install fourthought again")
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise KernelError(f"{path} cannot be loaded ({error}): install fourthought again") from None


@functools.cache
def provenance() -> dict[str, Any]:
    """Returns what the libraries were made from. Raises KernelError if the file cannot be read."""
    try:
        made: dict[str, Any] = json.loads(PROVENANCE.read_text(encoding="utf-8"))
        return {**made, **{name: dict(made[name]) for name in ("sources", "files", "page")}}
    except (OSError, ValueError, KeyError, TypeError):
        raise KernelError(f"{PROVENANCE} cannot be read: install fourthought again") from None


@functools.cache
def _tell(sentence: str) -> None:
    _log.warning("%s; kernels are compiled meanwhile", sentence)
