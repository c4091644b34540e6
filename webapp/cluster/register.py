"""Keeps the members of the cluster and the owners of the shards in PostgreSQL, the one place of decisions.

Every change of an owner is one statement: a comparison with the owner before, and a higher epoch. So of all members
trying at once one succeeds, and the former owner's writes are refused from then on (``webapp.storage.fence``). Each
change is told to all members at once (NOTIFY).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, text

from webapp.cluster.release import RELEASE
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS, shard_of

CHANNEL = "fourthought_cluster"
LIVING = 5.0
"""Seconds after its last sign in the database for which a member counts as living."""
CUT_OFF = 10.0
"""Seconds after its last sign in the database for which a host heard by others counts as cut off from the database."""
_VOTE = 3.0
"""Seconds for which a suspicion counts."""
_LOCK = 4_417_202_612  # any number not used for another advisory lock in the same database
_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"


@dataclass(frozen=True, slots=True)
class Member:
    """Describes a process of the cluster.

    Args:
        name: of this process alone; a process started again has another name.
        role: "host" or "front".
        address: where a host listens.
        key: the public key.
        ready: whether a host takes shards.
        living: whether the process has written a sign of life to the database lately.
        release: the process understands all that this release and older ones say (``webapp.cluster.release``).
        cut_off: whether the process has written no sign to the database for long.
    """

    name: str
    role: str
    address: str
    key: str
    ready: bool = False
    living: bool = True
    release: int = RELEASE
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """Holds the owner of a shard, if there is one, and the epoch."""

    owner: str | None
    epoch: int


@dataclass(frozen=True, slots=True)
class Map:
    """Holds the members and the owners of all shards as of one moment."""

    members: Mapping[str, Member] = field(default_factory=dict)
    shards: Mapping[int, Holding] = field(default_factory=dict)

    def owner(self, shard: int) -> Member | None:
        """Returns the owner of a shard; None while there is no owner."""
        holding = self.shards.get(shard)
        return self.members.get(holding.owner) if holding and holding.owner else None

    def epoch(self, shard: int) -> int:
        """Returns the epoch of a shard."""
        return self.shards[shard].epoch if shard in self.shards else 0

    def of(self, owner: str) -> dict[int, int]:
        """Returns the epochs of the shards of an owner."""
        return {shard: holding.epoch for shard, holding in self.shards.items() if holding.owner == owner}

    def owns(self, owner: str, game_id: str) -> bool:
        """Returns whether a game belongs to an owner."""
        return self.shards.get(shard_of(game_id), Holding(None, 0)).owner == owner

    def hosts(self) -> list[Member]:
        """Returns the hosts ready for shards, in the order of the names."""
        ready = (each for each in self.members.values() if each.role == "host" and each.ready and each.living)
        return sorted(ready, key=lambda member: member.name)

    def oldest_release(self) -> int:
        """Returns the oldest release of all members, also of those silent for less than an hour."""
        return min((member.release for member in self.members.values()), default=RELEASE)

    def owners(self) -> set[str]:
        """Returns the names of all owners, also of former members."""
        return {holding.owner for holding in self.shards.values() if holding.owner}


class Register:
    """Reads and writes the tables ``member``, ``shard`` and ``suspicion`` for one member. Safe for threads.

    Every method raises ``SQLAlchemyError`` when the database is away.

    Args:
        database: the PostgreSQL of the cluster.
        me: the name of the member.
    """

    def __init__(self, database: Database, me: str) -> None:
        self._database, self.me = database, me

    def join(self, member: Member) -> None:
        """Adds the member, and the shards if there are none."""
        with self._database.transaction() as connection:
            _execute(
                connection,
                "INSERT INTO member (name, role, address, key, ready, seen, release)"
                " VALUES (:n, :r, :a, :k, 0, now_ms(), :release)",
                n=member.name,
                r=member.role,
                a=member.address,
                k=member.key,
                release=member.release,
            )
            shards = "INSERT INTO shard (id, epoch) SELECT id, 0 FROM generate_series(0, :last) AS id"
            _execute(connection, f"{shards} ON CONFLICT DO NOTHING", last=SHARDS - 1)
            _notify(connection)

    def set_ready(self, ready: bool) -> None:
        """Says whether the member takes shards."""
        with self._database.transaction() as connection:
            _execute(connection, "UPDATE member SET ready = :ready WHERE name = :me", ready=int(ready), me=self.me)
            _notify(connection)

    def beat(self) -> bool:
        """Writes the sign of life, and forgets members without shards silent for an hour.

        Returns:
            False where this member has been forgotten, and must join again.
        """
        with self._database.transaction() as connection:
            own = _execute(connection, "UPDATE member SET seen = now_ms() WHERE name = :me", me=self.me).rowcount
            _execute(
                connection,
                "DELETE FROM member WHERE seen < now_ms() - 3600000"
                " AND NOT EXISTS (SELECT FROM shard WHERE owner = member.name)",
            )
        return bool(own)

    def leave(self) -> None:
        """Removes the member. Shards not taken by others have no owner from now on."""
        with self._database.transaction() as connection:
            _execute(connection, "UPDATE shard SET owner = NULL, epoch = epoch + 1 WHERE owner = :me", me=self.me)
            _execute(connection, "DELETE FROM suspicion WHERE host = :me OR voter = :me", me=self.me)
            _execute(connection, "DELETE FROM member WHERE name = :me", me=self.me)
            _notify(connection)

    def read(self) -> Map:
        """Returns the map as of now."""
        with self._database.reading() as connection:
            members = _execute(connection, _MEMBERS, living=LIVING * 1000, cut_off=CUT_OFF * 1000).all()
            shards = _execute(connection, "SELECT id, owner, epoch FROM shard").all()
        return Map(
            {row[0]: Member(*row) for row in members}, {shard: Holding(owner, epoch) for shard, owner, epoch in shards}
        )

    def claim(self) -> int:
        """Takes the shards without an owner, and returns the number."""
        taken = "SELECT id FROM shard WHERE owner IS NULL ORDER BY id FOR UPDATE"
        with self._database.transaction() as connection:
            return len(_change(connection, taken, "owner IS NULL", owner=self.me))

    def give(self, shards: Iterable[int], to: str) -> dict[int, int]:
        """Gives shards of this member to another host, and returns the new epochs of those given."""
        taken = "SELECT id FROM shard WHERE id = ANY(:ids) AND owner = :me ORDER BY id FOR UPDATE"
        with self._database.transaction() as connection:
            return _change(connection, taken, "owner = :me", owner=to, ids=sorted(shards), me=self.me)

    def suspect(self, host: str) -> int:
        """Votes against a silent host. With two members of this opinion, or with the only other
        living member, the living hosts take the shards of the silent host over. Returns the number of shards taken.

        Any member may count the votes: no single one has to live for a takeover.
        """
        with self._database.transaction() as connection:
            _execute(
                connection, "SELECT pg_advisory_xact_lock(:lock)", lock=_LOCK
            )  # of two voters the later sees both votes
            _execute(
                connection,
                "INSERT INTO suspicion (host, voter, at) VALUES (:host, :me, now_ms())"
                " ON CONFLICT (host, voter) DO UPDATE SET at = excluded.at",
                host=host,
                me=self.me,
            )
            values = {"living": LIVING * 1000, "vote": _VOTE * 1000, "channel": CHANNEL}
            return int(_execute(connection, _TAKEOVER, host=host, me=self.me, **values).rowcount)


_MEMBERS = (
    "SELECT name, role, address, key, ready = 1, seen > now_ms() - :living, release, seen < now_ms() - :cut_off"
    " FROM member"
)
_TAKEOVER = """
WITH living AS (
    SELECT name, role, ready FROM member WHERE name <> :host AND (name = :me OR seen > now_ms() - :living)
), votes AS (
    SELECT count(*) AS given FROM suspicion JOIN living ON living.name = suspicion.voter
    WHERE suspicion.host = :host AND suspicion.at > now_ms() - :vote
), heirs AS (
    SELECT name, row_number() OVER (ORDER BY name) - 1 AS place, count(*) OVER () AS number
    FROM living WHERE role = 'host' AND ready = 1
), taken AS (
    SELECT id FROM shard WHERE owner = :host
    AND (SELECT given FROM votes) >= least(2, (SELECT count(*) FROM living)) ORDER BY id FOR UPDATE
), told AS (
    SELECT pg_notify(:channel, '') FROM (SELECT 1 FROM taken LIMIT 1) AS any_taken
)
UPDATE shard SET owner = heirs.name, epoch = shard.epoch + 1
FROM heirs, taken, told WHERE shard.id = taken.id AND shard.owner = :host AND heirs.place = shard.id % heirs.number
"""


def _change(connection: Connection, taken: str, before: str, **values: Any) -> dict[int, int]:
    """Gives the shards of the query ``taken`` another owner where ``before`` is still true; returns the new epochs."""
    update = "UPDATE shard SET owner = :owner, epoch = epoch + 1 WHERE id IN (SELECT id FROM taken) AND"
    changed = f"WITH taken AS ({taken}) {update} {before} RETURNING id, epoch"
    epochs: dict[int, int] = dict(_execute(connection, changed, **values).all())
    if epochs:
        _notify(connection)
    return epochs


def _execute(connection: Connection, sql: str, **values: Any) -> Any:
    return connection.execute(text(sql.replace("now_ms()", _NOW)), values)


def _notify(connection: Connection) -> None:
    _execute(connection, "SELECT pg_notify(:channel, '')", channel=CHANNEL)
