"""Lets hosts, workers and the head of a cluster on Ray die, while pages play: ``python -m tests.chaos.machines``.

Two hosts run as actors of Ray, and a front beside them without Ray. A ladder is played on the cluster while a worker is
killed; then pages play, a host is killed and comes back; the whole head is killed, a host as well, and the head comes
back.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import tests.postgres
from tests.chaos.ledger import Tally, audit
from tests.chaos.page import HUMAN, Page, end_all
from tests.chaos.roles import ROOT, Cluster, Role, end_on_sigterm, faults_in, refused_in, taken_from, wait_until

HAS_RAY = importlib.util.find_spec("ray") is not None
ABSENT = "no Ray: pip install 'fourthought[cluster]'"

HOST, WORKER, HEAD = "ray::TableHost", "ray::compute", "/gcs_server"
LADDER = ("--game", "connect4-5x4", "--openings", "1", "--json")
PAGES = 8


class RayCluster(Cluster):
    """Runs head, hosts and fronts on one database. All processes of Ray have one token, by which to find the processes.

    Args:
        url: the database.
        folder: the memory of the head.
        host_module: the module of hosts without Ray.
    """

    def __init__(self, url: str, folder: Path, host_module: str = "webapp.cli") -> None:
        super().__init__(url, host_module)
        self._token, self._folder, self._port = secrets.token_hex(32), folder, free_port()
        self._ports = list[int]()
        self.more = {"RAY_AUTH_TOKEN": self._token}
        """The variables of all commands that use Ray."""
        self.head = self.start_head()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def start_head(self) -> Role:
        """Starts the head, also once more after its death."""
        command = ("head", "--port", str(self._port), "--keep", str(self._folder))
        self.head = Role("webapp.cli", *command, more=self.more)
        self.roles.append(self.head)
        self.head.word("The head of the cluster is at ")
        return self.head

    def kill_head(self) -> None:
        """Kills the head with all memory of the process."""
        self.kill_one(HEAD)
        self.head.end()
        wait_until(lambda: not self.pids(self._head_folder))

    def stop_head(self, seconds: float) -> None:
        """Stops all processes of the head (SIGSTOP), and lets them go on."""
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
        """Starts a host by Ray, with some cores for jobs; returns the command, the host's name, and the port."""
        port = free_port()
        place = ("--listen", f"127.0.0.1:{port}")
        command = ("host", "--join", self.url, "--on", self.address, *place, "--jobs", str(jobs))
        role = Role("webapp.cli", *command, more=self.more)
        self.roles.append(role)
        self._ports.append(port)
        return role, role.word("The host "), port

    def refused(self) -> int:
        return super().refused() + refused_in(self._said_by_hosts())

    def faults(self) -> list[str]:
        return [*super().faults(), *faults_in(self._said_by_hosts())]

    def taken_from(self) -> set[str]:
        return super().taken_from() | taken_from(self._said_by_hosts())

    def _said_by_hosts(self) -> list[str]:
        """Returns the log of all hosts by Ray, which Ray keeps in a folder for each node."""
        folders = [Path(tempfile.gettempdir(), f"fourthought-host-127-0-0-1-{port}") for port in self._ports]
        files = [file for folder in folders for file in sorted(folder.glob("session_2*/logs/worker-*.err"))]
        return [line for file in files for line in file.read_text(errors="replace").splitlines()]

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
        """Ends all by SIGTERM, the head last; nothing is left."""
        for role in reversed(self.roles):
            role.end(signal.SIGTERM)
        super().close()
        wait_until(lambda: not self.pids(""))


