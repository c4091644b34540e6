"""Runs the command of the server as people do, in a separate process."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.programs import start
from tests.waiting import wait_until


@contextmanager
def serving(folder: Path, *options: str, **settings: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Runs the server, and yields the process and the address. All words are in ``folder/log``.

    The server takes a free port itself: a port found free beforehand may be another program's when the server starts.

    Args:
        options: of the command.
        settings: in the environment.
    """
    chosen = {"database": folder / "games.sqlite3", "port": 0, **settings}
    environ = {**os.environ, **{f"FOURTHOUGHT_{name.upper()}": str(value) for name, value in chosen.items()}}
    log = folder / "log"
    with log.open("a") as file:
        before = file.tell()
        process = start("webapp.cli", *options, environ=environ, output=file)
    try:
        said = wait_until(lambda: re.search(r"is at (http://[\d.:]+)", log.read_text()[before:]) or process.poll(), 180)
        assert isinstance(said, re.Match), log.read_text()
        yield process, said[1]
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(timeout=180)
