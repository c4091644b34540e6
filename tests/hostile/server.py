"""Starts the server to attack by its command, and looks at it from outside."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from tests.hostile.line import Line
from tests.programs import ROOT
from tests.server import TableServer
from tests.wire import Target, request


class Server(TableServer):
    """Runs the server as it comes, but for the settings given.

    Args:
        folder: where the database and the log lie.
        code: the folder of the project to run.
        settings: fields of the project's settings.
    """

    def __init__(self, folder: Path, code: Path = ROOT, settings: Mapping[str, object] | None = None) -> None:
        super().__init__(folder, code=code, usual={}, host="127.0.0.1", **(settings or {}))

    @property
    def target(self) -> Target:
        """Returns the door."""
        return Target("127.0.0.1", self.port)

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
