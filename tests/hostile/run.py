"""Runs the attacks against one server, while the victim plays, and judges what happened."""

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.hostile.foe import ATTACKS, QUIET, Attack, Foe, Tally
from tests.hostile.line import Line
from tests.hostile.victim import MINIMUM_REPLY, PLAYERS, Victim
from tests.server import TableServer
from tests.wire import PATIENCE, Target, request

SHORT_SETTINGS = {
    "threads": 1, "think_seconds": 0.3, "hint_seconds": 0.3, "ponder_seconds": 0.05, "grace": 0.5,
}  # fmt: skip
"""Settings of the server for the short form: little search."""
_GONE = PATIENCE
_POLITENESS = 10
"""The niceness of the attackers: a foe has machines of his own, and should not take the cores of server and victim."""
_COUNTED = ("fourthought_ghosts_total", "fourthought_thread_errors_total")


@dataclass(frozen=True)
class Plan:
    """Says how hard to attack.

    Args:
        addresses: over how many addresses the clients of a scattered attack spread. 0: each has another one.
        tries: the most tries of one client.
        short: whether all harmless attacks run at the same time.
        games: the games of attacks on the engine.
        level: the level of the engine in these games.
        victim: the lowest level that the victim plays against.
    """

    clients: int = 200
    seconds: float = 20.0
    addresses: int = 20
    tries: int = 1_000_000
    short: bool = False
    games: tuple[str, ...] = ("connect4", "connect4-8x7", "gomoku7", "tictactoe")
    level: int = 10
    victim: int = 1

    def lasts(self, attack: Attack) -> float:
        """Returns the seconds of an attack."""
        if self.short:
            return self.seconds / 3 if attack.alone else self.seconds
        return max(self.seconds, attack.lasts)

    def source(self, attack: Attack, number: int) -> str:
        """Returns the address of a client. The attacks share no address."""
        room = 16 + ATTACKS.index(attack)
        if not attack.scattered:
            return f"127.{room}.255.2"
        number = number % self.addresses if self.addresses else number
        return f"127.{room}.{number // 250}.{1 + number % 250}"


@dataclass
class Row:
    """Holds the results of one attack. Times are in seconds.

    Args:
        tally: the tries by outcome.
        moves: the victim's moves acknowledged during the attack.
        lost: how many of these are not in the database.
        cuts: the cuts of the victim's connections.
        acknowledgements: the victim's waits for acknowledgements, shortest first.
        due: the victim's waits for the engine's move, shortest first.
        health: the waits for /healthz, shortest first.
        act: the longest act of the server's loop, by its own clock.
        late: how late the victim's sleeps ended, shortest first: the machine's own share of the waits.
        faults: what speaks against the server, in words, and none if the server held.
    """

    name: str
    clients: int
    tally: Tally
    moves: int = 0
    lost: int = 0
    cuts: int = 0
    acknowledgements: list[float] = field(default_factory=list)
    due: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    act: float = 0.0
    late: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def beyond_budget(self) -> float:
        """Returns the worst wait for the engine's move beyond the budget."""
        return max(0.0, self.due[-1] - MINIMUM_REPLY) if self.due else 0.0


