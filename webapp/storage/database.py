"""Opens the database, SQLite by default or PostgreSQL by URL, so that many threads and processes can write."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from sqlite3 import Error as SQLiteError
from sqlite3 import connect
from typing import Any, cast

from sqlalchemy import URL, Connection, PoolProxiedConnection, create_engine, event, update
from sqlalchemy.exc import DBAPIError, IntegrityError, NoSuchModuleError, OperationalError, SQLAlchemyError

from engine.files import user_folder
from webapp.common.seldom import Seldom
from webapp.storage import sqlite
from webapp.storage.claim import Claim, FileClaim, OwnedError, PostgresClaim, has_hosts
from webapp.storage.private import keep_private, make_file, make_folder, reporters_key
from webapp.storage.schema import MigrationError, are_up_to_date, probe
from webapp.storage.url import DatabaseError, read_url

_log = logging.getLogger(__name__)
_seldom = Seldom(_log)

_CONNECT_SECONDS = 5
_LOCK_WAIT = "-c lock_timeout=3000"
"""PostgreSQL waits three seconds for a lock of another program, as SQLite does. Then a write is refused."""
_IDLE = "-c idle_in_transaction_session_timeout=5000"
"""PostgreSQL ends a transaction that was idle for five seconds. Otherwise the locks of a host that sleeps in a
transaction would keep others from its shards until it wakes."""
SILENCE = {"keepalives_idle": "3", "keepalives_interval": "1", "keepalives_count": "3", "tcp_user_timeout": "5000"}
"""PostgreSQL's client gives up a connection after about five seconds without a sign of the other machine. The kernel
would wait for a quarter of an hour."""
_MIGRATION_SECONDS, _LOOK_SECONDS = 60.0, 0.1
"""How long an opening waits for another process that updates SQLite's tables, and the time between two tries."""
_TRUST_SECONDS = 60.0
"""Seconds after a failed write for which the database counts as failing. Then only a probe decides."""


