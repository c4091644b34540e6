"""Adds the games packed into one row, and the release of every member of a cluster.

A trigger guards a packed game as the primary key of ``game_event`` guards the rows: no version is written twice, by no
release. Events after the packing are allowed, and let the game be looked at again a day later.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from webapp.storage.packed import unpack

revision = "0005"
down_revision = "0004"

_SQLITE = """
CREATE TRIGGER game_event_of_packed_game AFTER INSERT ON game_event
WHEN EXISTS (SELECT 1 FROM packed_game WHERE game_id = NEW.game_id)
BEGIN
    SELECT RAISE(ABORT, 'the version is in the packed game')
    WHERE NEW.version <= (SELECT version FROM packed_game WHERE game_id = NEW.game_id);
    UPDATE game SET pack_at = NEW.at + 86400000 WHERE id = NEW.game_id;
END"""

_FUNCTION = """
CREATE FUNCTION game_event_of_packed_game() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE packed integer;
BEGIN
    SELECT version INTO packed FROM packed_game WHERE game_id = NEW.game_id;
    IF packed IS NULL THEN
        RETURN NULL;
    END IF;
    IF NEW.version <= packed THEN
        RAISE EXCEPTION 'the version is in the packed game' USING ERRCODE = 'unique_violation';
    END IF;
    UPDATE game SET pack_at = NEW.at + 86400000 WHERE id = NEW.game_id;
    RETURN NULL;
END $$"""

# After the row, and after the look of the foreign key at the game, which waits for a packing under way.
_TRIGGER = """
CREATE TRIGGER game_event_of_packed_game AFTER INSERT ON game_event
FOR EACH ROW EXECUTE FUNCTION game_event_of_packed_game()"""


def upgrade() -> None:
    """Adds the table, the columns and the trigger."""
    op.add_column("game", sa.Column("pack_at", sa.BigInteger, server_default="0"))
    op.create_index("game_pack_at", "game", ["pack_at"])
    op.create_table(
        "packed_game",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
    )
    op.add_column("member", sa.Column("release", sa.Integer, nullable=False, server_default="1"))
    if op.get_bind().dialect.name == "sqlite":
        op.execute(_SQLITE)
    else:
        op.execute(_FUNCTION)
        op.execute(_TRIGGER)


def downgrade() -> None:
    """Gives every event a row again, and drops what was added."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER game_event_of_packed_game")
    else:
        op.execute("DROP TRIGGER game_event_of_packed_game ON game_event")
        op.execute("DROP FUNCTION game_event_of_packed_game()")
    _give_rows()
    op.drop_table("packed_game")
    op.drop_index("game_pack_at", "game")
    op.drop_column("game", "pack_at")
    op.drop_column("member", "release")


def _give_rows() -> None:
    connection = op.get_bind()
    insertion = sa.text(
        "INSERT INTO game_event (game_id, version, kind, line, ply, request_id, data, at)"
        " VALUES (:game_id, :version, :kind, :line, :ply, :request_id, :data, :at)"
    )
    for game_id in connection.execute(sa.text("SELECT game_id FROM packed_game")).scalars().all():
        row = sa.text("SELECT events FROM packed_game WHERE game_id = :id")
        for version, event in enumerate(unpack(connection.execute(row, {"id": game_id}).scalar_one()), start=1):
            content = json.loads(event.data)
            connection.execute(
                insertion,
                {
                    "game_id": game_id,
                    "version": version,
                    "kind": content["kind"],
                    "line": event.line,
                    "ply": content["ply"] if content["kind"] == "moved" else None,
                    "request_id": event.request_id,
                    "data": event.data,
                    "at": event.at,
                },
            )
