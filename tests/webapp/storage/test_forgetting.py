"""Tests the rule of age, on SQLite and on PostgreSQL: old games go, and games that may still be wanted stay."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import OperationalError

import tests.postgres
from tests.webapp.storage.test_backup import run
from tests.webapp.storage.test_fence import fence_of_all, own_all, take_over
from tests.webapp.storage.test_games import CREATED, moved
from webapp.play.game import events as e
from webapp.play.ports import ConflictError, NameReport
from webapp.storage import forgetting
from webapp.storage.database import Database
from webapp.storage.fence import Fence
from webapp.storage.forgetting import DAY, Forgetting
from webapp.storage.games import GameStore
from webapp.storage.reports import Reports
from webapp.storage.schema import game, game_event

NOW = time.time_ns() // 1_000_000
LATER = NOW + 31 * DAY


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database(database_url)
    yield database
    database.close()


def forget(
    database: Database, in_memory: Callable[[str], bool] = lambda _: False, fence: Fence | None = None
) -> Forgetting:
    return Forgetting(database, 30, in_memory, fence)


def games(database: Database) -> list[str]:
    with database.reading() as connection:
        events = connection.execute(select(game_event.c.game_id).distinct()).scalars().all()
        found = connection.execute(select(game.c.id).order_by(game.c.id)).scalars().all()
    assert sorted(events) == found, "a game has events, and events have a game"
    return list(found)


def begin(database: Database, *names: str, fence: Fence | None = None, created: e.Recorded = CREATED) -> GameStore:
    store = GameStore(database, fence)
    for name in names:
        store.create(name, created)
        store.append(name, [moved(2, 0, "a")], 0)
    return store


def test_a_game_without_an_event_for_so_long_is_forgotten(database: Database) -> None:
    store, job = begin(database, "g", "h"), forget(database)
    job.turn(NOW + 29 * DAY)
    assert games(database) == ["g", "h"]
    with database.transaction() as connection:  # somebody has moved a week after the beginning
        connection.execute(text("UPDATE game_event SET at = at + :week WHERE game_id = 'h'"), {"week": 7 * DAY})
    assert not job.turn(LATER)
    assert (games(database), job.forgotten) == (["h"], 1)
    assert store.load("g") == []
    with pytest.raises(ConflictError):
        store.append("g", [moved(3, 1, "late")], 0)
    job.turn(LATER + 7 * DAY)
    assert games(database) == []


def test_a_game_whose_clock_may_run_stays(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = e.Clock(40 * 86_400.0, 86_400.0)
    timed = msgspec.structs.replace(CREATED.event, clock=clock)  # type: ignore[type-var]
    begin(database, "g", created=e.Recorded(1, timed))
    job = forget(database)
    job.turn(NOW + 41 * DAY)
    assert games(database) == ["g"]
    job.turn(NOW + 43 * DAY)
    assert games(database) == []


def test_an_event_appended_meanwhile_keeps_the_game(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    store, transaction = begin(database, "g"), database.transaction

    def late() -> Any:
        monkeypatch.setattr(database, "transaction", transaction)
        store.append("g", [moved(3, 1)], 0)
        return transaction()

    monkeypatch.setattr(database, "transaction", late)
    forget(database).turn(LATER)
    assert store.load("g") == [CREATED, moved(2, 0, "a"), moved(3, 1)]


def test_one_turn_forgets_few_games_and_the_next_ones_the_others(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "AT_ONCE", 3)
    monkeypatch.setattr(forgetting, "_CHOICE", 4)
    begin(database, *(f"g{number}" for number in range(9)))
    job = forget(database, lambda game_id: game_id in ("g0", "g4"))
    turns = 1
    while job.turn(LATER):
        turns += 1
        assert job.forgotten <= 3 * turns
    assert games(database) == ["g0", "g4"]
    assert 3 <= turns <= 5
    job = forget(database)
    job.turn(LATER)  # begins with the oldest again
    assert games(database) == []


def test_a_database_that_is_away_is_asked_again_later(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(database, "g")
    job, calls = forget(database), list[tuple[float, Callable[[], None]]]()
    job.keep_on(lambda seconds, call: calls.append((seconds, call)), lambda work, done: done(work()))
    with monkeypatch.context() as patch:
        patch.setattr(database, "reading", Mock(side_effect=OperationalError("", {}, Exception("away"))))
        calls.pop()[1]()
    assert len(calls) == 1
    job.turn(LATER)
    assert games(database) == []


def test_in_a_cluster_the_owner_alone_forgets(postgres: str) -> None:
    with tests.postgres.schema(postgres) as url:
        database = Database(url)
        own_all(database)
        fence = fence_of_all()
        begin(database, "g", "h", fence=fence)
        with database.transaction() as connection:
            take_over(connection, "g")
        forget(database, fence=fence).turn(LATER)
        assert games(database) == ["g"]
        with database.reading() as connection:
            assert connection.execute(select(func.count()).select_from(game_event)).scalar_one() == 2
        database.close()


def test_the_operator_forgets_a_game_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    """Also while a server runs: its next event meets a conflict."""
    file = tmp_path / "games.sqlite3"
    database = Database(f"sqlite:///{file}", owned=True)
    store, stored = begin(database, "g", "h"), Reports(database)
    for name in ("g", "h"):
        stored.add(NameReport(name, 0, "Rude", "r", 1.0))
    assert run(file, "forget", "g") == (0, "The game g is forgotten.\n")
    assert (games(database), [each.game_id for each in stored.last()]) == (["h"], ["h"])
    with pytest.raises(ConflictError):
        store.append("g", [moved(3, 1)], 0)
    for missing in ("g", "no such", "x" * 50):
        code, said = run(file, "forget", missing)
        assert (code, "There is no game" in said) == (2, True), said
    database.close()


def test_a_game_in_which_nobody_moved_goes_sooner(database: Database) -> None:
    """Also where games with moves stay without end."""
    begin(database, "moved")
    store = GameStore(database)
    store.create("empty", CREATED)
    job = Forgetting(database, 0, lambda _: False, unmoved_days=30)
    job.turn(NOW + 29 * DAY)
    assert games(database) == ["empty", "moved"]
    job.turn(NOW + 400 * DAY)
    assert games(database) == ["moved"]


def test_a_report_of_a_name_goes_after_its_age(database: Database) -> None:
    begin(database, "g")
    reports = Reports(database)
    for days in (366, 364):
        reports.add(NameReport("g", 0, f"name {days}", "hash", (NOW - days * DAY) / 1000))
    Forgetting(database, 0, lambda _: False).turn(NOW)
    assert len(reports.last()) == 2
    Forgetting(database, 0, lambda _: False, report_days=365).turn(NOW)
    assert [left.name for left in reports.last()] == ["name 364"]
    assert games(database) == ["g"]
