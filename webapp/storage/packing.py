"""Packs finished games: a day after the last event, one row takes the place of the rows of all events.

A game without an end is packed after thirty quiet days. A packed game reads as before, and may go on: later events have
single rows again, and are packed with the others a day later. Packing twice changes nothing; of two programs at the
same game the second finds the work done, and in a cluster only the owner of a game packs.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from engine.games import GameError
from webapp.play.game import events as e
from webapp.play.game.fold import fold
from webapp.storage.database import Database
from webapp.storage.fence import Fence, FencedError
from webapp.storage.packed import StoredEvent, pack, unpack
from webapp.storage.schema import game, game_event, packed_game

_log = logging.getLogger(__name__)

DAY = 86_400_000
"""Milliseconds of quiet after which a finished game is packed."""
_MONTH = 30 * DAY
_AT_ONCE = 10
"""Games of one turn: each takes a few milliseconds, and others want the interpreter and the disk as well."""
_CHOICE = 1000
"""Games looked through for those of this program."""
_SOON, _LATER = 1.0, 60.0

_DUE = select(game.c.id).where(game.c.pack_at <= bindparam("now")).order_by(game.c.pack_at).limit(_CHOICE)
_ROWS = (
    select(game_event.c.data, game_event.c.request_id, game_event.c.line, game_event.c.at, game_event.c.version)
    .where(game_event.c.game_id == bindparam("game"))
    .order_by(game_event.c.version)
)
_PACKED = select(packed_game.c.version, packed_game.c.events).where(packed_game.c.game_id == bindparam("game"))


@dataclass(frozen=True, slots=True)
class _Log:
    """Holds the events of a game, and the number of those packed before."""

    events: list[StoredEvent]
    packed: int

    def quiet_from(self) -> int:
        """Returns when a finished game is to be packed; for a game that may go on, a later moment."""
        return self.events[-1].at + (DAY if self._is_over() else _MONTH)

    def _is_over(self) -> bool:
        try:
            return fold("", [e.decode(event.data) for event in self.events]).outcome is not None
        except (GameError, msgspec.ValidationError):
            return False  # the rules or the events of another release


class Packing:
    """Packs the games of one program, some at a time. For one thread.

    Args:
        database: where the games are.
        fence: the shards of this program; None: all games.
        may_pack: returns whether all programs on the database read packed games.
    """

    def __init__(
        self, database: Database, fence: Fence | None = None, may_pack: Callable[[], bool] = lambda: True
    ) -> None:
        self._database, self._fence, self._may_pack = database, fence, may_pack
        self.packed = 0
        """Games packed so far."""

    def keep_on(self, later: Callable[[float, Callable[[], None]], object]) -> None:
        """Packs from now on; ``later`` calls a function after some seconds."""

        def again() -> None:
            looked = 0
            try:
                looked = self.turn(time.time_ns() // 1_000_000)
            finally:
                later(_SOON if looked == _AT_ONCE else _LATER, again)

        later(_LATER, again)

    def turn(self, now: int) -> int:
        """Packs some of the games due at ``now``, in milliseconds since 1970; returns the number looked at."""
        if not self._may_pack():
            return 0
        try:
            with self._database.reading() as connection:
                due: Sequence[str] = connection.execute(_DUE, {"now": now}).scalars().all()
            own = [game_id for game_id in due if self._fence is None or self._fence.owns(game_id)][:_AT_ONCE]
            for game_id in own:
                with suppress(FencedError):  # another host's by now
                    self._look_at(game_id, now)
        except SQLAlchemyError as error:
            _log.warning("finished games are packed later: %s", error)
            return 0
        return len(own)

    def _look_at(self, game_id: str, now: int) -> None:
        with self._database.reading() as connection:
            log = _read(connection, game_id)
        due = log.quiet_from() if log is not None else None
        with self._database.transaction() as connection:  # short: SQLite has one writer
            if self._fence is not None:
                self._fence.lock(connection, game_id)
            pack_at = connection.execute(select(game.c.pack_at).where(game.c.id == game_id).with_for_update()).scalar()
            if pack_at is None or pack_at > now:
                return  # another program has looked meanwhile
            if log is None or due is None or due > now:
                _look_again(connection, game_id, due)
            elif _last_version(connection, game_id) == len(log.events):
                _replace(connection, game_id, log)
                self.packed += 1


def _read(connection: Connection, game_id: str) -> _Log | None:
    """Returns the events of a game; None where there are none, one is missing, or a newer release has packed them."""
    found = connection.execute(_PACKED, {"game": game_id}).one_or_none()
    try:
        before = unpack(found.events) if found else []
    except ValueError:
        return None
    rows = connection.execute(_ROWS, {"game": game_id}).all()
    events = [*before, *(StoredEvent(*row[:4]) for row in rows)]
    versions = [row.version for row in rows]
    if not events or versions != list(range(len(before) + 1, len(events) + 1)):
        return None
    return _Log(events, len(before))


def _last_version(connection: Connection, game_id: str) -> int:
    tables = (game_event, packed_game)
    latest = (select(func.max(table.c.version)).where(table.c.game_id == game_id) for table in tables)
    return max(connection.execute(query).scalar() or 0 for query in latest)


def _replace(connection: Connection, game_id: str, log: _Log) -> None:
    """Puts one row in the place of all rows of a game."""
    values = {"version": len(log.events), "events": pack(log.events)}
    if log.packed:
        connection.execute(update(packed_game).where(packed_game.c.game_id == game_id).values(values))
    else:
        connection.execute(insert(packed_game).values(game_id=game_id, **values))
    connection.execute(delete(game_event).where(game_event.c.game_id == game_id))
    _look_again(connection, game_id, None)


def _look_again(connection: Connection, game_id: str, at: int | None) -> None:
    connection.execute(update(game).where(game.c.id == game_id).values(pack_at=at))