class Siege:
    """Attacks one server.

    Args:
        door: where clients connect: the server itself, or a proxy before the server.
        tell: receives each row when it is known.
    """

    def __init__(self, server: TableServer, door: Target, plan: Plan, tell: Callable[[Row], None]) -> None:
        self._server, self._door, self._plan, self._tell = server, door, plan, tell
        self._victim = Victim(door, plan.victim)
        self._fallen = False

    async def run(self, attacks: Sequence[Attack]) -> list[Row]:
        """Runs the attacks one after the other (in the short form most of them together), and kills the server.

        Returns:
            A row for each attack until the server has fallen, and one for the end, not told.
        """
        await self._victim.start()
        with contextlib.suppress(AttributeError):  # a system without priorities of threads
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _POLITENESS)
        rows = []
        try:
            for together in self._groups(attacks):
                rows += await self._attack(together)
                if self._fallen:
                    break
        finally:
            await self._victim.stop()
            self._server.kill()
        rows.append(self._last_audit())
        return rows

    def _groups(self, attacks: Sequence[Attack]) -> list[list[Attack]]:
        if not self._plan.short:
            return [[attack] for attack in attacks]
        together = [attack for attack in attacks if not attack.alone]
        return [group for group in (together, *([attack] for attack in attacks if attack.alone)) if group]

    async def _attack(self, together: list[Attack]) -> list[Row]:
        """Runs attacks at the same time. The victim's waits of that time stand in each row."""
        before = await metrics(self._server)
        begin = time.monotonic()
        until = begin + max(self._plan.lasts(attack) for attack in together)
        rows = [Row(one.name, 1 if one.alone or one is QUIET else self._plan.clients, Tally()) for one in together]
        clients = [
            asyncio.create_task(self._client(attack, row, number, until))
            for attack, row in zip(together, rows, strict=True)
            for number in range(row.clients)
        ]
        await _finish(clients, until + 2 * PATIENCE)
        after, ghosts, act = await self._wait_until_gone()
        end = time.monotonic()
        moves, lost = self._victim.audit(str(self._server.database))
        for row in rows:
            row.tally.settle()
            self._judge(row, begin, end)
            row.moves, row.lost, row.act = moves, lost, act
            row.faults += [f"{lost} moves lost"] if lost else []
            row.faults += self._server_faults(before, after, ghosts)
            row.faults += [f"{words} ({count} times)" for words, count in row.tally.broken.items()]
            self._tell(row)
        return rows

    async def _client(self, attack: Attack, row: Row, number: int, until: float) -> None:
        plan = self._plan
        foe = Foe(
            self._door,
            plan.source(attack, number),
            number,
            until,
            plan.tries,
            row.tally,
            self._server.pid if attack.alone else 0,
            str(self._server.database),
            plan.games,
            plan.level,
        )
        await attack.client(foe)

    async def _wait_until_gone(self) -> tuple[dict[str, float], int, float]:
        """Waits until only the victim is connected. Returns the metrics, the number of clients left over, and the
        longest act of the loop."""
        end, act = time.monotonic() + _GONE, 0.0
        while True:
            seen = await metrics(self._server)
            act = max(act, seen.get("fourthought_loop_longest_seconds", 0.0))  # since the reading before
            left = int(seen.get("fourthought_connections", 0)) - PLAYERS
            if (seen and left <= 0) or time.monotonic() > end:
                return seen, max(0, left), act
            await asyncio.sleep(0.1)

    def _judge(self, row: Row, begin: float, end: float) -> None:
        victim = self._victim
        row.acknowledgements, row.due = victim.waits("waits", begin, end), victim.waits("replies", begin, end)
        row.health, row.late = victim.waits("health", begin, end), victim.waits("late", begin, end)
        row.cuts = victim.cuts(begin, end)
        row.faults += [f"the victim was cut {row.cuts} times"] if row.cuts else []

    def _server_faults(self, before: dict[str, float], after: dict[str, float], ghosts: int) -> list[str]:
        """Returns what speaks against the server: a death, ghosts, errors of service threads."""
        fall = None
        if not self._server.running():
            fall = "the server ended"
        elif not after:
            fall = "the server does not answer any more"
        elif before and after["process_start_time_seconds"] != before["process_start_time_seconds"]:
            fall = "the server was killed and started again"
        if fall:
            self._fallen = True
            return [fall]
        found = [f"{ghosts} ghosts"] if ghosts else []
        for name, value in after.items():
            if name.startswith(_COUNTED) and (more := value - before.get(name, 0.0)) > 0:
                found.append(f"{name.removeprefix('fourthought_')} {more:+.0f}")
        return found

    def _last_audit(self) -> Row:
        row = Row("kill -9 at the end", 1, Tally(tried=1, let_in=1))
        row.moves, row.lost = self._victim.audit(str(self._server.database))
        row.faults += [f"{row.lost} moves lost"] if row.lost else []
        tracebacks = self._server.log().count("Traceback")
        row.faults += [f"{tracebacks} tracebacks in the log"] if tracebacks else []
        return row


async def metrics(server: TableServer) -> dict[str, float]:
    """Returns the metrics by name and labels, and none if the server does not answer."""
    door, said = Target("127.0.0.1", server.port), b""
    line = Line(door, "127.0.0.1")
    with contextlib.suppress(OSError):
        async with asyncio.timeout(30.0):
            await line.send(request(door, "/metrics", "Connection: close"))
            said = await line.everything()
    line.close()
    text = said.decode(errors="replace").partition("\r\n\r\n")[2]
    pairs = (row.rsplit(" ", 1) for row in text.splitlines() if row[:1].isalpha() and " " in row)
    return {name: float(value) for name, value in pairs if value[-1:].isdigit()}


async def _finish(clients: list[asyncio.Task[None]], until: float) -> None:
    """Waits for all clients. Cancels the clients that hang at the time ``until``."""
    _, hanging = await asyncio.wait(clients, timeout=until - time.monotonic())
    for client in hanging:
        client.cancel()
    for end in await asyncio.gather(*clients, return_exceptions=True):
        if isinstance(end, Exception):
            raise end
