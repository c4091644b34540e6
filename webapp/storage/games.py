"""Stores games in the database and reads them: the SQL behind ``webapp.storage.writer``."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Table, bindparam, select
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as DatabaseTimeoutError

from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.ports import ConflictError, StoreError
from webapp.storage.database import Database
from webapp.storage.fence import BASE, Fence, FencedError, Row
from webapp.storage.schema import game, game_event


@dataclass(frozen=True, slots=True)
class Write:
    """Holds a new game (with ``rules``), or events of one, all or none written; ``line`` counts takebacks before. In
    another ``tenure`` than the present one, if it is named, nothing is written."""

    game_id: str
    more: Sequence[e.Recorded]
    line: int = 0
    rules: str | None = None
    tenure: int | None = None


_EVENTS = (
    select(game_event.c.version, game_event.c.data, game_event.c.request_id)
    .where(game_event.c.game_id == bindparam("game"), game_event.c.version > bindparam("after"))
    .order_by(game_event.c.version)
)
"""Reads the events of a game. It is made once, because SQLAlchemy takes as long to make a statement as to run it."""
_ROWS_AT_MOST = 50
"""The most events in one statement."""

_COLUMNS = {table.name: table.c.keys() for table in (game, game_event)}
_VALUES = {
    game.name: itemgetter(*_COLUMNS[game.name]),
    game_event.name: itemgetter(BASE, "game_id", BASE, *_COLUMNS[game_event.name]),  # the condition comes first
}
"""Returns the values of a row in the order of the statement."""

_CLOCK = '"clock":{'
"""A part of the first event, as it is written, of every game with clocks."""

_FAILS_FOR_ALL = (OperationalError, InterfaceError, DatabaseTimeoutError, OSError)

Observe = Callable[[str, float, bool], None]
"""Gets the name of an operation, the seconds, and whether it failed."""


class GameStore:
    """Appends events to games and reads them. Every method blocks, and any thread may call it. With a ``fence`` the
    database is a PostgreSQL, and only its shards may be written to. ``observe`` is told of every reading."""

    def __init__(
        self,
        database: Database,
        fence: Fence | None = None,
        observe: Observe = lambda _operation, _seconds, _failed: None,
    ) -> None:
        self._database, self._fence, self._observe = database, fence, observe
        self._placeholder = database.placeholder
        self._created_at = 0

    def create(self, game_id: str, first: e.Recorded) -> None:
        """Stores a new game with the ``Created`` event. Raises ConflictError if there is a game with this id,
        StoreError if the database cannot be written to, and nothing was stored."""
        self._write_one(new_game(game_id, first))

    def append(self, game_id: str, more: Sequence[e.Recorded], line: int) -> None:
        """Appends events to a game, all or none. ``line`` is the number of takebacks and redos before them. Raises
        ConflictError if the game is no longer at the version before the events, and nothing was stored, StoreError if
        the database cannot be written to, or another host has taken over, and nothing was stored."""
        self._write_one(Write(game_id, more, line))

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Writes all in one transaction, and returns for each the error, or None. If one is at fault (a version that is
        taken, another host's game, a value that the database refuses), each is tried in a transaction of its own, so
        that the others are written."""
        try:
            self._commit(writes)
        except _FAILS_FOR_ALL as error:  # full, locked or away
            return [self._explain(error, write) for write in writes]
        except Exception as error:
            if len(writes) > 1:
                return [self.write([write])[0] for write in writes]
            return [self._explain(error, writes[0])]
        return [None] * len(writes)

    @property
    def tenure(self) -> Callable[[str], int] | None:
        """Returns what tells the present tenure of a game, None without a fence (see :meth:`Fence.tenure`)."""
        return None if self._fence is None else self._fence.tenure

    def load(self, game_id: str, after: int = 0) -> list[e.Recorded]:
        """Returns the events of a game after version ``after`` in order, none for an unknown game. Raises Refusal if an
        event cannot be read, StoreError if the database cannot be read."""
        with self._reading("load") as connection:
            rows = connection.execute(_EVENTS, {"game": game_id, "after": after}).all()
        try:
            return [e.Recorded(version, e.decode(data), request_id) for version, data, request_id in rows]
        except ValueError:
            raise refusals.damaged() from None

    def ids(self) -> list[str]:
        """Returns the ids of all games, the oldest first."""
        with self._reading("ids") as connection:
            return list(connection.execute(select(game.c.id).order_by(game.c.created_at, game.c.id)).scalars())

    def timed(self, seconds: float) -> list[str]:
        """Returns the ids of the games with clocks that were begun in the last ``seconds``."""
        first = (game_event.c.game_id == game.c.id) & (game_event.c.version == 1)
        query = select(game.c.id).join(game_event, first).where(game.c.created_at >= _now() - int(seconds * 1000))
        with self._reading("timed") as connection:
            return list(connection.execute(query.where(game_event.c.data.contains(_CLOCK))).scalars())

    @contextmanager
    def _reading(self, operation: str) -> Iterator[Connection]:
        began, failed = time.perf_counter(), True
        try:
            with store_errors(), self._database.reading() as connection:
                yield connection
            failed = False
        finally:
            self._observe(operation, time.perf_counter() - began, failed)

    def _write_one(self, write: Write) -> None:
        error = self.write([write])[0]
        if error is not None:
            raise error

    def _explain(self, error: Exception, write: Write) -> Exception:
        """Returns the error of a write as the port of the store names it."""
        if isinstance(error, FencedError) and self._fence is not None:
            self._fence.note_refusal()
        told = error
        if isinstance(error, IntegrityError):
            told = ConflictError(f"game {write.game_id} is not at version {write.more[0].version - 1}")
        elif isinstance(error, (SQLAlchemyError, OSError)):
            told = StoreError(_reason(error))
        told.__cause__ = error if told is not error else None
        return told

    def _commit(self, writes: Sequence[Write]) -> None:
        now = _now()
        games = [
            {"id": write.game_id, "rules": write.rules, "created_at": self._next_creation(now)}
            for write in writes
            if write.rules is not None
        ]
        events = [_row(write, record, now) for write in writes for record in write.more]
        if self._fence is not None:
            if any(write.tenure not in (None, self._fence.tenure(write.game_id)) for write in writes):
                raise FencedError
            statement, columns = self._fence.write(games, events)
            if not self._database.write([(statement, columns)]):
                raise FencedError
            return
        statements = [
            _insertion(table, rows[begin : begin + _ROWS_AT_MOST], self._placeholder)
            for table, rows in ((game, games), (game_event, events))
            for begin in range(0, len(rows), _ROWS_AT_MOST)
        ]
        self._database.write(statements)

    def _next_creation(self, now: int) -> int:
        """Returns the time of a new game, later than that of the one before: it tells which of two is the older."""
        self._created_at = max(now, self._created_at + 1)
        return self._created_at


