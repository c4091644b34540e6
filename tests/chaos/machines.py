"""Kills hosts, workers and the head of a cluster on Ray while pages play: ``python -m tests.chaos.machines``.

Two hosts run as actors of Ray, and a front without Ray. A worker is killed while a ladder is played on the cluster.
Then pages play, a host is killed and comes back, the whole head is killed, then a host, and the head comes back.
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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import tests.postgres
from tests.chaos import audit
from tests.chaos.page import Page, end_all, made, start_pages, wait_until
from tests.chaos.processes import ROOT, Cluster, Role, end_on_sigterm
from tests.programs import free_port

HAS_RAY = importlib.util.find_spec("ray") is not None
ABSENT = "no Ray: pip install 'fourthought[cluster]'"

HOST, WORKER, HEAD = "ray::TableHost", "ray::compute", "/gcs_server"
LADDER = ("--game", "connect4-5x4", "--openings", "1", "--json")


class RayCluster(Cluster):
    """Runs head, hosts and fronts on one database. All processes of Ray have one token, which marks them.

    Args:
        url: the database.
        folder: where the head stores its state.
        host_module: the module of hosts without Ray.
    """

    def __init__(self, url: str, folder: Path, host_module: str = "webapp.cli") -> None:
        super().__init__(url, host_module)
        self._token, self._folder, self._port = secrets.token_hex(32), folder, free_port()
        self._ports = list[int]()
        self.environ["RAY_AUTH_TOKEN"] = self._token
        self.head = self.start_head()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def start_head(self) -> Role:
        """Starts the head, also after its death."""
        self.head = self.run("webapp.cli", "head", "--port", str(self._port), "--keep", str(self._folder))
        self.head.word("The head of the cluster is at ")
        return self.head

    def kill_head(self) -> None:
        """Kills all processes of the head."""
        self.kill_one(HEAD)
        self.head.end()
        wait_until(lambda: not self.pids(self._head_folder))

    def stop_head(self, seconds: float) -> None:
        """Stops all processes of the head (SIGSTOP) for so long."""
        pids = {*self.pids(self._head_folder), *self.pids(HEAD)}
        send(pids, signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            send(pids, signal.SIGCONT)

    @property
    def _head_folder(self) -> str:
        return f"fourthought-head-{self._port}"

    def ray_host(self, jobs: int = 1) -> tuple[Role, str, int]:
        """Starts a host by Ray, with some cores for jobs. Returns the command, the host's name, and the port."""
        port = free_port()
        place = ("--listen", f"127.0.0.1:{port}")
        role = self.run("webapp.cli", "host", "--on", self.address, *place, "--jobs", str(jobs))
        self._ports.append(port)
        return role, role.word("The host "), port

    def said(self) -> list[str]:
        """Returns the lines of all processes, with those of hosts by Ray, which Ray logs in a folder for each node."""
        folders = [Path(tempfile.gettempdir(), f"fourthought-host-127-0-0-1-{port}") for port in self._ports]
        files = [file for folder in folders for file in sorted(folder.glob("session_2*/logs/worker-*.err"))]
        return [*super().said(), *(line for f in files for line in f.read_text(errors="replace").splitlines())]

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

    def wait_for_hosts(self, *gone: str) -> list[str]:
        """Waits until two hosts, and none of ``gone``, share the shards, and returns their names."""
        wait_until(lambda: len(found := self.counts()) == 2 and not set(gone) & set(found) and min(found.values()) > 99)
        return sorted(self.counts())

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
    """Holds the results, with the seconds from each death until as many hosts lived as before."""

    tally: audit.Tally = field(default_factory=audit.Tally)
    back: dict[str, float] = field(default_factory=dict)
    moves_without_head: int = 0
    same_ladder: bool = False
    games: int = 0

    def report(self) -> list[str]:
        same = "the same bytes" if self.same_ladder else "NOT the same bytes"
        return [
            *super().report(),
            f"moves without the head {self.moves_without_head}",
            f"{self.games} games of a ladder with a killed worker: {same} as at home",
            *(f"until all is as before, {name}: {seconds:.0f} s" for name, seconds in self.back.items()),
        ]


