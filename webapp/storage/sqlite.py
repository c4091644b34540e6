"""What SQLite needs in order to be written to by many threads and processes, and to survive a power cut."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import TimeoutError as DatabaseTimeoutError

BEGIN = "fourthought_begin"
"""The execution option of a connection that begins its transactions in another way."""

_BUSY_MILLISECONDS = 3000

_LOG_PAGES = 16_000
"""Of the log (64 MB), after which a writer stops to tidy up, if nobody else has."""

WORTH_TIDYING = 400
"""Transactions, of about 20 KB each, after which the log is worth to be tidied up beside the writers."""


class Turnstile:
    """Lets the writers of this process in one after the other.

    SQLite has one writer at a time anyway, but whoever finds it busy sleeps, longer and longer, and may be overtaken.
    Here a writer is woken when it is its turn. Other processes are still waited for as SQLite does.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=_BUSY_MILLISECONDS / 1000):
            raise DatabaseTimeoutError("the database is busy")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def prepare(connection: Any, *, waits: bool) -> None:
    """Set up a new connection of the driver; ``waits``: a commit returns when a power cut cannot undo it any more, and
    not already when the death of this process cannot."""
    connection.isolation_level = None  # the driver begins no transactions: ``begin`` does
    cursor = connection.cursor()
    # The busy timeout comes first: switching to WAL may itself have to wait.
    for pragma in (
        f"busy_timeout={_BUSY_MILLISECONDS}",
        "journal_mode=WAL",
        f"synchronous={'FULL' if waits else 'NORMAL'}",
        "foreign_keys=ON",
        f"wal_autocheckpoint={_LOG_PAGES}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Connection) -> None:
    """Begin a transaction. One that reads first and then writes can fail at once with SQLITE_BUSY; a writer from the
    start waits."""
    connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, "BEGIN IMMEDIATE"))


def flush(file: str) -> None:
    """Wait until what was committed so far survives a power cut. Commits that do not wait go on meanwhile."""
    with suppress(FileNotFoundError), Path(f"{file}-wal").open("r+b") as log:
        os.fsync(log.fileno())


def tidy(connection: Any, writer: Turnstile) -> None:
    """Bring what the log holds into the file, beside the writers, who would otherwise do it in the middle of a commit,
    some ten milliseconds every second or two; they only wait for the rest, so that the log begins anew."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
    cursor.execute("PRAGMA busy_timeout=0")  # with somebody reading, the log goes on: nobody waits for that
    with writer:
        cursor.execute("PRAGMA wal_checkpoint(RESTART)")
    cursor.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")
    cursor.close()
