"""Runs a cluster with pages, ends or stops one process at a time, and replaces what has ended."""

import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

import tests.postgres
from tests.chaos.page import Page, end_all, start_pages, wait_for_pages, wait_until, wait_until_in_step
from tests.chaos.processes import Cluster, Role
from webapp.storage.fence import SHARDS

HOSTS, FRONTS = 3, 3
QUICK = 24
"""Pages that move twice a second at friends' tables. The others make the rest of the moves wished for."""
ASLEEP = (1.0, 10.0)
KINDS = {
    "host killed": 4,
    "host asleep": 5,
    "host leaves": 2,
    "front killed": 2,
    "front asleep": 3,
    "PostgreSQL restarts": 1,
    "PostgreSQL asleep": 1,
}
"""The kinds of death, and how many of eighteen are of each."""


@dataclass
class Death:
    """Holds one death and the seconds of a sleep (``asleep``).

    ``slowest`` is the slowest acknowledgement around it, and ``step`` the seconds until all quick pages moved again.
    Processes were replaced from ``over`` on, and ``starting`` is the slowest acknowledgement from then on.
    """

    kind: str
    began: float
    over: float = 0.0
    starting: float = 0.0
    step: float = 0.0
    slowest: float = 0.0
    cut: int = 0
    asleep: float = 0.0


class PlayingCluster:
    """Runs a cluster with pages, and replaces the processes after every death.

    Args:
        cluster: the cluster, without processes.
        seed: decides the deaths.
        only: kinds of death, or nothing for all kinds.
    """

    def __init__(self, cluster: Cluster, seed: int, only: Collection[str] = ()) -> None:
        self.cluster, self._rng, self._only = cluster, random.Random(seed), only
        self.pages: list[Page] = []
        self._kinds = list[str]()
        self._hosts, self._fronts = list[tuple[Role, str]](), list[tuple[Role, str]]()
        self._places, self._choosing = dict[int, str](), threading.Lock()

    def begin(self, sockets: int, moves: float) -> None:
        """Starts processes and pages. All pages together make ``moves`` in a second."""
        self._replace()
        quick = min(QUICK, sockets)
        pause = max(1.0, (sockets - quick) / max(0.1, moves - 2 * quick))
        self.pages += start_pages(quick, self._home, friends=1, pause=0.5)
        self.pages += start_pages(sockets - quick, lambda number: self._home(quick + number), friends=4, pause=pause)
        wait_until_in_step(self.pages)

    def die(self) -> Death:
        """Ends or stops one process, waits until all quick pages move again, and replaces what has ended."""
        if not self._kinds:
            kinds = {kind: count for kind, count in KINDS.items() if not self._only or kind in self._only}
            self._kinds = [kind for kind, count in kinds.items() for _ in range(count)]
            self._rng.shuffle(self._kinds)
        death = Death(self._kinds.pop(), time.monotonic())
        before = self._cut()
        self._carry_out(death)
        quick = self.pages[:QUICK]
        wait_for_pages(quick, lambda page: page.record.waits and page.record.waits[-1][0] > death.began)
        death.step = max(
            next(sent + took for sent, took in page.record.waits if sent > death.began) - death.began for page in quick
        )
        death.over = time.monotonic()
        self._replace()
        death.cut = self._cut() - before
        return death

    def end(self) -> None:
        """Ends pages and processes."""
        try:
            end_all(self.pages)
        finally:
            self.cluster.close()

    # --- inside ---

    def _carry_out(self, death: Death) -> None:
        what, _, how = death.kind.partition(" ")
        if how == "asleep":
            death.asleep = self._rng.uniform(*ASLEEP)
        if what in ("host", "front"):
            roles = self._hosts if what == "host" else self._fronts
            if how == "asleep":
                _stop(self._rng.choice(roles)[0].send, death.asleep)
            else:
                role, _ = roles.pop(self._rng.randrange(len(roles)))
                role.end(signal.SIGTERM if how == "leaves" else signal.SIGKILL)
        elif how == "asleep":
            tests.postgres.sleep(self.cluster.url, death.asleep)
        else:
            tests.postgres.restart(self.cluster.url)

    def _replace(self) -> None:
        while len(self._hosts) < HOSTS:
            self._hosts.append(self.cluster.host())
        while len(self._fronts) < FRONTS:
            self._fronts.append(self.cluster.front())
        wait_until(self._is_whole)

    def _is_whole(self) -> bool:
        """Returns whether the living hosts, and no others, own the shards in about equal parts."""
        counts = self.cluster.counts()
        if len(counts) != HOSTS or min(counts.values()) < SHARDS // HOSTS - 1:
            return False
        return set(counts) == {name for _, name in self._hosts}

    def _home(self, number: int) -> str:
        """Returns the front with the fewest pages, as a load balancer does."""
        with self._choosing:
            self._places.pop(number, None)
            counts = Counter(self._places.values())
            self._places[number] = min((address for _, address in self._fronts), key=lambda name: counts[name])
            return self._places[number]

    def _cut(self) -> int:
        return sum(page.cut for page in self.pages)


def _stop(signal_to: Callable[[int], None], seconds: float) -> None:
    """Stops processes (SIGSTOP) for so long."""
    signal_to(signal.SIGSTOP)
    time.sleep(seconds)
    signal_to(signal.SIGCONT)
