"""Grows the tree on boards with an exact solver: one resumable exact search (a lane) for each reply, in turns.

A finer tree above the solver proves several times more slowly than the kernel alone. So the explicit tree is the
significant part of the lanes' searches instead: the kernel reports each node with a large enough subtree, and the tree
links the node. After a reply is played, the reply's lane becomes the search of the new root.
"""

import functools
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.games import LineState
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT
from engine.solver.search import Search
from engine.solver.solver import Solver

REPORT_FROM = 32  # positions from which a subtree is reported at first: even a very short search leaves a tree

REPORT_SHARE = 1_024
"""Later, a reported subtree has at least this part (one over the number) of the positions of the whole search: a long
search leaves some thousands of nodes. The mark rises further as the tree fills."""

_KEPT_EVERY = 50
"""The log of proofs gets dear nodes of the tree as soon as so many times the last delivery has passed."""

_ODD, _BYTE = np.uint64(0x9E3779B97F4A7C15), np.uint64(8)
_LOG_ROWS = 512
_WAITING = 1_024


@dataclass
class Lane:
    """Holds one search, and reported nodes without a parent yet. ``above``: is the score above this number?"""

    search: Search
    above: int | None = None
    pending: Any = field(default_factory=lambda: np.zeros(_WAITING, np.int32))
    waiting: int = 0


class Lanes:
    """Runs the exact searches of one mind, by the solver of the board, and grows the ``tree``. ``tag`` is that of the
    game in the solver's log of proofs."""

    def __init__(self, solver: Solver, tree: Tree, tag: int = 0) -> None:
        self.solver, self.tree, self.tag = solver, tree, tag
        self.nodes = 0
        self._kept_at, self._told = 0.0, np.zeros(0, np.uint64)
        self._lanes: dict[LineState, Lane] = {}

    @property
    def waiting(self) -> int:
        """Counts the reported nodes without a parent yet, because the search of the parent is not finished."""
        return sum(self.tree.size[node] for lane in self._lanes.values() for node in lane.pending[: lane.waiting])

    def step(self, node: int, state: LineState, budget: int, above: int | None = None) -> bool:
        """Searches about ``budget`` more positions of ``state``, which is ``node``, and enters the proofs in the tree.
        The best or refuting move is entered as well. With ``above`` the search only answers: is the score above this
        number? Returns whether the exact score, or the answer, is known."""
        tree = self.tree
        lane = self._lanes.get(state)
        if lane is None:
            lane = Lane(self.solver.begin(state.own, state.mask, report=REPORT_FROM, log_rows=_LOG_ROWS))
            self._lanes[state] = lane
        search = lane.search
        before = search.nodes
        if above is None:
            lane.above, done = None, search.run(budget)
        else:
            done = self._search_above(lane, above, budget)
        self.nodes += search.nodes - before
        tree.visits[node] += search.nodes - before
        self._collect(node, lane)
        tree.tighten(node, search.low, search.high)
        if self.solver.proofs and self._kept_at <= time.perf_counter():
            began = time.thread_time()
            nodes = tree.records[tree.records["visits"] >= self.solver.proofs.least]
            bounds = nodes["low"].astype(np.uint64) << _BYTE ^ nodes["high"].astype(np.uint64)
            told = functools.reduce(lambda word, name: word * _ODD ^ nodes[name], tree.boards, bounds)
            self.solver.proofs.add_nodes(nodes[~np.isin(told, self._told)], self.tag)
            self._told, self._kept_at = told, time.perf_counter() + _KEPT_EVERY * (time.thread_time() - began)
        if search.move:
            tree.best[node] = search.move
            child = tree.after(node, search.move)
            if child >= 0:
                tree.tighten(child, -LIMIT, -search.low)  # the score of the move is also proven in the move's node
        return done or tree.proven(node)

    @staticmethod
    def _search_above(lane: Lane, above: int, budget: int) -> bool:
        """Searches one null window, instead of all windows of an exact score. Returns whether the answer is known."""
        if lane.above != above:
            lane.search.aim(above)
            lane.above = above
        return lane.search.step(budget)

    def forget(self, state: LineState) -> None:
        """Drops the search of ``state`` and the reported nodes that wait for a parent."""
        if lane := self._lanes.pop(state, None):
            self._drop_pending(lane)

    def keep(self, states: set[LineState]) -> None:
        """Forgets the searches of all positions other than ``states``."""
        for state in [state for state in self._lanes if state not in states]:
            self.forget(state)

    def _collect(self, node: int, lane: Lane) -> None:
        search = lane.search
        if search.logged:
            if self.solver.proofs:
                self.solver.proofs.add(search.log[: search.logged], self.tag)
            visits = self.tree.visits[node]
            lane.waiting = self.tree.merge_report(node, search.log[: search.logged], lane.pending, lane.waiting)
            self.tree.visits[node] = visits  # ``step`` has counted the search
            search.reset_log()
        full = self.tree.used / self.tree.cap
        search.report = max(REPORT_FROM, search.nodes // REPORT_SHARE) * (1 if full < 0.5 else 8 if full < 0.8 else 64)

    def _drop_pending(self, lane: Lane) -> None:
        for node in lane.pending[: lane.waiting]:
            self.tree.drop(int(node))
        lane.waiting = 0
