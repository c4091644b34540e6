"""Sets up SQLite so that many threads and processes can write, and commits survive a power cut."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as DatabaseTimeoutError

BEGIN = "fourthought_begin"
"""The execution option for a connection whose transactions begin with another statement."""

BEGIN_WRITING = "BEGIN IMMEDIATE"
"""Begins a transaction as a writer, because a reader that becomes a writer can fail immediately with SQLITE_BUSY."""

_BUSY_MILLISECONDS = 3000

_LOG_PAGES = 16_000
"""Pages in the log (64 MB) after which a writer does a checkpoint itself, if ``checkpoint`` has not run."""

CHECKPOINT_EVERY = 400
"""Transactions, of about 20 KB each, after which a separate checkpoint is worthwhile."""


class WriterLock:
    """Orders the writers of this process. SQLite has one writer at a time anyway, but a writer at a busy database
    sleeps longer and longer, and may be overtaken. This lock wakes the next writer immediately. Writers of other
    processes still wait in SQLite's way."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=_BUSY_MILLISECONDS / 1000):
            raise DatabaseTimeoutError("the database is busy")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def prepare(connection: Any, *, sync_commits: bool) -> None:
    """Sets up a connection of the driver. ``sync_commits``: a commit also survives a power cut."""
    connection.isolation_level = None  # the driver begins no transactions: ``begin`` does
    cursor = connection.cursor()
    # The busy timeout comes first: switching to WAL may itself have to wait.
    for pragma in (
        f"busy_timeout={_BUSY_MILLISECONDS}",
        "journal_mode=WAL",
        f"synchronous={'FULL' if sync_commits else 'NORMAL'}",
        "foreign_keys=ON",
        f"wal_autocheckpoint={_LOG_PAGES}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Connection) -> None:
    """Begins a transaction as a writer, or as the connection's option says."""
    connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, BEGIN_WRITING))


@contextmanager
def without_references(connection: Connection) -> Iterator[None]:
    """Lets the transactions of a connection break references, outside a transaction, as to replace a table."""
    raw: Any = connection.connection.driver_connection
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys=ON")


def check_references(connection: Connection) -> None:
    """Raises ``IntegrityError`` if a row refers to one that is not there."""
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        error = ValueError(f"a row of {broken[0]} refers to a missing row of {broken[2]}")
        raise IntegrityError("PRAGMA foreign_key_check", None, error)


def flush(file: str) -> None:
    """Waits until all commits so far survive a power cut. New commits need not wait."""
    with suppress(FileNotFoundError), Path(f"{file}-wal").open("r+b") as log:
        os.fsync(log.fileno())


def checkpoint(connection: Any, writer: WriterLock) -> None:
    """Copies the log into the file in parallel to the writers. A writer would do the same during a commit, some ten
    milliseconds every second or two. Here writers wait only for the last part, and the log starts again."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
    cursor.execute("PRAGMA busy_timeout=0")  # during a read the RESTART below fails immediately, and the log just grows
    with writer:
        cursor.execute("PRAGMA wal_checkpoint(RESTART)")
    cursor.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")
    cursor.close()
