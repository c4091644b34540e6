"""Ends or stops processes of a cluster, one after the other, while pages play: ``python -m tests.chaos.deaths``.

Hosts, fronts and PostgreSQL, as plain processes of this machine: half of the deaths are a sleep (SIGSTOP) of some
seconds. After every death the processes are replaced. A table says for each kind how slow an acknowledgement was, and
how long until all quick pages had a later move acknowledged. At the end every acknowledged move and every board shown
is compared with the database. ``--once`` lets each kind happen once, one hour of 200 deaths is the default.
"""

import argparse
import random
import signal
import statistics
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import tests.postgres
from tests.chaos import audit
from tests.chaos.pages import Pages, wait_until
from tests.chaos.processes import Cluster, Role, end_on_sigterm
from webapp.storage.fence import SHARDS

QUICK = 24
"""Pages that move twice a second at friends' tables. The others make the rest of the moves wished for."""
ASLEEP = (1.0, 10.0)
KINDS = {
    "host killed": 4,
    "host asleep": 5,
    "host leaves": 2,
    "front killed": 2,
    "front asleep": 3,
    "front leaves": 0,
    "PostgreSQL restarts": 1,
    "PostgreSQL asleep": 1,
}
"""The kinds of death, and how many of eighteen are of each."""
MUST: dict[str, tuple[float, ...]] = {"host killed": (3.0, 5.0), "host asleep": (6.0, 6.0), "host leaves": (1.0,)}
"""The bounds on the slowest acknowledgement and, if there is a second one, on the time to step, on an idle machine.

The time to step includes a quick page's own pause of up to 0.75 s, and so cannot be held to a second.
"""


@dataclass
class Death:
    """Holds one death and the seconds of a sleep (``asleep``).

    ``slowest`` is the slowest acknowledgement around it, and ``step`` the seconds until all quick pages moved again.
    Processes were replaced from ``over`` on.
    """

    kind: str
    began: float
    over: float = 0.0
    step: float = 0.0
    slowest: float = 0.0
    cut: int = 0
    asleep: float = 0.0


