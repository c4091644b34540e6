"""Lets hosts and fronts of a cluster die in every way, while pages play: ``python -m tests.chaos.cluster``.

Two fronts and two hosts run as plain processes on a private PostgreSQL. A host is killed, another one is stopped for
some seconds and wakes up as a former owner, one leaves as for an upgrade, and a front is killed. Afterwards every
acknowledged move and every board shown is compared with the database.
"""

from __future__ import annotations

import argparse
import resource
import signal
import time
from dataclasses import dataclass, field

import tests.postgres
from tests.chaos.engines_game import begin_engines_game
from tests.chaos.ledger import Tally, audit
from tests.chaos.page import HUMAN, Page, end_all, slowest_by_part, wait_until_in_step
from tests.chaos.roles import Cluster, end_on_sigterm, wait_until


@dataclass
class Survived:
    """Holds the results: the audit, the refused writes, and for each death the slowest acknowledgement around it."""

    tally: Tally
    refused: int
    slowest: dict[str, float]
    games: int
    cut: int
    seconds: float
    processor_seconds: float
    median: float = 0.0
    faults: list[str] = field(default_factory=list)


def run(
    url: str, *, sockets: int = 50, moves: float = 10.0, host_module: str = "webapp.cli", rest: float = 3.0
) -> Survived:
    """Lets every kind of death happen once, and returns what has survived.

    Args:
        url: an empty PostgreSQL.
        sockets: how many pages play.
        moves: how many moves all people make in a second.
        host_module: what runs as a host.
        rest: seconds of play between two deaths.
    """
    cluster = Cluster(url, host_module)
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    marks: list[tuple[str, float]] = []
    pages = list[Page]()

    def mark(name: str) -> None:
        marks.append((name, time.monotonic()))

    def in_step() -> None:
        wait_until(lambda: all(page.in_step.is_set() for page in pages))
        time.sleep(rest)

    try:
        (first, first_name), (second, second_name) = cluster.host(), cluster.host()
        (front, address), (_, other) = cluster.front(), cluster.front()
        cluster.wait_for_share(first_name, second_name)
        engine = {"kind": "engine", "level": 1}
        alive = {address, other}
        for number in range(sockets):
            home = (address, other)[number % 2]
            pages.append(
                Page(
                    lambda home=home: home if home in alive else other,  # type: ignore[misc]
                    game="connect4",
                    seats=(HUMAN, engine) if number % 4 else (HUMAN, HUMAN),
                    seed=number,
                    patience=8.0,
                    pause=0.7 * sockets / moves,  # a page also waits for the other side
                )
            )
        for page in pages:
            page.start()
        wait_until_in_step(pages)
        mark("quiet")
        in_step()
        _, third_name = cluster.host()  # it waits, and takes its share when it is ready
        cluster.wait_for_share(first_name, second_name, third_name)
        cut_before = sum(page.cut for page in pages)
        mark("a host is killed")
        first.end()
        cluster.wait_for_share(second_name, third_name)
        in_step()
        begin_engines_game(url, second_name)
        mark("a host is stopped for 8 s")
        second.send(signal.SIGSTOP)
        time.sleep(8.0)
        cluster.wait_for_share(third_name)  # on a busy machine the takeover comes later
        cluster.wake_unaware(second, lambda: second.send(signal.SIGCONT))
        in_step()
        cluster.wait_for_share(second_name, third_name)
        mark("a host leaves")
        second.end(signal.SIGTERM)
        cluster.wait_for_share(third_name)
        in_step()
        cut = sum(page.cut for page in pages) - cut_before
        mark("a front is killed")
        for page in pages[::2]:
            page.in_step.clear()
        alive.discard(address)
        front.end()
        in_step()
        mark("end")
    finally:
        end_all(pages)
        cluster.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    slowest = slowest_by_part(pages, marks, early=1.0)
    waits = [wait for page in pages for wait in page.record.waits]
    quiet = sorted(seconds for at, seconds in waits if marks[0][1] <= at < marks[1][1])
    return Survived(
        audit(pages, url),
        cluster.refused(),
        slowest,
        sum(page.finished for page in pages),
        cut,
        time.monotonic() - began,
        after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        quiet[len(quiet) // 2] if quiet else 0.0,
        cluster.faults(),
    )


def report(survived: Survived) -> list[str]:
    """Returns the results in lines."""
    return [
        str(survived.tally),
        f"writes of former owners refused {survived.refused}; connections cut by the deaths of hosts {survived.cut}",
        *(f"slowest acknowledgement, {name}: {seconds:.2f} s" for name, seconds in survived.slowest.items()),
        f"median of the quiet time {survived.median * 1000:.0f} ms; {survived.games} games ended",
        f"{survived.seconds:.0f} s, {survived.processor_seconds:.0f} s of processor time",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=50)
    parser.add_argument("--moves", type=float, default=10.0, help="moves of all people in a second")
    parser.add_argument("--fake-engine", action="store_true", help="hosts that load no kernels")
    options = parser.parse_args()
    end_on_sigterm()
    module = "tests.chaos.cheap_host" if options.fake_engine else "webapp.cli"
    with tests.postgres.private() as url:
        survived = run(url, sockets=options.sockets, moves=options.moves, host_module=module)
    print("\n".join([*report(survived), *survived.faults]))


if __name__ == "__main__":
    main()
