"""Brings a cluster to a new release while pages play: ``python -m tests.chaos.upgrade``.

Hosts and fronts begin as processes of an older checkout. Then each leaves, one after the other, and one of this
checkout comes, so that for a while all four combinations of old and new run. The rest is as in ``tests.chaos.deaths``.
"""

import argparse
import contextlib
import io
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import tests.postgres
from tests.chaos import deaths
from tests.chaos.processes import Cluster, end_on_sigterm
from tests.programs import ROOT

OLD = "HEAD"
"""The commit of the older release. Nothing is released yet, so the last commit is taken for one."""
LEAVE = ("front leaves", "host leaves", "front leaves", "host leaves")


def has(commit: str) -> bool:
    """Returns whether the repository has a commit. A copy without its history has none."""
    asked = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
    return subprocess.run(asked, cwd=ROOT, check=False, capture_output=True).returncode == 0


@contextlib.contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Yields a temporary folder with the files of a commit."""
    asked = ["git", "archive", "--format=zip", commit]
    packed = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory(prefix="fourthought-") as name:
        with zipfile.ZipFile(io.BytesIO(packed)) as files:
            files.extractall(name)
        yield Path(name)


def run(url: str, old: Path, *, sockets: int = 12) -> deaths.Survived:
    """Replaces two hosts and two fronts of an older checkout by those of this one, on an empty PostgreSQL."""
    cluster = Cluster(url, "tests.chaos.cheap_host", old)
    return deaths.run(cluster, LEAVE, minutes=0.0, sockets=sockets, moves=2.0 * sockets, processes=2, newer=ROOT)


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
