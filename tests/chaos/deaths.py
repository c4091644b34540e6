"""Lets hosts, fronts and PostgreSQL of a cluster die for an hour while pages play: ``python -m tests.chaos.deaths``.

Half of the deaths are a sleep (SIGSTOP) of some seconds. After every death the processes are made whole again, and the
next comes when the time is there. A table says for each kind of death how slow an acknowledgement was, and how long
until the quick pages all had a later move acknowledged. At the end every acknowledged move and every board shown is
compared with the database.
"""

from __future__ import annotations

import argparse
import random
import signal
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import tests.postgres
from tests.chaos.ledger import Tally, audit
from tests.chaos.page import HUMAN, Page, end_all, wait_until_in_step
from tests.chaos.roles import Cluster, Role, end_on_sigterm, wait_until

ENGINE = {"kind": "engine", "level": 1}
HOSTS, FRONTS = 3, 2
QUICK = 24
"""Pages that move twice a second; the others move so often that all together make the moves wished for."""
ASLEEP = (1.0, 10.0)
KINDS = {
    "host killed": 4,
    "host asleep": 6,
    "host leaves": 2,
    "front killed": 3,
    "front asleep": 4,
    "PostgreSQL starts anew": 1,
}
"""The kinds of death, and how many there are of each among twenty."""
MUST = {"host killed": (3.0, 5.0), "host asleep": (6.0, 6.0), "host leaves": (1.0, 1.0)}
"""The bounds on the slowest acknowledgement and on the time to step, on an idle machine."""


@dataclass
class Death:
    """Holds one death: the slowest acknowledgement around, the seconds until all pages went on, and the lines cut."""

    kind: str
    began: float
    step: float = 0.0
    slowest: float = 0.0
    cut: int = 0


@dataclass
class Survived:
    """Holds the results."""

    tally: Tally
    deaths: list[Death]
    fenced: int
    minutes: float
    faults: list[str] = field(default_factory=list)


class Town:
    """Runs a cluster with pages, and makes the processes whole after every death.

    Args:
        url: an empty PostgreSQL of this machine.
        module: what runs as a host.
        seed: decides the deaths.
    """

    def __init__(self, url: str, module: str, seed: int) -> None:
        self.url, self.cluster, self._rng = url, Cluster(url, module), random.Random(seed)
        self._hosts: list[tuple[Role, str]] = []
        self._fronts: list[tuple[Role, str]] = []
        self.pages: list[Page] = []
        self._kinds: list[str] = []

    def begin(self, sockets: int, moves: float) -> None:
        """Starts processes and pages; all pages together make ``moves`` in a second."""
        self._hosts = [self.cluster.host() for _ in range(HOSTS)]
        self._fronts = [self.cluster.front() for _ in range(FRONTS)]
        self._wait_for_shares()
        quick = min(QUICK, sockets)
        slow_pause = max(1.0, (sockets - quick) / max(0.1, moves - 2 * quick))
        for number in range(sockets):
            seats = (HUMAN, ENGINE) if number % 4 else (HUMAN, HUMAN)
            pause = 0.5 if number < quick else slow_pause
            self.pages.append(
                Page(self._home(number), game="connect4", seats=seats, seed=number, patience=8.0, pause=pause)
            )
            self.pages[-1].start()
        wait_until_in_step(self.pages)

    def die(self) -> Death:
        """Lets one process die, waits until all quick pages go on, and makes the processes whole."""
        if not self._kinds:
            self._kinds = [kind for kind, count in KINDS.items() for _ in range(count)]
            self._rng.shuffle(self._kinds)
        death = Death(self._kinds.pop(), time.monotonic())
        ways: dict[str, Callable[[], None]] = {
            "host killed": self._kill_host,
            "host asleep": lambda: self._sleep(self._rng.choice(self._hosts)[0]),
            "host leaves": self._leave_host,
            "front killed": self._kill_front,
            "front asleep": lambda: self._sleep(self._rng.choice(self._fronts)[0]),
            "PostgreSQL starts anew": lambda: tests.postgres.restart(self.url),
        }
        before = self._cut()
        ways[death.kind]()
        quick = self.pages[:QUICK]
        wait_until(lambda: all(page.record.waits and page.record.waits[-1][0] > death.began for page in quick))
        death.step = max(
            next(sent + took for sent, took in page.record.waits if sent > death.began) - death.began for page in quick
        )
        while len(self._hosts) < HOSTS:
            self._hosts.append(self.cluster.host())
        while len(self._fronts) < FRONTS:
            self._fronts.append(self.cluster.front())
        self._wait_for_shares()
        death.cut = self._cut() - before
        return death

    def end(self) -> None:
        """Ends pages and processes."""
        end_all(self.pages)
        self.cluster.close()

    def _home(self, number: int) -> Callable[[], str]:
        return lambda: self._fronts[number % len(self._fronts)][1]

    def _cut(self) -> int:
        return sum(page.cut for page in self.pages)

    def _wait_for_shares(self) -> None:
        self.cluster.wait_for_share(*(name for _, name in self._hosts))

    def _kill_host(self) -> None:
        self._hosts.pop(self._rng.randrange(len(self._hosts)))[0].end()

    def _leave_host(self) -> None:
        self._hosts.pop(self._rng.randrange(len(self._hosts)))[0].end(signal.SIGTERM)

    def _kill_front(self) -> None:
        self._fronts.pop(self._rng.randrange(len(self._fronts)))[0].end()

    def _sleep(self, role: Role) -> None:
        role.send(signal.SIGSTOP)
        time.sleep(self._rng.uniform(*ASLEEP))
        role.send(signal.SIGCONT)


