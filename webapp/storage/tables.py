"""Makes the tables of a new database at once, and tells older tables from those of this release.

``webapp.storage.migrate`` updates the older ones. It needs Alembic, which takes a tenth of a start and 10 MB.
"""

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


def are_up_to_date(connection: Connection) -> bool:
    """Makes the tables of an empty database, and returns whether the tables are of this release. Holds the lock of all
    changes of tables until the transaction of ``connection`` ends."""
    if connection.dialect.name == "postgresql":  # SQLite's transaction has locked out other writers already
        connection.execute(text("SET LOCAL lock_timeout = 0"))  # another process may migrate a large database
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # steps in Python also take long
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK_NUMBER})
    if not inspect(connection).get_table_names():
        metadata.create_all(connection)
        connection.execute(insert(probe), {"count": 0})
        _applied.create(connection)
        connection.execute(insert(_applied), {"version_num": STEP})
    return applied_step(connection) == newest_step()
