"""Brings a database's tables up to date when it is opened.

The steps are in ``migrations/versions``, applied by Alembic in one transaction under a lock, so that two processes
which start at once do it once, and a step that fails leaves everything as it was. A database of the first release,
which knew no steps, has the tables of step one.
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
_LOCK_NUMBER = 4_417_202_611  # any number that nobody else uses for an advisory lock in the same database
_one_at_a_time = threading.Lock()  # Alembic keeps the migration that runs in a global


class MigrationError(Exception):
    """The tables cannot be brought up to date; the message is one sentence for a person."""


def configuration(connection: Connection) -> Config:
    """Alembic's configuration for the steps of this package."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection) -> None:
    """Apply the steps that are missing, in the transaction of ``connection``.

    Raises:
        MigrationError: the database was written by a newer release.
    """
    if connection.dialect.name == "postgresql":  # SQLite's transaction has locked out other writers already
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK_NUMBER})
    config = configuration(connection)
    newest = ScriptDirectory.from_config(config).get_current_head()
    found = MigrationContext.configure(connection).get_current_revision()
    if found == newest:
        return
    with _one_at_a_time:
        try:
            if found is None and inspect(connection).has_table("game_event"):
                command.stamp(config, FIRST_RELEASE)
            command.upgrade(config, "head")
        except CommandError:
            raise MigrationError(
                f"the database has tables of a newer release (step {found}); install that, or use another database"
            ) from None