class Database:
    """Gives connections and transactions, after updating the tables. A missing SQLite file or folder is made. Without
    ``sync_commits`` a committed transaction survives a crash of this process, but a power cut only after the next
    :meth:`maintain`. PostgreSQL has its own settings. With ``owned`` no other server may use the database. Raises
    DatabaseError if the database cannot be opened, or another server owns it."""

    def __init__(self, url: str, *, sync_commits: bool = True, owned: bool = False) -> None:
        parsed, self._sync_commits, self._owned = read_url(url), sync_commits, owned
        self.url, self.name = parsed, parsed.database or ""
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        try:
            self._open(parsed)
        except (OSError, RuntimeError, SQLAlchemyError, SQLiteError) as error:  # RuntimeError: a loop of links
            raise DatabaseError(self._reason(error)) from None
        except (MigrationError, OwnedError) as error:
            raise DatabaseError(str(error)) from None
        except ImportError:
            hint = "pip install 'fourthought[postgres]'" if parsed.get_backend_name() == "postgresql" else "install it"
            raise DatabaseError(f"the database needs a driver that is not installed: {hint}") from None

    def _open(self, url: URL) -> None:
        if self.is_sqlite:
            make_folder(Path(self.name).parent)
            keep_private(Path(self.name))
        # A connection that a restarted server has cut is replaced before it is used (pool_pre_ping).
        options: dict[str, Any] = {} if self.is_sqlite else {"pool_pre_ping": True}
        if url.drivername == "postgresql+psycopg":
            own = " ".join(url.normalized_query.get("options", ()))  # comes last, and so goes before ours
            options["connect_args"] = {
                "connect_timeout": _CONNECT_SECONDS,
                "options": f"{_LOCK_WAIT} {_IDLE} {own}",
                **SILENCE,
            }
            options["pool_timeout"] = _CONNECT_SECONDS
        self._engine = create_engine(url, **options)
        self._writer = sqlite.WriterLock() if self.is_sqlite else None
        self._written, self._flushed = 0, True
        self._claim: Claim | None = None
        self._failed: tuple[float, str] | None = None
        """When the last write failed, and why; None: it went well."""
        self._write_connection: PoolProxiedConnection | None = None
        """The connection of ``write``, kept open; used under the writer's lock."""
        if self.is_sqlite:
            event.listen(self._engine, "connect", lambda made, _: sqlite.prepare(made, sync_commits=self._sync_commits))
            event.listen(self._engine, "begin", sqlite.begin)
        try:
            if self._owned:
                self._claim = self._own()
            self._migrate()
            if self._owned and not self.is_sqlite:
                self.refuse(has_hosts)
        except BaseException:
            self.close()
            raise

    def refuse(self, is_used: Callable[[Connection], bool]) -> None:
        """Raises OwnedError if others use the database."""
        with self.reading() as connection:
            if is_used(connection):
                raise OwnedError(self.name)

    def _own(self) -> Claim | None:
        if not self.is_sqlite:
            return PostgresClaim(self._engine.connect, self.name)
        return FileClaim(Path(self.name))

    def _migrate(self) -> None:
        """Updates the tables. Waits for another process that does so."""
        until, told = time.monotonic() + _MIGRATION_SECONDS, False
        while True:
            try:
                with self._changing() as connection:
                    if not are_up_to_date(connection):
                        from webapp.storage.migrate import migrate  # with Alembic, which few starts need

                        migrate(connection, self._copy_before)
                return
            except OperationalError as error:  # SQLite waits for three seconds only, PostgreSQL here without limit
                if not self.is_sqlite or "locked" not in str(error.orig) or time.monotonic() > until:
                    raise
                if not told:
                    _log.warning("the database %r is locked by another program; waiting a minute at most", self.name)
                told = True
            time.sleep(_LOOK_SECONDS)

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        """Opens a transaction that changes tables. SQLite checks references between tables once, at its end."""
        if self._writer is None:
            with self.transaction() as connection:
                yield connection
            return
        with (
            self._writer,
            self._engine.connect() as connection,
            sqlite.without_references(connection),
            connection.begin(),
        ):
            yield connection
            sqlite.check_references(connection)
        self._note_write()

    def step_back(self) -> str | None:
        """Takes back the last step of the tables, for an older release, and returns the step that they have now. The
        database is of no more use to this release. None: there is no earlier step, and nothing has changed. Raises
        DatabaseError if the last step cannot be taken back."""
        from webapp.storage.migrate import step_back  # with Alembic, which no start needs

        try:
            with self._changing() as connection:
                return step_back(connection, self._copy_before)
        except MigrationError as error:
            raise DatabaseError(str(error)) from None
        except SQLAlchemyError as error:
            raise DatabaseError(self._reason(error, "cannot go back")) from None

    def _copy_before(self, step: str) -> None:
        """Copies a SQLite file before its tables change. A copy of the same step is replaced."""
        if self.is_sqlite:
            copy = Path(f"{self.name}.step-{step}").absolute()  # SQLite takes file:... for an address
            copy.unlink(missing_ok=True)
            make_file(copy)
            with closing(connect(self.name)) as source:
                source.execute("VACUUM INTO ?", (str(copy),))

    def _reason(self, error: Exception, failure: str = "cannot be opened") -> str:
        if isinstance(error, NoSuchModuleError):
            return f"there is no kind of database called {self.url.drivername!r}; sqlite and postgresql are two"
        reason = error.strerror if isinstance(error, OSError) else str(getattr(error, "orig", None) or error)
        lines = str(reason).strip().splitlines()
        hint = "; name another file by --database or FOURTHOUGHT_DATABASE" if isinstance(error, OSError) else ""
        return f"the database {self.name!r} {failure}: {lines[0] if lines else type(error).__name__}{hint}"

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Opens a connection for reading and writing. The block's end commits, an error rolls back."""
        if self._writer is None:
            with self._engine.begin() as connection:
                yield connection
            return
        with self._writer, self._engine.begin() as connection:
            yield connection
        self._note_write()

    def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> int:
        """Executes statements of the driver with their values as one transaction, and returns the number of rows
        written. A single statement goes to the disk once and waits for the interpreter's lock once. A transaction with
        BEGIN and COMMIT does both several times, and SQLAlchemy's own way takes several times as long under that lock.
        Raises SQLAlchemyError if a statement failed, and nothing is written."""
        try:
            count = self._write_file(statements) if self._writer else self._write_afar(statements)
        except IntegrityError:
            raise  # the database works: a version was taken
        except SQLAlchemyError as error:
            self._note_failure(error)
            raise
        self._failed = None
        return count

    def _write_afar(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> int:
        count = 0
        with self._engine.connect() as connection:
            if len(statements) == 1:
                connection.execution_options(isolation_level="AUTOCOMMIT")
            with connection.begin():
                for sql, values in statements:
                    count += connection.exec_driver_sql(sql, tuple(values)).rowcount
        return count

    def _write_file(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> int:
        count, sql = 0, sqlite.BEGIN_WRITING
        with cast(sqlite.WriterLock, self._writer):
            raw = self._write_connection = self._write_connection or self._engine.raw_connection()
            try:
                execute = cast(Any, raw.driver_connection).execute
                if len(statements) > 1:
                    execute(sql)
                for sql, values in statements:
                    count += execute(sql, values).rowcount
                if len(statements) > 1:
                    execute("COMMIT")
            except SQLiteError as error:
                self._close_write_connection()  # rolls back, and the connection itself may be broken
                raise DBAPIError.instance(sql, None, error, SQLiteError) from None
        self._note_write()
        return count

    def reporters_key(self) -> bytes:
        """Returns the key for hashes of reporters' addresses: beside a SQLite file, or in the user's data folder."""
        if self.is_sqlite:
            return reporters_key(Path(f"{self.name}.key"))
        folder = user_folder("data")
        return reporters_key(folder / "reporters.key" if folder else None)

    @property
    def waits(self) -> bool:
        """Returns whether every write waits for a disk or for another machine."""
        return self._sync_commits or not self.is_sqlite

    @property
    def placeholder(self) -> str:
        """Returns the placeholder of a value in a statement of the driver."""
        return "?" if self.is_sqlite else "%s"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Opens a connection for reading one state of the database. It waits for no writer."""
        with self._engine.connect() as connection:
            connection.execution_options(**{sqlite.BEGIN: "BEGIN"})  # takes no lock
            with connection.begin():
                yield connection

    def is_writable(self) -> bool:
        """Returns whether the database can be written to now, by writing."""
        try:
            with self.transaction() as connection:
                connection.execute(update(probe).values(count=probe.c.count + 1))
        except (DBAPIError, SQLAlchemyError, OSError):
            return False
        return True

    def check(self) -> tuple[bool, str]:
        """Returns whether games can be stored now, with words that everybody may read. Three things must hold: the last
        write of a game succeeded, a probe can be written, and no other server has taken the database. A failed write
        counts for a minute, so that a server without visitors recovers as well."""
        failed = self._failed
        if failed is not None and time.monotonic() - failed[0] < _TRUST_SECONDS:
            return False, "The last write of a game has failed; the log says why."
        if self._claim is not None and not self._claim.holds():
            return False, "Another server has taken the database; the log names it."
        if not self.is_writable():
            _seldom.warning("the database %r cannot be written to", self.name)
            return False, "The database cannot be written to; the log names it."
        return True, "Games can be stored."

    def _note_failure(self, error: Exception) -> None:
        """Keeps why a write failed. Each reason is logged once until a write succeeds."""
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".")
        if self._failed is None or self._failed[1] != reason:
            _log.error("the database %r refuses writes: %s", self.name, reason)
        self._failed = time.monotonic(), reason

    def maintain(self) -> None:
        """Keeps the claim, flushes SQLite's log, and moves a long log into the file. Called every second."""
        if self._claim is not None:
            self._claim.keep()
        if self._writer is None:
            return
        if not self._sync_commits and not self._flushed:
            self._flushed = True
            with suppress(OSError):
                sqlite.flush(self.name)
        if self._written < sqlite.CHECKPOINT_EVERY:
            return
        self._written = 0
        with suppress(SQLAlchemyError, SQLiteError, OSError), closing(self._engine.raw_connection()) as connection:
            sqlite.checkpoint(connection, self._writer)

    def close(self) -> None:
        """Closes every connection."""
        self._close_write_connection()
        self._engine.dispose()
        if self._claim is not None:
            self._claim.close()

    def _note_write(self) -> None:
        """Counts a write that is not on the disk yet."""
        self._written += 1
        self._flushed = False

    def _close_write_connection(self) -> None:
        if self._write_connection is not None:
            self._write_connection.close()
            self._write_connection = None