@dataclass
class Survived:
    """Holds the results of a run.

    Args:
        cut: connections cut by the server.
        refused: writes that the fence has refused.
        faults: lines of the logs about faults.
        ended: the reason of an early end.
        takeovers: hosts whose shards were given to others.
    """

    tally: audit.Tally
    cut: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)
    minutes: float = 0.0
    sockets: int = 0
    ended: str = ""
    takeovers: int = 0

    def report(self) -> list[str]:
        kinds = defaultdict[str, list[Death]](list)
        for death in self.deaths:
            kinds[death.kind].append(death)
        asleep = sum(death.asleep > 0 for death in self.deaths)
        lines = [
            f"{len(self.deaths)} deaths, {asleep} of them sleeps, in {self.minutes:.0f} minutes with"
            f" {self.sockets} sockets",
            f"{self.tally}; writes refused {self.refused}; takeovers {self.takeovers}",
            "| death | times | slowest acknowledgement: median, worst"
            " | time to step: median, worst | must | lines cut |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        for kind in KINDS:
            if deaths := kinds[kind]:
                must = " / ".join(f"{bound:.0f} s" for bound in MUST.get(kind, ()))
                slowest, steps = _summed([d.slowest for d in deaths]), _summed([d.step for d in deaths])
                lines.append(
                    f"| {kind} | {len(deaths)} | {slowest} | {steps} | {must} | {sum(d.cut for d in deaths)} |"
                )
        return [*lines, *([f"Ended early: {self.ended}"] if self.ended else []), *self.faults]


def _summed(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.1f}, {max(seconds):.1f} s"


class _Playing:
    """Runs a cluster with pages, and lets processes die.

    Args:
        cluster: the cluster, without processes.
        most: the number of hosts, and of fronts.
        replaces: whether there are as many again after a death.
    """

    def __init__(self, cluster: Cluster, most: int, replaces: bool) -> None:
        self.cluster, self._most, self._replaces, self._rng = cluster, most, replaces, random.Random(1)
        self.pages = Pages()
        self._roles: dict[str, list[tuple[Role, str]]] = {"host": [], "front": []}
        self._places, self._choosing = dict[int, str](), threading.Lock()

    def begin(self, sockets: int, moves: float) -> None:
        """Starts processes and pages. All pages together make ``moves`` in a second."""
        self._replace()
        quick = min(QUICK, sockets)
        pause = max(1.0, (sockets - quick) / max(0.1, moves - 2 * quick))
        self.pages.begin_many(quick, self._home, friends=1, pause=0.5)
        self.pages.begin_many(sockets - quick, lambda number: self._home(quick + number), friends=4, pause=pause)
        self.pages.wait_until_in_step()

    def die(self, kind: str) -> Death:
        """Ends or stops one process, and waits until all quick pages move again."""
        death, before = Death(kind, time.monotonic()), self.pages.total("cuts")
        what, _, how = kind.partition(" ")
        death.asleep = self._rng.uniform(*ASLEEP) if how == "asleep" else 0.0
        if what == "PostgreSQL":
            if death.asleep:
                tests.postgres.sleep(self.cluster.url, death.asleep)
            else:
                tests.postgres.restart(self.cluster.url)
        elif death.asleep:
            role, _ = self._roles[what][0]
            role.send(signal.SIGSTOP)
            time.sleep(death.asleep)
            role.send(signal.SIGCONT)
        else:
            role, _ = self._roles[what].pop(0)
            role.end(signal.SIGTERM if how == "leaves" else signal.SIGKILL)
        self.pages.wait_for(lambda page: page.number >= QUICK or _moved(page.record.waits, death.began))
        later = [_moved(page.record.waits, death.began) for page in self.pages[:QUICK]]
        death.step, death.over = max(later) - death.began, time.monotonic()
        if self._replaces:
            self._replace()
        death.cut = self.pages.total("cuts") - before
        return death

    def end(self) -> None:
        """Ends pages and processes."""
        try:
            self.pages.end()
        finally:
            self.cluster.close()

    # --- inside ---

    def _replace(self) -> None:
        begins = {"host": self.cluster.begin_host, "front": self.cluster.begin_front}
        begun = [(what, begin()) for what, begin in begins.items() for _ in range(self._most - len(self._roles[what]))]
        for what, name_of in begun:  # all at once: most of a start is the loading of modules
            self._roles[what].append(name_of())
        wait_until(self._is_whole)

    def _is_whole(self) -> bool:
        """Returns whether the living hosts, and no others, own the shards in about equal parts."""
        counts = self.cluster.counts()
        return set(counts) == {name for _, name in self._roles["host"]} and (
            min(counts.values()) >= SHARDS // self._most - 1
        )

    def _home(self, number: int) -> str:
        """Returns the front with the fewest pages, as a load balancer does."""
        with self._choosing:
            self._places.pop(number, None)
            counts = Counter(self._places.values())
            self._places[number] = min((name for _, name in self._roles["front"]), key=lambda name: counts[name])
            return self._places[number]


def _moved(waits: list[tuple[float, float]], began: float) -> float:
    """Returns when the first move after a moment was acknowledged, or 0."""
    return next((sent + took for sent, took in waits if sent > began), 0.0)


def kinds(count: int, only: Sequence[str] = ()) -> list[str]:
    """Returns so many kinds of death in an order of chance, each as often as ``KINDS`` says."""
    bag = [kind for kind, part in KINDS.items() for _ in range(part) if not only or kind in only]
    rng, found = random.Random(1), list[str]()
    while len(found) < count:
        found += rng.sample(bag, len(bag))
    return found[:count]


def run(
    cluster: Cluster,
    deaths: Sequence[str],
    *,
    minutes: float,
    sockets: int,
    moves: float,
    processes: int = 3,
    replaces: bool = True,
    newer: Path | None = None,
) -> Survived:
    """Carries out deaths at even intervals, and returns the results, also after an early end.

    Args:
        cluster: on an empty PostgreSQL of this machine. This function ends it.
        deaths: their kinds; the last ones are left out if the processes start slowly.
        minutes: the length of the run; 0: each death follows as soon as the last is over.
        sockets: the number of pages.
        moves: of all people in a second.
        processes: the number of hosts, and of fronts, after each death again if it ``replaces``.
        newer: the checkout of the processes that come in place of others.
    """
    playing, died, began, ended = _Playing(cluster, processes, replaces), list[Death](), time.monotonic(), ""
    try:
        playing.begin(sockets, moves)
        cluster.code = newer or cluster.code
        first, pause = time.monotonic(), minutes * 60 / max(1, len(deaths))
        if not deaths:
            time.sleep(minutes * 60)
        for number, kind in enumerate(deaths):
            time.sleep(max(0.0, first + number * pause - time.monotonic()))
            if time.monotonic() - first > minutes * 60 > 0:
                break
            died.append(death := playing.die(kind))
            asleep = f" for {death.asleep:.1f} s" if death.asleep else ""
            words = f"{number + 1}. {death.kind}{asleep}: all moved after {death.step:.2f} s, {death.cut} cut"
            print(words, file=sys.stderr, flush=True)
    except (KeyboardInterrupt, SystemExit):
        ended = "the run was ended by a signal"
    except Exception as error:
        ended = f"{type(error).__name__}: {error}"
    over = time.monotonic()
    try:
        playing.end()
    except Exception as error:
        ended = ended or f"{type(error).__name__}: {error}"
    waits = sorted(wait for page in playing.pages for wait in page.record.waits)
    for death in died:
        around = (took for sent, took in waits if sent < death.over and sent + took > death.began)
        death.slowest = max(around, default=0.0)
    return Survived(
        audit.audit(playing.pages, cluster.url),
        playing.pages.total("cuts"),
        cluster.refused(),
        faults=cluster.faults(),
        deaths=died,
        minutes=(over - began) / 60,
        sockets=sockets,
        ended=ended,
        takeovers=len(cluster.taken_from()),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--once", action="store_true", help="each kind of death once, on 50 pages")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--deaths", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=60.0, help="moves of all people in a second")
    parser.add_argument("--think", action="store_true", help="hosts with engines that think, in place of the tests'")
    parser.add_argument("--only", action="append", default=[], choices=KINDS, help="a kind of death; once for each")
    options = parser.parse_args()
    end_on_sigterm()
    module = "webapp.cli" if options.think else "tests.chaos.cheap_host"
    with tests.postgres.private() as url:
        cluster = Cluster(url, module)
        if options.once:
            survived = run(cluster, options.only or [*KINDS], minutes=0.0, sockets=50, moves=60.0)
        else:
            chosen = kinds(options.deaths, options.only)
            survived = run(cluster, chosen, minutes=options.minutes, sockets=options.sockets, moves=options.moves)
    print("\n".join(survived.report()))
    sys.exit(bool(survived.ended or survived.faults or any(survived.tally.faults)))


if __name__ == "__main__":
    main()
