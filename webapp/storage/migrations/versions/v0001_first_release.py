"""Creates the tables of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Creates the tables of games and events."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
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


def downgrade() -> None:
    """Drops all tables."""
    op.drop_table("game_event")
    op.drop_table("game")
