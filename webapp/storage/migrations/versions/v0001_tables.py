"""Creates all tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Creates the tables, and the row that readiness checks write."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("game_created_at", "game", ["created_at"])
    op.create_table(
        "game_event",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("line", sa.Integer),
        sa.Column("ply", sa.Integer),
        sa.Column("request_id", sa.String(64)),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("game_event_ply", "game_event", ["game_id", "line", "ply"], unique=True)
    op.create_index("game_event_request", "game_event", ["game_id", "request_id"], unique=True)
    op.create_table(
        "report",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    probe = op.create_table("probe", sa.Column("count", sa.BigInteger, nullable=False))
    op.bulk_insert(probe, [{"count": 0}])
    op.create_table(
        "shard",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.String(64)),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_table(
        "member",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("address", sa.String(128), nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("ready", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drops all tables."""
    for table in ("member", "shard", "probe", "report", "game_event", "game"):
        op.drop_table(table)
