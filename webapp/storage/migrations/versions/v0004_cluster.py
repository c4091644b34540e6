"""Adds the tables by which several processes share the games, and an index that finds the games begun lately."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Creates the tables and the index."""
    op.create_index("game_created_at", "game", ["created_at"])
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
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "suspicion",
        sa.Column("host", sa.String(64), primary_key=True),
        sa.Column("voter", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drops the tables and the index."""
    for table in ("suspicion", "member", "shard"):
        op.drop_table(table)
    op.drop_index("game_created_at", "game")
