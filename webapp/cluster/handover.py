"""Gives shards of a host to other hosts, some at a time: when the host leaves, and where others have fewer.

The tables of the shards are closed first. Then the database has the new owner, and tells all processes. Questions that
come meanwhile wait, and are answered with the name of the new owner.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection

from webapp.cluster.leases import Leases
from webapp.cluster.map import Holding, Map
from webapp.cluster.steward import Steward
from webapp.storage.fence import SHARDS

AT_ONCE = 16
"""Shards given away at once: the games of a few shards are open again at the new owner before the moves in many more
games have to wait.
"""
_BETWEEN = 0.05
"""Seconds until the next shards are given away, at least; where the last ones took longer, as long as these."""


class Handover:
    """Gives shards of one host away.

    Args:
        leases: of the host.
        steward: keeps the map.
        let_go: closes the tables of the shards in ``giving``.
    """

    def __init__(self, leases: Leases, steward: Steward, let_go: Callable[[], None]) -> None:
        self._leases, self._steward, self._let_go = leases, steward, let_go
        self.giving: frozenset[int] = frozenset()
        """The shards given away just now."""
        self._one = threading.Lock()

    def give(self, shards: Collection[int], to: str) -> None:
        """Closes the tables of the shards, and gives the shards to another host.

        Raises:
            SQLAlchemyError: the database is away; the shards stay here, as far as is known.
        """
        with self._one:  # a host may begin to leave while it gives some shards away
            self.giving = frozenset(shards)
            try:
                self._let_go()
                epochs = self._leases.give(shards, to)
                self._steward.hear({shard: Holding(to, epoch) for shard, epoch in epochs.items()})
            finally:
                self.giving = frozenset()
                self._let_go()  # shards not given are held again

    def give_all(self, held: Callable[[], Collection[int]], deadline: float, pause: Callable[[float], object]) -> None:
        """Gives all shards to the other hosts in equal parts; leaves shards here where no other host takes shards.

        Args:
            held: returns the shards still held.
            deadline: the moment from which on all shards left are given at once.
            pause: waits so many seconds.
        """
        late = False
        while (left := sorted(held())) and not late:
            heirs = [host.name for host in self._steward.map.hosts() if host.name != self._leases.me]
            if not heirs:
                return
            began = time.monotonic()
            late = began > deadline
            to, count = next_heir(self._steward.map, heirs)
            self.give(left if late else left[:count], to)
            pause(min(max(_BETWEEN, time.monotonic() - began), max(0.0, deadline - time.monotonic())))


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
