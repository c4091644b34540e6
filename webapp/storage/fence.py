"""Fences writes: a program that has lost a shard can no longer write to its games.

Of several programs on one PostgreSQL each owns some shards of the games. The table ``shard`` holds the owner of each
shard and the epoch, which grows with every change of the owner. Each write names the writer's epochs, and checks the
table in the same statement. The check locks the rows for reading, so that a change of the owner waits for the current
writes, and all later writes of the former owner are refused. Martin Kleppmann calls such an epoch a fencing token ("How
to do distributed locking", 2016).
"""

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any
from zlib import crc32

from sqlalchemy import Connection, String, Table, text

from webapp.play.ports import StoreError
from webapp.storage.schema import game, game_event

SHARDS = 256
"""The number of shards. It must never change, because most games would get another shard."""

Row = dict[str, Any]
BASE = "base"
"""The key in an event's row for the version before the whole write, 0 for a new game. It is not stored."""


def shard_of(game_id: str) -> int:
    """Returns the shard of a game, from 0 to ``SHARDS`` - 1. It never changes."""
    return crc32(game_id.encode()) % SHARDS


class FencedError(StoreError):
    """Says that another program owns the game now. Nothing was stored, and the game must leave this memory."""

    def __init__(self) -> None:
        super().__init__("another host has taken over the game")


class Fence:
    """Holds the shards of one program, and counts the refused writes. Safe for threads. ``owner`` is the name of the
    program, which no other one ever uses. ``on_refused`` is called in the writing thread after a refused write."""

    def __init__(self, owner: str, on_refused: Callable[[], None] = lambda: None) -> None:
        self.owner, self._on_refused = owner, on_refused
        self._held: Mapping[int, int] = MappingProxyType({})
        self._tenures = [0] * SHARDS
        self.leased_until = math.inf
        """The moment (``time.monotonic``) from which others may have taken the shards without this program's
        knowledge."""
        self._refused, self._lock = 0, threading.Lock()

    @property
    def held(self) -> Mapping[int, int]:
        """Returns the epoch of every shard held."""
        return self._held

    def hold(self, epochs: Mapping[int, int]) -> None:
        """Replaces the shards held, each with its epoch."""
        for shard in [shard for shard, epoch in epochs.items() if self._held.get(shard) != epoch]:
            self._tenures[shard] += 1
        self._held = MappingProxyType(dict(epochs))

    def serves(self, shard: int) -> bool:
        """Returns whether a shard is held, and no other program can have taken it yet."""
        return shard in self._held and time.monotonic() < self.leased_until

    def owns(self, game_id: str) -> bool:
        """Returns whether the shard of a game is held, as far as this program knows."""
        return shard_of(game_id) in self._held

    def tenure(self, game_id: str) -> int:
        """Returns a number that is another one once the shard of a game was lost, or given away in vain, and is held
        again: another table has read the game then, so what waits to be written must not be."""
        return self._tenures[shard_of(game_id)]

    def refused(self) -> int:
        """Returns the number of refused writes."""
        return self._refused

    def note_refusal(self) -> None:
        """Counts a refused write, and tells the program."""
        with self._lock:
            self._refused += 1
        self._on_refused()

    def lock(self, connection: Connection, game_id: str) -> None:
        """Keeps the shard of a game until the end of a transaction. Raises ``FencedError`` if it is not held."""
        shard = shard_of(game_id)
        values = {"id": shard, "epoch": self._held.get(shard), "owner": self.owner}
        if connection.execute(_LOCK, values).scalar() is None:
            raise FencedError

    def write(self, games: Sequence[Row], events: Sequence[Row]) -> tuple[str, list[Any]]:
        """Returns a statement for psycopg and its values that writes the rows of new games and of events, if every
        shard is held. Raises ``FencedError`` if a shard is not held even as far as this program knows."""
        held = self._held
        shards = sorted({shard_of(row["game_id"]) for row in events} | {shard_of(row["id"]) for row in games})
        if any(shard not in held for shard in shards):
            raise FencedError
        values = [shards, [held[shard] for shard in shards], self.owner]
        count = len(shards)
        return _STATEMENT, [
            *values,
            *_columns(game, games),
            count,
            *_columns(game_event, events),
            [row[BASE] for row in events],
            count,
        ]


def _columns(table: Table, rows: Sequence[Row]) -> list[list[Any]]:
    return [[row.get(column.name) for row in rows] for column in table.c]


def _insertion(table: Table) -> str:
    """Returns the part of a statement that inserts rows, given by columns, if the fence permits."""
    names = ", ".join(column.name for column in table.c)
    kinds = ", ".join("%s::text[]" if isinstance(column.type, String) else "%s::bigint[]" for column in table.c)
    chosen, given = names, names
    if table is game_event:  # without the event before there is no id of a game, and so the row is refused
        kinds, given = f"{kinds}, %s::bigint[]", f"{names}, {BASE}"
        before = f"SELECT e.game_id FROM game_event AS e WHERE e.game_id = new.game_id AND e.version = new.{BASE}"  # noqa: S608
        chosen = names.replace("game_id", f"CASE WHEN {BASE} <> 0 THEN ({before}) ELSE game_id END", 1)
    return (
        f"INSERT INTO {table.name} ({names}) SELECT {chosen} FROM unnest({kinds}) AS new ({given})"  # noqa: S608
        " WHERE (SELECT count(*) FROM mine) = %s"
    )


_LOCK = text("SELECT id FROM shard WHERE id = :id AND owner = :owner AND epoch = :epoch FOR SHARE")

# The rows are locked in the order of numbers, here and at a change of the owner, so that no two programs wait for each
# other. Arrays let one statement, which PostgreSQL plans once, write any number of rows.
_STATEMENT = f"""
WITH mine AS MATERIALIZED (
    SELECT shard.id FROM shard JOIN unnest(%s::int[], %s::int[]) AS held (id, epoch) USING (id, epoch)
    WHERE shard.owner = %s ORDER BY shard.id FOR SHARE OF shard
), begun AS ({_insertion(game)})
{_insertion(game_event)}"""  # noqa: S608
