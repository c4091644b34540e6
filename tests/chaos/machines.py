"""Kills a worker and the head of a cluster on Ray while pages play: ``python -m tests.chaos.machines``.

Two hosts take jobs beside their games. A worker is killed while a ladder is played on the cluster. Then pages play, and
the head is killed and comes back: no game notices, and the ladder is played once more.
"""

import argparse
import contextlib
import importlib.util
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import tests.postgres
from tests.chaos import audit
from tests.chaos.pages import Pages, wait_until
from tests.chaos.processes import Cluster, Role, end_on_sigterm
from tests.programs import ROOT, free_port

HAS_RAY = importlib.util.find_spec("ray") is not None
ABSENT = "no Ray: pip install 'fourthought[ray]'"

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

    def kill_one(self, part: str) -> int:
        """Kills the oldest process with such words, as soon as there is one."""
        wait_until(lambda: self.pids(part))
        pid = self.pids(part)[0]
        send([pid], signal.SIGKILL)
        return pid

    def close(self) -> None:
        """Ends all processes by SIGTERM, the head last."""
        for role in reversed(self.roles):
            role.end(signal.SIGTERM)
        super().close()
        wait_until(lambda: not self.pids(""))


def send(pids: Iterable[int], number: int) -> None:
    """Sends a signal to processes, some of which may have ended."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


@dataclass
class Survived(audit.Survived):
    """Holds the results. ``ladders`` tells of each ladder on the cluster whether it has the bytes of one at home."""

    tally: audit.Tally = field(default_factory=audit.Tally)
    moves_without_head: int = 0
    ladders: list[bool] = field(default_factory=list)
    games: int = 0

    def report(self) -> list[str]:
        return [
            *super().report(),
            f"moves without the head {self.moves_without_head}",
            f"ladders of {self.games} games with the same bytes as at home: {self.ladders}",
        ]


class _Run:
    """Holds one run: the cluster, the pages, and the results."""

    def __init__(self, cluster: RayCluster, folder: Path) -> None:
        self._cluster, self._folder = cluster, folder
        self.pages = Pages()
        self.survived = Survived()
        names = [cluster.host("--on", cluster.address, "--jobs", "1")[1] for _ in range(2)]
        cluster.wait_for_share(*names)
        _ladder(folder / "home.jsonl", {}).wait(600)

    def start_pages(self) -> None:
        _, address = self._cluster.front()
        self.pages.begin_many(8, lambda _: address, friends=2, pause=0.7)
        self._wait_for_moves(40)

    def _wait_for_moves(self, moves: int) -> None:
        """Waits until so many more moves are acknowledged."""
        before = self.pages.total("moves")
        wait_until(lambda: self.pages.total("moves") >= before + moves)

    def play_ladder(self) -> None:
        """Plays a ladder on the cluster, where a worker is killed in the middle."""
        home, away = self._folder / "home.jsonl", self._folder / f"away{len(self.survived.ladders)}.jsonl"
        run = _ladder(away, self._cluster.environ, "--on", self._cluster.address)
        wait_until(lambda: (away.exists() and away.read_bytes().count(b"\n") > 3) or run.poll() is not None)
        assert run.poll() is None, "the ladder has ended before its worker could be killed"
        self._cluster.kill_one(WORKER)
        assert run.wait(600) == 0
        self.survived.games = home.read_bytes().count(b"\n")
        self.survived.ladders.append(home.read_bytes() == away.read_bytes())

    def lose_head(self, seconds: float) -> None:
        """Plays so long without the head, starts it again, and waits for the machines that take jobs."""
        before, began = self.pages.total("moves"), time.monotonic()
        self._cluster.kill_head()
        time.sleep(max(0.0, began + seconds - time.monotonic()))
        self._wait_for_moves(20)
        self.survived.moves_without_head = self.pages.total("moves") - before
        self._cluster.start_head()
        wait_until(lambda: len(self._cluster.pids("/raylet/raylet")) == 3)

    def end(self) -> None:
        self.survived.cut = self.pages.total("cuts")
        self.pages.end()
        self.survived.tally = audit.audit(self.pages, self._cluster.url)


def _ladder(store: Path, environ: Mapping[str, str], *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "webapp.cli", "bench", "ladder", *LADDER, "--store", str(store), *more]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environ}, stdout=subprocess.DEVNULL)


def run(seconds: float) -> Survived:
    """Kills a worker, and the head for so many seconds."""
    with contextlib.ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="fourthought-")))
        url = ends.enter_context(tests.postgres.private())
        one = _Run(ends.enter_context(contextlib.closing(RayCluster(url))), folder)
        ends.callback(one.end)
        one.play_ladder()
        one.start_pages()
        one.lose_head(seconds)
        one.play_ladder()
    return one.survived


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes without the head")
    options = parser.parse_args()
    end_on_sigterm()
    print("\n".join(run(60.0 * options.minutes).report()))


if __name__ == "__main__":
    main()
