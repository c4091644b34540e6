"""Brings the tables of a database up to date at every start.

Alembic applies the steps of ``migrations/versions`` in one transaction under a lock. So two processes started at once
migrate once, and a failed step changes nothing. A database of the first release, without a record of steps, has the
tables of step one.
"""

from __future__ import annotations

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, inspect, text

FIRST_RELEASE = "0001"
_FOLDER = Path(__file__).parent / "migrations"
_LOCK_NUMBER = 4_417_202_611  # any number not used for another advisory lock in the same database
_one_at_a_time = threading.Lock()  # Alembic keeps the running migration in a global variable


class MigrationError(Exception):
    """Tells in one sentence for a person why the tables cannot be brought up to date."""


def configuration(connection: Connection) -> Config:
    """Returns Alembic's configuration for the steps of this package."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection) -> None:
    """Applies the missing steps in the transaction of ``connection``.

    Raises:
        MigrationError: the database was written by a newer release.
    """
    if connection.dialect.name == "postgresql":  # SQLite's transaction has locked out other writers already
        connection.execute(text("SET LOCAL lock_timeout = 0"))  # another process may migrate a large database
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # steps in Python take long, too
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK_NUMBER})
    config = configuration(connection)
    newest = ScriptDirectory.from_config(config).get_current_head()
    current = MigrationContext.configure(connection).get_current_revision()
    if current == newest:
        return
    with _one_at_a_time:
        try:
            if current is None and inspect(connection).has_table("game_event"):
                command.stamp(config, FIRST_RELEASE)
            command.upgrade(config, "head")
        except CommandError:
            raise MigrationError(
                f"the database has tables of a newer release (step {current}); install that, or use another database"
            ) from None
