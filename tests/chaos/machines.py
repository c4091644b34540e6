"""Runs a cluster on Ray for tests: a head, hosts as actors, fronts, and the means to kill each of them."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import tests.postgres
from tests.chaos.cluster import Cluster, Role

HAS_RAY = importlib.util.find_spec("ray") is not None
ABSENT = "no Ray: pip install 'fourthought[cluster]'"


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class RayCluster(Cluster):
    """Runs head, hosts and fronts on one database; all processes have one token, and are found by it.

    Args:
        url: the database.
        folder: the memory of the head.
    """

    def __init__(self, url: str, folder: Path) -> None:
        super().__init__(url, "webapp.cli")
        self.token, self._folder, self.port = secrets.token_hex(32), folder, free_port()
        os.environ["RAY_AUTH_TOKEN"] = self.token
        self.head = self.start_head()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start_head(self) -> Role:
        """Starts the head, also once more after its death."""
        role = Role("webapp.cli", "head", "--port", str(self.port), "--keep", str(self._folder))
        self.roles.append(role)
        role.word("The head of the cluster is at ")
        self.head = role
        return role

    def host(self) -> tuple[Role, str]:
        """Starts a host by Ray, with one core for jobs, and returns it with its name."""
        place = f"127.0.0.1:{free_port()}"
        role = Role(
            "webapp.cli", "host", "--join", self.url, "--on", self.address, "--listen", place, "--jobs", "1"
        )
        self.roles.append(role)
        return role, role.word("The host ")

    def pids(self, title: str) -> list[int]:
        """Returns the processes of this cluster whose title begins so, the oldest first."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (folder / "cmdline").read_bytes().startswith(title.encode()):
                    if self.token.encode() in (folder / "environ").read_bytes():
                        found.append(int(folder.name))
        return sorted(found)

    def kill_one(self, title: str) -> int:
        """Kills the oldest process with such a title, as soon as there is one."""
        wait_until(lambda: self.pids(title), 120)
        pid = self.pids(title)[0]
        os.kill(pid, signal.SIGKILL)
        return pid

    def close(self) -> None:
        """Ends all by SIGTERM, the head last; nothing is left."""
        for role in reversed(self.roles):
            role.end(signal.SIGTERM)
        super().close()
        wait_until(lambda: not [pid for pid in self.pids("") if pid != os.getpid()], 60)


def wait_until(true: Callable[[], object], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "this has not come true in time"
        time.sleep(0.05)


@contextlib.contextmanager
def ray_cluster(folder: Path) -> Iterator[RayCluster]:
    """Yields a cluster with a head and a private PostgreSQL, and ends all of it."""
    before = os.environ.get("RAY_AUTH_TOKEN")
    with tests.postgres.private() as url:
        cluster = RayCluster(url, folder)
        try:
            yield cluster
        finally:
            cluster.close()
            os.environ.pop("RAY_AUTH_TOKEN")
            if before is not None:
                os.environ["RAY_AUTH_TOKEN"] = before
