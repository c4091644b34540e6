"""Starts the server to attack, by each command that the project offers, and looks at the server from outside."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.hostile.line import Line
from tests.programs import free_port, start
from tests.wire import Target, request

ROOT = Path(__file__).parents[2]
_SECONDS_TO_START = 300.0


@dataclass(frozen=True)
class Way:
    """Describes a way of serving.

    Args:
        command: the arguments after ``python -m``.
        needs: the file of the project without which there is no such way.
        worker: whether a child of the process serves.
    """

    name: str
    command: tuple[str, ...]
    needs: str
    worker: bool = False


WAYS = (
    Way("fourthought", ("webapp.cli",), "webapp/cli.py"),
    Way("gunicorn", ("gunicorn", "--config", "python:webapp.production"), "webapp/production.py", worker=True),
)
"""The second way is of earlier states of the project, to compare with (``--code FOLDER``)."""


def ways(code: Path = ROOT) -> list[Way]:
    """Returns the ways of serving that the project in the folder ``code`` offers."""
    return [way for way in WAYS if (code / way.needs).exists()]


class Server:
    """Runs the server in a separate process.

    Args:
        folder: where the database and the log lie.
        settings: fields of the project's settings.
    """

    def __init__(self, way: Way, folder: Path, code: Path = ROOT, settings: Mapping[str, object] | None = None) -> None:
        self.way, self.target = way, Target("127.0.0.1", free_port())
        self.database, self._log = folder / "games.sqlite3", folder / "log.txt"
        chosen = {"host": "127.0.0.1", "port": self.target.port, "database": self.database, **(settings or {})}
        environ = {f"FOURTHOUGHT_{name.upper()}": str(value) for name, value in chosen.items()}
        with self._log.open("wb") as log:
            environ = {**os.environ, "PYTHONPATH": str(code), **environ}
            self._process = start(*way.command, environ=environ, output=log, folder=code)

    async def wait_until_ready(self) -> None:
        """Waits until the engine's kernels are compiled."""
        async with asyncio.timeout(_SECONDS_TO_START):
            while b" 200 " not in (await self.get("/readyz"))[:20]:
                if self._process.poll() is not None:
                    raise RuntimeError(f"the server did not start: {self.log()[-2000:]}")
                await asyncio.sleep(0.1)

    async def get(self, path: str, seconds: float = 30.0) -> bytes:
        """Returns the whole answer to a request from this machine, and nothing after an error."""
        line = Line(self.target, "127.0.0.1")
        try:
            async with asyncio.timeout(seconds):
                await line.send(request(self.target, path, "Connection: close"))
                return await line.everything()
        except OSError:
            return b""
        finally:
            line.close()

    async def metrics(self) -> dict[str, float]:
        """Returns the metrics by name and labels, and none if the server does not answer."""
        text = (await self.get("/metrics")).decode(errors="replace").partition("\r\n\r\n")[2]
        pairs = (line.rsplit(" ", 1) for line in text.splitlines() if line[:1].isalpha() and " " in line)
        return {name: float(value) for name, value in pairs if value[-1:].isdigit()}

    @property
    def process(self) -> int:
        """Returns the number of the process that serves."""
        workers = self._children() if self.way.worker else []
        return workers[0] if workers else self._process.pid

    def _children(self) -> list[int]:
        """Returns the numbers of the processes that the server has started."""
        listed = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        with contextlib.suppress(OSError):
            return [int(number) for number in listed.read_text().split()]
        return []

    def running(self) -> bool:
        """Returns whether the process runs."""
        return self._process.poll() is None

    def log(self) -> str:
        """Returns the whole output of the server."""
        return self._log.read_text(errors="replace")

    def kill(self) -> None:
        """Ends the process as a power cut does, and its children."""
        for number in (*self._children(), self._process.pid) if self.running() else ():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self._process.wait(60)
