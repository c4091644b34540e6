"""Keeps the map of the cluster in one process: listens for changes, signs, votes on silent hosts.

Every process has a steward, and all stewards do the same. So a takeover needs no process in particular.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

import psycopg
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster.mesh import Mesh
from webapp.cluster.register import CHANNEL, CUT_OFF, LIVING, Holding, Map, Member, Register
from webapp.process.service_threads import ServiceThreads
from webapp.storage.database import SILENCE

_log = logging.getLogger(__name__)

BEAT = 0.5
_SIGN_EVERY = 1.0
_READ_EVERY = 2.0
_BLIND = 4.0
"""Seconds without a look at the map from which on this process is cut off from the database: two looks have failed."""
_LISTEN = 0.5
_LOOK_AGAIN = 0.2
_LONG_AGO = 1e9
_LONGEST_ACT = 10.0
"""Seconds for which the end waits for an act with the database."""


class Steward:
    """Runs three threads: one listens to the database, one reads and writes the register, one sends signs of life.

    The thread of the signs never waits for the database, so a slow database makes no host look dead.

    Args:
        url: the PostgreSQL.
        register: the register of this process.
        mesh: the lines to the hosts.
        threads: starts the threads.
        on_map: called with every changed map; never by two threads at once.
        beat: called with every sign of life.
        step: called with the map after every look, for a host's own acts.
    """

    def __init__(
        self,
        url: URL,
        register: Register,
        mesh: Mesh,
        threads: ServiceThreads,
        *,
        on_map: Callable[[Map], None],
        beat: Callable[[], None] = lambda: None,
        step: Callable[[Map], None] = lambda _map: None,
    ) -> None:
        self._url, self._register, self._mesh, self._threads = url, register, mesh, threads
        self._on_map, self._beat, self._step = on_map, beat, step
        self._me: Member | None = None
        self.map = Map()
        self.takeovers = 0
        """Takeovers from silent hosts that this process has carried out."""
        self._signed = self._read = -_LONG_AGO
        self._steady_from = time.monotonic()
        self._stale = self._closed = False
        self._wake, self._end = threading.Event(), threading.Event()
        self._look, self._change = threading.Lock(), threading.Lock()
        self._told: dict[int, Holding] = {}
        self._running: list[threading.Thread] = []
        mesh.lost = self._wake

    def start(self, me: Member) -> None:
        """Joins the cluster, reads the map, and starts the threads."""
        self._me = me
        self._register.join(me)
        self.look()
        turns = {"listener": self._listen, "steward": self._turn, "signs": self._sign}
        self._running = [self._threads.start(name, turn) for name, turn in turns.items()]

    def refresh(self) -> None:
        """Lets the steward read the map soon."""
        self._stale = True
        self._wake.set()

    def is_member(self, key: str) -> bool:
        """Returns whether a public key is a member's; reads the map anew for an unknown key, a few times a second."""
        if not self._knows(key) and time.monotonic() - self._read > _LOOK_AGAIN:
            with suppress(SQLAlchemyError):
                self.look()
        return self._knows(key)

    def look(self) -> None:
        """Reads the map now."""
        with self._look:
            self._stale = False
            now = self._register.read()
            self._read = time.monotonic()
            with self._change:
                self._told = {shard: told for shard, told in self._told.items() if told.epoch > now.epoch(shard)}
                self._use(replace(now, shards={**now.shards, **self._told}) if self._told else now)

    def hear(self, told: Mapping[int, Holding]) -> None:
        """Notes the owners of shards as told by a host, before the database is read, or while out of reach here."""
        with self._change:
            newer = {
                shard: holding
                for shard, holding in told.items()
                if holding.epoch > self.map.epoch(shard) and holding.owner in self.map.members
            }
            if newer:
                self._told.update(newer)
                self._use(replace(self.map, shards={**self.map.shards, **newer}))

    def tell_again(self) -> None:
        """Calls ``on_map`` with the present map, though nothing has changed."""
        with self._change:
            self._on_map(self.map)

    def is_blind(self) -> bool:
        """Returns whether this process has not been able to read the map for a while."""
        return time.monotonic() - self._read > _BLIND

    def close(self) -> None:
        """Ends the threads, and waits for the end; not to be called in one of these threads."""
        self._closed = True
        self._end.set()
        self._wake.set()
        for thread in self._running:
            thread.join(_LONGEST_ACT)

    def _use(self, now: Map) -> None:
        changed, self.map = now != self.map, now
        if changed:
            self._mesh.follow(now)
            self._on_map(now)

    def _knows(self, key: str) -> bool:
        return any(member.key == key for member in self.map.members.values())

    def _sign(self) -> bool:
        self._mesh.tick()
        self._beat()
        return not self._end.wait(BEAT)

    def _turn(self) -> bool:
        self._wake.wait(BEAT)
        self._wake.clear()
        if self._closed:
            return False
        try:
            self._act()
        except (SQLAlchemyError, OSError) as error:
            _log.warning("the register of the cluster cannot be used now: %s", error)
            self._end.wait(BEAT)
        return True

    def _act(self) -> None:
        if self._stale:  # first: pages wait for the new owners
            self.look()
        moment = time.monotonic()
        if moment - self._signed >= _SIGN_EVERY:
            if not self._register.beat() and self._me is not None:
                self._register.join(self._me)
            if moment - self._signed > LIVING:
                self._steady_from = moment
            self._signed = moment
        if moment - self._read >= _READ_EVERY:
            self.look()
        for host in self._mesh.suspects(self.map, cut_off=moment - self._steady_from > CUT_OFF):
            taken = self._register.suspect(host)
            if taken:
                self.takeovers += 1
                _log.warning("the host %s is silent; %d shards have new owners", host, taken)
                self.look()
        self._step(self.map)

    def _listen(self) -> bool:
        """Waits for one notice of the database; after an error the thread connects anew."""
        if self._closed:
            return False
        address = (
            self._url.set(drivername="postgresql").update_query_dict(SILENCE).render_as_string(hide_password=False)
        )
        try:
            with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                self.refresh()  # for changes before
                while not self._closed:
                    for _ in connection.notifies(timeout=_LISTEN, stop_after=1):
                        self.refresh()
        except psycopg.Error as error:
            _log.warning("the changes of the cluster cannot be heard now: %s", error)
            self._end.wait(BEAT)
        return not self._closed
