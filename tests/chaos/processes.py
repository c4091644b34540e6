"""Runs hosts and fronts of a cluster as plain processes."""

import os
import re
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import OperationalError

from tests.chaos.page import LONG, wait_until
from tests.programs import start
from webapp.cluster.leases import LEASE
from webapp.storage.fence import SHARDS

ROOT = Path(__file__).parents[2]
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
_BLIND = 60.0
"""Seconds for which a woken process may try its first write, on a busy machine."""
_END_STOPPED = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - interval '3 seconds'
"""
"""Ends the transactions of a stopped process, which would keep the lock of a table."""
_ASLEEP = """
SELECT count(*) FROM pg_stat_activity
WHERE state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - interval '0.4 seconds'
"""
_VALID = "SELECT name FROM member WHERE until > extract(epoch FROM clock_timestamp()) * 1000"
_RENEW = "UPDATE member SET until = extract(epoch FROM clock_timestamp()) * 1000 + :lease WHERE name = ANY(:names)"
_LOCK_MEMBERS = "SET LOCAL lock_timeout = '300ms'; LOCK TABLE member IN ACCESS EXCLUSIVE MODE"
_BOUNDED = {"connect_timeout": 20, "options": "-c statement_timeout=60000"}
_TAKEN = re.compile(r"the lease of (\S+) has run out; \d+ shards have new owners")
_FAULTS = ("Traceback", "ERROR ", "CRITICAL ")
_OTHERS = ("DEBUG ", "INFO ", "WARNING ")
"""The beginnings of lines of the log (``webapp.process.logs``): of faults, and of all other entries."""


def end_on_sigterm() -> None:
    """Makes SIGTERM end this program as Ctrl-C does, so that all its processes are ended first."""

    def leave(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once: the end takes a moment
        raise SystemExit(143)

    signal.signal(signal.SIGTERM, leave)


def faults_in(lines: Sequence[str]) -> list[str]:
    """Returns the entries of a log about faults, with the tracebacks."""
    found, within = list[str](), False
    for line in lines:
        within = line.startswith(_FAULTS) or (within and not line.startswith(_OTHERS))
        if within:
            found.append(line)
    return found


class Role:
    """Runs one process of the cluster, and keeps the lines of its output.

    Args:
        module: the module to run.
        arguments: of the command.
        code: the checkout with the code.
        before: a command to run the process by, such as one that enters a namespace.
        more: further variables of the environment.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        code: Path = ROOT,
        before: Sequence[str] = (),
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        environ = {
            **os.environ,
            **more,
            "PYTHONPATH": os.pathsep.join([str(code), *filter(None, [os.environ.get("PYTHONPATH")])]),
            **{f"FOURTHOUGHT_{name.upper()}": str(value) for name, value in SETTINGS.items()},
        }
        self.said: list[str] = []
        self._process = start(module, *arguments, environ=environ, folder=code, before=before)
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

    def refused(self) -> int:
        """Returns the number of writes that the fence has refused to this process."""
        return refused_in(self.said)

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


def refused_in(lines: Sequence[str]) -> int:
    return sum("a write was refused" in line for line in lines)


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

    def run(self, module: str, *arguments: str, before: Sequence[str] = ()) -> Role:
        """Starts a process of the cluster."""
        self.roles.append(Role(module, *arguments, code=self.code, before=before, more=self.environ))
        return self.roles[-1]

    def host(self, *arguments: str, before: Sequence[str] = ()) -> tuple[Role, str]:
        """Starts a host, and returns the process with the name."""
        role = self.run(self._host_module, "cluster", "host", *arguments, before=before)
        return role, role.word("The host ")

    def front(self, *arguments: str, before: Sequence[str] = ()) -> tuple[Role, str]:
        """Starts a front, and returns the process with the address."""
        role = self.run("webapp.cli", "cluster", "web", *(arguments or ("--port", "0")), before=before)
        return role, role.word("Fourthought is at ")

    def counts(self) -> dict[str, int]:
        """Returns the number of shards of each owner."""
        with self._engine.connect() as connection:
            rows = connection.execute(text("SELECT owner, count(*) FROM shard GROUP BY owner")).all()
        return {str(owner): count for owner, count in rows}

    def wait_for_share(self, *names: str) -> None:
        """Waits until these hosts, and no others, own the shards in about equal parts."""
        share = SHARDS // len(names)
        wait_until(lambda: set(found := self.counts()) == set(names) and min(found.values()) >= share - 1)

    def stop_between_writes(self, role: Role) -> None:
        """Stops a process while it is in no transaction. The server ends a transaction that sleeps, and then the
        process learns at its first write that the connection is gone, before the fence can refuse anything."""
        end = time.monotonic() + LONG
        role.send(signal.SIGSTOP)
        while self._sleeps_in_a_transaction():
            assert time.monotonic() < end, "the process is always in a transaction"
            role.send(signal.SIGCONT)
            time.sleep(0.05)
            role.send(signal.SIGSTOP)

    def _sleeps_in_a_transaction(self) -> bool:
        time.sleep(0.5)  # the transactions of all others end
        with self._engine.begin() as connection:
            return bool(connection.execute(text(_ASLEEP)).scalar())

    def wake_unaware(self, role: Role, wake: Callable[[], object]) -> None:
        """Wakes a former owner while no process can read the map, so that only a refused write can tell it of this.

        Returns after the first refused write. The other processes cannot renew their leases until then, so this method
        renews their leases.

        Args:
            role: the former owner.
            wake: makes the process work again.
        """
        end = time.monotonic() + LONG
        while not self._is_woken_unaware(role, wake):
            assert time.monotonic() < end, "another transaction keeps the table of the members locked"
            time.sleep(1.0)  # the others renew their leases

    def _is_woken_unaware(self, role: Role, wake: Callable[[], object]) -> bool:
        with self._engine.begin() as connection:
            connection.execute(text(_END_STOPPED))
            try:
                for statement in _LOCK_MEMBERS.split("; "):
                    connection.execute(text(statement))
            except OperationalError:
                return False
            valid = connection.execute(text(_VALID)).scalars().all()
            before, end = role.refused(), time.monotonic() + _BLIND
            wake()
            while role.refused() == before and time.monotonic() < end:
                time.sleep(0.02)
            connection.execute(text(_RENEW), {"lease": int(LEASE * 1000), "names": valid})
        return True

    def said(self) -> list[str]:
        """Returns the lines of all processes, one process after the other."""
        return [line for role in self.roles for line in role.said]

    def refused(self) -> int:
        """Returns the number of writes that the fence has refused to all processes."""
        return refused_in(self.said())

    def faults(self) -> list[str]:
        """Returns the lines of all processes about faults."""
        return faults_in(self.said())

    def taken_from(self) -> set[str]:
        """Returns the hosts whose shards were given to others."""
        return {found[1] for line in self.said() if (found := _TAKEN.search(line))}

    def close(self) -> None:
        for role in self.roles:
            role.end()
        self._engine.dispose()
