"""Defines the tables of the database.

``game_event`` is append-only: no row is ever changed, and rows are deleted only with the whole game
(``webapp.storage.forgetting``). Three constraints guard against errors of the program: a version is written once, a
request counts once, and a ply is played once in each line of play. The ``line`` is the number of takebacks and redos
before the move. A takeback frees plies by beginning the next line. The rows of the last line stay, and no two moves
share a line and a ply.

Several programs on one PostgreSQL share the games by the tables ``shard`` and ``member``, which a single program never
uses. A change here needs a step in ``migrations/versions``, and its number as ``STEP``. A test compares the two.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

STEP = "0001"
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
