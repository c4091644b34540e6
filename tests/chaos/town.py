"""Holds a cluster with pages, lets one process die at a time, and makes the processes whole again.

With a head of Ray one host of three is an actor of Ray, which Ray begins again; the others are plain processes.
"""

from __future__ import annotations

import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import tests.postgres
from tests.chaos.machines import HOST, RayCluster, send
from tests.chaos.page import HUMAN, Page, end_all, wait_until_in_step
from tests.chaos.roles import Cluster, Role, wait_until
from webapp.storage.fence import SHARDS

ENGINE = {"kind": "engine", "level": 1}
HOSTS, FRONTS = 3, 3
QUICK = 24
"""Pages that move twice a second at friends' tables; the others move so often that all make the moves wished for."""
ASLEEP = (1.0, 10.0)
_MOST_FAILED_STARTS = 20
KINDS = {
    "host killed": 4,
    "host asleep": 5,
    "host leaves": 2,
    "front killed": 2,
    "front asleep": 3,
    "head killed": 1,
    "head asleep": 1,
    "PostgreSQL starts anew": 1,
    "PostgreSQL asleep": 1,
}
"""The kinds of death, and how many there are of each among twenty; without Ray no head dies."""


@dataclass
class Death:
    """Holds one death: the slowest acknowledgement around, the seconds until all pages went on, and the lines cut.

    ``over`` is when all pages went on, and processes began to start again; ``starting`` is the slowest acknowledgement
    from then on to the next death. ``asleep`` are the seconds of a sleep.
    """

    kind: str
    began: float
    over: float = 0.0
    starting: float = 0.0
    step: float = 0.0
    slowest: float = 0.0
    cut: int = 0
    asleep: float = 0.0


@dataclass
class _Host:
    """Holds a host. ``port`` is set for one by Ray, whose process has another name after each death."""

    role: Role
    name: str
    port: int | None = None


