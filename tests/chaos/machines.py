"""Kills a worker and the head of a cluster on Ray while pages play: ``python -m tests.chaos.machines``.

Two hosts take jobs beside their games. A worker is killed while a ladder is played on the cluster. Then pages play, and
the head is killed and comes back: no game notices, and the ladder is played once more. Needs Ray: ``pip install
'fourthought[ray]'``. The exit code is 1 if a move was lost, a page was cut, or a ladder differs from that at home.
"""

import argparse
import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import tests.postgres
from tests.chaos import audit
from tests.chaos.pages import Pages, wait_until
from tests.chaos.processes import Cluster, Role, end_on_sigterm
from tests.programs import ROOT, free_port

WORKER, HEAD = "ray::compute", "/gcs_server"
LADDER = ("--game", "connect4-5x4", "--openings", "1", "--json")


class RayCluster(Cluster):
    """Runs head, hosts and fronts on one database. All processes of Ray have one token, which marks them."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "webapp.cli")
        self._token, self._port = secrets.token_hex(32), free_port()
        self.environ["RAY_AUTH_TOKEN"] = self._token
        self.head = self.start_head()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def start_head(self) -> Role:
        """Starts the head, also after its death."""
        self.head = self.run("webapp.cli", "cluster", "head", "--port", str(self._port))
        self.head.word("The head of the cluster is at ")
        return self.head

    def kill_head(self) -> None:
        """Kills all processes of the head."""
        self.kill_one(HEAD)
        self.head.end()
        wait_until(lambda: not self.pids(f"fourthought-head-{self._port}"))

    def pids(self, part: str) -> list[int]:
        """Returns the processes of this cluster with such words in the command line, the oldest first."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words, environ = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
                if words and part.encode() in words and self._token.encode() in environ:
                    found.append(int(folder.name))
        return sorted(found)

    def kill_one(self, part: str) -> None:
        """Kills the oldest process with such words, as soon as there is one."""
        wait_until(lambda: self.pids(part))
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pids(part)[0], signal.SIGKILL)

    def close(self) -> None:
        """Ends all processes by SIGTERM, the head last."""
        for role in reversed(self.roles):
            role.end(signal.SIGTERM)
        super().close()
        wait_until(lambda: not self.pids(""))


@dataclass
class Survived:
    """Holds the results. ``ladders`` tells of each ladder on the cluster whether it has the bytes of one at home."""

    tally: audit.Tally
    cut: int
    moves_without_head: int
    ladders: list[bool]
    games: int
    faults: list[str]

    def report(self) -> list[str]:
        return [
            f"{self.tally}; connections cut {self.cut}; moves without the head {self.moves_without_head}",
            f"ladders of {self.games} games with the same bytes as at home: {self.ladders}",
            *self.faults,
        ]


def _ladder(store: Path, environ: Mapping[str, str], *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "webapp.cli", "bench", "ladder", *LADDER, "--store", str(store), *more]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environ}, stdout=subprocess.DEVNULL)


def _play_ladder(cluster: RayCluster, away: Path) -> bytes:
    """Plays a ladder on the cluster, where a worker is killed in the middle, and returns its games."""
    run = _ladder(away, cluster.environ, "--on", cluster.address)
    wait_until(lambda: (away.exists() and away.read_bytes().count(b"\n") > 3) or run.poll() is not None)
    assert run.poll() is None, "the ladder has ended before its worker could be killed"
    cluster.kill_one(WORKER)
    assert run.wait(600) == 0
    return away.read_bytes()


def _wait_for_moves(pages: Pages, moves: int) -> None:
    """Waits until so many more moves are acknowledged."""
    before = pages.total("moves")
    wait_until(lambda: pages.total("moves") >= before + moves)


def run(seconds: float) -> Survived:
    """Kills a worker, and the head for so many seconds."""
    with contextlib.ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="fourthought-")))
        url = ends.enter_context(tests.postgres.private())
        cluster = ends.enter_context(contextlib.closing(RayCluster(url)))
        names = [cluster.begin_host("--on", cluster.address, "--jobs", "1")()[1] for _ in range(2)]
        cluster.wait_for_share(*names)
        _ladder(folder / "home.jsonl", {}).wait(600)
        games = [_play_ladder(cluster, folder / "first.jsonl")]
        pages = Pages()
        ends.callback(pages.end)
        _, address = cluster.begin_front()()
        pages.begin_many(8, lambda _: address, friends=2, pause=0.7)
        _wait_for_moves(pages, 40)
        before, began = pages.total("moves"), time.monotonic()
        cluster.kill_head()
        time.sleep(max(0.0, began + seconds - time.monotonic()))
        _wait_for_moves(pages, 20)
        without = pages.total("moves") - before
        cluster.start_head()
        wait_until(lambda: len(cluster.pids("/raylet/raylet")) == 3)
        games.append(_play_ladder(cluster, folder / "second.jsonl"))
        cut, home = pages.total("cuts"), (folder / "home.jsonl").read_bytes()
        pages.end()
        ladders = [played == home for played in games]
        return Survived(audit.audit(pages, url), cut, without, ladders, home.count(b"\n"), cluster.faults())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes without the head")
    options = parser.parse_args()
    end_on_sigterm()
    survived = run(60.0 * options.minutes)  # Ray ends all its processes after a minute without a head
    print("\n".join(survived.report()))
    sys.exit(any(survived.tally.faults) or survived.cut > 0 or not all(survived.ladders))


if __name__ == "__main__":
    main()
