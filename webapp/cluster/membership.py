"""Renews the lease of one process, and keeps the map of the cluster in its memory. One thread with one connection to
the database renews the lease, listens for changes and reads the map. It does nothing else, so no other work of the
process delays a renewal."""

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
from webapp.play.steps import Pending
from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop
from webapp.storage.database import SILENCE

_log = logging.getLogger(__name__)

RENEW_EVERY = 1.0
_MARGIN = 0.2
"""Seconds by which this process takes its own lease for shorter than it is."""
_BLIND = 4.0
"""Seconds without a read of the map from which on this process is cut off from the database."""
_AGAIN = 0.5
_SOON = 0.01
_KEY_SECONDS = 0.2
"""Seconds for which a connection with an unknown key waits for one more read of the map."""
_LONGEST_ACT = 10.0
"""Seconds for which ``close`` waits for a statement of the database."""


class Membership:
    """Runs the thread of the lease. All methods but ``start`` and ``close`` are for the loop.

    Args:
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
        self._names: dict[str, str] = {}
        """The names of the members by public key."""
        self._connection: psycopg.Connection[Any] | None = None
        self._renewed = self._read = float("-inf")
        self._due = 0.0
        """When the map is read again without a notice."""
        self._steady_from = float("inf")
        self._noted: dict[int, tuple[Holding, float]] = {}
        """Owners newer than the map, each with the moment of the note."""
        self._waiting: list[tuple[Pending[None], float]] = []
        """Waits for a read of the map, each with the earliest beginning of that read."""
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
        """Makes the thread read the map now."""
        with suppress(OSError, ValueError):  # after ``close``
            os.eventfd_write(self._alarm, 1)

    def next_read(self, seconds: float) -> Pending[None]:
        """Returns a wait for a read of the map that begins from now on, of at most so many seconds."""
        read = Pending[None]()
        self._waiting.append((read, time.monotonic()))
        self._loop.later(seconds, lambda: read.resolve(None))
        self.refresh()
        return read

    def name_of(self, key: str) -> str:
        """Returns the name of the member with a public key, or an empty text."""
        return self._names.get(key, "")

    def find_member(self, key: str, done: Callable[[str], None]) -> None:
        """Calls ``done`` with the name of the member with a public key, after one more read if it is unknown."""
        if name := self.name_of(key):
            done(name)
            return
        self.refresh()
        self._loop.later(_KEY_SECONDS, lambda: done(self.name_of(key)))

    def note_owners(self, owners: Mapping[int, Holding]) -> None:
        """Notes new owners of shards until the next read of the map."""
        newer = {
            shard: holding
            for shard, holding in owners.items()
            if holding.epoch > self.map.epoch(shard) and holding.owner in self.map.members
        }
        if newer:
            moment = time.monotonic()
            self._noted.update((shard, (holding, moment)) for shard, holding in newer.items())
            self._use(replace(self.map, shards={**self.map.shards, **newer}))

    async def check_owner(self, shard: int, holding: Holding, seconds: float) -> None:
        """Reads the map where another process names a newer owner. Without the database the process is believed."""
        if self.is_blind():
            self.note_owners({shard: holding})
        elif holding.epoch > self.map.epoch(shard):
            await self.next_read(seconds)

    def is_blind(self) -> bool:
        """Returns whether this process has not been able to read the map for a while."""
        return time.monotonic() - self._read > _BLIND

    def is_steady(self) -> bool:
        """Returns whether this process has renewed its lease without a gap for as long as a lease is valid. After a
        pause of the database all leases have run out, and that says nothing about their owners. Any thread may ask: the
        answer holds for what is done at once."""
        now = time.monotonic()
        return now - self._steady_from > LEASE >= now - self._renewed

    def close(self) -> None:
        """Ends the thread. Not for the loop."""
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
        """Waits for a change, then renews and reads. Connects again after an error. Returns False after ``close``."""
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
        # A notice arrives with the next statement, and may be later than what the statement sees: so read once more.
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
        began = time.monotonic()
        now, left = leases.read_map(connection)
        self._read = time.monotonic()
        self._due = min(self._renewed + RENEW_EVERY, self._read + left + _SOON)
        self._loop.call(lambda: self._take(now, began))

    # --- in the loop ---

    def _take(self, now: Map, began: float) -> None:
        """Takes a map whose read began at a moment. It counts more than all notes from before."""
        self._noted = {shard: note for shard, note in self._noted.items() if note[1] > began}
        newer = {shard: holding for shard, (holding, _) in self._noted.items() if holding.epoch > now.epoch(shard)}
        self._use(replace(now, shards={**now.shards, **newer}) if newer else now)
        waiting, self._waiting = self._waiting, []
        for read, since in waiting:
            if since <= began:
                read.resolve(None)
            elif not read.is_done:
                self._waiting.append((read, since))

    def _use(self, now: Map) -> None:
        changed, self.map = now != self.map, now
        if changed:
            self._names = {member.key: member.name for member in now.members.values()}
            self._on_map(now)
