"""Measures rows and bytes of finished games before and after the packing: ``python -m tests.load.packed``.

Pages play real games, most of them against engines, on SQLite and on PostgreSQL. Then all games are packed as if a day
had gone by, and every game is read before and after. The tables are written anew before each
look (VACUUM), so the bytes are those of the rows and indexes alone.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import time
from pathlib import Path

from sqlalchemy import create_engine, text

import tests.postgres
from tests.browser.server import TableServer
from tests.chaos.kill import RATES
from tests.chaos.page import HUMAN, Page
from webapp.storage.database import Database
from webapp.storage.games import GameStore
from webapp.storage.packing import DAY, Packing

_BYTES = {
    True: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    False: "SELECT sum(pg_total_relation_size(name::regclass))"
    " FROM unnest('{game,game_event,packed_game}'::text[]) AS name",
}


def play(folder: Path, url: str, games: int) -> None:
    """Lets pages finish games."""
    server = TableServer(folder, database=url, **{**RATES, "minimum_reply": 0})
    server.wait_until_ready()
    level = {"kind": "engine", "level": 3}
    pages = [
        Page(lambda: server.url, game="connect4", seats=(HUMAN, level) if number % 4 else (HUMAN, HUMAN), seed=number)
        for number in range(8)
    ]
    try:
        for page in pages:
            page.start()
        while sum(page.finished for page in pages) < games:
            time.sleep(0.1)
    finally:
        for page in pages:
            page.leave()
        for page in pages:
            page.stop()
        server.stop()


def weigh(url: str) -> tuple[int, int, int]:
    """Returns the rows of events, the packed games, and the bytes of all."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    is_sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        connection.execute(text("VACUUM" if is_sqlite else "VACUUM FULL"))
        counts = [
            connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one()
            for name in ("game_event", "packed_game")
        ]
        size = int(connection.execute(text(_BYTES[is_sqlite])).scalar_one())
    engine.dispose()
    return counts[0], counts[1], size


def measure(name: str, url: str, folder: Path, games: int) -> None:
    """Plays, packs, and prints a row of the table."""
    with contextlib.closing(Database(url)):
        empty = weigh(url)[2]
    play(folder, url, games)
    rows, _, size = weigh(url)
    with contextlib.closing(Database(url)) as database:
        store, packing = GameStore(database), Packing(database)
        with database.reading() as connection:
            ids = connection.execute(text("SELECT id FROM game")).scalars().all()
        before = {game_id: store.load(game_id) for game_id in ids}
        at, began = time.time_ns() // 1_000_000 + 31 * DAY, time.process_time()
        while packing.turn(at):
            pass
        spent = time.process_time() - began
        assert {game_id: store.load(game_id) for game_id in ids} == before
    left, packed, small = weigh(url)
    print(
        f"{name}: {packed} games, {rows} rows and {size - empty} bytes before, {left + packed} rows and {small - empty}"
        f" bytes after, {(small - empty) / packed:.0f} a game; {spent / packed * 1000:.1f} ms of processor time a game"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure("SQLite", f"sqlite:///{folder / 'games.sqlite3'}", folder, options.games)
        with tests.postgres.private() as url:
            measure("PostgreSQL", url, folder, options.games)


if __name__ == "__main__":
    main()
