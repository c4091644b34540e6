"""Finds a linker for WebAssembly, and links object files to one module."""

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.games import GameError

_OPTIONS = ("--no-entry", "--import-memory", "--strip-all", "--stack-first", "-z", "stack-size=65536")


@cache
def linker() -> tuple[str, ...]:
    """Returns the command of the linker: of the package ``ziglang``, or the system's. Raises GameError without one."""
    if importlib.util.find_spec("ziglang"):
        return sys.executable, "-m", "ziglang", "wasm-ld"
    found = shutil.which("wasm-ld")
    if found is None:
        raise GameError("there is no linker for WebAssembly here; pip install 'fourthought[wasm]' brings one")
    return (found,)


def linker_version() -> str:
    """Returns the name and version of the linker, as it says."""
    return _run("--version").strip()


def link(objects: Mapping[str, bytes]) -> bytes:
    """Returns one module with the function of each object file, by name. The module takes its memory from outside, with
    64 KiB of stack at the bottom, and says by ``__heap_base`` where the caller's memory begins."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{name}.o" for name in objects]
        for path, content in zip(paths, objects.values(), strict=True):
            path.write_bytes(content)
        made = Path(folder) / "made.wasm"
        exports = [f"--export={name}" for name in (*objects, "__heap_base")]
        _run(*_OPTIONS, *exports, "-o", str(made), *map(str, paths))
        return made.read_bytes()


def _run(*arguments: str) -> str:
    done = subprocess.run([*linker(), *arguments], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise GameError(f"the linker has failed: {done.stderr.strip()}")
    return done.stdout
