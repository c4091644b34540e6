"""Keeps the lease of one process, and the map of the cluster in its memory.

One thread with one connection to the database renews the lease, listens for changes and reads the map. It waits for
nothing else, so no work of the process delays a renewal.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import psycopg
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster import leases
from webapp.cluster.leases import CHANNEL, LEASE, Leases
from webapp.cluster.map import Holding, Map, Member
from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop
from webapp.storage.database import SILENCE

_log = logging.getLogger(__name__)

RENEW_EVERY = 1.0
_MARGIN = 0.2
"""Seconds by which this process takes its lease for shorter than it is."""
_BLIND = 4.0
"""Seconds without a look at the map from which on this process is cut off from the database."""
_AGAIN = 0.5
_SOON = 0.01
_KEY_SECONDS = 0.2
"""Seconds for which a process with an unknown key waits until the map has been read once more."""
_LONGEST_ACT = 10.0
"""Seconds for which the end waits for an act with the database."""


class Steward:
    """Runs the thread of the lease. All methods but ``start`` and ``close`` are for the loop.

    Args:
        loop: takes the maps.
        url: the PostgreSQL.
        leases: of this process.
        threads: starts the thread.
        on_map: called in the loop with every changed map.
        on_renewal: called in the thread with the moment (``time.monotonic``) until which the lease is valid.
    """

    def __init__(
        self,
        loop: Loop,
        url: URL,
        leases: Leases,
        threads: ServiceThreads,
        *,
        on_map: Callable[[Map], None],
        on_renewal: Callable[[float], None] = lambda _until: None,
    ) -> None:
        self._address = (
            url.set(drivername="postgresql").update_query_dict(SILENCE).render_as_string(hide_password=False)
        )
        self._loop, self._leases, self._threads = loop, leases, threads
        self._on_map, self._on_renewal = on_map, on_renewal
        self._me: Member | None = None
        self.map = Map()
        self._connection: psycopg.Connection[Any] | None = None
        self._renewed = self._read = float("-inf")
        self._due = 0.0
        """When the map is read again without a notice."""
        self._steady_from = float("inf")
        self._told: dict[int, Holding] = {}
        self._alarm = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, me: Member) -> None:
        """Joins the cluster, reads the map, and starts the thread."""
        self._me = me
        self._leases.join(me)
        self._act(self._connect())
        self._thread = self._threads.start("lease", self._turn)

    def refresh(self) -> None:
        """Lets the thread read the map now."""
        with suppress(OSError, ValueError):  # closed: nobody reads the map any more
            os.eventfd_write(self._alarm, 1)

    def find_member(self, key: str, done: Callable[[str], None]) -> None:
        """Calls ``done`` with the name of the member with a public key, or nothing after one more look at the map."""
        if name := self._name_of(key):
            done(name)
            return
        self.refresh()
        self._loop.later(_KEY_SECONDS, lambda: done(self._name_of(key)))

    def hear(self, told: Mapping[int, Holding]) -> None:
        """Notes the owners of shards as told by a host, before the database is read, or while out of reach here."""
        newer = {
            shard: holding
            for shard, holding in told.items()
            if holding.epoch > self.map.epoch(shard) and holding.owner in self.map.members
        }
        if newer:
            self._told.update(newer)
            self._use(replace(self.map, shards={**self.map.shards, **newer}))

    def is_blind(self) -> bool:
        """Returns whether this process has not been able to read the map for a while."""
        return time.monotonic() - self._read > _BLIND

    def is_steady(self) -> bool:
        """Returns whether this process has renewed its lease without a gap for as long as a lease is valid.

        Only then a lease that has run out tells something of its owner: after a pause of the database all leases have.
        """
        return time.monotonic() - self._steady_from > LEASE

    def close(self) -> None:
        """Ends the thread; not to be called in the loop."""
        self._end.set()
        self.refresh()
        if self._thread is not None:
            self._thread.join(_LONGEST_ACT)
            self._thread = None
            alarm, self._alarm = self._alarm, -1
            os.close(alarm)
        self._disconnect()

    # --- the thread ---

    def _turn(self) -> bool:
        """Waits for a change, and renews and reads; after an error it connects again. False after ``close``."""
        try:
            connection = self._connection or self._connect()
            self._wait(connection)
            if not self._end.is_set():
                self._act(connection)
        except (psycopg.Error, SQLAlchemyError, OSError) as error:
            _log.warning("the database of the cluster cannot be used now: %s", error)
            self._disconnect()
            self._end.wait(_AGAIN)
        return not self._end.is_set()

    def _connect(self) -> psycopg.Connection[Any]:
        connection = self._connection = psycopg.connect(self._address, autocommit=True, connect_timeout=5)
        # A notice is read with the next statement, and may be later than what the statement sees: so one more look.
        connection.add_notify_handler(lambda _notice: self.refresh())
        connection.execute(f"LISTEN {CHANNEL}".encode())
        return connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
            self._connection = None

    def _wait(self, connection: psycopg.Connection[Any]) -> None:
        """Waits for a renewal, the end of another lease, a notice of the database, or ``refresh``."""
        select.select([connection.fileno(), self._alarm], [], [], max(0.0, self._due - time.monotonic()))
        with suppress(BlockingIOError):
            os.eventfd_read(self._alarm)

    def _act(self, connection: psycopg.Connection[Any]) -> None:
        moment = time.monotonic()
        if moment - self._renewed >= RENEW_EVERY:
            if not leases.renew(connection, self._leases.me) and self._me is not None:
                self._leases.join(self._me)
            if moment - self._renewed > LEASE:
                self._steady_from = moment
            self._renewed = moment
            self._on_renewal(moment + LEASE - _MARGIN)
        now, left = leases.read_map(connection)
        self._read = time.monotonic()
        self._due = min(self._renewed + RENEW_EVERY, self._read + left + _SOON)
        self._loop.call(lambda: self._take(now))

    # --- in the loop ---

    def _take(self, now: Map) -> None:
        self._told = {shard: told for shard, told in self._told.items() if told.epoch > now.epoch(shard)}
        self._use(replace(now, shards={**now.shards, **self._told}) if self._told else now)

    def _use(self, now: Map) -> None:
        changed, self.map = now != self.map, now
        if changed:
            self._on_map(now)

    def _name_of(self, key: str) -> str:
        return next((member.name for member in self.map.members.values() if member.key == key), "")
