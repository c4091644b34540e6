"""Keeps the record of the victim's process: waits by kind, cuts, and acknowledged moves to look for in the database."""

import asyncio
import contextlib
import json
import sqlite3
import sys
import time
from collections import defaultdict
from typing import Any

from tests.programs import ROOT
from tests.wire import Target

MINIMUM_REPLY = 0.3
"""The shortest time of an engine's reply, in seconds (the server's setting): the budget of the victim's levels."""


class Victim:
    """Runs the victim, and reads the record line by line.

    Args:
        target: the door at which the victim plays.
        level: the lowest level that the victim plays against.
    """

    def __init__(self, target: Target, level: int = 1) -> None:
        self._target, self._level = target, level
        self._waits: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self._asked: dict[tuple[int, str], float] = {}
        self._unaudited: list[dict[str, Any]] = []
        self.cuts: list[float] = []
        self.refused: list[float] = []
        self._late: list[tuple[float, float]] = []

    async def start(self) -> None:
        """Starts the process, and waits for the first move and reply."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.hostile.victim",
            self._target.host,
            str(self._target.port),
            str(self._level),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reading = asyncio.create_task(self._read())
        async with asyncio.timeout(120):
            while not self._waits["due move"]:
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
                self._note(json.loads(text))

    def _note(self, said: dict[str, Any]) -> None:
        kind, at = said["kind"], said["at"]
        if kind == "asked":
            self._asked[said["who"], said["what"]] = at
        elif kind == "got":
            self._waits[said["what"]].append((self._asked.pop((said["who"], said["what"])), at))
        elif kind == "move":
            self._unaudited.append(said)
        elif kind == "refused":
            self.refused.append(at)
        elif kind == "late":
            self._late.append((at, said["seconds"]))
        else:
            self.cuts += [at] if kind == "cut" else []
            for who, what in list(self._asked):
                if who == said.get("who", 0):
                    self._waits[what].append((self._asked.pop((who, what)), at))

    def waits(self, what: str, begin: float, end: float) -> list[float]:
        """Returns the seconds of all waits that overlap a time, shortest first. An unfinished wait counts up to now."""
        done = [ended - began for began, ended in self._waits[what] if ended >= begin and began <= end]
        under_way = [time.monotonic() - at for (_, kind), at in self._asked.items() if kind == what and at <= end]
        return sorted(done + under_way)

    def lateness(self, begin: float, end: float) -> list[float]:
        """Returns how late the ends of the victim's sleeps came, shortest first: the machine was busy so long."""
        return sorted(seconds for at, seconds in self._late if begin <= at <= end)

    def audit(self, database: str) -> tuple[int, int]:
        """Looks for the moves acknowledged since the last audit in the database.

        Returns:
            The moves looked for, and how many of them are lost.
        """
        moves, self._unaudited = self._unaudited, []
        with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=60.0)) as reader:
            lost = sum(not _stored(reader, move) for move in moves)
        return len(moves), lost


def _stored(reader: sqlite3.Connection, move: dict[str, Any]) -> bool:
    asked = "SELECT data FROM game_event WHERE game_id = ? AND kind = 'moved' AND ply = ?"
    rows = reader.execute(asked, (move["game_id"], move["ply"])).fetchall()
    return [json.loads(data)["move"] for (data,) in rows] == [move["move"]]
