"""Solves one empty board in slices. An interrupted search continues later from exactly the same state."""

import hashlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.nets import file
from engine.solver import memory as k
from engine.solver.kernel import BUSY_BITS
from engine.solver.search import Search
from engine.solver.solver import Solver
from engine.solver.switches import Switch
from engine.solver.table import Words
from engine.solver.window import next_window
from engine.workshop.bench.frontier.published import Size

THEOREM = Switch.FOLLOW_UP | Switch.LINES | Switch.EVEN_TAILS | Switch.ODD_TAILS
"""The techniques of the follow-up theorem."""

SLICE = 4_000_000  # nodes of one call of the kernel: about half a second

_PLIES = 12


class Plan(NamedTuple):
    """Says how a board is solved. Two results by different plans confirm each other."""

    size: Size
    exact: bool = False  # find the score, not only who wins
    lost_first: bool = False  # ask first whether the first player loses, not whether it wins
    theorem: bool = True  # use the follow-up theorem
    threads: int = 1
    table_mb: float = 256  # the size of the shared table in MiB
    net: Path | None = None  # orders the early moves; None: the network that ships, if any

    @property
    def net_mark(self) -> str:
        """Returns the first digits of the SHA-256 of the network's file, or "" without a file."""
        return hashlib.sha256(self.net.read_bytes()).hexdigest()[:12] if self.net else ""

    def solver(self) -> Solver:
        """Returns a solver with an empty table."""
        switches = None if self.theorem else Switch.ALL & ~THEOREM
        net = file.read(self.net) if self.net else None
        return Solver(self.size.width, self.size.height, table_mb=self.table_mb, switches=switches, net=net)

    def window(self, low: int, high: int, nodes: int) -> int:
        """Returns the next question about a score in ``low`` to ``high``: is it above this number?"""
        if self.exact:
            return int(next_window(low, high, nodes))
        return max(low, -1) if self.lost_first else min(high - 1, 0)


class BoardSearch:
    """Searches the empty board by a plan. ``low`` and ``high`` are proven bounds, ``seconds`` those of all threads."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.solver, self.seconds = plan, plan.solver(), 0.0
        shared = np.zeros(1 << BUSY_BITS, np.uint64) if plan.threads > 1 else None
        self.searches = [Search(self.solver, 0, 0, busy=shared) for _ in range(plan.threads)]
        self.low, self.high = self._within(self.searches[0])
        self.goal, self._lock = self.low - 1, threading.Lock()  # the present question: is the score above the goal?

    @property
    def done(self) -> bool:
        """Tests if the question of the plan is answered."""
        return self.low == self.high

    @property
    def nodes(self) -> int:
        """Returns the positions searched by all threads."""
        return sum(search.nodes for search in self.searches)

    @property
    def share(self) -> float:
        """Returns the share of the present question that is done, if all moves at a position of the path cost alike.
        The first moves cost most, because later ones meet their positions in the table, so the true share is larger."""
        return share_of(self.searches[0].memory, self.plan.size)

    def work(self, seconds: float, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Searches for about so many seconds, or until ``stopped`` is True. Returns whether all is answered."""
        until = time.monotonic() + seconds
        while not (self.done or stopped() or time.monotonic() > until):
            self._aim()
            self._slice()
        return self.done

    def restore(self, goal: int, seconds: float, memories: Words) -> None:
        """Restores an interrupted search with the processor time so far. The table is filled separately."""
        for search, words in zip(self.searches, memories, strict=True):
            search.memory[:] = words
        self.goal, self.seconds = goal, seconds
        self._learn()

    def _within(self, search: Search) -> tuple[int, int]:
        if self.plan.exact:
            return search.low, search.high
        return min(max(search.low, -1), 1), max(min(search.high, 1), -1)

    def _aim(self) -> None:
        if not self.low <= self.goal < self.high:
            self.goal = self.plan.window(self.low, self.high, self.nodes)
            for search in self.searches:
                search.aim(self.goal)

    def _slice(self) -> None:
        """Runs one slice of every thread, and collects what all have proven."""
        others = [threading.Thread(target=self._run, args=(search,)) for search in self.searches[1:]]
        for thread in others:
            thread.start()
        try:
            self._run(self.searches[0])
        except BaseException:  # an interruption: the search is saved while no thread runs
            self._stop()
            raise
        finally:
            for thread in others:
                thread.join()
        self._learn()

    def _run(self, search: Search) -> None:
        started = time.thread_time()
        if search.step(SLICE):
            self._stop()
        with self._lock:
            self.seconds += time.thread_time() - started

    def _stop(self) -> None:
        for search in self.searches:
            search.stop[0] = 1

    def _learn(self) -> None:
        bounds = [self._within(search) for search in self.searches]
        self.low, self.high = max(low for low, _ in bounds), min(high for _, high in bounds)
        for search in self.searches:
            search.stop[0] = 0


def share_of(memory: Words, size: Size) -> float:
    """Returns the share of a search's tree left of the path, by the first plies. Moves of a position count alike."""
    held = k.layout(*size)
    stride, share, weight = int(held.fixed + held.child * size.width), 0.0, 1.0
    for ply in range(min(int(memory[k.SP]), _PLIES)):
        frame = memory[int(held.frames_at) + ply * stride :]
        weight /= max(1, int(frame[k.F_COUNT]))
        share += weight * max(0, int(frame[k.F_NEXT]) - 1)
    return share
