"""Starts programs of the project as processes of their own."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[1]


def start(
    module: str,
    *arguments: str,
    environ: Mapping[str, str],
    output: IO[Any] | None = None,
    folder: Path = ROOT,
    before: Sequence[str] = (),
) -> subprocess.Popen[str]:
    """Starts ``python -m module arguments``.

    Args:
        output: the file for the output and the errors; None for a pipe.
        folder: the project to run.
        before: a command to run the program by, such as one for entering a namespace.
    """
    command, out = [*before, sys.executable, "-m", module, *arguments], output or subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=environ, stdout=out, stderr=subprocess.STDOUT, text=True)
