"""Gives a database to one server at a time, by a lock that ends with the server's process. For SQLite the lock is an
exclusive transaction on a second file, for PostgreSQL an advisory lock on a separate connection. The hosts of a cluster
own shards (``webapp.storage.fence``) and take no such lock, but neither begins beside the other."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from webapp.storage.private import refuse_no_file

_log = logging.getLogger(__name__)

_NUMBER = 4_417_202
"""The kind of advisory lock. The second number is a hash of the schema."""
_CLAIM = text("SELECT pg_try_advisory_lock(:number, hashtext(coalesce(current_schema(), '')))")
_IS_CLAIMED = text(
    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :number"
    " AND objid::bigint = hashtext(coalesce(current_schema(), ''))::bigint & 4294967295"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
_HAS_HOSTS = text(
    "SELECT EXISTS (SELECT FROM member WHERE role = 'host' AND until > extract(epoch FROM clock_timestamp()) * 1000)"
)
_WAIT_SECONDS = 1.0
"""How long a claim waits for a program that only checks whether there is an owner."""


class OwnedError(Exception):
    """Says that a server owns the database."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"a server already uses the database {name!r}; stop that server first, or name another database"
        )


class FileClaim:
    """Holds a SQLite file by an open transaction on the file of the lock. Only the end of this process releases the
    lock, but somebody may remove its file. ``keep`` then makes another, unless another server was faster. Raises
    OwnedError if a server owns the file, OSError if the file of the lock cannot be made."""

    def __init__(self, file: Path) -> None:
        self._file, self._lock, self._is_lost = file, lock_of(file), False
        self._take()

    def holds(self) -> bool:
        """Returns False if another server has the lock."""
        return not self._is_lost

    def keep(self) -> None:
        """Looks for the file of the lock, and takes the lock again if it is another file."""
        if not self._is_lost and _identity(self._lock) == self._held:
            return
        before = self._connection
        try:
            self._take()
        except OwnedError:
            if not self._is_lost:
                _log.error("the database %r belongs to another server now: stop one of the two", str(self._file))
            self._is_lost = True
        except OSError:
            return  # the disk is away
        else:
            before.close()
            self._is_lost = False
            _log.error("the lock %s was removed, and is taken again", self._lock)

    def close(self) -> None:
        """Releases the database."""
        self._connection.close()

    def _take(self) -> None:
        self._lock.touch(mode=0o600)
        connection = sqlite3.connect(self._lock, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode=MEMORY")  # no second file
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            connection.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise OwnedError(str(self._file)) from None
            raise OSError(f"the lock {self._lock} cannot be taken: {error}") from None
        self._connection, self._held = connection, _identity(self._lock)


class PostgresClaim:
    """Holds the schema of the database ``name`` by an advisory lock on a separate connection. The lock ends with the
    session, so a restart of PostgreSQL or a cut connection releases it. ``keep`` then takes it again, unless another
    server was faster. Raises OwnedError if a server owns the schema."""

    def __init__(self, connect: Callable[[], Connection], name: str) -> None:
        self._connect, self._name = connect, name
        self._connection: Connection | None = None
        self._is_lost = False
        if not self._take():
            raise OwnedError(name)

    def holds(self) -> bool:
        """Returns False if another server has the lock. A database that cannot be reached counts as ours."""
        return not self._is_lost

    def keep(self) -> None:
        """Checks the session, and takes the lock again if it has ended."""
        if self._connection is not None:
            try:
                self._connection.execute(text("SELECT 1"))
            except SQLAlchemyError:
                self.close()
            else:
                return
        try:
            taken = self._take()
        except SQLAlchemyError:
            return  # the database is away
        if taken == self._is_lost:
            told = "is ours again" if taken else "belongs to another server now: stop one of the two"
            _log.error("the database %r %s", self._name, told)
        self._is_lost = not taken

    def close(self) -> None:
        """Releases the lock, and ends the session. The end alone would release it a moment later."""
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.execute(text("SELECT pg_advisory_unlock_all()"))
            with suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None

    def _take(self) -> bool:
        connection = self._connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()  # closing the connection then ends the session
        taken = bool(connection.execute(_CLAIM, {"number": _NUMBER}).scalar())
        if taken:
            self._connection = connection
        else:
            connection.close()
        return taken


Claim = FileClaim | PostgresClaim
"""Holds a database until it is closed. ``keep`` is called often."""


def _identity(file: Path) -> tuple[int, int] | None:
    """Returns what tells a file from another one of the same name, or None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def claimed(file: Path) -> Iterator[None]:
    """Claims a SQLite file for a block (see :class:`FileClaim`)."""
    claim = FileClaim(file)
    try:
        yield
    finally:
        claim.close()


def is_claimed(file: Path) -> bool:
    """Returns whether a server owns a SQLite file, without making a file."""
    if not lock_of(file).exists():
        return False
    try:
        with claimed(file):
            return False
    except OwnedError:
        return True


def is_claimed_on_postgres(connection: Connection) -> bool:
    """Returns whether a server owns the schema of a connection."""
    return bool(connection.execute(_IS_CLAIMED, {"number": _NUMBER}).scalar())


def has_hosts(connection: Connection) -> bool:
    """Returns whether a host of a cluster has a valid lease in the schema of a connection."""
    return bool(connection.execute(_HAS_HOSTS).scalar())


def lock_of(file: Path) -> Path:
    """Returns the file of the lock, the same for every spelling of a database's path."""
    refuse_no_file(file)
    whole = file.resolve()
    return whole.with_name(f"{whole.name}.lock")
