"""Deletes games without an event for some days, and reports of names after a year, as the settings say. Classes of the
lab go after a week, whatever the settings say.

A few games at a time are deleted, each in a short transaction. A game in memory stays, and so does a game whose clock
may still run. In a cluster only the owner of a game deletes it. Two programs on one database do no harm, because the
second one finds nothing to delete.
"""

import logging
import math
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from webapp.play.game import events as e
from webapp.storage.classes import forget_classes
from webapp.storage.database import Database
from webapp.storage.fence import Fence, FencedError
from webapp.storage.games import store_errors
from webapp.storage.schema import game, game_event, report

_log = logging.getLogger(__name__)

DAY = 86_400_000
"""Milliseconds."""
_LONGEST = 10_000 * DAY
AT_ONCE = 10
"""Games deleted in one turn. Each takes about a millisecond of SQLite's one writer."""
_CHOICE = 200
"""Games examined in one turn."""
_SOON, _LATER = 1.0, 600.0
"""Seconds to the next turn while there are more games to examine, and after the last one."""

_OLD = text(
    "SELECT game.id, game.created_at, first.data, last.version, last.at, EXISTS (SELECT 1 FROM game_event AS move"
    " WHERE move.game_id = game.id AND move.ply IS NOT NULL) AS moved FROM game"
    " JOIN game_event AS first ON first.game_id = game.id AND first.version = 1"
    " JOIN game_event AS last ON last.game_id = game.id"
    " AND last.version = (SELECT max(version) FROM game_event WHERE game_id = game.id)"
    " WHERE game.created_at < :before AND (game.created_at, game.id) > (:created_at, :id)"
    " ORDER BY game.created_at, game.id LIMIT :count"
)
_START = (-1, "")


class Forgetting:
    """Deletes the old games of one program, some at a time. For one thread. A game without an event for ``days`` is
    deleted, a game without any move after ``unmoved_days``, and a report of a name after ``report_days``. 0 means
    never."""

    def __init__(
        self,
        database: Database,
        days: int,
        in_memory: Callable[[str], bool],
        fence: Fence | None = None,
        unmoved_days: int = 0,
        report_days: int = 0,
    ) -> None:
        self._database, self._in_memory, self._fence = database, in_memory, fence
        self._age = days * DAY or math.inf
        self._unmoved_age = min(unmoved_days * DAY or math.inf, self._age)
        self._report_age = min(report_days * DAY or math.inf, _LONGEST)
        self._place: tuple[int, str] = _START
        """The creation and the id of the last game examined."""
        self.forgotten = 0
        """Games deleted so far."""

    def keep_on(
        self,
        later: Callable[[float, Callable[[], None]], object],
        run: Callable[[Callable[[], bool], Callable[[bool | Exception], None]], object],
    ) -> None:
        """Starts deleting. ``later`` calls after some seconds, ``run`` in another thread, then back with the result."""

        def again() -> None:
            run(lambda: self.turn(time.time_ns() // 1_000_000), wait)

        def wait(more: bool | Exception) -> None:
            later(_SOON if more is True else _LATER, again)

        later(_LATER, again)

    def turn(self, now: int) -> bool:
        """Deletes old classes, reports and some games at ``now`` (milliseconds since 1970). Returns whether there are
        more."""
        created_at, game_id = self._place
        values = {
            "before": max(0, int(now - min(self._unmoved_age, _LONGEST))),
            "created_at": created_at,
            "id": game_id,
            "count": _CHOICE,
        }
        try:
            if self._place == _START:
                forget_classes(self._database, now)
                self._forget_reports(now)
            with self._database.reading() as connection:
                games = connection.execute(_OLD, values).all()
            deleted = 0
            for each in games:
                if deleted == AT_ONCE:
                    return True
                deleted += self._forget(each, now)
                self._place = (each.created_at, each.id)
        except SQLAlchemyError as error:
            _log.warning("old games are forgotten later: %s", error)
            return False
        if len(games) < _CHOICE:
            self._place = _START
        return len(games) == _CHOICE

    def _forget_reports(self, now: int) -> None:
        old = report.c.at < int(now - self._report_age)
        with self._database.reading() as connection:
            there = connection.execute(select(report.c.id).where(old).limit(1)).first()
        if there:
            with self._database.transaction() as connection:
                connection.execute(delete(report).where(old))

    def _forget(self, old: Row[Any], now: int) -> bool:
        """Deletes a game if it is old enough. Returns whether there was something to delete."""
        ours = self._fence is None or self._fence.owns(old.id)
        if (
            not ours
            or old.at >= now - (self._age if old.moved else self._unmoved_age)
            or _ends_by_clock(old.data, old.version, old.at) > now
        ):
            return False
        try:
            with self._database.transaction() as connection:  # short: SQLite has one writer
                if self._fence is not None:
                    self._fence.lock(connection, old.id)
                # An event waits for this lock in PostgreSQL, by its foreign key, and is refused after the deletion.
                connection.execute(select(game.c.id).where(game.c.id == old.id).with_for_update())
                last = select(func.max(game_event.c.version)).where(game_event.c.game_id == old.id)
                if self._in_memory(old.id) or connection.execute(last).scalar() != old.version:
                    return False
                delete_game(connection, old.id)
        except FencedError:  # another host owns the game by now
            return False
        self.forgotten += 1
        return True


def forget_game(database: Database, game_id: str) -> bool:
    """Deletes a game of any age with everything that belongs to it. Returns whether it existed. A server that has the
    game in memory meets a conflict at the next event, and answers that there is no such game. Raises StoreError if the
    database cannot be written to."""
    with store_errors(), database.transaction() as connection:
        connection.execute(select(game.c.id).where(game.c.id == game_id).with_for_update())
        return delete_game(connection, game_id)


def delete_game(connection: Connection, game_id: str) -> bool:
    """Deletes the events of a game, the reports of names in it, and the game. Returns whether it existed."""
    connection.execute(delete(game_event).where(game_event.c.game_id == game_id))
    connection.execute(delete(report).where(report.c.game_id == game_id))
    return connection.execute(delete(game).where(game.c.id == game_id)).rowcount > 0


def _ends_by_clock(created: str, version: int, at: int) -> int:
    """Returns the latest time at which the clock of a game runs out, in milliseconds, 0 for a game without clocks."""
    try:
        first = e.decode(created)
    except ValueError:  # an event of another release
        return 0
    if not isinstance(first, e.Created) or first.clock is None:
        return 0
    return at + int((first.clock.seconds + first.clock.increment * version) * 1000)
