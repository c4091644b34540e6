"""Solves one position with several threads."""

from __future__ import annotations

import threading
import time

import numpy as np

from engine.solver.kernel import BUSY_BITS
from engine.solver.nearness import SLICE
from engine.solver.search import Search
from engine.solver.solver import Solved, Solver
from engine.solver.window import COSTLY, next_window

ALONE = 5_000
"""Nodes of one thread before others start: about half a millisecond, as long as it takes to start a thread."""


def solve(solver: Solver, own: int, mask: int, threads: int = 1) -> Solved:
    """Returns the exact result of one position, searched by several threads once ``ALONE`` nodes are over."""
    if threads == 1:
        return solver.solve(own, mask)
    started = time.perf_counter()
    work = gather(solver, own, mask, threads)
    if isinstance(work, Solved):
        return work
    work.run()
    return Solved(work.low, work.move or None, work.nodes, time.perf_counter() - started)


def gather(solver: Solver, own: int, mask: int, threads: int) -> Solved | Team:
    """Returns the exact result, if one search finds it within ``ALONE`` nodes, else a team which continues there."""
    started = time.perf_counter()
    alone = solver.begin(own, mask)
    if alone.run(ALONE):
        return Solved(alone.low, alone.move or None, alone.nodes, time.perf_counter() - started)
    return Team(solver, alone, threads)


class Team:
    """Runs searches of one position, each in a thread, on the same question and with shared findings.

    The question is the window of a costly search, because no other position needs a team. The threads postpone
    positions under search elsewhere (the simplified ABDADA of Tom Kerrigan: a small table marks positions as their
    search begins, and finished positions are in the big table). They share a table for late plies while their cores are
    near each other (:mod:`engine.solver.nearness`). The first thread with an answer stops the others. Two windows at a
    time, the second nearer to a draw, took as many nodes, and 1.02 times as many with the windows of cheaper searches.

    ``begun`` is a search of the position, with bounds to begin from.
    """

    def __init__(self, solver: Solver, begun: Search, threads: int) -> None:
        self._busy = np.zeros(1 << BUSY_BITS, dtype=np.uint64)
        self._solver, self._lent = solver, solver.lend(threads)
        self._searches = [Search(solver, begun.own, begun.mask, busy=self._busy, tables=each) for each in self._lent]
        self._goals: list[int | None] = [None] * threads
        self._lock = threading.Lock()
        self._begun = begun
        self.low, self.high, self._move = begun.low, begun.high, begun.move

    @property
    def move(self) -> int:
        """Returns a best move, once the score is exact. 0: the game is over."""
        return self._move or self._begun.fallback

    @property
    def nodes(self) -> int:
        """Returns the nodes of all searches."""
        return self._begun.nodes + sum(search.nodes for search in self._searches)

    def run(self) -> None:
        """Searches in threads until the score is exact: ``low`` equals ``high``, and ``move`` is a best move."""
        workers = [threading.Thread(target=self._work, args=(i,), daemon=True) for i in range(1, len(self._searches))]
        for worker in workers:
            worker.start()
        self._work(0)
        for worker in workers:
            worker.join()
        self._solver.give_back(self._lent)

    def turn(self, number: int, budget: int) -> bool:
        """Searches the present window in one search for at most ``budget`` nodes. Returns whether work was left."""
        search = self._searches[number]
        with self._lock:
            if self._goals[number] is None:
                if self.low == self.high:
                    return False
                goal = self._goals[number] = int(next_window(self.low, self.high, COSTLY))
                search.stop[0] = 0
                self._busy.fill(0)  # the marks of earlier windows say nothing about this one
                search.aim(goal)
        if search.step(budget):
            with self._lock:
                self._learn(search)
        return True

    def _work(self, number: int) -> None:
        search, nearness = self._searches[number], self._solver.nearness
        more = True
        while more:
            shared = nearness.shares()
            search.tables = self._lent[number] if shared else None
            nodes, started = search.nodes, time.perf_counter()
            more = self.turn(number, SLICE)
            nearness.note(shared, search.nodes - nodes, time.perf_counter() - started)

    def _learn(self, search: Search) -> None:
        """Takes over the bounds proven by a search, and stops the searches whose windows the bounds decide."""
        if search.low > self.low:
            self.low, self._move = search.low, search.move
        self.high = min(self.high, search.high)
        for number, goal in enumerate(self._goals):
            if goal is not None and not self.low <= goal < self.high:
                self._goals[number] = None
                self._searches[number].stop[0] = 1
