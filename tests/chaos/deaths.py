"""Lets all processes of a cluster die for an hour while pages play: ``python -m tests.chaos.deaths``.

Hosts, fronts, PostgreSQL and, where Ray is installed, the head of Ray: half of the deaths are a sleep (SIGSTOP) of some
seconds. After every death the processes are made whole again, and the next comes when the time is there. A table says
for each kind of death how slow an acknowledgement was, and how long until the quick pages all had a later move
acknowledged. At the end every acknowledged move and every board shown is compared with the database.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import tests.postgres
from tests.chaos.ledger import Tally, audit
from tests.chaos.machines import ABSENT, HAS_RAY, RayCluster
from tests.chaos.roles import Cluster, end_on_sigterm
from tests.chaos.town import KINDS, Death, Town

_SWITCH_INTERVAL = 0.1
"""Seconds for which one page's thread may run. By default (0.005) hundreds of pages that wait to run wake each other so
often that the cores have time for nothing else.
"""
MUST: dict[str, tuple[float, ...]] = {"host killed": (3.0, 5.0), "host asleep": (6.0, 6.0), "host leaves": (1.0,)}
"""The bounds on the slowest acknowledgement and, if there is a second one, on the time to step, on an idle machine.

The time to step holds a quick page's own pause, of up to 0.75 s, and so cannot be held to a second.
"""


@dataclass
class Survived:
    """Holds the results; ``idle`` is the part of the cores' time left over, ``ended`` the reason of an early end."""

    tally: Tally
    deaths: list[Death]
    fenced: int
    minutes: float
    idle: float
    sockets: int
    ended: str = ""
    failed_starts: int = 0
    takeovers: int = 0
    faults: list[str] = field(default_factory=list)


def run(
    cluster: Cluster, *, minutes: float, deaths: int, sockets: int, moves: float, only: Collection[str] = ()
) -> Survived:
    """Lets processes die at even intervals, and returns what has survived, also after an early end.

    Args:
        cluster: on an empty PostgreSQL of this machine; ended by this function.
        minutes: the length of the run.
        deaths: how many; fewer, where the processes take longer to be whole again. With none nothing is taken over.
        sockets: how many pages play.
        moves: of all people in a second.
        only: kinds of death; empty: all kinds.
    """
    town, died, began, ended, idle = Town(cluster, 1, only), list[Death](), time.monotonic(), "", _idle()
    try:
        town.begin(sockets, moves)
        first, pause, idle = time.monotonic(), minutes * 60 / max(1, deaths), _idle()
        if not deaths:
            time.sleep(minutes * 60)
        for number in range(deaths):
            time.sleep(max(0.0, first + number * pause - time.monotonic()))
            if time.monotonic() - first > minutes * 60:
                break
            died.append(town.die())
            print(_line(number + 1, died[-1]), file=sys.stderr, flush=True)
    except (KeyboardInterrupt, SystemExit):
        ended = "the run was ended by a signal"
    except Exception as error:
        ended = f"{type(error).__name__}: {error}"
    spare, over = _idle_since(idle), time.monotonic()
    try:
        town.end()
    except Exception as error:
        ended = ended or f"{type(error).__name__}: {error}"
    waits = sorted(wait for page in town.pages for wait in page.record.waits)
    for death, after in itertools.zip_longest(died, died[1:]):
        around = (took for sent, took in waits if sent < death.over and sent + took > death.began)
        death.slowest = max(around, default=0.0)
        end = after.began if after else over
        death.starting = max((took for sent, took in waits if death.over <= sent and sent + took < end), default=0.0)
    tally, faults = audit(town.pages, cluster.url), cluster.faults()
    minutes, refused, failed = (over - began) / 60, cluster.refused(), town.failed_starts
    return Survived(tally, died, refused, minutes, spare, sockets, ended, failed, len(cluster.taken_from()), faults)


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
def private_cluster(module: str, ray: bool) -> Iterator[Cluster]:
    """Yields a cluster on a private PostgreSQL, with a head of Ray if wished."""
    with tests.postgres.private() as url, tempfile.TemporaryDirectory(prefix="fourthought-") as folder:
        yield RayCluster(url, Path(folder, "head"), module) if ray else Cluster(url, module)


def _idle() -> tuple[int, int]:
    """Returns the time of all cores without work or with niced programs, and all time, since the start (Linux)."""
    user, nice, system, idle, *more = (int(word) for word in Path("/proc/stat").read_text().split()[1:9])
    return nice + idle + more[0], user + nice + system + idle + sum(more)


def _idle_since(before: tuple[int, int]) -> float:
    now = _idle()
    return (now[0] - before[0]) / max(1, now[1] - before[1])


def _line(number: int, death: Death) -> str:
    asleep = f" for {death.asleep:.1f} s" if death.asleep else ""
    return f"{number}. {death.kind}{asleep}: all went on after {death.step:.2f} s, {death.cut} cut"


def report(survived: Survived) -> list[str]:
    """Returns the results in lines."""
    kinds = defaultdict[str, list[Death]](list)
    for death in survived.deaths:
        kinds[death.kind].append(death)
    asleep = sum(death.asleep > 0 for death in survived.deaths)
    lines = [
        f"{len(survived.deaths)} deaths, {asleep} of them sleeps, in {survived.minutes:.0f} minutes with"
        f" {survived.sockets} sockets; {survived.idle:.0%} of the cores' time was left over, or went to niced programs",
        f"{survived.tally}; writes refused {survived.fenced};"
        f" takeovers {survived.takeovers}; nodes of Ray started twice {survived.failed_starts}",
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
    starting = [death.starting for death in survived.deaths] or [0.0]
    lines.append(
        f"| afterwards, until all is whole | | {statistics.median(starting):.1f}, {max(starting):.1f} s | | | |"
    )
    return [*lines, *([f"Ended early: {survived.ended}"] if survived.ended else []), *survived.faults]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--deaths", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=60.0, help="moves of all people in a second")
    parser.add_argument("--think", action="store_true", help="hosts with engines that think, in place of the tests'")
    parser.add_argument(
        "--ray", action="store_true", help="with Ray: one of three hosts is an actor; the head dies, too"
    )
    parser.add_argument("--only", action="append", default=[], choices=KINDS, help="a kind of death; once for each")
    parser.add_argument("--busy", type=int, default=0, help="other programs that compute meanwhile")
    options = parser.parse_args()
    if options.ray and not HAS_RAY:
        parser.error(ABSENT)
    end_on_sigterm()
    sys.setswitchinterval(_SWITCH_INTERVAL)
    module = "webapp.cli" if options.think else "tests.chaos.cheap_host"
    with private_cluster(module, options.ray) as cluster, busy(options.busy):
        survived = run(
            cluster,
            minutes=options.minutes,
            deaths=options.deaths,
            sockets=options.sockets,
            moves=options.moves,
            only=options.only,
        )
    print("\n".join(report(survived)))
    tally = survived.tally
    sys.exit(bool(survived.ended or survived.faults or tally.lost or tally.doubled or tally.wrong))


if __name__ == "__main__":
    main()
