"""Harms the network between the processes of a cluster while pages play: ``python -m tests.chaos.faults``. As root.

Two fronts and two hosts run in network namespaces of their own, and a PostgreSQL and the pages in another one
(``tests.chaos.network``). The network becomes slow and loses packets; then a front is cut from a host, and a host from
the database, each for a while. Afterwards every acknowledged move and every board shown is compared with the database.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass

import tests.postgres
from tests.chaos.ledger import Tally, audit
from tests.chaos.network import DATABASE, Harm, Network
from tests.chaos.page import HUMAN, Page, end_all, wait_until_in_step
from tests.chaos.roles import Cluster, Role, end_on_sigterm, wait_until

ENGINE = {"kind": "engine", "level": 1}
_UNAWARE = "a host cut from the database until its games are another's"
"""The part after which the host writes before it can read of the takeover."""


@dataclass
class Part:
    """Holds what happened from one moment to the next; ``back`` are the seconds until all pages went on afterwards."""

    name: str
    began: float
    ended: float = 0.0
    back: float = 0.0
    moves: int = 0
    slowest: float = 0.0
    refused: int = 0


@dataclass
class Survived:
    """Holds the results."""

    tally: Tally
    parts: list[Part]
    fenced: int
    faults: list[str]


def _cluster(network: Network, url: str, module: str) -> tuple[Cluster, dict[str, Role], list[str]]:
    """Starts the processes, and returns them, the hosts by name, and the addresses of the fronts."""
    cluster, hosts, fronts = Cluster(url, module), dict[str, Role](), list[str]()
    for name in ("host1", "host2"):
        address, within = network.addresses[name], network.within(name)
        role = Role(module, "host", "--join", url, "--listen", address, before=within)
        cluster.roles.append(role)
        hosts[role.word("The host ")] = role
    for name in ("front1", "front2"):
        address, within = network.addresses[name], network.within(name)
        command = ("web", "--join", url, "--host", address, "--port", "8000")
        cluster.roles.append(Role("webapp.cli", *command, before=within))
        fronts.append(cluster.roles[-1].word("Fourthought is at "))
    cluster.wait_for_share(*hosts)
    return cluster, hosts, fronts


def run(
    network: Network, url: str, *, sockets: int = 16, seconds: float = 20.0, module: str = "tests.chaos.cheap_host"
) -> Survived:
    """Lets pages play through every kind of harm.

    Args:
        network: of host1, host2, front1 and front2.
        url: an empty PostgreSQL within the network.
        sockets: how many pages play.
        seconds: of every kind of harm.
        module: what runs as a host.
    """
    at = network.addresses
    slow = Harm(0.002, 0.01)
    harms = {
        "a good network": Harm(),
        "2 ms and 1 % loss": slow,
        "a front cut from a host": slow._replace(cuts=((at["front1"], at["host1"]),)),
        "a host cut from the database": slow._replace(cuts=((at["host2"], DATABASE),)),
        _UNAWARE: slow._replace(cuts=((at["host2"], DATABASE),)),
        "a front cut from the database": slow._replace(cuts=((at["front2"], DATABASE),)),
    }
    cluster, hosts, fronts = _cluster(network, url, module)
    cut_off, other = reversed(hosts)
    pages, parts = list[Page](), list[Part]()

    def goes_on() -> None:
        """Waits until every page has made a move more."""
        made = [len(page.record.acknowledged) for page in pages]
        wait_until(lambda: all(len(p.record.acknowledged) > m for p, m in zip(pages, made, strict=True)))

    try:
        for number in range(sockets):
            seats = (HUMAN, ENGINE) if number % 2 else (HUMAN, HUMAN)
            home = fronts[number // 2 % 2]
            page = Page(lambda home=home: home, game="connect4", seats=seats, seed=number, patience=8.0, pause=0.5)  # type: ignore[misc]
            pages.append(page)
            page.start()
        wait_until_in_step(pages)
        for name, harm in harms.items():
            cluster.wait_for_share(*hosts)
            part, refused = Part(name, time.monotonic()), _refused(pages)
            network.become(harm)
            if name == _UNAWARE:
                wait_until(lambda: set(cluster.counts()) == {other})
                cluster.wake_unaware(hosts[cut_off], lambda: network.become(slow))
            else:
                time.sleep(seconds)
            network.become(slow)
            healed = time.monotonic()
            goes_on()
            part.ended = time.monotonic()
            part.back, part.refused = part.ended - healed, _refused(pages) - refused
            parts.append(part)
    finally:
        network.become(Harm())
        end_all(pages)
        cluster.close()
    for part in parts:
        waits = [wait for page in pages for sent, wait in page.record.waits if part.began <= sent < part.ended]
        part.moves, part.slowest = len(waits), max(waits, default=0.0)
    return Survived(audit(pages, url), parts, cluster.refused(), cluster.faults())


def _refused(pages: list[Page]) -> int:
    return sum(sum((page.record.refused for page in pages), Counter[str]()).values())


def report(survived: Survived) -> list[str]:
    """Returns the results in lines."""
    return [
        f"{survived.tally}; writes of former owners refused {survived.fenced}",
        "| network | moves acknowledged | slowest acknowledgement | refused in words | all pages go on after the end |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {part.name} | {part.moves} | {part.slowest:.2f} s | {part.refused} | {part.back:.1f} s |"
            for part in survived.parts
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=20.0, help="of every kind of harm")
    options = parser.parse_args()
    end_on_sigterm()
    with Network(["host1", "host2", "front1", "front2"]) as network, tests.postgres.private(DATABASE) as url:
        survived = run(network, url, sockets=options.sockets, seconds=options.seconds)
    print("\n".join([*report(survived), *survived.faults]))


if __name__ == "__main__":
    main()
