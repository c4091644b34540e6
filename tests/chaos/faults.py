"""Harms the network between the processes of a cluster while pages play: ``python -m tests.chaos.faults``. As root.

Two fronts and two hosts run in network namespaces of their own, and PostgreSQL and the pages in another one
(``tests.chaos.network``). The network becomes slow and loses packets. Then a front is cut from a host, and a host from
the database, each for a while. Afterwards every acknowledged move and every board shown is compared with the database.
"""

import argparse
import time
from dataclasses import dataclass, field

import tests.postgres
from tests.chaos import audit
from tests.chaos.network import DATABASE, Harm, Network
from tests.chaos.pages import Pages
from tests.chaos.processes import Cluster, end_on_sigterm


@dataclass
class Part:
    """Holds one part of the run. ``back`` are the seconds until all pages moved again after its end."""

    name: str
    began: float
    ended: float = 0.0
    back: float = 0.0
    moves: int = 0
    slowest: float = 0.0
    refused: int = 0


@dataclass
class Survived(audit.Survived):
    """Holds the results, with the parts of the run."""

    parts: list[Part] = field(default_factory=list)


def run(
    network: Network, url: str, *, sockets: int = 16, seconds: float = 20.0, module: str = "tests.chaos.cheap_host"
) -> Survived:
    """Plays on a good network and on every kind of bad one.

    Args:
        network: of host1, host2, front1 and front2.
        url: an empty PostgreSQL within the network.
        sockets: the number of pages.
        seconds: of every kind of network.
        module: what runs as a host.
    """
    at, slow = network.addresses, Harm(0.002, 0.01)
    harms = {
        "a good network": Harm(),
        "2 ms and 1 % loss": slow,
        "a front cut from a host": slow._replace(cuts=((at["front1"], at["host1"]),)),
        "a host cut from the database": slow._replace(cuts=((at["host2"], DATABASE),)),
        "a front cut from the database": slow._replace(cuts=((at["front2"], DATABASE),)),
    }
    cluster, pages, parts = Cluster(url, module), Pages(), list[Part]()
    try:
        made = [cluster.host("--listen", at[name], before=network.within(name)) for name in ("host1", "host2")]
        hosts = [name for _, name in made]
        fronts = [
            cluster.front("--host", at[name], "--port", "8000", before=network.within(name))[1]
            for name in ("front1", "front2")
        ]
        cluster.wait_for_share(*hosts)
        pages.begin_many(sockets, lambda number: fronts[number // 2 % 2], friends=2, pause=0.5)
        pages.wait_until_in_step()
        for name, harm in harms.items():
            cluster.wait_for_share(*hosts)
            part, refused = Part(name, time.monotonic()), pages.total("refused")
            network.become(harm)
            time.sleep(seconds)
            network.become(slow)
            part.back = pages.wait_for_moves(1)
            part.ended = time.monotonic()
            part.refused = pages.total("refused") - refused
            parts.append(part)
    finally:
        network.become(Harm())
        pages.end()
        cluster.close()
    for part in parts:
        waits = [wait for page in pages for sent, wait in page.record.waits if part.began <= sent < part.ended]
        part.moves, part.slowest = len(waits), max(waits, default=0.0)
    lines = [
        "| network | moves acknowledged | slowest acknowledgement | refused in words | all pages move after the end |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {part.name} | {part.moves} | {part.slowest:.2f} s | {part.refused} | {part.back:.1f} s |"
            for part in parts
        ),
    ]
    cut = pages.total("cuts")
    told = [line for line in cluster.faults() if "refuses writes" not in line]  # rightly: the database was cut off
    return Survived(audit.audit(pages, url), cut, cluster.refused(), {}, told, lines, parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=20.0, help="of every kind of network")
    options = parser.parse_args()
    end_on_sigterm()
    with Network(["host1", "host2", "front1", "front2"]) as network, tests.postgres.private(DATABASE) as url:
        survived = run(network, url, sockets=options.sockets, seconds=options.seconds)
    print("\n".join(survived.report()))


if __name__ == "__main__":
    main()
