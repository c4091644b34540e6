"""Ends or stops all kinds of processes of a cluster for an hour while pages play: ``python -m tests.chaos.deaths``.

Hosts, fronts and PostgreSQL: half of the deaths are a sleep (SIGSTOP) of some seconds. After every death the processes
are replaced. A table says for each kind of death how slow an acknowledgement was, and how long until all quick pages
had a later move acknowledged. At the end every acknowledged move and every board shown is compared with the database.
"""

import argparse
import contextlib
import itertools
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import tests.postgres
from tests.chaos import audit
from tests.chaos.playing_cluster import KINDS, Death, PlayingCluster
from tests.chaos.processes import Cluster, end_on_sigterm

_SWITCH_INTERVAL = 0.1
"""Seconds for which one page's thread may run. With the default of 0.005 the threads of hundreds of pages wake each
other so often that the cores do nothing else.
"""
MUST: dict[str, tuple[float, ...]] = {"host killed": (3.0, 5.0), "host asleep": (6.0, 6.0), "host leaves": (1.0,)}
"""The bounds on the slowest acknowledgement and, if there is a second one, on the time to step, on an idle machine.

The time to step includes a quick page's own pause of up to 0.75 s, and so cannot be held to a second.
"""


@dataclass
class Survived(audit.Survived):
    """Holds the results. ``idle`` is the unused part of the cores' time, ``ended`` the reason of an early end."""

    deaths: list[Death] = field(default_factory=list)
    minutes: float = 0.0
    idle: float = 0.0
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
            f" {self.sockets} sockets; {self.idle:.0%} of the cores' time was left over, or went to niced programs",
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
        starting = _summed([death.starting for death in self.deaths] or [0.0])
        lines.append(f"| afterwards, until all is replaced | | {starting} | | | |")
        return [*lines, *([f"Ended early: {self.ended}"] if self.ended else []), *self.faults]


def _summed(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.1f}, {max(seconds):.1f} s"


def run(
    cluster: Cluster, *, minutes: float, deaths: int, sockets: int, moves: float, only: Collection[str] = ()
) -> Survived:
    """Carries out deaths at even intervals, and returns the results, also after an early end.

    Args:
        cluster: on an empty PostgreSQL of this machine. This function ends it.
        minutes: the length of the run.
        deaths: their number, or fewer if the processes start slowly. With none nothing is taken over.
        sockets: the number of pages.
        moves: of all people in a second.
        only: kinds of death, or nothing for all kinds.
    """
    playing, died, began, ended, idle = PlayingCluster(cluster, 1, only), list[Death](), time.monotonic(), "", _idle()
    try:
        playing.begin(sockets, moves)
        first, pause, idle = time.monotonic(), minutes * 60 / max(1, deaths), _idle()
        if not deaths:
            time.sleep(minutes * 60)
        for number in range(deaths):
            time.sleep(max(0.0, first + number * pause - time.monotonic()))
            if time.monotonic() - first > minutes * 60:
                break
            died.append(death := playing.die())
            asleep = f" for {death.asleep:.1f} s" if death.asleep else ""
            words = f"{number + 1}. {death.kind}{asleep}: all moved after {death.step:.2f} s, {death.cut} cut"
            print(words, file=sys.stderr, flush=True)
    except (KeyboardInterrupt, SystemExit):
        ended = "the run was ended by a signal"
    except Exception as error:
        ended = f"{type(error).__name__}: {error}"
    now, over = _idle(), time.monotonic()
    try:
        playing.end()
    except Exception as error:
        ended = ended or f"{type(error).__name__}: {error}"
    pages = playing.pages
    waits = sorted(wait for page in pages for wait in page.record.waits)
    for death, after in itertools.zip_longest(died, died[1:]):
        around = (took for sent, took in waits if sent < death.over and sent + took > death.began)
        death.slowest = max(around, default=0.0)
        end = after.began if after else over
        death.starting = max((took for sent, took in waits if death.over <= sent and sent + took < end), default=0.0)
    return Survived(
        audit.audit(pages, cluster.url),
        sum(page.cut for page in pages),
        cluster.refused(),
        faults=cluster.faults(),
        deaths=died,
        minutes=(over - began) / 60,
        idle=(now[0] - idle[0]) / max(1, now[1] - idle[1]),
        sockets=sockets,
        ended=ended,
        takeovers=len(cluster.taken_from()),
    )


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """Keeps the cores busy with so many other programs."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@contextlib.contextmanager
def private_cluster(module: str) -> Iterator[Cluster]:
    """Yields a cluster on a private PostgreSQL."""
    with tests.postgres.private() as url:
        yield Cluster(url, module)


def _idle() -> tuple[int, int]:
    """Returns the time of all cores without work or with niced programs, and all time, since the start (Linux)."""
    user, nice, system, idle, *more = (int(word) for word in Path("/proc/stat").read_text().split()[1:9])
    return nice + idle + more[0], user + nice + system + idle + sum(more)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--deaths", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=60.0, help="moves of all people in a second")
    parser.add_argument("--think", action="store_true", help="hosts with engines that think, in place of the tests'")
    parser.add_argument("--only", action="append", default=[], choices=KINDS, help="a kind of death; once for each")
    parser.add_argument("--busy", type=int, default=0, help="other programs that compute")
    options = parser.parse_args()
    end_on_sigterm()
    sys.setswitchinterval(_SWITCH_INTERVAL)
    module = "webapp.cli" if options.think else "tests.chaos.cheap_host"
    chosen = {name: getattr(options, name) for name in ("minutes", "deaths", "sockets", "moves", "only")}
    with private_cluster(module) as cluster, busy(options.busy):
        survived = run(cluster, **chosen)
    print("\n".join(survived.report()))
    sys.exit(bool(survived.ended or survived.faults or any(survived.tally.faults)))


if __name__ == "__main__":
    main()
