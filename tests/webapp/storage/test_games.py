"""Tests the store, on SQLite and on PostgreSQL: a written event stays, once, with any number of writers."""

import threading
from collections.abc import Callable, Iterator

import msgspec
import pytest
from sqlalchemy import event, insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tests.waiting import run_together
from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal
from webapp.play.ports import ConflictError
from webapp.storage.database import Database
from webapp.storage.games import GameStore, Write, new_game
from webapp.storage.schema import game_event

CREATED = e.Recorded(1, e.Created("connect4", (e.Seat("human"), e.Seat("engine", 5)), (), 7, ("k", None), (), 40.0))


def moved(version: int, ply: int, request: str | None = None) -> e.Recorded:
    return e.Recorded(version, e.Moved(ply, ply % 2, 4), request)


@pytest.fixture
def open_database(database_url: str) -> Iterator[Callable[[], Database]]:
    opened: list[Database] = []

    def connect() -> Database:
        opened.append(Database(database_url))
        return opened[-1]

    yield connect
    for database in opened:
        database.close()


@pytest.fixture
def store(open_database: Callable[[], Database]) -> GameStore:
    store = GameStore(open_database())
    store.create("g", CREATED)
    return store


def test_what_is_written_is_read_back_in_order(store: GameStore) -> None:
    more = [moved(2, 0, "a"), moved(3, 1), e.Recorded(4, e.Undone(0), "b"), moved(5, 0, "c")]
    store.append("g", more[:2], 0)
    store.append("g", more[2:3], 0)
    store.append("g", more[3:], 1)
    assert store.load("g") == [CREATED, *more]


@pytest.mark.parametrize(
    ("record", "line"),
    [
        (moved(2, 1, "other"), 0),  # the version is taken
        (moved(3, 0, "other"), 0),  # the ply is taken in this line
        (moved(3, 1, "a"), 0),  # the request was carried out
    ],
)
def test_nothing_counts_twice(store: GameStore, record: e.Recorded, line: int) -> None:
    store.append("g", [moved(2, 0, "a")], line)
    with pytest.raises(ConflictError):
        store.append("g", [record], line)
    assert store.load("g") == [CREATED, moved(2, 0, "a")]


def test_an_event_is_written_only_on_top_of_the_one_before(store: GameStore) -> None:
    """Also together with a write that is right, in one transaction."""
    store.create("h", CREATED)
    errors = store.write([Write("g", [moved(3, 1), moved(4, 2)]), Write("h", [moved(2, 0), moved(3, 1)])])
    assert [type(error) for error in errors] == [ConflictError, type(None)]
    assert (len(store.load("g")), len(store.load("h"))) == (1, 3)


def test_an_event_that_cannot_be_read_is_refused_in_words(
    store: GameStore, open_database: Callable[[], Database]
) -> None:
    row = {"game_id": "g", "version": 2, "kind": "moved", "data": "{", "at": 0}
    with open_database().transaction() as connection:
        connection.execute(insert(game_event).values(row))
    with pytest.raises(Refusal, match="is missing"):
        store.load("g")


def test_events_belong_to_a_game(open_database: Callable[[], Database], store: GameStore) -> None:
    row = {"game_id": "nobody", "version": 1, "kind": "moved", "data": "{}", "at": 0}
    with open_database().transaction() as connection, pytest.raises(IntegrityError):
        connection.execute(insert(game_event).values(row))
    with pytest.raises(ConflictError):
        store.append("nobody", [moved(2, 0)], 0)


def test_a_game_begins_with_its_creation(store: GameStore) -> None:
    with pytest.raises(ValueError, match="creation"):
        store.create("h", moved(1, 0))


def test_of_eight_writers_one_wins_each_version_and_nobody_finds_it_locked(
    store: GameStore, open_database: Callable[[], Database]
) -> None:
    stores = [GameStore(open_database()) for _ in range(4)] * 2
    won: list[int] = []
    barrier = threading.Barrier(len(stores))

    def write(about: tuple[int, GameStore]) -> None:
        who, own = about
        barrier.wait()
        for version in range(2, 14):
            try:
                own.append("g", [moved(version, version - 2, f"{who} {version}")], 0)
                won.append(version)
            except ConflictError:
                continue

    run_together(write, enumerate(stores))
    assert sorted(won) == list(range(2, 14))
    assert [record.version for record in store.load("g")] == list(range(1, 14))


def test_games_with_clocks_are_found_while_they_are_young(store: GameStore) -> None:
    created = e.Created("connect4", (e.Seat("human", name='"clock":{'), e.Seat("human")), (), 7, ("k", "l"), (), 40.0)
    store.create("without", e.Recorded(1, created))
    store.create("timed", e.Recorded(1, msgspec.structs.replace(created, clock=e.Clock(60.0))))
    assert store.timed(3600.0) == ["timed"]
    assert store.timed(-1.0) == []


def test_games_of_one_millisecond_keep_their_order(
    open_database: Callable[[], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.storage.games._now", lambda: 1_800_000_000_000)
    store = GameStore(open_database())
    ids = [f"game-{letter}" for letter in "zmxa"]
    store.create(ids[0], CREATED)
    store.write([new_game(name, CREATED) for name in ids[1:3]])
    store.create(ids[3], CREATED)
    assert store.ids() == ids


def test_sqlalchemy_makes_no_statement_of_a_new_game(open_database: Callable[[], Database]) -> None:
    """Counts statements: each takes a millisecond under the interpreter's lock, and new games come in crowds."""
    database, made = open_database(), list[str]()
    if not database.is_sqlite:
        pytest.skip("the pool of connections makes statements of its own")
    event.listen(database._engine, "before_cursor_execute", lambda *about: made.append(about[2]))
    games = GameStore(database)
    games.create("new", CREATED)
    assert made == []
    assert games.load("new") == [CREATED]
    assert made, "reading does, and so the count counts"


def test_many_new_games_and_events_share_a_transaction(open_database: Callable[[], Database], store: GameStore) -> None:
    names = [f"game {number}" for number in range(120)]
    assert store.write([new_game(name, CREATED) for name in names]) == [None] * len(names)
    assert all(store.load(name) == [CREATED] for name in names)
    with pytest.raises(SQLAlchemyError):
        store._commit([new_game("fresh", CREATED), new_game("g", CREATED)])
    assert store.load("fresh") == []
    store.create("fresh", CREATED)


def test_a_write_at_fault_spoils_no_other(store: GameStore) -> None:
    writes = [new_game("fresh", CREATED), new_game("g", CREATED), Write("g", [moved(2, 0)]), Write("h", [moved(9, 0)])]
    assert [type(error) for error in store.write(writes)] == [type(None), ConflictError, type(None), ConflictError]
    assert (store.load("fresh"), store.load("g")) == ([CREATED], [CREATED, moved(2, 0)])