def new_game(game_id: str, first: e.Recorded) -> Write:
    """Returns the write of a new game with its ``Created`` event."""
    if not isinstance(first.event, e.Created):
        raise ValueError("a game begins with its creation")
    return Write(game_id, [first], rules=first.event.game)


@contextmanager
def store_errors() -> Iterator[None]:
    """Turns the errors of a full, locked, read-only or absent database into StoreError, but not a broken constraint."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(_reason(error)) from error


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error)


def _row(write: Write, record: e.Recorded, now: int) -> Row:
    """Returns the row of an event. ``BASE`` is the version before the whole write, 0 for a new game."""
    moved = isinstance(record.event, e.Moved)
    return {
        "game_id": write.game_id,
        "version": record.version,
        "kind": type(record.event).__struct_config__.tag,
        "line": write.line if moved else None,
        "ply": record.event.ply if isinstance(record.event, e.Moved) else None,
        "request_id": record.request_id,
        "data": e.encode(record.event).decode(),
        "at": now,
        BASE: write.more[0].version - 1,
    }


def _insertion(table: Table, rows: Sequence[Row], placeholder: str) -> tuple[str, list[Any]]:
    """Returns the statement that inserts rows into a table, and its values."""
    values = list[Any]()
    for row in rows:
        values += _VALUES[table.name](row)
    return _statement(table.name, len(rows), placeholder), values


@cache
def _statement(table: str, count: int, placeholder: str) -> str:
    columns = _COLUMNS[table]
    values = [placeholder] * len(columns)
    if table == game_event.name:  # without the event before there is no id of a game, and so the row is refused
        before = f"SELECT game_id FROM game_event WHERE game_id = {placeholder} AND version = {placeholder}"  # noqa: S608
        values[0] = f"CASE WHEN {placeholder} <> 0 THEN ({before}) ELSE {placeholder} END"
    row = f"({', '.join(values)})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * count)}"  # noqa: S608


def _now() -> int:
    return time.time_ns() // 1_000_000