def run(
    url: str, *, minutes: float, deaths: int, sockets: int, moves: float, module: str = "tests.chaos.cheap_host"
) -> Survived:
    """Lets processes die at even intervals, and returns what has survived.

    Args:
        url: an empty PostgreSQL of this machine.
        minutes: the length of the run.
        deaths: how many; fewer, where the processes take longer to be whole again.
        sockets: how many pages play.
        moves: of all people in a second.
        module: what runs as a host.
    """
    town, died, began = Town(url, module, 1), list[Death](), time.monotonic()
    try:
        town.begin(sockets, moves)
        first, pause = time.monotonic(), minutes * 60 / deaths
        for number in range(deaths):
            time.sleep(max(0.0, first + number * pause - time.monotonic()))
            if time.monotonic() - first > minutes * 60:
                break
            died.append(town.die())
    except (KeyboardInterrupt, SystemExit):
        print("The run was ended early; here is what has come so far.")
    finally:
        town.end()
    roles, waits = town.cluster.roles, [wait for page in town.pages for wait in page.record.waits]
    ends = [death.began for death in died[1:]] + [time.monotonic()]
    for death, end in zip(died, ends, strict=True):
        around = (took for sent, took in waits if sent < end and sent + took > death.began)
        death.slowest = max(around, default=0.0)
    said = [line for role in roles for line in role.said if "Traceback" in line or " ERROR " in line]
    refused = sum(role.refused() for role in roles)
    return Survived(audit(town.pages, url), died, refused, (time.monotonic() - began) / 60, said)


def report(survived: Survived) -> list[str]:
    """Returns the results in lines."""
    kinds = defaultdict[str, list[Death]](list)
    for death in survived.deaths:
        kinds[death.kind].append(death)
    lines = [
        f"{len(survived.deaths)} deaths in {survived.minutes:.0f} minutes; {survived.tally};"
        f" writes refused {survived.fenced}",
        "| death | times | slowest acknowledgement: median, worst | time to step: median, worst | must | lines cut |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for kind in KINDS:
        if deaths := kinds[kind]:
            slowest, steps = [death.slowest for death in deaths], [death.step for death in deaths]
            must = " / ".join(f"{bound:.0f} s" for bound in MUST.get(kind, ()))
            lines.append(
                f"| {kind} | {len(deaths)} | {statistics.median(slowest):.1f}, {max(slowest):.1f} s"
                f" | {statistics.median(steps):.1f}, {max(steps):.1f} s | {must} | {sum(d.cut for d in deaths)} |"
            )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--deaths", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=60.0, help="moves of all people in a second")
    parser.add_argument("--think", action="store_true", help="hosts with engines that think, in place of the tests'")
    options = parser.parse_args()
    end_on_sigterm()
    module = "webapp.cli" if options.think else "tests.chaos.cheap_host"
    with tests.postgres.private() as url:
        survived = run(
            url,
            minutes=options.minutes,
            deaths=options.deaths,
            sockets=options.sockets,
            moves=options.moves,
            module=module,
        )
    print("\n".join([*report(survived), *survived.faults]))


if __name__ == "__main__":
    main()
