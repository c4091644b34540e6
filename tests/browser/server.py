"""Runs a real server in a separate process."""

import os
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import IO
from urllib.error import URLError
from urllib.request import urlopen

from tests.programs import free_port, start
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]


class TableServer:
    """Runs ``fourthought`` on a free port with a separate database. A restart keeps both.

    Keyword arguments are settings, as in ``minimum_reply=0.05``. ``code`` is the folder of the project to run.
    """

    def __init__(
        self,
        folder: Path,
        module: str = "webapp.cli",
        environ: Mapping[str, str] | None = None,
        code: Path = ROOT,
        **settings: object,
    ) -> None:
        self.folder, self._module, self._code = folder, module, code
        quick = {"minimum_reply": 0.05, "think_seconds": 0.6, "hint_seconds": 0.6, "grace": 2.0, "address_share": 1.0}
        self._environ = {**os.environ, "FOURTHOUGHT_DATABASE": str(folder / "games.sqlite3"), "PYTHONFAULTHANDLER": "1"}
        self._environ |= environ or {}
        self._environ.update({f"FOURTHOUGHT_{name.upper()}": str(value) for name, value in (quick | settings).items()})
        self._process: subprocess.Popen[str] | None = None
        self._port = free_port()
        self.url = ""
        self.start()

    def start(self) -> None:
        """Serves, after a restart on the same port, and returns when the page can be fetched."""
        self._process = start(self._module, "--port", str(self._port), environ=self._environ, folder=self._code)
        said = self._process.stdout.readline()
        assert "is at http" in said, f"the server did not start: {said}"
        self.url = said.split(" is at ")[1].strip()
        wait_until(lambda: self._process.poll() is not None or self._answers())
        assert self._process.poll() is None, f"the server died: {self._process.stdout.read()}"
        # A full pipe would stop every thread of the server that writes to the log.
        threading.Thread(target=_read_on, args=(self._process.stdout,), daemon=True).start()

    def wait_until_ready(self) -> None:
        """Waits for the compiled kernels of the engine."""
        wait_until(lambda: self._answers("/readyz"), 600)  # a busy machine may compile them for minutes

    def stop(self) -> None:
        """Ends the process as Ctrl-C does."""
        if self._process is None:
            return
        self._process.terminate()
        self._forget()

    @property
    def pid(self) -> int:
        """Returns the number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """Ends the process as a power cut does, without a goodbye."""
        self._process.kill()
        self._forget()

    def _forget(self) -> None:
        """Waits for the end of the process."""
        self._process.wait(PATIENCE)
        self._process = None

    def _answers(self, path: str = "/healthz") -> bool:
        try:
            with urlopen(self.url + path, timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False


def _read_on(output: IO[str]) -> None:
    """Reads a process's output to the end, and closes it."""
    with output:
        for _ in output:
            pass
