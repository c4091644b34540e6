"""Tests the fence: who has lost a shard writes nothing to its games, also when the loss comes during the write."""

import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection, text

import tests.postgres
from tests.webapp.storage.test_games import CREATED, moved
from webapp.play.ports import ConflictError
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS, Fence, FencedError, shard_of
from webapp.storage.games import GameStore, Write

WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'"


def own_all(database: Database) -> None:
    """Gives all shards to the owner ``me``, in epoch 3."""
    shards = text("INSERT INTO shard SELECT id, 'me', 3 FROM generate_series(0, :n) AS id")
    with database.transaction() as connection:
        connection.execute(shards, {"n": SHARDS - 1})


def fence_of_all(told: Callable[[], object] = lambda: None) -> Fence:
    """Returns a fence that holds all shards."""
    fence = Fence("me", told)
    fence.hold(dict.fromkeys(range(SHARDS), 3))
    return fence


@pytest.fixture
def database(postgres: str) -> Iterator[Database]:
    with tests.postgres.schema(postgres) as url:
        database = Database(url)
        own_all(database)
        yield database
        database.close()


@pytest.fixture
def fence() -> Fence:
    return fence_of_all()


def take_over(connection: Connection, game_id: str, owner: str = "another") -> None:
    connection.execute(
        text("UPDATE shard SET owner = :owner, epoch = epoch + 1 WHERE id = :id"),
        {"owner": owner, "id": shard_of(game_id)},
    )


def waits(database: Database) -> bool:
    """Returns whether a write waits for a row of the shards. Each transaction sees one moment."""
    with database.reading() as connection:
        return bool(connection.execute(text(WAITS)).scalar())


@pytest.mark.parametrize("meanwhile", [{}, {shard_of("g"): 4}])
def test_what_waits_while_a_shard_goes_and_comes_back_is_not_written(meanwhile: dict[int, int]) -> None:
    """Found by the world of seed 2. Meanwhile another table has read the game, and shows it without the move."""
    fence, written = fence_of_all(), list[object]()

    def write(statements: object) -> int:
        written.append(statements)
        return 1

    database = SimpleNamespace(placeholder="%s", write=write)
    store = GameStore(database, fence)  # type: ignore[arg-type]
    waiting = [Write(game_id, [moved(2, 0)], tenure=store.tenure(game_id)) for game_id in ("g", "another")]
    held = dict(fence.held)
    for now in (meanwhile, held):
        fence.hold({**held, **now} if now else {shard_of("another"): 3})
    errors = store.write(waiting)
    assert [type(error) for error in errors] == [FencedError, type(None)]
    assert len(written) == 1


def test_shards_are_the_same_for_ever() -> None:
    games = {"yyHnEo4AdGu7": 116, "FvW0dNv6gCms": 252, "cBtPQoXza0Wh": 130, "AAAAAAAAAAAA": 102, "": 0}
    assert {game_id: shard_of(game_id) for game_id in games} == games


def test_the_owner_writes_games_and_events_and_nothing_counts_twice(database: Database, fence: Fence) -> None:
    store = GameStore(database, fence)
    store.create("g", CREATED)
    store.append("g", [moved(2, 0, "a"), moved(3, 1)], 0)
    assert store.load("g") == [CREATED, moved(2, 0, "a"), moved(3, 1)]
    with pytest.raises(ConflictError):
        store.append("g", [moved(3, 1)], 0)
    with pytest.raises(ConflictError):
        store.create("g", CREATED)
    assert fence.refused() == 0


def test_a_former_owner_writes_nothing_though_it_does_not_know(database: Database) -> None:
    told = list[int]()
    fence = fence_of_all(lambda: told.append(1))
    store = GameStore(database, fence)
    store.create("g", CREATED)
    with database.transaction() as connection:
        take_over(connection, "g")
    with pytest.raises(FencedError):
        store.append("g", [moved(2, 0)], 0)
    with database.transaction() as connection:
        take_over(connection, "g", "me")  # the shard is back, in another epoch: what is in memory here is old
    with pytest.raises(FencedError):
        store.append("g", [moved(2, 0)], 0)
    with pytest.raises(FencedError):
        store.create("g", CREATED)
    assert store.load("g") == [CREATED]
    assert (fence.refused(), len(told)) == (3, 3)


def test_a_shard_not_held_is_refused_before_the_database_is_asked(database: Database, fence: Fence) -> None:
    store = GameStore(database, fence)
    fence.hold({shard: 3 for shard in range(SHARDS) if shard != shard_of("g")})
    assert (fence.owns("g"), fence.owns("h")) == (False, True)
    with pytest.raises(FencedError):
        store.create("g", CREATED)
    store.create("h", CREATED)
    assert fence.refused() == 1


def test_in_a_group_only_the_rows_of_the_lost_shard_are_refused(database: Database, fence: Fence) -> None:
    store = GameStore(database, fence)
    for game_id in ("g", "h"):
        store.create(game_id, CREATED)
    with database.transaction() as connection:
        take_over(connection, "g")
    errors = store.write([Write(game_id, [moved(2, 0)]) for game_id in ("g", "h")])
    assert [type(error) for error in errors] == [FencedError, type(None)]
    assert fence.refused() == 1
    assert (len(store.load("g")), len(store.load("h"))) == (1, 2)


def test_a_write_during_the_takeover_waits_and_is_refused(database: Database, fence: Fence) -> None:
    """Leaves no window: the write begins while the row of the shard is being changed, and sees the new epoch."""
    store = GameStore(database, fence)
    store.create("g", CREATED)
    outcome = list[BaseException]()

    def append() -> None:
        try:
            store.append("g", [moved(2, 0)], 0)
        except FencedError as error:
            outcome.append(error)

    with database.transaction() as connection:
        take_over(connection, "g")
        writer = threading.Thread(target=append)
        writer.start()
        while not waits(database) and writer.is_alive():
            writer.join(0.01)
        assert writer.is_alive()
    writer.join()
    assert len(outcome) == 1
    assert store.load("g") == [CREATED]
