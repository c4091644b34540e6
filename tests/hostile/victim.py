"""Plays as ordinary people do while others attack: ``python -m tests.hostile.victim HOST PORT LEVEL``.

The process is a separate one: the work of the attackers must not delay the clock. A line of the output is a JSON object
with what is new in each list of the record; times are those of the monotonic clock, which all processes of a machine
share. The pages are those of every load (``tests.load.page``).
"""

import asyncio
import contextlib
import json
import sqlite3
import sys
import time
from collections import defaultdict
from typing import Any

from tests.hostile.line import Line
from tests.load.page import HUMAN, Page
from tests.programs import ROOT
from tests.wire import ClosedError, Target, request

PLAYERS = 3
SOURCE = "127.0.9.{}"
MINIMUM_REPLY = 0.3
"""The shortest time of an engine's reply, in seconds (the server's setting): the budget of the victim's levels."""
_PAUSE, _HEALTH, _NAP, _TELL = 0.15, 0.5, 0.02, 0.1
_TOLD = ("moves", "waits", "replies", "cuts")


class Victim:
    """Runs the victim, and reads the record line by line.

    Args:
        target: the door at which the victim plays.
        level: the lowest level that the victim plays against.
    """

    def __init__(self, target: Target, level: int = 1) -> None:
        self._target, self._level = target, level
        self.seen: dict[str, list[Any]] = defaultdict(list)
        self._audited = 0

    async def start(self) -> None:
        """Starts the process, and waits for the first move and reply."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.hostile.victim"),
            *(self._target.host, str(self._target.port), str(self._level)),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read())
        async with asyncio.timeout(120):
            while not self.seen["replies"]:
                await asyncio.sleep(0.05)

    async def stop(self) -> None:
        """Ends the process."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._reading
        await self._process.wait()

    async def _read(self) -> None:
        assert self._process.stdout
        async for text in self._process.stdout:
            with contextlib.suppress(json.JSONDecodeError):  # the last line may be half
                for name, new in json.loads(text).items():
                    self.seen[name] += new

    def waits(self, what: str, begin: float, end: float) -> list[float]:
        """Returns the seconds of all waits that overlap a time, shortest first."""
        return sorted(seconds for at, seconds in self.seen[what] if at + seconds >= begin and at <= end)

    def cuts(self, begin: float, end: float) -> int:
        """Returns how often the server ended a connection of the victim."""
        return sum(begin <= at <= end for at in self.seen["cuts"])

    def audit(self, database: str) -> tuple[int, int]:
        """Looks for the moves acknowledged since the last audit in the database.

        Returns:
            The moves looked for, and how many of them are lost.
        """
        moves = self.seen["moves"][self._audited :]
        self._audited += len(moves)
        with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=60.0)) as reader:
            lost = sum(not _stored(reader, *move) for move in moves)
        return len(moves), lost


def _stored(reader: sqlite3.Connection, game_id: str, ply: int, move: int) -> bool:
    asked = "SELECT data FROM game_event WHERE game_id = ? AND kind = 'moved' AND ply = ?"
    rows = reader.execute(asked, (game_id, ply)).fetchall()
    return [json.loads(data)["move"] for (data,) in rows] == [move]


# --- in the process ---


async def _watch_health(target: Target, waits: list[tuple[float, float]]) -> None:
    """Asks for /healthz again and again, as a supervisor does."""
    while True:
        began, line = time.monotonic(), Line(target, SOURCE.format(100))
        with contextlib.suppress(OSError, ClosedError):
            await line.send(request(target, "/healthz", "Connection: close"))
            await line.status()
        line.close()
        waits.append((began, time.monotonic() - began))
        await asyncio.sleep(_HEALTH)


async def _watch_machine(late: list[tuple[float, float]]) -> None:
    """Sleeps again and again, and tells how late each end of the sleep came: the server has no part in that."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(_NAP)
        late.append((began, time.monotonic() - began - _NAP))


async def _tell(pages: list[Page], watched: dict[str, list[Any]]) -> None:
    """Prints what is new, again and again."""
    while True:
        news: dict[str, list[Any]] = {name: found[:] for name, found in watched.items()}
        for name in _TOLD:
            news[name] = [one for page in pages for one in getattr(page.record, name)]
        for found in (*watched.values(), *(getattr(page.record, name) for page in pages for name in _TOLD)):
            found.clear()
        print(json.dumps({name: new for name, new in news.items() if new}), flush=True)
        await asyncio.sleep(_TELL)


async def main(target: Target, level: int) -> None:
    """Plays until the process is ended, each player against the next level from ``level`` on."""
    pages = [
        Page(
            lambda: target,
            number,
            game="connect4",
            seats=(HUMAN, {"kind": "engine", "level": level + number}),
            pause=_PAUSE,
            source=SOURCE.format(1 + number),
        )
        for number in range(PLAYERS)
    ]
    watched: dict[str, list[Any]] = {"health": [], "late": []}
    watching = _watch_health(target, watched["health"]), _watch_machine(watched["late"]), _tell(pages, watched)
    await asyncio.gather(*watching, *(page.live() for page in pages))


if __name__ == "__main__":
    asyncio.run(main(Target(sys.argv[1], int(sys.argv[2])), int(sys.argv[3])))
