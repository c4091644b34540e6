"""Kills the server with ``kill -9`` at random moments of games in progress."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.server import TableServer
from tests.chaos.ledger import Tally, audit
from tests.chaos.page import HUMAN, Page, end_all, wait_until_in_step

RATES = {"event_rate": "100000 per 1 second", "game_rate": "100000 per 1 second", "minimum_reply": 0.02}


@dataclass
class Survived:
    """Holds the results of a run: the audit, the finished games, and the seconds until all pages were in step again."""

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