@dataclass
class Town:
    """Runs a cluster with pages, and makes the processes whole after every death.

    Args:
        cluster: the cluster, without processes but the head.
        seed: decides the deaths.
        only: kinds of death; empty: all kinds.
    """

    cluster: Cluster
    seed: int
    only: Collection[str] = ()
    pages: list[Page] = field(default_factory=list)
    failed_starts: int = 0
    """Nodes of Ray that have not started, and were started again, as by a supervisor."""

    def __post_init__(self) -> None:
        self._rng, self._kinds = random.Random(self.seed), list[str]()
        self._ray = self.cluster if isinstance(self.cluster, RayCluster) else None
        self._hosts, self._fronts = list[_Host](), list[tuple[Role, str]]()
        self._places, self._choosing = dict[int, str](), threading.Lock()

    def begin(self, sockets: int, moves: float) -> None:
        """Starts processes and pages; all pages together make ``moves`` in a second."""
        self._make_whole()
        quick = min(QUICK, sockets)
        slow_pause = max(1.0, (sockets - quick) / max(0.1, moves - 2 * quick))
        for number in range(sockets):
            seats = (HUMAN, HUMAN) if number < quick or number % 4 == 0 else (HUMAN, ENGINE)
            pause = 0.5 if number < quick else slow_pause
            self.pages.append(
                Page(self._home(number), game="connect4", seats=seats, seed=number, patience=8.0, pause=pause)
            )
            self.pages[-1].start()
        wait_until_in_step(self.pages)

    def die(self) -> Death:
        """Lets one process die, waits until all quick pages go on, and makes the processes whole."""
        if not self._kinds:
            kinds = {kind: count for kind, count in KINDS.items() if self._can_die(kind)}
            self._kinds = [kind for kind, count in kinds.items() for _ in range(count)]
            self._rng.shuffle(self._kinds)
        death = Death(self._kinds.pop(), time.monotonic())
        ways: dict[str, Callable[[], None]] = {
            "host killed": lambda: self._end_host(signal.SIGKILL),
            "host asleep": lambda: self._sleep_host(death),
            "host leaves": lambda: self._end_host(signal.SIGTERM),
            "front killed": self._kill_front,
            "front asleep": lambda: self._sleep(self._rng.choice(self._fronts)[0], death),
            "head killed": self._kill_head,
            "head asleep": lambda: self._sleep_head(death),
            "PostgreSQL starts anew": lambda: tests.postgres.restart(self.cluster.url),
            "PostgreSQL asleep": lambda: tests.postgres.sleep(self.cluster.url, self._draw(death)),
        }
        before = self._cut()
        ways[death.kind]()
        quick = self.pages[:QUICK]
        wait_until(lambda: all(page.record.waits and page.record.waits[-1][0] > death.began for page in quick))
        death.step = max(
            next(sent + took for sent, took in page.record.waits if sent > death.began) - death.began for page in quick
        )
        death.over = time.monotonic()
        self._make_whole()
        death.cut = self._cut() - before
        return death

    def end(self) -> None:
        """Ends pages and processes."""
        try:
            end_all(self.pages)
        finally:
            self.cluster.close()

    # --- inside ---

    def _can_die(self, kind: str) -> bool:
        return (not self.only or kind in self.only) and (self._ray is not None or not kind.startswith("head"))

    def _make_whole(self) -> None:
        if self._ray and not any(host.port for host in self._hosts):
            self._hosts.append(self._ray_host(self._ray))
        while len(self._hosts) < HOSTS:
            self._hosts.append(_Host(*self.cluster.host()))
        while len(self._fronts) < FRONTS:
            self._fronts.append(self.cluster.front())
        wait_until(self._is_whole)

    def _ray_host(self, ray: RayCluster) -> _Host:
        """Starts a host by Ray; again where a node of Ray has not started in Ray's own 15 seconds on a busy machine."""
        while True:
            try:
                return _Host(*ray.ray_host(jobs=0))
            except AssertionError as error:
                self.failed_starts += 1
                print(f"a node of Ray has not started: {error}", file=sys.stderr, flush=True)
                if self.failed_starts > _MOST_FAILED_STARTS:
                    raise

    def _is_whole(self) -> bool:
        """Returns whether the living hosts, and no others, own the shards in about equal parts."""
        counts = self.cluster.counts()
        if len(counts) != HOSTS or min(counts.values()) < SHARDS // HOSTS - 1:
            return False
        for host in self._hosts:
            if host.port is not None:
                host.name = self.cluster.name_at(host.port)
        return set(counts) == {host.name for host in self._hosts}

    def _home(self, number: int) -> Callable[[], str]:
        """Returns a function that sends a page to the front with the fewest, as a load balancer does."""

        def choose() -> str:
            with self._choosing:
                self._places.pop(number, None)
                counts = Counter(self._places.values())
                self._places[number] = min((address for _, address in self._fronts), key=lambda name: counts[name])
                return self._places[number]

        return choose

    def _cut(self) -> int:
        return sum(page.cut for page in self.pages)

    def _draw(self, death: Death) -> float:
        death.asleep = self._rng.uniform(*ASLEEP)
        return death.asleep

    def _end_host(self, number: int) -> None:
        """Ends a host by a signal. Ray begins its own one again after ``kill -9``."""
        host = self._rng.choice(self._hosts)
        if self._ray and host.port is not None and number == signal.SIGKILL:
            self._ray.kill_one(HOST)
            wait_until(lambda: host.name not in self.cluster.counts())
        else:
            self._hosts.remove(host)
            host.role.end(number)

    def _sleep_host(self, death: Death) -> None:
        host = self._rng.choice(self._hosts)
        if self._ray and host.port is not None:
            pids = self._ray.pids(HOST)
            send(pids, signal.SIGSTOP)
            time.sleep(self._draw(death))
            send(pids, signal.SIGCONT)
        else:
            self._sleep(host.role, death)

    def _sleep(self, role: Role, death: Death) -> None:
        role.send(signal.SIGSTOP)
        time.sleep(self._draw(death))
        role.send(signal.SIGCONT)

    def _kill_front(self) -> None:
        self._fronts.pop(self._rng.randrange(len(self._fronts)))[0].end()

    def _kill_head(self) -> None:
        """Kills the head, and lets the head come back while the games go on."""
        assert self._ray is not None
        self._ray.kill_head()
        self._ray.start_head()

    def _sleep_head(self, death: Death) -> None:
        assert self._ray is not None
        self._ray.stop_head(self._draw(death))
