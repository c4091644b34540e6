"""Tests packed games, on SQLite and on PostgreSQL: they read as before and go on, and nothing counts twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from alembic import command
from sqlalchemy import func, insert, select, text, update

import tests.postgres
from tests.webapp.storage.test_fence import take_over
from tests.webapp.storage.test_games import CREATED, moved
from webapp.play.archive import Archive
from webapp.play.game import events as e
from webapp.play.ports import ConflictError
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS, Fence
from webapp.storage.games import GameStore
from webapp.storage.migrate import configuration
from webapp.storage.packed import StoredEvent, pack, unpack
from webapp.storage.packing import DAY, Packing
from webapp.storage.schema import game, game_event, packed_game

END = [moved(2, 0, "a"), moved(3, 1), e.Recorded(4, e.Undone(0), "b"), e.Recorded(5, e.Resigned(0, 1.5), "c")]


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database(database_url)
    yield database
    database.close()


def finish(database: Database, game_id: str = "g", fence: Fence | None = None) -> GameStore:
    store = GameStore(database, fence)
    store.create(game_id, CREATED)
    store.append(game_id, END, 0)
    return store


def now() -> int:
    return time.time_ns() // 1_000_000


def rows(database: Database) -> tuple[int, int]:
    """Returns the number of rows of events, and of packed games."""
    with database.reading() as connection:
        return tuple(
            connection.execute(select(func.count()).select_from(t)).scalar_one() for t in (game_event, packed_game)
        )  # type: ignore[return-value]


def test_a_packed_value_is_read_back_and_is_small() -> None:
    events = [StoredEvent('{"kind":"moved"}', "a" * 32, 0, 10**12 + n) for n in range(40)]
    events.append(StoredEvent('{"kind":"named","name":"\\u00fc\\n"}', None, None, 5))
    assert unpack(pack(events)) == events
    assert len(pack(events)) < 400
    with pytest.raises(ValueError, match="unknown format 9"):
        unpack(b"\x09more")


def test_a_packed_value_of_release_2_is_readable_for_ever() -> None:
    written = bytes.fromhex(
        "0178f9abb7f2c19b3269078ea0aedd5c8d912d6a272d4e4c4a3e3089e1c0a4f30c0c8cdde79f66309c65fc02008b891b25"
    )
    assert unpack(written) == [
        StoredEvent('{"kind":"moved","ply":0}', "abc", 0, 1_700_000_000_000),
        StoredEvent('{"kind":"resigned"}', None, None, 1_700_000_000_500),
    ]


def test_a_finished_game_is_one_row_after_a_day_and_reads_as_before(database: Database) -> None:
    store, packing = finish(database), Packing(database)
    before, archive = store.load("g"), Archive(store)
    shown = archive.state("g")
    assert (packing.turn(now()), rows(database)) == (0, (5, 0))
    assert (packing.turn(now() + DAY + 1000), rows(database)) == (1, (0, 1))
    assert (packing.turn(now() + DAY + 1000), packing.packed) == (0, 1)
    assert [store.load("g", after) for after in range(7)] == [before[after:] for after in range(7)]
    assert archive.state("g") == Archive(store).state("g") == shown


def test_a_game_that_may_go_on_is_packed_after_a_month_alone(database: Database) -> None:
    store, packing = GameStore(database), Packing(database)
    store.create("g", CREATED)
    store.append("g", [moved(2, 0)], 0)
    assert packing.turn(now() + 2 * DAY) == 1
    assert packing.turn(now() + 29 * DAY) == 0
    assert rows(database) == (2, 0)
    assert (packing.turn(now() + 31 * DAY), rows(database)) == (1, (0, 1))
    assert store.load("g") == [CREATED, moved(2, 0)]


def test_a_packed_game_goes_on_and_refuses_what_is_there_already(database: Database) -> None:
    store, packing = finish(database), Packing(database)
    packing.turn(now() + DAY + 1000)
    for late in (moved(2, 0, "a"), moved(5, 1, "other")):  # from somebody who has not seen the end
        with pytest.raises(ConflictError):
            store.append("g", [late], 0)
    with pytest.raises(ConflictError):
        store.create("g", CREATED)
    rematch = e.Recorded(6, e.Rematched("h"), "d")
    store.append("g", [rematch], 1)
    assert store.load("g") == [CREATED, *END, rematch]
    assert store.load("g", 5) == [rematch]
    assert (packing.turn(now() + DAY + 1000), rows(database)) == (1, (0, 1))
    assert store.load("g") == [CREATED, *END, rematch]


def test_a_game_of_a_newer_release_holds_up_no_other(database: Database) -> None:
    for name in ("packed", "single", "plain"):
        finish(database, name)
    packing = Packing(database)
    with database.transaction() as connection:
        newer = {"game_id": "packed", "version": 5, "events": b"\x63"}
        connection.execute(insert(packed_game).values(newer))
        unknown = update(game_event).where(game_event.c.game_id == "single", game_event.c.version == 5)
        connection.execute(unknown.values(data='{"kind":"of another release"}'))
    assert packing.turn(now() + 2 * DAY) == 3
    assert packing.packed == 1
    assert packing.turn(now() + 3 * DAY) == 0


def test_games_are_read_whole_while_they_are_packed(database: Database) -> None:
    """Readers never see a game without some of its events, at any moment of the packing."""
    stores = [finish(database, f"g{number}") for number in range(12)]
    wrong, over = list[Any](), threading.Event()

    def read() -> None:
        while not over.is_set():
            for number, store in enumerate(stores):
                if (found := store.load(f"g{number}")) != [CREATED, *END]:
                    wrong.append(found)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    packings = [Packing(database), Packing(database)]  # two programs, each with its turn
    packers = [
        threading.Thread(target=lambda own=own: [own.turn(now() + DAY + 1000) for _ in range(4)])  # type: ignore[misc]
        for own in packings
    ]
    for packer in packers:
        packer.start()
    for packer in packers:
        packer.join()
    over.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert rows(database) == (0, 12)
    assert sum(own.packed for own in packings) == 12


def test_an_event_appended_during_the_packing_is_kept(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store, packing = finish(database), Packing(database)
    rematch = e.Recorded(6, e.Rematched("h"), "d")
    transaction = database.transaction

    def late() -> Any:
        monkeypatch.setattr(database, "transaction", transaction)
        store.append("g", [rematch], 1)
        return transaction()

    monkeypatch.setattr(database, "transaction", late)
    packing.turn(now() + DAY + 1000)
    assert packing.packed == 0
    assert store.load("g") == [CREATED, *END, rematch]
    assert packing.turn(now() + DAY + 1000) == packing.packed == 1
    assert store.load("g") == [CREATED, *END, rematch]


def test_a_game_without_a_row_stays_as_it_is(database: Database) -> None:
    store = finish(database)
    with database.transaction() as connection:
        connection.execute(game_event.delete().where(game_event.c.version == 3))
    before = store.load("g")
    Packing(database).turn(now() + DAY + 1000)
    assert (store.load("g"), rows(database)) == (before, (4, 0))


def test_games_of_older_releases_are_packed_and_unpacked_without_loss(database: Database) -> None:
    store = finish(database)
    columns = select(game_event).order_by(game_event.c.version)
    with database.transaction() as connection:
        connection.execute(update(game).values(pack_at=0))  # as the step leaves them
        before = connection.execute(columns).all()
    Packing(database).turn(now() + DAY + 1000)
    assert rows(database) == (0, 1)
    with database.transaction() as connection:
        command.downgrade(configuration(connection), "0004")
        assert connection.execute(columns).all() == before
        command.upgrade(configuration(connection), "head")
    assert store.load("g") == [CREATED, *END]


def test_in_a_cluster_the_owner_alone_packs_and_not_while_an_older_release_is_there(postgres: str) -> None:
    with tests.postgres.schema(postgres) as url:
        database = Database(url)
        shards = text("INSERT INTO shard SELECT id, 'me', 3 FROM generate_series(0, :n) AS id")
        with database.transaction() as connection:
            connection.execute(shards, {"n": SHARDS - 1})
        fence = Fence("me")
        fence.hold(dict.fromkeys(range(SHARDS), 3))
        for game_id in ("g", "h"):
            finish(database, game_id, fence)
        all_new = list[bool]()
        may_pack: Callable[[], bool] = lambda: bool(all_new)  # noqa: E731
        packing = Packing(database, fence, may_pack)
        with database.transaction() as connection:
            take_over(connection, "g")
        packing.turn(now() + DAY + 1000)
        assert rows(database) == (10, 0)  # one of the programs on the database does not read packed games
        all_new.append(True)
        packing.turn(now() + DAY + 1000)
        assert rows(database) == (5, 1)
        with database.reading() as connection:
            assert connection.execute(select(packed_game.c.game_id)).scalar_one() == "h"
        database.close()
