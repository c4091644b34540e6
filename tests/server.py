"""Runs the server by its command, as people do, in a separate process."""

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.programs import ROOT, free_port, start
from tests.waiting import PATIENCE, wait_until

QUICK = {"minimum_reply": 0.05, "think_seconds": 0.6, "hint_seconds": 2.0, "grace": 2.0, "address_share": 1.0}
"""Settings for tests of the page: all comes soon, and everybody may come from one address."""


class TableServer:
    """Runs ``fourthought`` on a free port with a separate database. A restart keeps both.

    All that the server says is in ``folder/log``. Keyword arguments are settings, as in ``minimum_reply=0.05``; those
    of the server itself hold where ``usual`` is empty.

    Args:
        folder: for the database and the log.
        module: the module to run.
        environ: more variables than those of this process.
        code: the folder of the project to run.
        options: of the command.
        usual: settings that others replace.
    """

    def __init__(
        self,
        folder: Path,
        module: str = "webapp.cli",
        environ: Mapping[str, str] | None = None,
        code: Path = ROOT,
        options: Sequence[str] = (),
        usual: Mapping[str, object] = QUICK,
        **settings: object,
    ) -> None:
        self.folder, self.database, self._log = folder, folder / "games.sqlite3", folder / "log"
        self._module, self._code, self._options = module, code, options
        chosen = {"database": self.database, **usual, **settings}
        paths = os.pathsep.join(filter(None, (str(code), os.environ.get("PYTHONPATH"))))
        self._environ = {**os.environ, "PYTHONPATH": paths, "PYTHONFAULTHANDLER": "1", **(environ or {})}
        self._environ.update({f"FOURTHOUGHT_{name.upper()}": str(value) for name, value in chosen.items()})
        self.process: subprocess.Popen[str] | None = None
        self.url, self.port = "", free_port()
        self.start()

    def start(self) -> None:
        """Serves, after a restart on the same port, and returns when the page can be fetched."""
        while not (found := self._begin()):
            taken = f"Port {self.port} is in use" in self.log() and not self.url
            assert taken, f"the server did not start: {self.log()[-5000:]}"
            self.port = free_port()  # another program was quicker
        self.url = found
        try:
            wait_until(lambda: not self.running() or self._answers())
            assert self.running(), f"the server died: {self.log()[-5000:]}"
        except BaseException:
            self.kill()
            raise

    def _begin(self) -> str:
        """Starts the process, and returns its address, or nothing where it has ended."""
        environ = {"FOURTHOUGHT_PORT": str(self.port), **self._environ}
        with self._log.open("a") as file:
            before = file.tell()
            self.process = start(self._module, *self._options, environ=environ, output=file, folder=self._code)
        wait_until(lambda: " is at http" in self.log(before) or not self.running(), 300)
        said = re.search(r' is at (http[^\s"]+)', self.log(before))
        return said[1] if said else ""

    def wait_until_ready(self) -> None:
        """Waits until the engine answers."""
        wait_until(lambda: self._answers("/readyz"), 600)

    def stop(self) -> None:
        """Ends the process as Ctrl-C does."""
        if self.process is not None:
            self.process.terminate()
            self._forget()

    @property
    def pid(self) -> int:
        """Returns the number of the process."""
        return self.process.pid

    def running(self) -> bool:
        """Returns whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def log(self, since: int = 0) -> str:
        """Returns all that the server has said from a byte of the log on."""
        return self._log.read_bytes()[since:].decode(errors="replace")

    def kill(self) -> None:
        """Ends the process as a power cut does, without a goodbye."""
        if self.process is not None:
            self.process.kill()
            self._forget()

    def _forget(self) -> None:
        """Waits for the end of the process."""
        self.process.wait(PATIENCE)
        self.process = None

    def _answers(self, path: str = "/healthz") -> bool:
        try:
            with urlopen(self.url + path, timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False


@contextmanager
def serving(folder: Path, *options: str, **settings: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Runs the server as it comes, but for the settings given, and yields the process and the address."""
    server = TableServer(folder, options=options, usual={}, **settings)
    assert server.process is not None
    try:
        yield server.process, server.url
    finally:
        server.stop()
