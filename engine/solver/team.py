"""Solves one position with several threads."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Sequence

import numpy as np

from engine.solver.kernel import BUSY_BITS
from engine.solver.solver import UNLIMITED, Search, Solved, Solver
from engine.solver.table import Words
from engine.solver.window import near_window, next_window

ALONE = 20_000
"""Nodes of one thread before others start: about four milliseconds; to start threads costs half a millisecond."""


def solve(solver: Solver, own: int, mask: int, threads: int = 1) -> Solved:
    """Returns the exact result of one position, searched by several threads together once ``ALONE`` nodes are over.

    Args:
        solver: the solver of the board.
        own: stones of the side to move.
        mask: all stones.
        threads: how many threads search; one thread needs no team.
    """
    if threads == 1:
        return solver.solve(own, mask)
    started = time.perf_counter()
    alone = solver.begin(own, mask)
    if alone.run(ALONE):
        return Solved(alone.low, alone.move or None, alone.nodes, time.perf_counter() - started)
    busy = np.zeros(1 << BUSY_BITS, dtype=np.uint64)
    searches = [Search(solver, own, mask, busy=busy) for _ in range(threads)]
    team = Team(searches, busy, alone)
    team.run()
    nodes = alone.nodes + sum(search.nodes for search in searches)
    return Solved(team.low, team.move or alone.fallback or None, nodes, time.perf_counter() - started)


class Team:
    """Runs searches of one position, each in a thread, on different questions and with shared findings.

    At most two windows are open: the window a single thread would search, and the cheapest window between there and a
    draw. Threads on the same window put off positions under search elsewhere (the simplified ABDADA of Tom Kerrigan: a
    small shared table marks the positions under search; finished positions are in the big table). A decided window
    stops the searches of all windows decided thereby. Slices dealt in turns to two searches on one window, begin-hard,
    first 10: 1.63 times as fast as one; with two windows 1.74.

    Args:
        searches: searches of the same position, over the same table, with the same ``busy`` table.
        busy: the table of positions under search.
        begun: a search of the same position, with bounds to begin from.
    """

    def __init__(self, searches: Sequence[Search], busy: Words, begun: Search) -> None:
        self._searches, self._busy = searches, busy
        self._goals: list[int | None] = [None] * len(searches)
        self._lock = threading.Lock()
        self.low, self.high, self.move = begun.low, begun.high, begun.move

    def run(self) -> None:
        """Searches until the score is exact: ``low`` equals ``high``, and ``move`` is a best move (0: any)."""
        workers = [threading.Thread(target=self._work, args=(i,)) for i in range(1, len(self._searches))]
        for worker in workers:
            worker.start()
        self._work(0)
        for worker in workers:
            worker.join()

    def choose(self) -> int:
        """Returns the window for a free thread."""
        crowds = Counter(goal for goal in self._goals if goal is not None)
        if not crowds:
            return int(next_window(self.low, self.high))
        if len(crowds) == 1:
            return int(near_window(self.low, self.high, next(iter(crowds))))
        return min(crowds, key=crowds.__getitem__)

    def _work(self, number: int) -> None:
        search = self._searches[number]
        while True:
            with self._lock:
                self._goals[number] = None
                if self.low == self.high:
                    return
                goal = self._goals[number] = self.choose()
                search.stop[0] = 0
                self._busy.fill(0)  # stopped searches leave their marks behind
                search.aim(goal)
            if search.step(UNLIMITED):
                with self._lock:
                    self._learn(search)

    def _learn(self, search: Search) -> None:
        """Takes over the bounds proven by a search, and stops the other searches whose windows the bounds decide."""
        if search.low > self.low:
            self.low, self.move = search.low, search.move
        self.high = min(self.high, search.high)
        for number, goal in enumerate(self._goals):
            if goal is not None and not self.low <= goal < self.high:
                self._goals[number] = None
                self._searches[number].stop[0] = 1
