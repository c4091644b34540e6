"""The database: SQLite by default, opened so that many threads and processes can write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, NoSuchModuleError, OperationalError

from webapp.storage.schema import metadata

_BUSY_MILLISECONDS = 5000


class DatabaseError(Exception):
    """The database cannot be opened; the message is one sentence for a person."""


class Database:
    """Connections and transactions.

    Args:
        url: such as ``sqlite:////home/me/games.sqlite3``; a SQLite file and its folder are made if they are missing.

    Raises:
        DatabaseError: it cannot be opened.
    """

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self.name = parsed.database or ""
        try:
            if parsed.get_backend_name() == "sqlite" and self.name not in ("", ":memory:"):
                Path(self.name).parent.mkdir(parents=True, exist_ok=True)
            self._engine = create_engine(parsed)
            if parsed.get_backend_name() == "sqlite":
                event.listen(self._engine, "connect", _prepare_sqlite)
                event.listen(self._engine, "begin", _begin_immediate)
            metadata.create_all(self._engine)
        except (OSError, DBAPIError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error.orig)
            raise DatabaseError(f"the database {parsed.database!r} cannot be opened: {reason}") from None
        except NoSuchModuleError:
            raise DatabaseError(f"there is no kind of database called {parsed.drivername!r}; sqlite is one") from None
        except ImportError as error:
            raise DatabaseError(f"the database needs a driver that is not installed: {error}") from None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All or nothing; on the disk when the block ends."""
        with self._engine.begin() as connection:
            yield connection

    def works(self) -> bool:
        """Whether it can be written to now."""
        try:
            with self.transaction() as connection:
                connection.execute(text("SELECT count(*) FROM game"))
        except OperationalError:
            return False
        return True

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver begins no transactions: _begin_immediate does
    cursor = connection.cursor()
    # The busy timeout comes first: switching to WAL may itself have to wait.
    for pragma in (f"busy_timeout={_BUSY_MILLISECONDS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    # A transaction that reads first and then writes can fail at once with SQLITE_BUSY; a writer from the start waits.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
