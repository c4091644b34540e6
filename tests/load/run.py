"""Runs a server, a process full of pages beside it, and looks at the server from outside every second."""

import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.programs import ROOT
from tests.server import TableServer
from tests.waiting import wait_until


@dataclass(frozen=True)
class Plan:
    """Holds the size of a run. ``seconds`` is the time of measuring."""

    connections: int
    games: int
    moves_per_second: float
    seconds: float
    beyond: int = 0
    """So many more connections are tried at a full server."""
    shares: bool = False
    """Whether all pages share one address."""
    enough: int = 0
    """Unless 0, the measuring ends as soon as so many moves are acknowledged, after ``seconds`` at the latest."""

    @property
    def ramp(self) -> float:
        """Returns the seconds until all pages are connected."""
        return 2.0 + 0.02 * self.connections


@dataclass
class Outcome:
    """Holds the measurements of the process full of pages, and those of the server.

    ``latencies`` are in seconds, of moves only. ``back`` holds the times at which pages were in a game, ``cores`` is
    the processor time of the pages, in cores.
    """

    connected: int = 0
    visitors: int = 0
    refused_lines: Counter[str] = field(default_factory=Counter)
    refused_events: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    replies: int = 0
    lost_lines: int = 0
    cores: float = 0.0
    back: list[float] = field(default_factory=list)
    beyond: Counter[str] = field(default_factory=Counter)
    health: list[float] = field(default_factory=list)
    flushes: list[float] = field(default_factory=list)
    """Seconds for the disk under the database to make a page safe. No acknowledgement can be faster."""
    memory: list[tuple[float, float]] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)
    busy: list[tuple[float, float]] = field(default_factory=list)
    """Processor seconds so far: of the engine's process, and of the server."""

    def add(self, text: str) -> None:
        """Adds the measurements that the process has printed."""
        for name, found in json.loads(text).items():
            setattr(self, name, getattr(self, name) + (Counter(found) if isinstance(found, dict) else found))

    @property
    def moves(self) -> int:
        """Returns the number of moves acknowledged."""
        return len(self.latencies)

    def share(self, seconds: float) -> tuple[float, float]:
        """Returns the cores kept busy by the engine's process, and by the server."""
        (first, other), (last, more) = self.busy[0], self.busy[-1]
        return (last - first) / seconds, (more - other) / seconds

    def slope(self) -> float:
        """Returns the growth of the server's memory in MB a minute, over the second half."""
        late = self.memory[len(self.memory) // 2 :]
        if len(late) < 3:
            return 0.0
        return 60 * statistics.linear_regression([at for at, _ in late], [mb for _, mb in late]).slope


def milliseconds(seconds: list[float], quantile: float) -> float:
    """Returns a quantile of times in seconds, as milliseconds."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(quantile * len(ordered)))]


@contextlib.contextmanager
def serving(folder: Path, module: str = "webapp.cli", **settings: object) -> Iterator[TableServer]:
    """Runs the product with two searches at a time, and with rates for many pages at one address, once it is ready."""
    rates = dict.fromkeys(("connect_rate", "address_rate", "game_rate"), "1000000 per 1 hour")
    chosen = {**rates, "threads": 2, "think_seconds": 3.0, "minimum_reply": 0.3, **settings}
    server = TableServer(folder, module, **chosen)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def crowd(server: TableServer, **plan: Any) -> Iterator[subprocess.Popen[str]]:
    """Runs a process full of pages while the context lasts, by a plan (``tests.load.player``)."""
    usual = {
        "games": 0,
        "rate": 0.0,
        "ramp": 0.0,
        "measured": 0.0,
        "returns": 0,
        "shares": False,
        "first": 0,
        "moves": 0,
    }
    host, port = server.url.removeprefix("http://").split(":")
    told = json.dumps({"address": [host, int(port)], **usual, **plan})
    command = [sys.executable, "-m", "tests.load.player", told]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def memory_and_threads(server: TableServer) -> tuple[float, int]:
    """Returns the memory of the server in MB, and the number of its threads."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    memory, threads = re.search(r"VmRSS:\s+(\d+)", status), re.search(r"Threads:\s+(\d+)", status)
    assert memory
    assert threads
    return int(memory[1]) / 1024, int(threads[1])


def look(server: TableServer, outcome: Outcome, began: float) -> None:
    """Adds the present memory, threads, processor times, and the seconds of /healthz and of one write to the disk.

    ``began`` is the beginning of the run, by the monotonic clock.
    """
    memory, threads = memory_and_threads(server)
    outcome.memory.append((time.monotonic() - began, memory))
    outcome.threads.append(threads)
    outcome.busy.append(_busy(server.pid))
    asked = time.monotonic()
    with urllib.request.urlopen(f"{server.url}/healthz", timeout=30) as answer:
        assert answer.status == 200
    outcome.health.append(time.monotonic() - asked)
    file = server.folder / "probe"  # on the disk of the database
    with file.open("r+b" if file.exists() else "wb") as probe:
        probe.write(bytes(4096))
        probe.flush()
        asked = time.monotonic()
        os.fsync(probe.fileno())
        outcome.flushes.append(time.monotonic() - asked)


def _busy(pid: int) -> tuple[float, float]:
    """Returns processor seconds: of the engine's process and the other children, and of the server itself."""
    children: list[str] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            children += (task / "children").read_text().split()
    searching = 0.0
    for child in set(children):
        with contextlib.suppress(OSError):
            searching += _seconds(Path(f"/proc/{child}/stat"))
    return searching, _seconds(Path(f"/proc/{pid}/stat"))


def _seconds(stat: Path) -> float:
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def hold(server: TableServer, plan: Plan) -> Outcome:
    """Makes all pages play or watch. At the end ``plan.beyond`` pages more come than there is room for."""
    outcome = Outcome()
    total = plan.ramp + plan.seconds + 240.0
    pages = {
        "connections": plan.connections, "games": plan.games, "rate": plan.moves_per_second, "shares": plan.shares,
        "seconds": total, "ramp": plan.ramp, "measured": plan.seconds,
    }  # fmt: skip
    with crowd(server, **pages) as process:
        began = time.monotonic()
        time.sleep(plan.ramp)
        before = figure(server, MOVES)
        while time.monotonic() - began < plan.ramp + plan.seconds:
            look(server, outcome, began)
            if plan.enough and figure(server, MOVES) - before >= plan.enough:
                break
            time.sleep(1.0)
        if plan.beyond:
            _knock(server, plan, outcome, began)
        process.terminate()  # asks for the measurements
        outcome.add(process.communicate(timeout=240)[0])
    return outcome


def _knock(server: TableServer, plan: Plan, outcome: Outcome, began: float) -> None:
    late = {"connections": plan.beyond, "seconds": 60.0, "first": 10 * plan.connections, "returns": 1}
    with crowd(server, **late) as process:
        while process.poll() is None:  # often: they all come within a quarter of a second
            look(server, outcome, began)
            time.sleep(0.05)
        found = Outcome()
        found.add(process.communicate(timeout=240)[0])
    outcome.beyond = found.refused_lines + Counter({"taken in": found.connected})


ENTRIES = 'fourthought_acknowledgement_seconds_count{{event="{}"}}'
MOVES = ENTRIES.format("move")


def figure(server: TableServer, name: str) -> float:
    """Returns one of the server's own figures, 0 before the first event."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=60) as answer:
        found = re.search(rf"^{re.escape(name)} (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def storm(server: TableServer, pages: int) -> tuple[float, Outcome]:
    """Restarts the server with all pages in a game. Returns the seconds until the last page is back, and the
    measurements."""
    outcome, seconds = Outcome(), 240.0

    def entries() -> float:
        return sum(figure(server, ENTRIES.format(event)) for event in ("new_game", "join"))

    before = entries()
    with crowd(server, connections=pages, games=pages // 2, seconds=seconds, returns=2) as process:
        wait_until(lambda: entries() - before >= pages, seconds)
        down = time.time()  # before the stop: a quick page comes back while the others are sent away, and once more
        server.stop()
        server.start()
        up = time.time()
        outcome.add(process.communicate(timeout=seconds + 120)[0])
    after = [moment for moment in outcome.back if moment > down]
    assert len(after) >= pages, f"{len(after)} of {pages} came back"
    return sorted(after)[pages - 1] - up, outcome
