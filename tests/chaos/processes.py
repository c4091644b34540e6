"""Runs hosts and fronts of a cluster as plain processes."""

import os
import re
import signal
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import create_engine, make_url, text

from tests.chaos.pages import LONG, wait_until
from tests.programs import ROOT, start

SETTINGS = {  # all pages come from one address, and may all be at one front
    "event_rate": "100000 per 1 second",
    "game_rate": "100000 per 1 second",
    "address_rate": "100000 per 1 second",
    "connect_rate": "100000 per 1 second",
    "connections": 3000,
    "address_share": 1.0,
    "minimum_reply": 0.5,
    "log_level": "warning",
}
_BOUNDED = {"connect_timeout": 20, "options": "-c statement_timeout=60000"}
_TAKEN = re.compile(r"the lease of (\S+) has run out; \d+ shards have new owners")
_FAULTS = ("Traceback", "ERROR ", "CRITICAL ")
"""The beginnings of lines of the log about faults (``webapp.process.logs``)."""


def end_on_sigterm() -> None:
    """Makes SIGTERM end this program as Ctrl-C does, so that all its processes are ended first."""

    def leave(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once: the end takes a moment
        raise SystemExit(143)

    signal.signal(signal.SIGTERM, leave)


class Role:
    """Runs one process of the cluster, and keeps the lines of its output.

    Args:
        module: the module to run.
        arguments: of the command.
        code: the checkout with the code.
        more: further variables of the environment.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        code: Path = ROOT,
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        environ = {
            **os.environ,
            **more,
            "PYTHONPATH": os.pathsep.join([str(code), *filter(None, [os.environ.get("PYTHONPATH")])]),
            **{f"FOURTHOUGHT_{name.upper()}": str(value) for name, value in SETTINGS.items()},
        }
        self.said: list[str] = []
        self._process = start(module, *arguments, environ=environ, folder=code)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self.said.append(line.rstrip())

    def word(self, before: str) -> str:
        """Waits for a line with ``before``, and returns the word behind it."""
        wait_until(lambda: any(before in line for line in self.said) or self._process.poll() is not None)
        line = next((line for line in self.said if before in line), None)
        assert line is not None, "\n".join(self.said)
        return line.split(before)[1].split()[0]

    def spent(self) -> float:
        """Returns the processor seconds of the process so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def send(self, number: int) -> None:
        self._process.send_signal(number)

    def end(self, number: int = signal.SIGKILL) -> None:
        """Ends the process by a signal, and waits."""
        if self._process.poll() is None:
            self._process.send_signal(number)
            if number == signal.SIGKILL:
                self._process.send_signal(signal.SIGCONT)
        self._process.wait(timeout=LONG)
        self._reader.join(10)


class Cluster:
    """Runs hosts and fronts on one database, whose URL they get by the environment.

    Args:
        url: the database.
        host_module: the module of hosts.
        code: the checkout with the code of the processes begun from now on.
    """

    def __init__(self, url: str, host_module: str, code: Path = ROOT) -> None:
        self.url, self._host_module, self.code = url, host_module, code
        self.roles: list[Role] = []
        self.environ = {"FOURTHOUGHT_JOIN": url}
        self._engine = create_engine(make_url(url), pool_pre_ping=True, connect_args=_BOUNDED)

    def run(self, module: str, *arguments: str) -> Role:
        """Starts a process of the cluster."""
        self.roles.append(Role(module, *arguments, code=self.code, more=self.environ))
        return self.roles[-1]

    def begin_host(self, *arguments: str) -> Callable[[], tuple[Role, str]]:
        """Starts a host. What is returned waits for its name, and returns both."""
        role = self.run(self._host_module, "cluster", "host", *arguments)
        return lambda: (role, role.word("The host "))

    def begin_front(self) -> Callable[[], tuple[Role, str]]:
        """Starts a front. What is returned waits for its address, and returns both."""
        role = self.run("webapp.cli", "cluster", "web", "--port", "0")
        return lambda: (role, role.word("Fourthought is at "))

    def counts(self) -> dict[str, int]:
        """Returns the number of shards of each owner."""
        with self._engine.connect() as connection:
            rows = connection.execute(text("SELECT owner, count(*) FROM shard GROUP BY owner")).all()
        return {str(owner): count for owner, count in rows}

    def said(self) -> list[str]:
        """Returns the lines of all processes, one process after the other."""
        return [line for role in self.roles for line in role.said]

    def refused(self) -> int:
        """Returns the number of writes that the fence has refused to all processes."""
        return sum("a write was refused" in line for line in self.said())

    def faults(self) -> list[str]:
        """Returns the first line about a fault, with those that follow, and nothing without a fault. That the database
        refuses writes is none: it is told rightly while PostgreSQL is away."""
        said = [line for line in self.said() if "refuses writes" not in line]
        return next((said[place : place + 40] for place, line in enumerate(said) if line.startswith(_FAULTS)), [])

    def taken_from(self) -> set[str]:
        """Returns the hosts whose shards were given to others."""
        return {found[1] for line in self.said() if (found := _TAKEN.search(line))}

    def close(self) -> None:
        for role in self.roles:
            role.end()
        self._engine.dispose()
