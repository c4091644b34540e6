"""Holds the simulated PostgreSQL of a cluster: one file of SQLite that all processes share, under the real statements.

The statements of the leases are PostgreSQL's, and are rewritten here. The statement that writes events if the fence
permits (``webapp/storage/fence.py``) cannot be, and is carried out by hand.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

import psycopg
from sqlalchemy import TextClause, text
from sqlalchemy.exc import DBAPIError

from tests.world.simulated.machine import EPOCH, Machine
from tests.world.simulated.threads import Asleep
from webapp.cluster import leases
from webapp.cluster.membership import Membership
from webapp.storage.database import Database
from webapp.storage.fence import BASE
from webapp.storage.games import _insertion
from webapp.storage.schema import game, game_event

if TYPE_CHECKING:
    from tests.world.simulated.node import Disk

_SERIES = (
    "(WITH RECURSIVE s(id) AS (SELECT 0 UNION ALL SELECT id + 1 FROM s WHERE id < :last) SELECT id FROM s) WHERE true"
)
_REWRITTEN = (
    ("generate_series(0, :last) AS id", _SERIES),
    ("SELECT FROM", "SELECT 1 FROM"),
    ("= ANY(:ids)", "IN (SELECT value FROM json_each(:ids))"),
    (" FOR UPDATE OF shard", ""),
    (" FOR UPDATE", ""),
    (" FOR SHARE", ""),
    ("%s", "?"),
)
_TAKEN = 5.0
"""Seconds within which a lapsed lease is taken by a host that has long kept its own."""
_EARLY = 0.5
"""Seconds by which a host may count its own silence otherwise than the database."""
_HANDED_OUT = "\nUPDATE shard SET owner = takers.name"


class Asking(Protocol):
    """Describes a process that uses the database; ``member`` is the name of its lease if it is a host. Of changes and
    of what it reads of the map it may know some seconds late. ``changes`` are the fates of its next changes of owners
    and members: "before" and "after" fail before and after the commit, all others go well. ``was_refused`` tells
    whether the last of them failed before."""

    name: str
    member: str
    notice_late: float
    reads_late: float
    changes: list[str]
    was_refused: bool

    def reaches_database(self) -> bool:
        """Returns whether its statements arrive."""


class Postgres:
    """Holds the database of a cluster: its clock, who listens, and who has written what in which epoch."""

    def __init__(self, machine: Machine, file: Path, disk: Disk, look: Callable[[bool], None]) -> None:
        self.machine, self.file, self.disk, self.look = machine, file, disk, look
        self.jumped = self.late = 0.0
        self.promised: dict[str, float] = {}
        """By member, the moment until which its lease is valid, if the database's clock does not jump."""
        self.listening: list[Connection] = []
        self.raw = sqlite3.connect(file, isolation_level=None)
        self.writers: dict[tuple[int, int], str] = {}
        self.fail: Callable[[str, str], object] = lambda _rule, _words: None
        self.note_change: Callable[[str], object] = lambda _by: None
        self._renewed: dict[str, float] = {}
        self._steady_from: dict[str, float] = {}
        self._lapsed_at: dict[str, float] = {}

    def rewritten(self, sql: str) -> str:
        """Returns a statement of PostgreSQL as one of SQLite, with the time of the database's own clock."""
        now = int((EPOCH + self.machine.now + self.jumped) * 1000)
        sql = sql.replace(leases._NOW, str(now))
        for before, after in _REWRITTEN:
            sql = sql.replace(before, after)
        return sql

    def note_renewal(self, name: str) -> None:
        """Notes that a member has renewed its lease, and since when it has done so without a gap."""
        now = self.machine.now
        if now - self._renewed.get(name, -math.inf) > leases.LEASE:
            self._steady_from[name] = now
        self._renewed[name], self.promised[name] = now, now + leases.LEASE

    def _is_steady(self, name: str, seconds: float) -> bool:
        return self.machine.now - self._steady_from.get(name, math.inf) > seconds

    def check_taker(self, name: str, owners: list[str | None]) -> None:
        """Who has been silent itself takes no lease that has run out: the silence may have been the database's."""
        lapsed = {row[0] for row in self.raw.execute("SELECT name FROM member WHERE until > 0")} & set(owners)
        if lapsed and not self._is_steady(name, leases.LEASE - _EARLY):
            self.fail("the leases", f"{name} took the games of {min(lapsed)} just after a silence of its own.")

    def check_owners(self) -> None:
        """A lease that has run out is taken soon, if there is a host that has kept its own all the time."""
        now = int((EPOCH + self.machine.now + self.jumped) * 1000)
        hosts = self.raw.execute("SELECT name, until, ready FROM member WHERE role = 'host'").fetchall()
        owners = {row[0] for row in self.raw.execute("SELECT DISTINCT owner FROM shard")}
        lapsed = {name for name, until, _ in hosts if name in owners and until < now}
        self._lapsed_at = {name: self._lapsed_at.get(name, self.machine.now) for name in sorted(lapsed)}
        takers = [name for name, until, ready in hosts if ready and until > now]
        if any(self._is_steady(name, _TAKEN + leases.LEASE) for name in takers):
            for name, since in self._lapsed_at.items():
                if self.machine.now - since > _TAKEN:
                    self.fail("the leases", f"The lease of {name} has run out, and for {_TAKEN:.0f} s nobody takes it.")

    def notify(self) -> None:
        """Tells all who listen, a little later."""
        for connection in self.listening:
            late = connection.process.notice_late * self.machine.chance.uniform(0.5, 2.0)
            self.machine.later(0.002 + late, connection.notice)


