"""Faults of the machine under the server: a stop of the process, a locked or full disk, no descriptors, no memory.

No privileges are needed: the limits are those of the server's own process, and are set back afterwards.
"""

import asyncio
import contextlib
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from tests.hostile.foe import ENDS, EndedInStepError, Foe, attack
from tests.wire import PATIENCE

_HUMANS = [{"kind": "human"}, {"kind": "human"}]
_SLEEP = 2.0


@contextlib.contextmanager
def _limited(process: int, kind: int, most: int) -> Iterator[None]:
    """Sets a limit of the process, and sets the limit back."""
    before = resource.prlimit(process, kind)
    resource.prlimit(process, kind, (most, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process, kind, before)


async def _try_and_recover(foe: Foe, fault: contextlib.AbstractContextManager[object], lines: int = 1) -> None:
    """Begins games during the fault, which may be refused. Afterwards a game must begin.

    Args:
        fault: begins and ends the fault.
        lines: how many new connections are open at the same time. A game is begun on each.
    """
    with fault:
        while foe.going():
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(lines):
                    line = await stack.enter_async_context(foe.line())
                    with contextlib.suppress(EndedInStepError):
                        async with foe.step():
                            await line.websocket()
                            await line.ask("new_game", game="tictactoe", seats=_HUMANS)
            await foe.rest(0.2)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(*ENDS):
            async with foe.line() as line:
                await line.websocket()
                await line.ask("new_game", game="tictactoe", seats=_HUMANS)
                return
        await asyncio.sleep(0.2)
    foe.check(False, "the server did not recover")


@attack("stopped and continued (SIGSTOP)", alone=True)
async def stopped(foe: Foe) -> None:
    os.kill(foe.process, signal.SIGSTOP)
    try:
        await asyncio.sleep(_SLEEP)
    finally:
        os.kill(foe.process, signal.SIGCONT)
    await _try_and_recover(foe, contextlib.nullcontext())


@attack("database locked by another process", alone=True, lasts=12.0)
async def locked(foe: Foe) -> None:
    other = sqlite3.connect(foe.database, isolation_level=None, timeout=60.0)
    other.execute("BEGIN IMMEDIATE")
    with contextlib.closing(other):
        await _try_and_recover(foe, contextlib.closing(other))


@attack("disk full", alone=True)
async def full(foe: Foe) -> None:
    """Forbids the server to write a file beyond the first page. SQLite then meets the error of a full disk."""
    await _try_and_recover(foe, _limited(foe.process, resource.RLIMIT_FSIZE, 4096))


@attack("no descriptors left", alone=True, long_only=True)
async def no_descriptors(foe: Foe) -> None:
    used = len(os.listdir(f"/proc/{foe.process}/fd"))
    await _try_and_recover(foe, _limited(foe.process, resource.RLIMIT_NOFILE, used + 2), lines=20)


@attack("no memory left for threads", alone=True, long_only=True)
async def no_memory(foe: Foe) -> None:
    pages = int(Path(f"/proc/{foe.process}/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + (1 << 20)
    await _try_and_recover(foe, _limited(foe.process, resource.RLIMIT_AS, most), lines=20)
