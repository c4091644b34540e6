"""Brings the tables of a database to this release at every start.

A new database gets its tables at once, one of this release is left as it is, and an older one is updated by
``webapp.storage.migrate``. Only the last needs Alembic, which takes a tenth of a start and 10 MB.
"""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, select, text

from webapp.storage.schema import STEP, metadata, probe

FOLDER = Path(__file__).parent / "migrations"
_LOCK_NUMBER = 4_417_202_611  # any number not used for another advisory lock in the same database
_applied = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table in which Alembic keeps the last step, as Alembic makes it."""


class MigrationError(Exception):
    """Says in one sentence for a person why the tables cannot be updated."""


def newest_step() -> str:
    """Returns the last step of this release, by the names of its files, such as "0001" of v0001_tables.py."""
    return max(file.stem[1:5] for file in (FOLDER / "versions").glob("v[0-9][0-9][0-9][0-9]_*.py"))


def applied_step(connection: Connection) -> str | None:
    """Returns the last step that the tables have seen. None: Alembic has made none of them."""
    if not inspect(connection).has_table(_applied.name):
        return None
    return connection.execute(select(_applied.c.version_num)).scalar_one_or_none()


def prepare(connection: Connection, before: Callable[[str], None] = lambda _: None) -> None:
    """Makes or updates the tables in the transaction of ``connection``. ``before`` is called with the step of existing
    tables, before they are changed.

    Raises:
        MigrationError: the database was written by a newer release, or before the first one.
    """
    if connection.dialect.name == "postgresql":  # SQLite's transaction has locked out other writers already
        connection.execute(text("SET LOCAL lock_timeout = 0"))  # another process may migrate a large database
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # steps in Python also take long
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK_NUMBER})
    if not inspect(connection).get_table_names():
        metadata.create_all(connection)
        connection.execute(insert(probe), {"count": 0})
        _applied.create(connection)
        connection.execute(insert(_applied), {"version_num": STEP})
    if applied_step(connection) != newest_step():
        from webapp.storage.migrate import migrate

        migrate(connection, before)