class SharedDatabase(Database):
    """Opens the shared file as a process of the cluster opens its PostgreSQL."""

    def __init__(self, postgres: Postgres, process: Asking) -> None:
        self._postgres, self._process = postgres, process
        super().__init__(f"sqlite:///{postgres.file}", sync_commits=False)

    def _reach(self) -> None:
        if not self._process.reaches_database():
            raise _error("the server closed the connection unexpectedly")

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        self._reach()
        told = list[bool]()
        with super().transaction() as connection:

            def execute(statement: Any, *values: Any) -> Any:
                if isinstance(statement, TextClause) and not isinstance(values[0] if values else {}, list):
                    return self._execute(connection, statement.text, dict(values[0]) if values else {}, told)
                return connection.execute(statement, *values)

            yield SimpleNamespace(execute=execute, dialect=connection.dialect)
            fate = self._process.changes.pop(0) if told and self._process.changes else ""
            if told:
                self._process.was_refused = fate == "before"
            if fate == "before":
                raise _error("the server closed the connection unexpectedly")
        if told:
            self._postgres.note_change(self._process.member)
            self._postgres.notify()
        if fate == "after":
            raise _error("the server closed the connection unexpectedly")

    @contextmanager
    def reading(self) -> Iterator[Any]:
        self._reach()
        with super().reading() as connection:
            yield connection

    def _execute(self, connection: Any, sql: str, values: dict[str, Any], told: list[bool]) -> Any:
        if "pg_advisory_xact_lock" in sql:
            return None
        if "pg_notify" in sql:
            told.append(True)
            return None
        sql = self._postgres.rewritten(sql)
        values = {name: json.dumps(value) if isinstance(value, list) else value for name, value in values.items()}
        if "RETURNING free.owner" not in sql:
            return connection.execute(text(sql), values)
        free, _ = sql.split(_HANDED_OUT)  # SQLite returns columns of the changed table alone
        chosen = "SELECT free.owner FROM takers, free WHERE takers.place = free.id % takers.number"
        before = connection.execute(text(free + chosen), values).scalars().all()
        self._postgres.check_taker(self._process.member, before)
        connection.execute(text(sql.replace("RETURNING free.owner", "")), values)
        return SimpleNamespace(scalars=lambda: SimpleNamespace(all=lambda: before))

    def write(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> int:
        self._reach()
        sql, values = statements[0]
        if not sql.lstrip().startswith("WITH mine"):
            return super().write(statements)
        shards, epochs, owner, *rest = values
        ask = self._postgres.raw.execute
        for shard, epoch in zip(shards, epochs, strict=True):
            if not ask("SELECT 1 FROM shard WHERE (id, epoch, owner) = (?, ?, ?)", (shard, epoch, owner)).fetchone():
                return 0
            if self._postgres.writers.setdefault((shard, epoch), owner) != owner:
                self._postgres.fail("one owner", f"Two hosts wrote to shard {shard} in epoch {epoch}.")
        width = len(game.c)
        games = _rows(game, rest[:width])
        events = _rows(game_event, rest[width + 1 : -2])
        for row, base in zip(events, rest[-2], strict=True):
            row[BASE] = base
        plain = [_insertion(table, rows, "?") for table, rows in ((game, games), (game_event, events)) if rows]
        return super().write(plain)

    def _write_file(self, statements: Any) -> int:
        fate = self._postgres.disk.fate(self._postgres.machine.chance.random())
        if fate == "before":
            raise _error("could not extend file: No space left on device")
        written = super()._write_file(statements)
        self._postgres.look(fate == "after")
        if fate == "after":
            raise _error("the server closed the connection unexpectedly")
        return written


def _rows(table: Any, columns: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    names = table.c.keys()
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def _error(words: str) -> DBAPIError:
    return DBAPIError.instance("INSERT", None, sqlite3.OperationalError(words), sqlite3.Error)  # type: ignore[return-value]


class Connection:
    """Stands for the connection of one process's lease."""

    def __init__(
        self, postgres: Postgres, process: Asking, on_notice: Callable[[], None], wake: Callable[[], None]
    ) -> None:
        self._postgres, self.process, self._on_notice, self._wake = postgres, process, on_notice, wake
        self.is_noticed = False
        self._reach()
        postgres.listening.append(self)

    def _reach(self) -> None:
        if not self.process.reaches_database():
            raise psycopg.OperationalError("the connection is lost")

    def notice(self) -> None:
        """Takes a notice of the database."""
        if self.process.reaches_database():
            self.is_noticed = True
            self._wake()

    def execute(self, sql: bytes, values: Sequence[Any] = ()) -> Any:
        """Executes a statement; a notice that waits arrives with it."""
        self._reach()
        if self.is_noticed:
            self.is_noticed = False
            self._on_notice()
        if sql.startswith(b"UPDATE member SET until"):
            self._postgres.note_renewal(values[1])
        done = self._postgres.raw.execute(self._postgres.rewritten(sql.decode()), values)
        rows, machine = done.fetchall(), self._postgres.machine
        late = self._postgres.late + (self.process.reads_late if sql.startswith(b"SELECT id") else 0.0)
        if late and machine.current is not None and machine.current.name == "lease":
            machine.current.spend(late * machine.chance.uniform(0.5, 1.5))
            self._reach()
        return SimpleNamespace(rowcount=done.rowcount, fetchall=lambda: rows)

    def close(self) -> None:
        """Listens no more."""
        if self in self._postgres.listening:
            self._postgres.listening.remove(self)


class End:
    """Stands for the event that ends the thread of the lease."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._is_set = machine, False

    def set(self) -> None:
        self._is_set = True

    def is_set(self) -> bool:
        return self._is_set

    def wait(self, seconds: float) -> None:
        """Puts the running thread to sleep."""
        if not self._is_set:
            raise Asleep(self._machine.now + seconds)


class SimulatedMembership(Membership):
    """Renews the lease in a world: waits for the simulated database, by the clock of the world."""

    def __init__(self, postgres: Postgres, process: Asking, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.postgres, self.process, self._alarmed = postgres, process, False
        note, self._on_renewal = self._on_renewal, self._renewed_until
        self._note = note
        self._end: Any = End(postgres.machine)

    def _renewed_until(self, until: float) -> None:
        """Who counts its lease for longer than the database does serves games that others may have taken."""
        if until > self.postgres.promised.get(self.process.member, math.inf):
            self.postgres.fail("the leases", f"{self.process.member} counts its lease for longer than the database.")
        self._note(until)

    def refresh(self) -> None:
        self._alarmed = True
        self._wake()

    def _wake(self) -> None:
        if self._thread is not None:
            self._thread.wake()  # type: ignore[attr-defined]

    def _connect(self) -> Any:
        made = Connection(self.postgres, self.process, self.refresh, self._wake)
        self._connection: Any = made
        return made

    def _wait(self, connection: Any) -> None:
        is_due = self.postgres.machine.now >= self._due
        if not (self._alarmed or connection.is_noticed or is_due or self._end.is_set()):
            raise Asleep(min(self._due, math.inf))
        self._alarmed = False
