"""Gives shards of a host to other hosts, some at a time: when the host leaves, and where others have fewer.

The tables of the shards are closed first. Then the database has the new owner, and tells all processes. Questions that
come meanwhile wait, and are answered with the name of the new owner.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from webapp.cluster.leases import Leases
from webapp.cluster.map import Holding, Map
from webapp.cluster.steward import Steward
from webapp.play.steps import Pending, Turn
from webapp.serving.loop import Loop
from webapp.serving.workers import Workers
from webapp.storage.fence import SHARDS

AT_ONCE = 16
"""Shards given away at once: the games of a few shards are open again at the new owner before the moves in many more
games have to wait.
"""
_BETWEEN = 0.05
"""Seconds until the next shards are given away, at least; where the last ones took longer, as long as these."""


class Handover:
    """Gives shards of one host away. To be used in the loop.

    Args:
        loop: the loop.
        workers: write to the database.
        leases: of the host.
        steward: keeps the map.
        follow: takes and gives up shards as the map says, and gives up those in ``giving``.
    """

    def __init__(
        self, loop: Loop, workers: Workers, leases: Leases, steward: Steward, follow: Callable[[], None]
    ) -> None:
        self._loop, self._workers, self._leases, self._steward = loop, workers, leases, steward
        self._follow, self._turn = follow, Turn()
        self.giving: frozenset[int] = frozenset()
        """The shards given away just now."""

    async def give(self, shards: Collection[int], to: str) -> None:
        """Closes the tables of the shards, and gives the shards to another host.

        Raises:
            SQLAlchemyError: the database is away; the shards stay here, as far as is known.
        """
        await self._turn.wait()  # a host may begin to leave while it gives some shards away
        try:
            self.giving = frozenset(shards)
            self._follow()
            given = Pending[dict[int, int]]()
            self._workers.run(lambda: self._leases.give(shards, to), given.settle)
            epochs = await given
            self._steward.hear({shard: Holding(to, epoch) for shard, epoch in epochs.items()})
        finally:
            self.giving = frozenset()
            self._follow()  # shards not given are held again
            self._turn.release()

    async def give_all(self, held: Callable[[], Collection[int]], deadline: float) -> None:
        """Gives all shards to the other hosts in equal parts; leaves shards here where no other host takes shards.

        Args:
            held: returns the shards still held.
            deadline: the moment (``time.monotonic``) from which on all shards left are given at once.

        Raises:
            SQLAlchemyError: the database is away.
        """
        late = False
        while (left := sorted(held())) and not late:
            heirs = [host.name for host in self._steward.map.hosts() if host.name != self._leases.me]
            if not heirs:
                return
            began = time.monotonic()
            late = began > deadline
            to, count = next_heir(self._steward.map, heirs)
            await self.give(left if late else left[:count], to)
            pause = Pending[None]()
            seconds = min(max(_BETWEEN, time.monotonic() - began), max(0.0, deadline - time.monotonic()))
            self._loop.later(seconds, lambda pause=pause: pause.resolve(None))  # type: ignore[misc]
            await pause


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
