"""Lets servers contend for one database: they start and end in any order, locks vanish, sessions are cut, and the disk
or the database is away for a while. Once each has looked, one of them owns it, and knows it, and no other does."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from sqlalchemy.exc import OperationalError, SQLAlchemyError

from webapp.storage import claim
from webapp.storage.claim import Claim, FileClaim, OwnedError, PostgresClaim
from webapp.storage.database import Database

if TYPE_CHECKING:
    from tests.world.world import World

_ACTS, _MOST = 150, 3
"""The acts of a contest, and the most servers at a time."""
_KNOWS = 4.0
"""Virtual seconds after which a server knows whether it owns the database."""


class _Counted(sqlite3.Connection):
    """Counts the open connections to the files of locks."""

    open = 0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        _Counted.open += 1

    def close(self) -> None:
        _Counted.open -= 1
        super().close()


class _OfFile:
    """Stands for the disk with the file of a lock: removed by an upset, and the whole folder where the disk is away."""

    ends_with_database = False

    def __init__(self, folder: Path) -> None:
        self._folder, self._file = folder / "contest", folder / "contest" / "games.sqlite3"
        self._folder.mkdir()
        _Counted.open = 0

    def start(self) -> Claim:
        return FileClaim(self._file)

    def upset(self) -> None:
        claim.lock_of(self._file).unlink(missing_ok=True)

    def away(self, is_away: bool) -> None:
        elsewhere = self._folder.with_name("unmounted")
        if is_away:
            self._folder.rename(elsewhere)
        else:
            elsewhere.rename(self._folder)

    def is_claimed(self) -> bool:
        return claim.is_claimed(self._file)

    def open(self) -> int:
        return _Counted.open


class _Session:
    """Stands for a session of PostgreSQL, which holds the lock until it ends."""

    def __init__(self, server: _OfPostgres) -> None:
        self._server, self.is_cut, self.is_pooled = server, False, True

    def execution_options(self, **_options: Any) -> _Session:
        return self

    def detach(self) -> None:
        self.is_pooled = False

    def execute(self, statement: Any, values: dict[str, Any] | None = None) -> Any:
        server, sql, key = self._server, str(statement), (values or {}).get("number")
        if server.is_away or self.is_cut:
            raise OperationalError(sql, values, Exception("the server closed the connection unexpectedly"))
        result: object = 1
        if "pg_try_advisory_lock" in sql:
            result = server.locks.setdefault(key, self) is self
        elif "pg_advisory_unlock_all" in sql:
            server.release(self)
        elif "pg_locks" in sql:
            result = key in server.locks
        return SimpleNamespace(scalar=lambda: result)

    def close(self) -> None:
        """Ends a session of its own, with its locks; one of the pool stays open, and keeps them."""
        if not self.is_pooled:
            self._server.release(self)
            self._server.sessions.discard(self)


class _OfPostgres:
    """Stands for the locks of PostgreSQL."""

    ends_with_database = True
    """Whether a look while the database is away ends the session, and the lock with it."""

    def __init__(self, _folder: Path) -> None:
        self.locks: dict[Any, _Session] = {}
        self.sessions: set[_Session] = set()
        self.is_away = False

    def _connect(self) -> Any:
        if self.is_away:
            raise OperationalError("connect", None, Exception("the database is away"))
        session = _Session(self)
        self.sessions.add(session)
        return session

    def release(self, session: _Session) -> None:
        self.locks = {key: holder for key, holder in self.locks.items() if holder is not session}

    def start(self) -> Claim:
        return PostgresClaim(self._connect, "games")

    def upset(self) -> None:
        for session in list(self.locks.values()):
            session.is_cut = True
            self.release(session)

    def away(self, is_away: bool) -> None:
        self.is_away = is_away

    def is_claimed(self) -> bool:
        session = self._connect()
        self.sessions.discard(session)
        return claim.is_claimed_on_postgres(session)

    def open(self) -> int:
        return sum(not session.is_cut for session in self.sessions)


class _Contest:
    """Holds the servers of a contest, and who owns the database by rights."""

    def __init__(self, world: World, chance: random.Random, place: Any) -> None:
        self._world, self._chance, self._place = world, chance, place
        self._servers: list[Claim] = []
        self._owner: Claim | None = None
        self._is_away = False
        self._known: dict[Claim, bool] = {}
        """What each server has seen last: whether the database is its own."""

    def run(self) -> None:
        """Lets the servers contend, and all of them end."""
        acts: dict[Callable[[], None], int] = {
            self._start: 4, self._keep: 4, self._upset: 2, self._end: 1, self._turn: 1,
        }  # fmt: skip
        for act in self._chance.choices(list(acts), list(acts.values()), k=_ACTS):
            act()
            self._check()
        if self._is_away:
            self._turn()
        for server in self._servers:
            self._look(server)
        self._check()
        while self._servers:
            self._end()
        self._check()

    def _start(self) -> None:
        if len(self._servers) == _MOST or self._is_away:
            return
        try:
            server = self._place.start()
        except OwnedError:
            if self._owner is None:
                self._fail("is refused to a server, and none owns it")
        else:
            if self._owner is not None:
                self._fail("has an owner, and is given to another server")
            self._owner, self._known[server] = server, True
            self._servers.append(server)

    def _keep(self) -> None:
        for server in self._chance.sample(self._servers, self._chance.randint(0, len(self._servers))):
            self._look(server)

    def _look(self, server: Claim) -> None:
        said, knew, owner = list[str](), self._known[server], self._owner
        with patch.object(claim, "_log", SimpleNamespace(error=lambda words, *_values: said.append(words))):
            server.keep()
        if self._is_away:
            self._owner = None if self._owner is server and self._place.ends_with_database else self._owner
        else:
            self._owner = self._owner or server
            self._known[server] = self._owner is server
        is_same, may_be_said = knew is self._known[server], owner is None and not self._is_away
        if len(said) > 1 or (bool(said) is is_same and not (said and may_be_said)):
            self._fail(f"is looked after, and the log says {said}")

    def _end(self) -> None:
        if self._servers:
            server = self._servers.pop(self._chance.randrange(len(self._servers)))
            server.close()
            self._owner = None if self._owner is server else self._owner

    def _upset(self) -> None:
        if not self._is_away:
            self._place.upset()
            self._owner = None

    def _turn(self) -> None:
        self._is_away = not self._is_away
        self._place.away(self._is_away)

    def _check(self) -> None:
        for server in self._servers:
            if server.holds() != self._known[server]:
                self._fail(f"counts as {'another' if self._known[server] else 'its own'} for a server that is wrong")
        if not self._is_away and self._place.is_claimed() != (self._owner is not None):
            self._fail(f"is told to be {'free' if self._owner else 'claimed'}, which it is not")
        if self._place.open() > len(self._servers):
            words = f"The locks of {len(self._servers)} servers take {self._place.open()} connections."
            self._world.fail("everything is given back", words)

    def _fail(self, words: str) -> None:
        self._world.fail("one owner", f"The database of {type(self._owner).__name__} {words}.")


def contend(world: World) -> None:
    """Lets servers contend for a file and for a schema of PostgreSQL. One server of a world has a rival, too."""
    connect = SimpleNamespace(
        connect=lambda *given, **named: sqlite3.connect(*given, factory=_Counted, **named),
        OperationalError=sqlite3.OperationalError,
        SQLITE_BUSY=sqlite3.SQLITE_BUSY,
    )
    chance = random.Random(f"rivals {world.seed}")
    with patch.object(claim, "sqlite3", connect):
        for place in (_OfFile, _OfPostgres):
            try:
                _Contest(world, chance, place(world.file.parent)).run()
            except (SQLAlchemyError, OSError) as error:
                world.fail("no fault of ours", f"A claim of {place.__name__} fails: {error!r}.")
    if not world.plan.hosts and world.failure is None:
        _have_rival(world)


def _have_rival(world: World) -> None:
    """Removes the lock of the server, which learns that another one has the database, and takes it when that ends."""
    database = world.server.up.database
    claim.lock_of(world.file).unlink()
    other = Database(f"sqlite:///{world.file}", owned=True)
    world.go_on(_KNOWS)
    if database.check()[0]:
        world.fail("one owner", "Another server has the database, and the first one says that it can store games.")
    other.close()
    world.go_on(_KNOWS)
    is_well, words = database.check()
    if not is_well and world.failure is None:
        world.fail("one owner", f"The other server has ended, and the first one says: {words}")