def send(pids: Iterable[int], number: int) -> None:
    """Sends a signal to processes, some of which may have ended."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextlib.contextmanager
def ray_cluster(folder: Path) -> Iterator[RayCluster]:
    """Yields a cluster with a head and a private PostgreSQL, and ends all of it."""
    with tests.postgres.private() as url:
        cluster = RayCluster(url, folder)
        try:
            yield cluster
        finally:
            cluster.close()


@dataclass
class Survived:
    """Holds the results; for each death the slowest acknowledgement, and the seconds until as many hosts live again."""

    tally: Tally
    cut: int
    slowest: dict[str, float] = field(default_factory=dict)
    back: dict[str, float] = field(default_factory=dict)
    moves_without_head: int = 0
    same_ladder: bool = False
    games: int = 0


class _Run:
    """Holds one run: the cluster, the pages, and the seconds of each death."""

    def __init__(self, cluster: RayCluster, folder: Path) -> None:
        self._cluster, self._folder = cluster, folder
        self.pages: list[Page] = []
        self.survived = Survived(Tally(), 0)

    def begin(self) -> None:
        self._cluster.ray_host()
        self._cluster.ray_host()
        self._names = self._cluster.wait_for_hosts()

    def start_pages(self) -> None:
        _, address = self._cluster.front()
        engine = {"kind": "engine", "level": 2}
        for number in range(PAGES):
            seats = (HUMAN, engine) if number % 2 else (HUMAN, HUMAN)
            page = Page(lambda: address, game="connect4", seats=seats, seed=number, patience=8.0, pause=0.7)
            self.pages.append(page)
            page.start()
        self.wait_for_moves(40)

    def wait_for_moves(self, moves: int) -> int:
        """Waits until so many more moves are acknowledged, and returns the number."""
        before = self._moves()
        wait_until(lambda: self._moves() >= before + moves)
        return self._moves() - before

    def kill_host(self) -> None:
        with self._death("a host is killed"):
            self._cluster.kill_one(HOST)
            wait_until(lambda: len(self._cluster.counts()) == 1)
            (left,) = self._cluster.counts()
            self.wait_for_moves(20)
            self._names = self._cluster.wait_for_hosts(*set(self._names) - {left})

    def play_ladder(self) -> None:
        """Plays a ladder at home and on the cluster, where a worker dies in the middle."""
        home, away = self._folder / "home.jsonl", self._folder / "away.jsonl"
        _ladder(home, {}).wait(600)
        run = _ladder(away, self._cluster.more, "--on", self._cluster.address)
        wait_until(lambda: (away.exists() and away.read_bytes().count(b"\n") > 3) or run.poll() is not None)
        assert run.poll() is None, "the ladder has ended before its worker could be killed"
        self._cluster.kill_one(WORKER)
        assert run.wait(600) == 0
        self.survived.games = home.read_bytes().count(b"\n")
        self.survived.same_ladder = home.read_bytes() == away.read_bytes()

    def lose_head(self, seconds: float) -> None:
        """Plays so long without the head, with a host dying in the middle, and then lets the head come back."""
        before, began = self._moves(), time.monotonic()
        with self._death("the head is killed"):
            self._cluster.kill_head()
            self.wait_for_moves(20)
        with self._death("then a host is killed, and the head comes back"):
            self._cluster.kill_one(HOST)
            wait_until(lambda: len(self._cluster.counts()) == 1)
            (left,) = self._cluster.counts()
            self.wait_for_moves(20)
            time.sleep(max(0.0, began + seconds - time.monotonic()))
            assert list(self._cluster.counts()) == [left], "the host has not lived without the head"
            self.wait_for_moves(20)
            self.survived.moves_without_head = self._moves() - before
            self._cluster.start_head()
            self._cluster.wait_for_hosts(*set(self._names) - {left})
        self.wait_for_moves(20)

    def end(self) -> Survived:
        self.survived.cut = sum(page.cut for page in self.pages)
        end_all(self.pages)
        self.survived.tally = audit(self.pages, self._cluster.url)
        return self.survived

    def _moves(self) -> int:
        return sum(len(page.record.acknowledged) for page in self.pages)

    @contextlib.contextmanager
    def _death(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        waits = [wait for page in self.pages for wait in list(page.record.waits)]
        self.survived.slowest[name] = max((seconds for at, seconds in waits if at > began - 1.0), default=0.0)
        self.survived.back[name] = time.monotonic() - began


def _ladder(store: Path, environ: Mapping[str, str], *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "webapp.cli", "bench", "ladder", *LADDER, "--store", str(store), *more]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environ}, stdout=subprocess.DEVNULL)


def run(seconds: float) -> Survived:
    """Lets every kind of death happen once; the head is away for so many seconds."""
    with tempfile.TemporaryDirectory(prefix="fourthought-") as name, ray_cluster(Path(name) / "head") as cluster:
        one = _Run(cluster, Path(name))
        try:
            one.begin()
            one.play_ladder()
            one.start_pages()
            one.kill_host()
            one.lose_head(seconds)
        finally:
            survived = one.end()
    return survived


def report(survived: Survived) -> list[str]:
    """Returns the results in lines."""
    same = "the same bytes" if survived.same_ladder else "NOT the same bytes"
    return [
        str(survived.tally),
        f"of these without the head {survived.moves_without_head}; connections cut {survived.cut}",
        f"{survived.games} games of a ladder with a killed worker: {same} as at home",
        *(f"slowest acknowledgement, {name}: {seconds:.2f} s" for name, seconds in survived.slowest.items()),
        *(f"until all is as before, {name}: {seconds:.0f} s" for name, seconds in survived.back.items()),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes without the head")
    options = parser.parse_args()
    end_on_sigterm()
    print("\n".join(report(run(60.0 * options.minutes))))


if __name__ == "__main__":
    main()
