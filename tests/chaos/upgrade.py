"""Brings a cluster to a new release while pages play: ``python -m tests.chaos.upgrade``.

Hosts and fronts begin as processes of an older checkout. Then each is exchanged, one after the other, for one of this
checkout, and for a while all four mixtures are alive: old and new fronts, old and new hosts. Afterwards every
acknowledged move and every board shown is compared with the database.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import signal
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tests.postgres
from tests.chaos.ledger import Tally, audit
from tests.chaos.page import HUMAN, Page, end_all, slowest_by_part, wait_until_in_step
from tests.chaos.roles import ROOT, Cluster, Role, end_on_sigterm, wait_until

OLD = "HEAD"
"""The commit of the older release. Nothing is released yet, so the last commit stands for one."""
ENGINE = {"kind": "engine", "level": 1}


@dataclass
class Upgraded:
    """Holds the results; ``cut`` counts connections that ended while hosts were exchanged."""

    tally: Tally
    cut: int
    slowest: dict[str, float]
    faults: list[str]


def has(commit: str) -> bool:
    """Returns whether the repository has a commit; a copy without the past has not."""
    known = subprocess.run(
        ["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, check=False, capture_output=True
    )
    return known.returncode == 0


@contextlib.contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Yields a folder with the files of a commit, removed afterwards."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory(prefix="fourthought-") as name:
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(name, filter="data")
        yield Path(name)


def run(url: str, old: Path, *, sockets: int = 12, host_module: str = "tests.chaos.cheap_host") -> Upgraded:
    """Exchanges two hosts and two fronts of an older checkout for those of this one.

    Args:
        url: an empty PostgreSQL.
        old: the older checkout.
        sockets: how many pages play.
        host_module: what runs as a host, in both checkouts.
    """
    cluster, pages, marks = Cluster(url, host_module, old), list[Page](), list[tuple[str, float]]()

    def mark(name: str) -> None:
        """Begins a part of the run, and lets every page make some moves in the part."""
        marks.append((name, time.monotonic()))
        made = [len(page.record.acknowledged) for page in pages]
        wait_until(lambda: all(len(p.record.acknowledged) >= m + 2 for p, m in zip(pages, made, strict=True)))

    def leave(role: Role) -> None:
        role.end(signal.SIGTERM)

    try:
        hosts = [cluster.host() for _ in range(2)]
        fronts = [cluster.front() for _ in range(2)]
        cluster.wait_for_share(*(name for _, name in hosts))
        homes = [address for _, address in fronts]
        for number in range(sockets):
            seats = (HUMAN, ENGINE) if number % 4 else (HUMAN, HUMAN)
            page = Page(lambda side=number % 2: homes[side], game="connect4", seats=seats, seed=number, pause=0.5)  # type: ignore[misc]
            pages.append(page)
            page.start()
        wait_until_in_step(pages)
        mark("old fronts, old hosts")
        cut_before = sum(page.cut for page in pages)
        cluster.code = ROOT
        hosts.append(cluster.host())
        cluster.wait_for_share(*(name for _, name in hosts))
        mark("old fronts, old and new hosts")
        cut = sum(page.cut for page in pages) - cut_before
        fronts.append(cluster.front())
        homes[0] = fronts[2][1]
        leave(fronts[0][0])
        mark("old and new fronts, old and new hosts")
        cut_before = sum(page.cut for page in pages)
        leave(hosts[0][0])
        hosts.append(cluster.host())
        leave(hosts[1][0])
        cluster.wait_for_share(*(name for _, name in hosts[2:]))
        mark("old and new fronts, new hosts")
        cut += sum(page.cut for page in pages) - cut_before
        fronts.append(cluster.front())
        homes[1] = fronts[3][1]
        leave(fronts[1][0])
        mark("new fronts, new hosts")
        marks.append(("end", time.monotonic()))
    finally:
        end_all(pages)
        cluster.close()
    slowest = slowest_by_part(pages, marks)
    return Upgraded(audit(pages, url), cut, slowest, cluster.faults())


def report(upgraded: Upgraded) -> list[str]:
    """Returns the results in lines."""
    return [
        str(upgraded.tally),
        f"connections cut while hosts were exchanged: {upgraded.cut}",
        *(f"slowest acknowledgement, {name}: {seconds:.2f} s" for name, seconds in upgraded.slowest.items()),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", default=OLD, help="a commit of the older release")
    parser.add_argument("--sockets", type=int, default=12)
    options = parser.parse_args()
    end_on_sigterm()
    with checkout(options.old) as old, tests.postgres.private() as url:
        upgraded = run(url, old, sockets=options.sockets)
    print("\n".join([*report(upgraded), *upgraded.faults]))


if __name__ == "__main__":
    main()
