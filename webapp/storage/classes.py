"""Stores what a class answered, as counts alone: implements ``webapp.common.classes``."""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from webapp.storage.database import Database
from webapp.storage.games import store_errors
from webapp.storage.schema import class_count, school_class

KEPT_DAYS = 7
MOST_CLASSES, MOST_SHEETS, MOST_ROWS = 10_000, 1_000, 400
"""The most classes kept at a time, and the most sheets and different counts of each."""
_DAY = 86_400_000
_SIGNS, _LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 6
"""The signs of a code, which no one takes for one another."""
_RAISE = text(
    "INSERT INTO class_count (class_id, question, slip, count) VALUES (:class_id, :question, :slip, 1)"
    " ON CONFLICT (class_id, question, slip) DO UPDATE SET count = class_count.count + 1"
)
SHEETS = (0, "sheets")
"""The count of the sheets handed in."""

Counts = dict[tuple[int, str], int]


class StoredClasses:
    """Keeps classes for a week. ``clock`` returns seconds since 1970."""

    def __init__(self, database: Database, clock: Callable[[], float] | None = None) -> None:
        self._database, self._clock = database, clock or time.time

    def make(self, exam: str, secret: str) -> str | None:
        row = {"secret": _hashed(secret), "exam": exam, "at": int(self._clock() * 1000)}
        while True:
            code = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
            with store_errors(), suppress(IntegrityError), self._database.transaction() as connection:
                if (connection.execute(select(func.count()).select_from(school_class)).scalar() or 0) >= MOST_CLASSES:
                    return None
                connection.execute(insert(school_class), {"id": code, **row})
                return code

    def exam(self, code: str) -> str | None:
        with store_errors(), self._database.reading() as connection:
            return connection.execute(select(school_class.c.exam).where(*self._young(code))).scalar()

    def add(self, code: str, found: Iterable[tuple[int, str]]) -> bool:
        with store_errors(), self._database.transaction() as connection:
            # The row is locked, so no two sheets of a class are counted at once.
            there = select(school_class.c.id).where(*self._young(code)).with_for_update()
            if connection.execute(there).first() is None:
                return False
            counts = _counts(connection, code)
            if counts.get(SHEETS, 0) >= MOST_SHEETS:
                return False
            raised = {SHEETS: None, **dict.fromkeys(found)}
            room = MOST_ROWS - len(counts)
            rows = [key for key in raised if key in counts] + [key for key in raised if key not in counts][:room]
            connection.execute(_RAISE, [{"class_id": code, "question": at, "slip": slip} for at, slip in rows])
            return True

    def counts(self, code: str, secret: str) -> Counts | None:
        hashed = school_class.c.secret == _hashed(secret)
        with store_errors(), self._database.reading() as connection:
            if connection.execute(select(school_class.c.id).where(hashed, *self._young(code))).first() is None:
                return None
            return _counts(connection, code)

    def _young(self, code: str) -> tuple[ColumnElement[bool], ...]:
        return school_class.c.id == code, school_class.c.at > _oldest(int(self._clock() * 1000))


def forget_classes(database: Database, now: int) -> None:
    """Deletes the classes older than a week at ``now`` (milliseconds since 1970), with their counts."""
    old = select(school_class.c.id).where(school_class.c.at <= _oldest(now))
    with database.reading() as connection:
        there = connection.execute(old.limit(1)).first()
    if there:
        with database.transaction() as connection:
            connection.execute(delete(class_count).where(class_count.c.class_id.in_(old)))
            connection.execute(delete(school_class).where(school_class.c.at <= _oldest(now)))


def _oldest(now: int) -> int:
    return now - KEPT_DAYS * _DAY


def _hashed(secret: str) -> str:
    """Returns the hash of a secret. It was drawn by chance and is long, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _counts(connection: Connection, code: str) -> Counts:
    columns = class_count.c.question, class_count.c.slip, class_count.c.count
    rows = connection.execute(select(*columns).where(class_count.c.class_id == code)).all()
    return {(question, slip): count for question, slip, count in rows}
