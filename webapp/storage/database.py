"""The database: SQLite by default, PostgreSQL by its URL; opened so that many threads and processes can write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from sqlite3 import Error as SQLiteError
from typing import Any, cast

from sqlalchemy import URL, Connection, PoolProxiedConnection, create_engine, event, make_url, update
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from webapp.storage import sqlite
from webapp.storage.migrate import MigrationError, migrate
from webapp.storage.schema import probe

_CONNECT_SECONDS = 5
_POSTGRES_SPELLINGS = ("postgres", "postgresql")


class DatabaseError(Exception):
    """The database cannot be opened; the message is one sentence for a person."""


def read_url(text: str) -> URL:
    """The URL of a database; ``postgres://`` and ``postgresql://``, as hosts write it, mean the driver psycopg.

    Raises:
        DatabaseError: it is no URL.
    """
    try:
        url = make_url(text)
    except ArgumentError:
        raise DatabaseError("the database must be a URL such as sqlite:///games.sqlite3") from None
    return url.set(drivername="postgresql+psycopg") if url.drivername in _POSTGRES_SPELLINGS else url


class Database:
    """Connections and transactions; opening it brings its tables up to date.

    Args:
        url: such as ``sqlite:////home/me/games.sqlite3`` or ``postgresql://me@there/games``; a SQLite file and its
            folder are made if they are missing.
        waits: whether a transaction waits until SQLite's file has reached the disk. Else it survives the death of this
            process when it returns, and a power cut after the next :meth:`tidy`. PostgreSQL has its own settings.

    Raises:
        DatabaseError: it cannot be opened.
    """

    def __init__(self, url: str, *, waits: bool = True) -> None:
        parsed, self._waits = read_url(url), waits
        self.url, self.name = parsed, parsed.database or ""
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        try:
            self._open(parsed)
        except (OSError, SQLAlchemyError) as error:
            raise DatabaseError(self._why(error)) from None
        except MigrationError as error:
            raise DatabaseError(str(error)) from None
        except ImportError:
            hint = "pip install 'fourthought[postgres]'" if parsed.get_backend_name() == "postgresql" else "install it"
            raise DatabaseError(f"the database needs a driver that is not installed: {hint}") from None

    def _open(self, url: URL) -> None:
        if self.is_sqlite and self.name not in ("", ":memory:"):
            Path(self.name).parent.mkdir(parents=True, exist_ok=True)
        # A connection that a restarted server has cut is replaced before it is used (pool_pre_ping).
        options: dict[str, Any] = {} if self.is_sqlite else {"pool_pre_ping": True}
        if url.drivername == "postgresql+psycopg":
            options["connect_args"] = {"connect_timeout": _CONNECT_SECONDS}
            options["pool_timeout"] = _CONNECT_SECONDS
        self._engine = create_engine(url, **options)
        self._writer = sqlite.Turnstile() if self.is_sqlite else None
        self._written, self._flushed = 0, True
        self._pen: PoolProxiedConnection | None = None
        """The connection that writes, kept at hand; the writer's."""
        if self.is_sqlite:
            event.listen(self._engine, "connect", lambda made, _: sqlite.prepare(made, waits=self._waits))
            event.listen(self._engine, "begin", sqlite.begin)
        try:
            with self.transaction() as connection:
                migrate(connection)
        except BaseException:
            self.close()
            raise

    def _why(self, error: Exception) -> str:
        if isinstance(error, NoSuchModuleError):
            return f"there is no kind of database called {self.url.drivername!r}; sqlite and postgresql are two"
        reason = error.strerror if isinstance(error, OSError) else str(getattr(error, "orig", None) or error)
        lines = str(reason).strip().splitlines()
        return f"the database {self.name!r} cannot be opened: {lines[0] if lines else type(error).__name__}"

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Read and write: all or nothing, and kept when the block ends."""
        if self._writer is None:
            with self._engine.begin() as connection:
                yield connection
            return
        with self._writer, self._engine.begin() as connection:
            yield connection
        self._count()

    def write(self, sql: str, values: Sequence[Any]) -> None:
        """One statement of the driver's, which is a transaction by itself: one way to the disk and one wait for the
        interpreter's lock, where a transaction that is begun and ended takes several of each.

        Raises:
            SQLAlchemyError: what was wrong, as elsewhere.
        """
        if self._writer is None:
            with self._engine.connect() as connection:
                connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(sql, tuple(values))
            return
        with self._writer:
            pen = self._pen = self._pen or self._engine.raw_connection()
            try:
                cast(Any, pen.driver_connection).execute(sql, values)
            except SQLiteError as error:
                self._put_pen_away()  # it may be the connection's fault
                raise DBAPIError.instance(sql, None, error, SQLiteError) from None
        self._count()

    @property
    def mark(self) -> str:
        """What stands for a value in a statement of the driver's."""
        return "?" if self.is_sqlite else "%s"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read one state of the database; waits for no writer."""
        with self._engine.connect() as connection:
            connection.execution_options(**{sqlite.BEGIN: "BEGIN"})  # holds nobody up
            with connection.begin():
                yield connection

    def works(self) -> bool:
        """Whether it can be written to now: it writes."""
        try:
            with self.transaction() as connection:
                connection.execute(update(probe).values(count=probe.c.count + 1))
        except (DBAPIError, SQLAlchemyError, OSError):
            return False
        return True

    def tidy(self) -> None:
        """To be called every second: does what a SQLite database needs done from time to time, if it is time.
        PostgreSQL sees to it itself."""
        if self._writer is None:
            return
        if not self._waits and not self._flushed:
            self._flushed = True
            with suppress(OSError):
                sqlite.flush(self.name)
        if self._written < sqlite.WORTH_TIDYING:
            return
        self._written = 0
        with suppress(SQLAlchemyError, SQLiteError, OSError), closing(self._engine.raw_connection()) as connection:
            sqlite.tidy(connection, self._writer)

    def close(self) -> None:
        """Close every connection."""
        self._put_pen_away()
        self._engine.dispose()

    def _count(self) -> None:
        """Something was written."""
        self._written += 1
        self._flushed = False

    def _put_pen_away(self) -> None:
        if self._pen is not None:
            self._pen.close()
            self._pen = None
