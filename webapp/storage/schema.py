"""Defines the tables of the database.

``game_event`` is append-only: no row is ever changed, and rows are deleted only with the whole game
(``webapp.storage.forgetting``). Three constraints guard against errors of the program: a version is written once, a
request counts once, and a ply is played once in each line of play. The ``line`` is the number of takebacks and redos
before the move. A takeback frees plies by beginning the next line. The rows of the last line stay, and no two moves
share a line and a ply.

Several programs on one PostgreSQL share the games by the tables ``shard`` and ``member``, which a single program never
uses. A change here needs a step in ``migrations/versions``, and its number as ``STEP``. A test compares the two.
"""

from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
)

STEP = "0006"
"""The step of ``migrations/versions`` that leaves an older database with these tables."""

metadata = MetaData()

game = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("rules", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False, doc="milliseconds since 1970, UTC"),
    Index("game_created_at", "created_at"),
)

game_event = Table(
    "game_event",
    metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("line", Integer, doc="of a move: takebacks and redos before it"),
    Column("ply", Integer, doc="of a move: players' moves before it"),
    Column("request_id", String(64)),
    Column("data", Text, nullable=False, doc="the event as JSON"),
    Column("at", BigInteger, nullable=False, doc="milliseconds since 1970, UTC"),
    # NULLs are distinct in a unique index: only moves have a ply, only people's requests an id.
    Index("game_event_ply", "game_id", "line", "ply", unique=True),
    Index("game_event_request", "game_id", "request_id", unique=True),
)

report = Table(
    "report",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(64), nullable=False, doc="the nickname, as shown"),
    Column("reporter", String(64), nullable=False, doc="a keyed hash of the sender's address"),
    Column("at", BigInteger, nullable=False, doc="milliseconds since 1970, UTC"),
)

school_class = Table(
    "class",
    metadata,
    Column("id", String(8), primary_key=True),
    Column("secret", String(64), nullable=False, doc="the SHA-256 of what the teacher keeps"),
    Column("exam", Text, nullable=False, doc="the parameters of the sheets, as in an address"),
    Column("at", BigInteger, nullable=False, doc="milliseconds since 1970, UTC"),
)

class_count = Table(
    "class_count",
    metadata,
    Column("class_id", ForeignKey("class.id"), primary_key=True),
    Column("question", Integer, primary_key=True, autoincrement=False, doc="from 1; 0: the whole sheet"),
    Column("slip", String(40), primary_key=True, doc="answered, right, or what was wrong"),
    Column("count", Integer, nullable=False),
)

probe = Table("probe", metadata, Column("count", BigInteger, nullable=False, doc="times that readiness was checked"))

shard = Table(
    "shard",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("owner", String(64), doc="the member that writes to the games of this shard; NULL: no member yet"),
    Column("epoch", Integer, nullable=False, doc="the number of changes of the owner"),
)

member = Table(
    "member",
    metadata,
    Column("name", String(64), primary_key=True, doc="used by one process, and never again"),
    Column("role", String(8), nullable=False, doc="host or front"),
    Column("address", String(128), nullable=False, doc="of a host: where fronts and other hosts connect to"),
    Column("key", String(40), nullable=False, doc="the public key (CurveZMQ) of the process"),
    Column("ready", Integer, nullable=False, doc="1: takes shards; 0: starts, or leaves"),
    Column("until", BigInteger, nullable=False, doc="the end of the lease; the database's clock, in ms since 1970"),
)


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
