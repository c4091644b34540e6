"""Stores the leases of the processes and the owners of the shards in PostgreSQL.

Every process has a row with a lease, by the clock of the database, and renews it each second. A host owns its shards
while its lease is valid. After that any other host may share them out. Every change of an owner raises the epoch of
the shard, so that all later writes of the former owner are refused (``webapp.storage.fence``), and notifies all
processes (NOTIFY). One lock of the database puts all changes in an order. See Gray and Cheriton, "Leases" (1989).
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import psycopg
from sqlalchemy import text

from webapp.cluster.map import Holding, Map, Member
from webapp.play.steps import Pending
from webapp.serving.loop import Loop
from webapp.serving.workers import Workers
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS

T = TypeVar("T")


async def sleep(loop: Loop, seconds: float) -> None:
    """Waits for some seconds."""
    waiting = Pending[None]()
    loop.later(seconds, lambda: waiting.resolve(None))
    await waiting


async def run_in(workers: Workers, work: Callable[[], T]) -> T:
    """Calls ``work`` in a thread of ``workers``, and returns the result or raises the error."""
    result = Pending[T]()
    workers.run(work, result.settle)
    return await result


CHANNEL = "fourthought_cluster"
LEASE = 3.0
"""Seconds for which a lease is valid after a renewal."""
_FORGOTTEN = 3600.0
"""Seconds from the end of its lease until a member without shards is deleted."""
_LOCK = 4_417_202_612  # any number not used for another advisory lock in the same database
_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"


class Leases:
    """Writes the tables ``member`` and ``shard`` for ``me``, in any thread. Methods raise ``SQLAlchemyError``."""

    def __init__(self, database: Database, me: str) -> None:
        self._database, self.me = database, me

    def join(self, member: Member) -> None:
        """Adds the process with a first lease, and the shards if there are none."""
        row = {"r": member.role, "a": member.address, "k": member.key, "lease": int(LEASE * 1000)}
        with self._changing() as execute:
            execute(
                "INSERT INTO member (name, role, address, key, ready, until)"
                " VALUES (:me, :r, :a, :k, 0, now_ms() + :lease) ON CONFLICT DO NOTHING",
                me=self.me,
                **row,
            )
            shards = "INSERT INTO shard (id, epoch) SELECT id, 0 FROM generate_series(0, :last) AS id"
            execute(f"{shards} ON CONFLICT DO NOTHING", last=SHARDS - 1)
            execute(
                "DELETE FROM member WHERE until < now_ms() - :forgotten"
                " AND NOT EXISTS (SELECT FROM shard WHERE owner = member.name)",
                forgotten=int(_FORGOTTEN * 1000),
            )

    def set_ready(self, ready: bool) -> None:
        """Says whether the host takes shards."""
        with self._changing() as execute:
            execute("UPDATE member SET ready = :ready WHERE name = :me", ready=int(ready), me=self.me)

    def expire(self, host: str) -> None:
        """Ends the lease of a host whose address refuses connections, so that its shards can be taken earlier."""
        with self._changing() as execute:
            execute("UPDATE member SET until = 0 WHERE name = :host", host=host)

    def take(self, expired: bool) -> dict[str | None, int]:
        """Shares out the shards without an owner, and those of dead hosts, among the hosts that take shards. With
        ``expired`` also those of an expired lease. Returns the number of shards taken, by the owner before."""
        with self._changing() as execute:
            taken = execute(_TAKE, expired=expired).scalars().all()
        return {owner: taken.count(owner) for owner in set(taken)}

    def give(self, shards: Iterable[int], to: str) -> dict[int, int]:
        """Gives shards of this host to another one, and returns the new epochs of those given."""
        with self._changing() as execute:
            given = execute(_GIVE, ids=sorted(shards), me=self.me, to=to).all()
        return dict(given)

    def leave(self) -> None:
        """Removes the process. Shards that it still has are left without an owner."""
        with self._changing() as execute:
            execute("UPDATE shard SET owner = NULL, epoch = epoch + 1 WHERE owner = :me", me=self.me)
            execute("DELETE FROM member WHERE name = :me", me=self.me)

    @contextmanager
    def _changing(self) -> Iterator[Callable[..., Any]]:
        """Opens a transaction that alone changes owners or members, and notifies all processes at its end."""
        with self._database.transaction() as connection:

            def execute(sql: str, **values: Any) -> Any:
                return connection.execute(text(_with_clock(sql)), values)

            execute("SELECT pg_advisory_xact_lock(:lock)", lock=_LOCK)
            yield execute
            execute("SELECT pg_notify(:channel, '')", channel=CHANNEL)


def renew(connection: psycopg.Connection[Any], me: str) -> bool:
    """Renews the lease of a process. Returns False if its row was deleted, so that it must join again."""
    sql = "UPDATE member SET until = now_ms() + %s WHERE name = %s"
    return bool(connection.execute(_with_clock(sql).encode(), (int(LEASE * 1000), me)).rowcount)


def read_map(connection: psycopg.Connection[Any]) -> tuple[Map, float]:
    """Returns the present map, and the seconds until the next valid lease of a host runs out."""
    members = connection.execute(_with_clock(_MEMBERS).encode()).fetchall()
    shards = connection.execute(b"SELECT id, owner, epoch FROM shard").fetchall()
    found = {
        name: Member(name, role, address, key, bool(ready), left > 0)
        for name, role, address, key, ready, left in members
    }
    leases = (left for _, role, *_, left in members if role == "host" and left > 0)
    holdings = {shard: Holding(owner, epoch) for shard, owner, epoch in shards}
    return Map(found, holdings), min(leases, default=LEASE * 1000) / 1000


_MEMBERS = "SELECT name, role, address, key, ready, until - now_ms() FROM member"

# The rows are locked in the order of numbers, as by writers, so that there is no deadlock.
_TAKE = """
WITH takers AS (
    SELECT name, row_number() OVER (ORDER BY name) - 1 AS place, count(*) OVER () AS number
    FROM member WHERE role = 'host' AND ready = 1 AND until > now_ms()
), free AS MATERIALIZED (
    SELECT id, owner FROM shard WHERE owner IS NULL OR NOT EXISTS (
        SELECT FROM member WHERE member.name = shard.owner AND until > CASE WHEN :expired THEN now_ms() ELSE 0 END
    ) ORDER BY id FOR UPDATE OF shard
)
UPDATE shard SET owner = takers.name, epoch = shard.epoch + 1
FROM takers, free WHERE shard.id = free.id AND takers.place = shard.id % takers.number
RETURNING free.owner"""
_GIVE = """
WITH given AS MATERIALIZED (
    SELECT id FROM shard WHERE id = ANY(:ids) AND owner = :me AND EXISTS (
        SELECT FROM member WHERE name = :to AND role = 'host' AND ready = 1 AND until > now_ms()
    ) ORDER BY id FOR UPDATE
)
UPDATE shard SET owner = :to, epoch = epoch + 1 FROM given WHERE shard.id = given.id RETURNING shard.id, epoch"""


def _with_clock(sql: str) -> str:
    return sql.replace("now_ms()", _NOW)
