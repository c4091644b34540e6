"""Links object files to the library of one machine, by the linkers of the package ``ziglang``."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from engine.games import GameError
from engine.workshop.kernels.targets import WASM, Target


def linker_version() -> str:
    """Returns the version of the linkers. Raises GameError if they are not installed."""
    return _run("version").strip()


def link(objects: Mapping[str, bytes], target: Target) -> bytes:
    """Returns one library with the function of each object file, by name. A module for WebAssembly takes its memory
    from outside, with 64 KiB of stack at the bottom, and says by ``__heap_base`` where the caller's memory begins."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{name}.o" for name in objects]
        for path, content in zip(paths, objects.values(), strict=True):
            path.write_bytes(content)
            os.utime(path, (0, 0))  # libraries for macOS hold the times of their objects
        made = Path(folder) / target.name
        exports = [f"--export={name}" for name in (*objects, "__heap_base")] if target is WASM else []
        to = [f"/out:{made.name}"] if target.linker[0] == "lld-link" else ["-o", made.name]
        _run(*target.linker, *exports, *to, *(path.name for path in paths), folder=folder)
        return made.read_bytes()


def _run(*arguments: str, folder: str | None = None) -> str:
    if importlib.util.find_spec("ziglang") is None:
        raise GameError("there is no linker here; pip install 'fourthought[kernels]' brings one")
    command = [sys.executable, "-m", "ziglang", *arguments]
    # Names without a folder: some linkers write them into the library.
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)  # noqa: S603
    if done.returncode:
        raise GameError(f"the linker has failed: {done.stderr.strip()}")
    return done.stdout
