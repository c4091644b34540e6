"""Gives shards of a host to other hosts, some at a time: when the host leaves, and where others have fewer.

The tables of the shards are closed first. Then the database has the new owner, and the new owner is told directly: a
busy host hears a told word sooner than it reads the database. Questions that come meanwhile wait, and are answered with
the name of the new owner.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from webapp.cluster import questions as q
from webapp.cluster.line.calling import LineError
from webapp.cluster.line.messages import NO_SHARD, pack
from webapp.cluster.mesh import Mesh
from webapp.cluster.register import Holding, Map, Register
from webapp.cluster.steward import Steward
from webapp.storage.fence import SHARDS

_log = logging.getLogger(__name__)

AT_ONCE = 16
"""Shards given away at once: the games of a few shards are open again at the new owner before the moves in many more
games have to wait.
"""
_BETWEEN = 0.05
"""Seconds until the next shards are given away, at least; where the last ones took longer, as long as these."""
_LONGEST_WORD = 1.0
"""Seconds for which a host waits until the new owner has heard of the shards."""
_LONGEST_GIVING = 3.0
"""Seconds for which a question waits for the new owner of the shard."""


class Giving:
    """Holds the shards that a host is giving away just now. Safe for threads."""

    def __init__(self) -> None:
        self._shards: frozenset[int] = frozenset()
        self._changed = threading.Condition()

    def __contains__(self, shard: int) -> bool:
        return shard in self._shards

    @contextmanager
    def of(self, shards: Collection[int]) -> Iterator[None]:
        """Holds the shards for as long as the context lasts."""
        self._shards = frozenset(shards)
        try:
            yield
        finally:
            with self._changed:
                self._shards = frozenset()
                self._changed.notify_all()

    def wait(self, shard: int) -> None:
        """Waits until a shard has been given away, if the shard is about to be."""
        if shard in self._shards:
            with self._changed:
                self._changed.wait_for(lambda: shard not in self._shards, _LONGEST_GIVING)


class Handover:
    """Gives shards of one host away.

    Args:
        register: of the host.
        mesh: the lines to the other hosts.
        steward: keeps the map.
        giving: the shards given away just now.
        let_go: closes the tables of the shards in ``giving``.
    """

    def __init__(
        self, register: Register, mesh: Mesh, steward: Steward, giving: Giving, let_go: Callable[[], None]
    ) -> None:
        self._register, self._mesh, self._steward, self._giving = register, mesh, steward, giving
        self._let_go = let_go
        self._one = threading.Lock()

    def give(self, shards: Collection[int], to: str) -> None:
        """Closes the tables of the shards, gives the shards to another host, and tells the host.

        Raises:
            SQLAlchemyError: the database is away; the shards stay here, as far as is known.
        """
        epochs = dict[int, int]()
        try:
            with self._one, self._giving.of(shards):  # a host may begin to leave while it gives some shards away
                self._let_go()
                epochs = self._register.give(shards, to)
                self._steward.hear({shard: Holding(to, epoch) for shard, epoch in epochs.items()})
                self._tell(to, epochs)  # before the questions that wait here go there
        finally:
            if len(epochs) < len(shards):
                self._steward.tell_again()  # shards not given are held again
                self._steward.refresh()

    def give_all(self, held: Callable[[], Collection[int]], deadline: float, pause: Callable[[float], object]) -> None:
        """Gives all shards to the other hosts in equal parts; leaves shards here where no other host takes shards.

        Args:
            held: returns the shards still held.
            deadline: the moment from which on all shards left are given at once.
            pause: waits so many seconds.
        """
        late = False
        while (left := sorted(held())) and not late:
            heirs = [host.name for host in self._steward.map.hosts() if self._mesh.is_steady(host.name)]
            if not heirs:
                return
            began = time.monotonic()
            late = began > deadline
            to, count = next_heir(self._steward.map, heirs)
            self.give(left if late else left[:count], to)
            pause(min(max(_BETWEEN, time.monotonic() - began), max(0.0, deadline - time.monotonic())))

    def _tell(self, to: str, epochs: dict[int, int]) -> None:
        """Tells the new owner, and waits until the shards are held there."""
        line = self._mesh.line(to)
        if line is None:
            return
        try:
            line.ask(NO_SHARD, q.ADOPT, q.ADOPT, pack(epochs), _LONGEST_WORD)
        except LineError as error:  # the heir hears from the database
            _log.debug("the host %s has not been told of its shards: %s", to, error)


def next_heir(now: Map, heirs: Collection[str]) -> tuple[str, int]:
    """Returns the heir with the fewest shards, and how many to give: no heir gets more than its part of all shards."""
    counts = {name: len(now.of(name)) for name in heirs}
    poorest = min(counts, key=lambda name: (counts[name], name))
    share = -(-SHARDS // len(counts))
    return poorest, min(AT_ONCE, max(1, share - counts[poorest]))


def is_somebody_leaving(now: Map) -> bool:
    """Returns whether a host is giving all shards away: it takes none any more, and still has some."""
    owners = now.owners()
    return any(not host.ready and host.living and host.name in owners for host in now.members.values())