class _Run:
    """Holds one run: the cluster, the pages, and the results."""

    def __init__(self, cluster: RayCluster, folder: Path) -> None:
        self._cluster, self._folder = cluster, folder
        self.pages: list[Page] = []
        self.survived = Survived()
        cluster.ray_host()
        cluster.ray_host()
        self._names = cluster.wait_for_hosts()

    def start_pages(self) -> None:
        _, address = self._cluster.front()
        self.pages += start_pages(8, lambda _: address, friends=2, pause=0.7)
        self.wait_for_moves(40)

    def wait_for_moves(self, moves: int) -> None:
        """Waits until so many more moves are acknowledged."""
        before = made(self.pages)
        wait_until(lambda: made(self.pages) >= before + moves)

    def kill_host(self) -> str:
        """Kills a host, plays, and returns the name of the host that is left."""
        self._cluster.kill_one(HOST)
        wait_until(lambda: len(self._cluster.counts()) == 1)
        (left,) = self._cluster.counts()
        self.wait_for_moves(20)
        return left

    def wait_for_hosts(self, left: str) -> None:
        self._names = self._cluster.wait_for_hosts(*set(self._names) - {left})

    def play_ladder(self) -> None:
        """Plays a ladder at home, and on the cluster, where a worker is killed in the middle."""
        home, away = self._folder / "home.jsonl", self._folder / "away.jsonl"
        _ladder(home, {}).wait(600)
        run = _ladder(away, self._cluster.environ, "--on", self._cluster.address)
        wait_until(lambda: (away.exists() and away.read_bytes().count(b"\n") > 3) or run.poll() is not None)
        assert run.poll() is None, "the ladder has ended before its worker could be killed"
        self._cluster.kill_one(WORKER)
        assert run.wait(600) == 0
        self.survived.games = home.read_bytes().count(b"\n")
        self.survived.same_ladder = home.read_bytes() == away.read_bytes()

    def lose_host(self) -> None:
        with self.death("a host is killed"):
            self.wait_for_hosts(self.kill_host())

    def lose_head(self, seconds: float) -> None:
        """Plays so long without the head, kills a host in the middle, and starts the head again."""
        before, began = made(self.pages), time.monotonic()
        with self.death("the head is killed"):
            self._cluster.kill_head()
            self.wait_for_moves(20)
        with self.death("then a host is killed, and the head comes back"):
            left = self.kill_host()
            time.sleep(max(0.0, began + seconds - time.monotonic()))
            assert list(self._cluster.counts()) == [left], "the host has not lived without the head"
            self.wait_for_moves(20)
            self.survived.moves_without_head = made(self.pages) - before
            self._cluster.start_head()
            self.wait_for_hosts(left)
        self.wait_for_moves(20)

    def end(self) -> None:
        self.survived.cut = sum(page.cut for page in self.pages)
        end_all(self.pages)
        self.survived.tally = audit.audit(self.pages, self._cluster.url)

    @contextlib.contextmanager
    def death(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        waits = [wait for page in self.pages for wait in list(page.record.waits)]
        self.survived.slowest[name] = max((seconds for at, seconds in waits if at > began - 1.0), default=0.0)
        self.survived.back[name] = time.monotonic() - began


def _ladder(store: Path, environ: Mapping[str, str], *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "webapp.cli", "bench", "ladder", *LADDER, "--store", str(store), *more]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environ}, stdout=subprocess.DEVNULL)


def run(seconds: float) -> Survived:
    """Does every kind of harm once. The head is away for so many seconds."""
    with contextlib.ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="fourthought-")))
        url = ends.enter_context(tests.postgres.private())
        one = _Run(ends.enter_context(contextlib.closing(RayCluster(url, folder / "head"))), folder)
        ends.callback(one.end)
        one.play_ladder()
        one.start_pages()
        one.lose_host()
        one.lose_head(seconds)
    return one.survived


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes without the head")
    options = parser.parse_args()
    end_on_sigterm()
    print("\n".join(run(60.0 * options.minutes).report()))


if __name__ == "__main__":
    main()
