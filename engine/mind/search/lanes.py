"""The grower for boards that the solver can prove: one resumable exact search for each reply, dealt in turns.

A finer tree above the solver proves several times more slowly than the kernel left to itself, so the explicit tree is
instead the significant part of what those searches did: the kernel reports each node whose subtree was worth the
mention, and the tree links it. When a reply is played its lane simply goes on as the search of the new root.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.games import LineState
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT
from engine.solver.solver import Search, Solver

REPORT_FROM = 32
"""A subtree of at least so many positions is reported at first: even a search that ends at once leaves a tree."""

REPORT_SHARE = 1_024
"""And later, of at least this part of its search: a long one leaves some thousands of nodes. As the tree fills, the
mark rises further."""

_LOG_ROWS = 512
_WAITING = 1_024


@dataclass
class Lane:
    """One search and what it has reported whose parents are still open; ``above``: all that it is asked for at present
    is whether the score is more."""

    search: Search
    above: int | None = None
    pending: Any = field(default_factory=lambda: np.zeros(_WAITING, np.int32))
    waiting: int = 0


class Lanes:
    """The exact searches of one mind over one shared table."""

    def __init__(self, solver: Solver, tree: Tree) -> None:
        self.solver, self.tree = solver, tree
        self.nodes = 0
        self._lanes: dict[LineState, Lane] = {}

    def nodes_of(self, state: LineState) -> int:
        """Positions searched so far in the lane of ``state``."""
        lane = self._lanes.get(state)
        return lane.search.nodes if lane else 0

    @property
    def waiting(self) -> int:
        """Nodes of the tree that were reported and hang nowhere yet, for the search of their parents goes on."""
        return sum(self.tree.size[node] for lane in self._lanes.values() for node in lane.pending[: lane.waiting])

    def step(self, node: int, state: LineState, budget: int, above: int | None = None) -> bool:
        """Search ``state`` (the tree's ``node``) on by about ``budget`` nodes; True when its exact score is known, or
        only whether it is ``above`` that number.

        What the search proved is in the tree afterwards, its best or refuting move too.
        """
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
            done = self._ask(lane, above, budget)
        self.nodes += search.nodes - before
        tree.visits[node] += search.nodes - before
        self._collect(node, lane)
        tree.tighten(node, search.low, search.high)
        if search.move:
            tree.best[node] = search.move
            child = tree.child(node, search.move)
            if child >= 0 and tree.mask[child].bit_count() == state.mask.bit_count() + 1:
                tree.tighten(child, -LIMIT, -search.low)  # the move proved that much: its node says so, too
        return done or tree.proven(node)

    @staticmethod
    def _ask(lane: Lane, above: int, budget: int) -> bool:
        """One window instead of all that an exact score takes; True when it is decided."""
        if lane.above != above:
            lane.search.aim(above)
            lane.above = above
        return lane.search.step(budget)

    def forget(self, state: LineState) -> None:
        """The search of ``state`` has told what was asked: its memory is given back."""
        if lane := self._lanes.pop(state, None):
            self._drop_pending(lane)

    def keep(self, states: set[LineState]) -> None:
        """Forget all searches but those of ``states``, and the unfinished reports of the others."""
        for state in [state for state in self._lanes if state not in states]:
            self.forget(state)

    def _collect(self, node: int, lane: Lane) -> None:
        search = lane.search
        if search.logged:
            visits = self.tree.visits[node]
            lane.waiting = self.tree.merge_report(node, search.log[: search.logged], lane.pending, lane.waiting)
            self.tree.visits[node] = visits  # counted already
            search.reset_log()
        full = self.tree.used / self.tree.cap
        search.report = max(REPORT_FROM, search.nodes // REPORT_SHARE) * (1 if full < 0.5 else 8 if full < 0.8 else 64)

    def _drop_pending(self, lane: Lane) -> None:
        for node in lane.pending[: lane.waiting]:
            self.tree.drop(int(node))
        lane.waiting = 0
