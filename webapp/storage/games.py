"""Stores games in the database: implements ``webapp.play.ports.Store``."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import Table, bindparam, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from webapp.play.game import events as e
from webapp.play.ports import ConflictError, StoreError
from webapp.storage.database import Database
from webapp.storage.fence import Fence, FencedError, Row
from webapp.storage.group import GroupCommit
from webapp.storage.schema import game, game_event

Rows = tuple[Sequence[Row], Sequence[Row]]
"""New games, and events."""

_EVENTS = (
    select(game_event.c.version, game_event.c.data, game_event.c.request_id)
    .where(game_event.c.game_id == bindparam("game"), game_event.c.version > bindparam("after"))
    .order_by(game_event.c.version)
)
"""Reads the events of a game. Made once, for SQLAlchemy takes as long to make a statement as to run it."""
_ROWS_AT_MOST = 50
"""The most events in one statement."""

_CLOCK = '"clock":{'
"""Stands in the first event of a game with clocks, as the event is written."""

PATIENCE = 0.01
"""Seconds for which an engine's move waits for a person's move, for both to share one commit."""


class GameStore:
    """Appends events to games and reads games back.

    Args:
        database: the database; with a fence a PostgreSQL.
        fence: the shards of the games that this process may write to; None: all games.
    """

    def __init__(self, database: Database, fence: Fence | None = None) -> None:
        self._database, self._fence = database, fence
        self._group: GroupCommit[Rows] = GroupCommit(self._commit)

    def is_slow(self) -> bool:
        """Returns whether a write waits for a disk or for another machine, which is time for other work."""
        return self._database.waits or self._group.is_slow()

    def create(self, game_id: str, first: e.Recorded) -> None:
        """Stores a new game with the ``Created`` event.

        Raises:
            ConflictError: there is a game with this id.
            StoreError: the database cannot be written to; nothing was stored.
        """
        if not isinstance(first.event, e.Created):
            raise ValueError("a game begins with its creation")
        try:
            self._write(*_new_game(game_id, first.event.game, first))
        except IntegrityError as error:
            raise ConflictError(f"there is a game {game_id} already") from error

    def append(self, game_id: str, more: Sequence[e.Recorded], line: int) -> None:
        """Appends events to a game, all or none.

        Args:
            game_id: the game.
            more: the new events, numbered from the game's version on.
            line: the number of takebacks and redos before the events.

        Raises:
            ConflictError: another process has appended events in the meantime; nothing was stored.
            StoreError: the database cannot be written to, or another host has taken over; nothing was stored.
        """
        now = _now()
        rows = [_row(game_id, record, line, now) for record in more]
        by_engine = more[-1].request_id is None
        try:
            self._write([], rows, PATIENCE if by_engine else 0.0)
        except IntegrityError as error:
            raise ConflictError(f"game {game_id} is further than version {more[0].version - 1}") from error

    def load(self, game_id: str, after: int = 0) -> list[e.Recorded]:
        """Returns the events of a game after version ``after``, in order; none for an unknown game."""
        with store_errors(), self._database.reading() as connection:
            rows = connection.execute(_EVENTS, {"game": game_id, "after": after}).all()
        return [e.Recorded(version, e.decode(data), request_id) for version, data, request_id in rows]

    def timed(self, seconds: float) -> list[str]:
        """Returns the ids of the games with clocks that were begun in the last ``seconds``."""
        first = (game_event.c.game_id == game.c.id) & (game_event.c.version == 1)
        query = select(game.c.id).join(game_event, first).where(game.c.created_at >= _now() - int(seconds * 1000))
        with store_errors(), self._database.reading() as connection:
            return list(connection.execute(query.where(game_event.c.data.contains(_CLOCK))).scalars())

    def _write(self, games: Sequence[Row], events: Sequence[Row], patience: float = 0.0) -> None:
        try:
            with store_errors():
                self._group.write((games, events), patience)
        except FencedError:
            if self._fence is not None:
                self._fence.note_refusal()
            raise

    def _commit(self, writes: Sequence[Rows]) -> None:
        games = [row for new_games, _ in writes for row in new_games]
        events = [row for _, events in writes for row in events]
        if self._fence is not None:
            statement, columns = self._fence.write(games, events)
            if not self._database.write(statement, columns):
                raise FencedError
            return
        statements = [
            _insertion(table, rows[begin : begin + _ROWS_AT_MOST], self._database.placeholder)
            for table, rows in ((game, games), (game_event, events))
            for begin in range(0, len(rows), _ROWS_AT_MOST)
        ]
        if len(statements) == 1:
            self._database.write(*statements[0])
        else:
            self._database.write_all(statements)


@contextmanager
def store_errors() -> Iterator[None]:
    """Turns the errors of a full, locked, read-only or absent database into StoreError; keeps a broken constraint."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(str(getattr(error, "orig", None) or error)) from error


def _new_game(game_id: str, rules: str, first: e.Recorded) -> Rows:
    now = _now()
    return [{"id": game_id, "rules": rules, "created_at": now}], [_row(game_id, first, 0, now)]


def _row(game_id: str, record: e.Recorded, line: int, now: int) -> Row:
    moved = isinstance(record.event, e.Moved)
    return {
        "game_id": game_id,
        "version": record.version,
        "kind": type(record.event).__struct_config__.tag,
        "line": line if moved else None,
        "ply": record.event.ply if isinstance(record.event, e.Moved) else None,
        "request_id": record.request_id,
        "data": e.encode(record.event),
        "at": now,
    }


def _insertion(table: Table, rows: Sequence[Row], placeholder: str) -> tuple[str, list[Any]]:
    """Returns the statement that inserts rows into a table, and the values."""
    columns = tuple(rows[0])
    return _statement(table.name, columns, len(rows), placeholder), [row[name] for row in rows for name in columns]


@cache
def _statement(table: str, columns: tuple[str, ...], count: int, placeholder: str) -> str:
    row = f"({', '.join([placeholder] * len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * count)}"  # noqa: S608


def _now() -> int:
    return time.time_ns() // 1_000_000
