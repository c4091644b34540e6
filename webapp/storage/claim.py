"""Lets one server at a time own a database: a lock that ends with its process, however the process ends.

For SQLite the lock is an exclusive transaction on a file beside the database, for PostgreSQL an advisory lock on a
connection of its own. The hosts of a cluster own shards (``webapp.storage.fence``) and take no such lock.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, text

from webapp.storage.private import refuse_folder

_NUMBER = 4_417_202
"""Names the kind of advisory lock; the second number is a hash of the schema."""
_CLAIM = text("SELECT pg_try_advisory_lock(:number, hashtext(coalesce(current_schema(), '')))")
_WAIT_SECONDS = 1.0
"""For how long a claim waits for another program that only looks whether there is an owner."""


class OwnedError(Exception):
    """Says that a server owns the database."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"a server already uses the database {name!r}; stop that server first, or name another database"
        )


class Claim(Protocol):
    """Holds a database until it is closed."""

    def close(self) -> None:
        """Gives the database back."""


def claim_file(file: Path) -> Claim:
    """Claims a SQLite file, which need not exist; its folder must.

    Raises:
        OwnedError: a server owns the file.
        OSError: the file of the lock cannot be made.
    """
    lock = lock_of(file)
    lock.touch(mode=0o600)
    connection = sqlite3.connect(lock, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=MEMORY")  # no second file beside
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise OwnedError(str(file)) from None
        raise OSError(f"the lock {lock} cannot be taken: {error}") from None
    return connection


@contextmanager
def claimed(file: Path) -> Iterator[None]:
    """Claims a SQLite file for a block (see :func:`claim_file`)."""
    claim = claim_file(file)
    try:
        yield
    finally:
        claim.close()


def claim_postgres(connection: Connection, name: str) -> Claim:
    """Claims a schema of a PostgreSQL by a connection, which serves for nothing else from now on.

    Raises:
        OwnedError: a server owns the schema.
    """
    connection.execution_options(isolation_level="AUTOCOMMIT")
    connection.detach()  # closing it then ends the session, and with it the lock
    if not connection.execute(_CLAIM, {"number": _NUMBER}).scalar():
        connection.close()
        raise OwnedError(name)
    return connection


def lock_of(file: Path) -> Path:
    """Returns the file of the lock, the same for every spelling of the path of a database."""
    refuse_folder(file)
    whole = file.resolve()
    return whole.with_name(f"{whole.name}.lock")
