"""Kills the server, or the process of its engine, with ``kill -9`` at random moments of games in progress."""

import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.audit import Tally, audit
from tests.chaos.pages import HUMAN, Pages, wait_until
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
    of_engine: bool = False,
    people: int = 3,
    seed: int = 1,
    database: str | None = None,
    module: str = "webapp.cli",
) -> Survived:
    """Kills again and again at random moments of play, then compares the pages with the database.

    Args:
        folder: where the server keeps the database.
        kills: the number of kills.
        of_engine: kills the engine's process, not the server. Then all pages play Connect Four against engines; after
            each kill every page must get a reply from a new process, and the server must be the same.
        people: the number of pages against friends, and of pages against engines.
        seed: decides the moments of the kills.
        database: the URL of the database, or None for a new SQLite file.
        module: what runs as the server.
    """
    server = TableServer(folder, module, **RATES, **({"database": database} if database else {}))
    rng, back, pages = random.Random(seed), list[float](), Pages()
    kill = _of_the_engine(server, pages) if of_engine else _of_the_server(server, pages)
    try:
        if of_engine:
            server.wait_until_ready()
        for number in range(2 * people):
            level = 4 + number % 6 if of_engine else 1
            seats = HUMAN, {"kind": "engine", "level": level} if of_engine or number % 2 else HUMAN
            chosen = {"game": "connect4", "pause": 0.1} if of_engine else {}
            pages.begin(lambda: server.url, seats=seats, patience=2.0, **chosen)
        pages.wait_until_in_step()
        for number in range(1, kills + 1):
            wait_until(lambda number=number: pages.total("moves") >= 5 * number)  # type: ignore[misc]
            time.sleep(rng.uniform(0.05, 1.0))
            back.append(kill())
    finally:
        pages.end()
        server.stop()
    tally = audit(pages, database or f"sqlite:///{server.folder / 'games.sqlite3'}")
    return Survived(kills, tally, pages.total("finished"), back)


def _of_the_server(server: TableServer, pages: Pages) -> Callable[[], float]:
    def kill() -> float:
        server.kill()
        for page in pages:
            page.in_step = False
        server.start()
        return pages.wait_until_in_step()

    return kill


def _of_the_engine(server: TableServer, pages: Pages) -> Callable[[], float]:
    pid = server.pid

    def kill() -> float:
        os.kill(engine_of(pid), signal.SIGKILL)
        back = pages.wait_for_moves(2)  # an engine has answered between the two
        assert server.pid == pid
        return back

    return kill


def engine_of(server: int) -> int:
    """Waits until the engine's process of a server runs, and returns its number."""

    def look() -> int:
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if parent == server and "engine_process.host" in (entry / "cmdline").read_text():
                    return int(entry.name)
            except (OSError, IndexError):
                continue
        return 0

    return wait_until(look)
