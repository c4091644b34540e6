"""Gives shards of a host to other hosts: when the host leaves, and where another host has fewer. The tables of some
shards are closed, then the database gets the new owner and notifies all processes. Questions about these shards wait
for the end of this, and are answered with the name of the new owner."""

import time
from collections.abc import Callable, Collection

from webapp.cluster.leases import Leases, run_in, sleep
from webapp.cluster.map import Holding, Map
from webapp.cluster.membership import Membership
from webapp.play.steps import Turn
from webapp.serving.loop import Loop
from webapp.serving.workers import Workers
from webapp.storage.fence import SHARDS

AT_ONCE = 16
"""Shards given in one step. The new owner opens their games before the moves in many more games have to wait."""
_BETWEEN = 0.05
"""The shortest time between two steps, in seconds. A pause is at least as long as the step before it."""


class Handover:
    """Gives shards of one host away. ``follow`` takes and closes shards by the map and ``giving``. For the loop."""

    def __init__(
        self, loop: Loop, workers: Workers, leases: Leases, membership: Membership, follow: Callable[[], None]
    ) -> None:
        self._loop, self._workers, self._leases, self._membership = loop, workers, leases, membership
        self._follow, self._turn = follow, Turn()
        self.giving: frozenset[int] = frozenset()
        """The shards of the present step."""

    async def give(self, shards: Collection[int], to: str) -> None:
        """Closes the tables of the shards, and gives the shards to another host. Raises SQLAlchemyError if the database
        is away. This host keeps the shards, as far as it can know."""
        async with self._turn:  # a host may begin to leave in the middle of a step
            try:
                self.giving = frozenset(shards)
                self._follow()
                epochs = await run_in(self._workers, lambda: self._leases.give(shards, to))
                self._membership.note_owners({shard: Holding(to, epoch) for shard, epoch in epochs.items()})
            finally:
                self.giving = frozenset()
                self._follow()  # takes shards back that were not given

    async def give_all(self, held: Callable[[], Collection[int]], deadline: float) -> None:
        """Gives all shards to the other hosts in equal parts. Without another host that takes shards they stay here.
        After the deadline (``time.monotonic``) one step gives all shards left. ``held`` returns the shards still held.
        Raises SQLAlchemyError if the database is away."""
        late = False
        while (left := sorted(held())) and not late:
            others = [host.name for host in self._membership.map.hosts() if host.name != self._leases.me]
            if not others:
                return
            began = time.monotonic()
            late = began > deadline
            to, count = next_step(self._membership.map, others)
            await self.give(left if late else left[:count], to)
            now = time.monotonic()
            await sleep(self._loop, min(max(_BETWEEN, now - began), max(0.0, deadline - now)))


def next_step(now: Map, others: Collection[str]) -> tuple[str, int]:
    """Returns the host with the fewest shards, and how many to give it: at most up to its equal share."""
    name, count = now.fewest(others)
    share = -(-SHARDS // len(others))
    return name, min(AT_ONCE, max(1, share - count))


def is_a_host_leaving(now: Map) -> bool:
    """Returns whether a host is giving all its shards away: it takes none, and still has some."""
    owners = now.owners()
    return any(not host.ready and host.living and host.name in owners for host in now.members.values())
