"""Counts the outcome of every try of an attack, and keeps the list of attacks."""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from tests.hostile.line import Line
from tests.wire import PATIENCE, ClosedError, RefusedError, StillOpenError, Target

ENDS = (RefusedError, ClosedError, StillOpenError, OSError, asyncio.IncompleteReadError)
"""The ends of a try other than success. A TimeoutError is an OSError."""


class EndedInStepError(Exception):
    """Ends the connection of many tries, after the end was counted."""


@dataclass
class Tally:
    """Counts tries by outcome.

    Args:
        let_in: answered with success, or the line went on as before.
        refused: answered with an error, or hung up on.
        still_open: open without an answer at the end of the attack.
        hung: without an answer for ``wire.PATIENCE`` seconds.
        broken: what must never happen, in words.
    """

    tried: int = 0
    let_in: int = 0
    refused: int = 0
    still_open: int = 0
    hung: int = 0
    broken: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)

    def settle(self) -> None:
        """Counts every try without an outcome as hung, at the end of the attack."""
        self.hung = self.tried - self.let_in - self.refused - self.still_open


@dataclass
class Foe:
    """Represents one client of an attack, which ends at the time ``until`` and after ``most`` tries.

    ``process`` and ``database`` are those of the server, for faults; ``games`` and ``level`` those of attacks on the
    engine.
    """

    target: Target
    source: str
    number: int
    until: float
    most: int
    tally: Tally
    process: int = 0
    database: str = ""
    games: tuple[str, ...] = ("connect4",)
    level: int = 10

    def __post_init__(self) -> None:
        self.rng = random.Random(self.number)
        self._tries = 0

    def going(self) -> bool:
        """Returns whether the client tries again. Each tries once at least, however slow the machine is."""
        return self._tries == 0 or (self._tries < self.most and time.monotonic() < self.until)

    async def rest(self, seconds: float) -> None:
        """Waits, but not beyond the end of the attack."""
        await asyncio.sleep(max(0.0, min(seconds, self.until - time.monotonic())))

    @contextlib.asynccontextmanager
    async def line(self, *, receive: int | None = None) -> AsyncIterator[Line]:
        """Opens a connection, and closes the connection at the end."""
        line = Line(self.target, self.source, receive)
        try:
            yield line
        finally:
            line.close()

    @contextlib.asynccontextmanager
    async def attempt(self, *, receive: int | None = None) -> AsyncIterator[Line]:
        """Counts one try on a new connection. An end without an error is a success."""
        self._begin()
        try:
            async with self.line(receive=receive) as line:
                yield line
            self.tally.let_in += 1
        except ENDS as end:
            await self._end(end)

    @contextlib.asynccontextmanager
    async def session(self) -> AsyncIterator[Line]:
        """Opens a connection for many tries (``step``). An end outside a try counts as a try."""
        try:
            async with self.line() as line:
                yield line
        except EndedInStepError:
            pass
        except ENDS as end:
            self._begin()
            await self._end(end)

    @contextlib.asynccontextmanager
    async def step(self) -> AsyncIterator[None]:
        """Counts one try within a ``session``. After a refusal in words the session continues.

        Raises:
            EndedInStepError: the connection has ended, or hangs.
        """
        self._begin()
        try:
            yield
            self.tally.let_in += 1
        except ENDS as end:
            await self._end(end)
            if not isinstance(end, RefusedError):
                raise EndedInStepError from end

    def _begin(self) -> None:
        self._tries += 1
        self.tally.tried += 1

    async def _end(self, end: Exception) -> None:
        tally = self.tally
        if isinstance(end, RefusedError):
            tally.words[str(end)] += 1
        if isinstance(end, StillOpenError):
            tally.still_open += 1
        elif isinstance(end, TimeoutError):
            tally.hung += 1
        elif isinstance(end, RefusedError | ClosedError | ConnectionError | asyncio.IncompleteReadError):
            tally.refused += 1
        else:  # no descriptor or no port is left on the side of the foe: this was no try
            tally.tried -= 1
            self._tries -= 1
            await asyncio.sleep(0.1)

    def check(self, good: bool, words: str) -> None:
        """Notes in ``words`` what must never happen, unless ``good``."""
        if not good:
            self.tally.broken[words] += 1


Client = Callable[[Foe], Awaitable[None]]


@dataclass(frozen=True)
class Attack:
    """Describes one kind of attack.

    Args:
        client: runs one client, and returns by the end of the attack.
        lasts: the seconds of the attack at least, in the long form.
        scattered: whether each client has another address.
        alone: whether the attack harms the machine, so that one client is enough, and runs after all others.
        long_only: whether the short form leaves the attack out.
    """

    name: str
    client: Client
    lasts: float = 0.0
    scattered: bool = False
    alone: bool = False
    long_only: bool = False


async def _nothing(foe: Foe) -> None:
    """Waits for the end."""
    await foe.rest(PATIENCE)


QUIET = Attack("none", _nothing)
"""The victim alone, for comparison."""

ATTACKS = [QUIET]
"""All attacks, in the order of the table. Each module of ``attacks`` adds its own."""


def attack(name: str, **more: Any) -> Callable[[Client], Client]:
    """Enters a client's function into the list of attacks. ``more`` are fields of ``Attack``."""

    def enter(client: Client) -> Client:
        ATTACKS.append(Attack(name, client, **more))
        return client

    return enter


Act = Callable[[Foe, Line], Awaitable[None]]


def tries(name: str, *, receive: int | None = None, **more: Any) -> Callable[[Act], Act]:
    """Enters an attack that repeats a try, each on a new connection."""

    def enter(act: Act) -> Act:
        @attack(name, **more)
        @wraps(act)
        async def client(foe: Foe) -> None:
            while foe.going():
                async with foe.attempt(receive=receive) as line:
                    await act(foe, line)

        return act

    return enter
