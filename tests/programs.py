"""Starts programs of the project as processes of their own."""

import contextlib
import random
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[1]
_PORTS = range(20_000, 32_768)
"""Below the ports that Linux gives to those who ask for any, and above those of Ray's workers."""
_DRAW = random.SystemRandom()


def free_port() -> int:
    """Returns a port that is free now, and stays free: the system gives it to no outgoing connection."""
    while True:
        port = _DRAW.choice(_PORTS)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


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
