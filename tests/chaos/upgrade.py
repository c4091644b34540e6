"""Brings a cluster to a new release while pages play: ``python -m tests.chaos.upgrade``.

Hosts and fronts begin as processes of an older checkout. Then each is replaced, one after the other, by one of this
checkout, so that for a while all four combinations of old and new run. Afterwards every acknowledged move and every
board shown is compared with the database.
"""

import argparse
import contextlib
import io
import signal
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import tests.postgres
from tests.chaos.audit import Survived, audit
from tests.chaos.pages import Pages
from tests.chaos.processes import Cluster, end_on_sigterm
from tests.programs import ROOT

OLD = "HEAD"
"""The commit of the older release. Nothing is released yet, so the last commit is taken for one."""


def has(commit: str) -> bool:
    """Returns whether the repository has a commit. A copy without its history has none."""
    known = subprocess.run(
        ["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, check=False, capture_output=True
    )
    return known.returncode == 0


@contextlib.contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Yields a temporary folder with the files of a commit."""
    packed = subprocess.run(
        ["git", "archive", "--format=zip", commit], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with tempfile.TemporaryDirectory(prefix="fourthought-") as name:
        with zipfile.ZipFile(io.BytesIO(packed)) as files:
            files.extractall(name)
        yield Path(name)


def run(url: str, old: Path, *, sockets: int = 12, host_module: str = "tests.chaos.cheap_host") -> Survived:
    """Replaces two hosts and two fronts of an older checkout by those of this one.

    Args:
        url: an empty PostgreSQL.
        old: the older checkout.
        sockets: the number of pages.
        host_module: what runs as a host, in both checkouts.
    """
    cluster, pages, marks = Cluster(url, host_module, old), Pages(), list[tuple[str, float]]()

    def mark(name: str) -> None:
        """Begins a part of the run, and waits for some moves of every page."""
        marks.append((name, time.monotonic()))
        pages.wait_for_moves(2)

    try:
        hosts = [cluster.host() for _ in range(2)]
        fronts = [cluster.front() for _ in range(2)]
        cluster.wait_for_share(*(name for _, name in hosts))
        homes = [address for _, address in fronts]
        pages.begin_many(sockets, lambda number: homes[number % 2], friends=4, pause=0.5, patience=2.0)
        pages.wait_until_in_step()
        mark("old fronts, old hosts")
        before = pages.total("cuts")
        cluster.code = ROOT
        hosts.append(cluster.host())
        cluster.wait_for_share(*(name for _, name in hosts))
        mark("old fronts, old and new hosts")
        cut_by_hosts = pages.total("cuts") - before
        fronts.append(cluster.front())
        homes[0] = fronts[2][1]
        fronts[0][0].end(signal.SIGTERM)
        mark("old and new fronts, old and new hosts")
        before = pages.total("cuts")
        hosts[0][0].end(signal.SIGTERM)
        hosts.append(cluster.host())
        hosts[1][0].end(signal.SIGTERM)
        cluster.wait_for_share(*(name for _, name in hosts[2:]))
        mark("old and new fronts, new hosts")
        cut_by_hosts += pages.total("cuts") - before
        fronts.append(cluster.front())
        homes[1] = fronts[3][1]
        fronts[1][0].end(signal.SIGTERM)
        mark("new fronts, new hosts")
        marks.append(("end", time.monotonic()))
    finally:
        pages.end()
        cluster.close()
    slowest = pages.slowest(marks)
    return Survived(audit(pages, url), cut_by_hosts, cluster.refused(), slowest, cluster.faults())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", default=OLD, help="a commit of the older release")
    parser.add_argument("--sockets", type=int, default=12)
    options = parser.parse_args()
    end_on_sigterm()
    with checkout(options.old) as old, tests.postgres.private() as url:
        print("\n".join(run(url, old, sockets=options.sockets).report()))


if __name__ == "__main__":
    main()
