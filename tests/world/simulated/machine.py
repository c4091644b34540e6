"""Holds the simulated machine: one clock, one scheduler, and the chance of a world."""

from __future__ import annotations

import gc
import heapq
import itertools
import os
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from tests.world.simulated.threads import Thread

Act = Callable[[], object]

EPOCH = 1_900_000_000.0
"""The day on which every world begins, in seconds since 1970."""
TICK = 2e-6
"""Virtual seconds that pass with each look at the fine clock, so that a long turn of the loop comes to its end."""


class Machine:
    """Owns the virtual time, and runs what is due. ``wall`` is what the clock on the wall is wrong by."""

    def __init__(self, seed: int) -> None:
        self.now = 1000.0
        self.wall = 0.0
        self.chance = random.Random(f"machine {seed}")
        self._heap: list[tuple[float, int, list[Act]]] = []
        self._numbers = itertools.count()
        self.current: Thread | None = None
        self.steps = 0
        self.descriptors: dict[int, Any] = {}
        """By number, the simulated sockets that the loop knows by their numbers alone."""

    def later(self, seconds: float, act: Act) -> Callable[[], None]:
        """Calls ``act`` after some seconds. Returns a function that cancels it."""
        cell = [act]
        heapq.heappush(self._heap, (self.now + max(0.0, seconds), next(self._numbers), cell))
        return cell.clear

    def run(self, until: float, after: Act = lambda: None) -> None:
        """Runs all that is due before a moment, and ``after`` each step."""
        while self._heap and self._heap[0][0] <= until:
            moment, _, cell = heapq.heappop(self._heap)
            if cell:
                self.now = max(self.now, moment)
                self.steps += 1
                cell[0]()
                after()
        self.now = max(self.now, until)

    # --- what the standard library tells instead ---

    def monotonic(self) -> float:
        """Returns the time that never goes back."""
        return self.now

    def perf_counter(self) -> float:
        """Returns the fine time, which passes a little."""
        self.now += TICK
        return self.now

    def today(self) -> float:
        """Returns the seconds since 1970, which may jump."""
        return EPOCH + self.now + self.wall


@contextmanager
def nature(machine: Machine, seed: int) -> Iterator[None]:
    """Gives the time and the chance of a world to the calling thread. Other threads of the process, such as real
    servers of other tests, keep theirs: each look at the fine clock moves the world's time, and each draw its chance.
    The collector of garbage does nothing that the server asks of it: a world is collected at its end."""
    secret, chance = random.Random(f"secrets {seed}"), random.Random(f"random {seed}")
    own: list[tuple[Any, str, Any]] = [
        (time, "monotonic", machine.monotonic),
        (time, "perf_counter", machine.perf_counter),
        (time, "time", machine.today),
        (time, "time_ns", lambda: int(machine.today() * 1e9)),
        (os, "urandom", secret.randbytes),
        (secrets, "choice", secret.choice),
        (secrets, "randbits", secret.getrandbits),
        (secrets, "randbelow", secret.randrange),
        (secrets, "token_bytes", lambda count=32: secret.randbytes(count or 32)),
        (secrets, "token_hex", lambda count=32: secret.randbytes(count or 32).hex()),
        *((random, name, getattr(chance, name)) for name in ("choice", "random", "randrange", "sample", "uniform")),
        *((gc, name, lambda *_: 0) for name in ("freeze", "unfreeze", "collect", "set_threshold")),
    ]
    here = threading.get_ident()

    def only_here(real: Any, mine: Any) -> Any:
        return lambda *given, **named: (mine if threading.get_ident() == here else real)(*given, **named)

    with ExitStack() as stack:
        for module, name, value in own:
            stack.enter_context(patch.object(module, name, only_here(getattr(module, name), value)))
        yield
