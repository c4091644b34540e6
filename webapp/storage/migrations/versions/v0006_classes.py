"""Creates the tables of classes and their counts."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "class",
        sa.Column("id", sa.String(8), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("exam", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "class_count",
        sa.Column("class_id", sa.String(8), sa.ForeignKey("class.id"), primary_key=True),
        sa.Column("question", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("slip", sa.String(40), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drops the tables, whose rows live for seven days."""
    for table in ("class_count", "class"):
        op.drop_table(table)
