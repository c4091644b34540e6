"""Kills the server, or the process of its engine, with ``kill -9`` at random moments of games in progress."""

from __future__ import annotations

import os
import random
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.server import TableServer
from tests.chaos.ledger import Tally, audit
from tests.chaos.page import HUMAN, Page, end_all, wait_until_in_step

RATES = {"event_rate": "100000 per 1 second", "game_rate": "100000 per 1 second", "minimum_reply": 0.02}


@dataclass
class Survived:
    """Holds the results of a run: the audit, the finished games, and the seconds until all was well again: until all
    pages were in step, or until every engine had answered."""

    kills: int
    tally: Tally
    games: int
    back_in_step: list[float] = field(default_factory=list)


def _wait_for_moves(pages: list[Page], moves: int) -> None:
    """Waits until ``moves`` are acknowledged since the beginning, on a slow machine as well."""
    deadline = time.monotonic() + 240
    while sum(len(page.record.acknowledged) for page in pages) < moves:
        assert time.monotonic() < deadline, "the games do not go on"
        time.sleep(0.01)


def run(
    folder: Path,
    kills: int,
    *,
    people: int = 3,
    seed: int = 1,
    database: str | None = None,
    module: str = "webapp.cli",
) -> Survived:
    """Kills the server again and again, then compares the pages with the database.

    Args:
        folder: where the server keeps the database.
        kills: how many times the server is killed.
        people: how many pages play against friends, and how many against engines.
        seed: decides the moments of the kills.
        database: the URL of the database; None for a new SQLite file.
        module: what runs as the server.
    """
    rng = random.Random(seed)
    server = TableServer(folder, module, **RATES, **({"database": database} if database else {}))
    engine = {"kind": "engine", "level": 1}
    pages = [Page(lambda: server.url, seed=number) for number in range(people)]
    pages += [Page(lambda: server.url, seats=(HUMAN, engine), seed=people + number) for number in range(people)]
    back = []
    try:
        for page in pages:
            page.start()
        wait_until_in_step(pages)
        for kill in range(kills):
            _wait_for_moves(pages, 5 * (kill + 1))
            time.sleep(rng.uniform(0.05, 1.0))
            server.kill()
            for page in pages:
                page.in_step.clear()
            server.start()
            back.append(wait_until_in_step(pages))
    finally:
        end_all(pages)
        server.stop()
    tally = audit(pages, database or f"sqlite:///{folder / 'games.sqlite3'}")
    return Survived(kills, tally, sum(page.finished for page in pages), back)


def run_engine_kills(
    folder: Path, kills: int, *, people: int = 3, seed: int = 1, database: str | None = None
) -> Survived:
    """Kills the engine's process again and again while engines choose, then compares the pages with the database.

    The arguments are those of :func:`run`; all pages play Connect Four against engines. After each kill every page must
    get an engine's reply from a new process, and the server must be the same.
    """
    rng = random.Random(seed)
    server = TableServer(folder, **RATES, **({"database": database} if database else {}))
    server.wait_until_ready()
    pages = [
        Page(
            lambda: server.url,
            game="connect4",
            seats=(HUMAN, {"kind": "engine", "level": 4 + number % 6}),
            seed=number,
            pause=0.1,
        )
        for number in range(2 * people)
    ]
    back, pid = [], server.pid
    try:
        for page in pages:
            page.start()
        wait_until_in_step(pages)
        for kill in range(kills):
            _wait_for_moves(pages, 5 * (kill + 1))
            time.sleep(rng.uniform(0.05, 1.0))
            os.kill(engine_of(pid), signal.SIGKILL)
            back.append(_wait_for_replies(pages))
        assert server.pid == pid
    finally:
        end_all(pages)
        server.stop()
    tally = audit(pages, database or f"sqlite:///{folder / 'games.sqlite3'}")
    return Survived(kills, tally, sum(page.finished for page in pages), back)


def engine_of(server: int) -> int:
    """Returns the number of the engine's process of a server; waits until it runs."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if parent == server and "engine_process.host" in (entry / "cmdline").read_text():
                    return int(entry.name)
            except (OSError, IndexError):
                continue
        time.sleep(0.01)
    raise AssertionError("the engine's process does not run")


def _wait_for_replies(pages: list[Page]) -> float:
    """Returns the seconds until each page has made two more moves: between the two an engine has answered."""
    began = time.monotonic()
    wanted = [len(page.record.acknowledged) + 2 for page in pages]
    while any(len(page.record.acknowledged) < count for page, count in zip(pages, wanted, strict=True)):
        assert time.monotonic() < began + 240, "an engine does not answer"
        time.sleep(0.01)
    return time.monotonic() - began
