"""Kills the server, or the process of its engine, with ``kill -9`` at random moments of games in progress."""

import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.audit import Tally, audit
from tests.chaos.page import HUMAN, Page, end_all, made, wait_for_moves_of_all, wait_until, wait_until_in_step
from tests.server import TableServer

RATES = {"event_rate": "100000 per 1 second", "game_rate": "100000 per 1 second", "minimum_reply": 0.02}


@dataclass
class Survived:
    """Holds the results: the audit, the finished games, and the seconds after each kill until all pages were in step,
    or until every engine had answered."""

    kills: int
    tally: Tally
    games: int
    back: list[float] = field(default_factory=list)


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
        kills: the number of kills.
        people: the number of pages against friends, and of pages against engines.
        seed: decides the moments of the kills.
        database: the URL of the database, or None for a new SQLite file.
        module: what runs as the server.
    """
    server = TableServer(folder, module, **RATES, **({"database": database} if database else {}))
    engine = {"kind": "engine", "level": 1}
    pages = [Page(lambda: server.url, seed=number) for number in range(people)]
    pages += [Page(lambda: server.url, seats=(HUMAN, engine), seed=people + number) for number in range(people)]

    def kill() -> float:
        server.kill()
        for page in pages:
            page.in_step.clear()
        server.start()
        return wait_until_in_step(pages)

    return _run(server, pages, kills, seed, database, kill)


def run_engine_kills(
    folder: Path, kills: int, *, people: int = 3, seed: int = 1, database: str | None = None
) -> Survived:
    """Kills the engine's process again and again while engines choose, then compares the pages with the database.

    The arguments are those of :func:`run`. All pages play Connect Four against engines. After each kill every page must
    get an engine's reply from a new process, and the server must be the same.
    """
    server = TableServer(folder, **RATES, **({"database": database} if database else {}))
    server.wait_until_ready()
    seats = [(HUMAN, {"kind": "engine", "level": 4 + number % 6}) for number in range(2 * people)]
    pages = [
        Page(lambda: server.url, game="connect4", seats=pair, seed=number, pause=0.1)
        for number, pair in enumerate(seats)
    ]
    pid = server.pid

    def kill() -> float:
        os.kill(engine_of(pid), signal.SIGKILL)
        back = wait_for_moves_of_all(pages, 2)  # an engine has answered between the two
        assert server.pid == pid
        return back

    return _run(server, pages, kills, seed, database, kill)


def _run(
    server: TableServer, pages: list[Page], kills: int, seed: int, database: str | None, kill: Callable[[], float]
) -> Survived:
    """Calls ``kill`` at random moments of play. It returns the seconds until all is well again."""
    rng, back = random.Random(seed), list[float]()
    try:
        for page in pages:
            page.start()
        wait_until_in_step(pages)
        for number in range(1, kills + 1):
            wait_until(lambda number=number: made(pages) >= 5 * number)  # type: ignore[misc]
            time.sleep(rng.uniform(0.05, 1.0))
            back.append(kill())
    finally:
        end_all(pages)
        server.stop()
    tally = audit(pages, database or f"sqlite:///{server.folder / 'games.sqlite3'}")
    return Survived(kills, tally, sum(page.finished for page in pages), back)


def engine_of(server: int) -> int:
    """Waits until the engine's process of a server runs, and returns its number."""
    found = list[int]()

    def look() -> bool:
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if parent == server and "engine_process.host" in (entry / "cmdline").read_text():
                    found.append(int(entry.name))
            except (OSError, IndexError):
                continue
        return bool(found)

    wait_until(look)
    return found[0]
