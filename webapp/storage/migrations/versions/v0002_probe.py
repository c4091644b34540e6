"""Adds a row written by readiness checks: a full disk or a read-only file is noticed before a move is refused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Creates a table with one row."""
    probe = op.create_table("probe", sa.Column("count", sa.BigInteger, nullable=False))
    op.bulk_insert(probe, [{"count": 0}])


def downgrade() -> None:
    """Drops the table."""
    op.drop_table("probe")
