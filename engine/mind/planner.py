"""Decides which search gets a slice of thinking, by the plan of the level and for the purpose of the slice.

Four plans exist: :class:`HorizonPlan` for a level with a horizon. For the perfect level :class:`ProvingPlan` on a
provable board, :class:`LargeBoardPlan` on a larger one, and :class:`TextbookPlan` in a game without a compiled search.
All four work on one :class:`Workbench`.
"""

import math
import time
from enum import Enum
from typing import Any

from engine.games import Game, Move
from engine.mind.levels.level import Level
from engine.mind.plans.boards import HorizonPlan, LargeBoardPlan, ProvingPlan, TextbookPlan
from engine.mind.plans.perfect import PerfectPlan
from engine.mind.plans.workbench import BUDGETS, Budgets, Workbench
from engine.mind.search.available import PROVABLE_CELLS
from engine.mind.search.kernels import Kernels
from engine.mind.tree.tree import Tree
from engine.solver.book.book import Book


class Purpose(Enum):
    """Names the purpose of a slice: the mind's own move, the opponent's time, or the exact result of every move."""

    CHOOSE = "choose"
    PONDER = "ponder"
    ANALYSE = "analyse"


class SearchPlanner:
    """Runs the slices of one mind: picks the plan, keeps the budget of a choice, follows the root. ``kernels`` are the
    compiled searches of the board, if any, ``book`` the opening book of the perfect level, and ``tag`` the game's in
    the log of proofs."""

    def __init__(
        self,
        game: Game[Any],
        tree: Tree,
        kernels: Kernels | None,
        level: Level,
        *,
        book: Book | None = None,
        budgets: Budgets = BUDGETS,
        tag: int = 0,
    ) -> None:
        self.bench = Workbench(game, tree, kernels, book, budgets, tag)
        self._perfect = _perfect_plan(self.bench)
        self.plan: HorizonPlan | PerfectPlan = self._perfect
        self._spent = 0
        self.set_level(level)

    @property
    def nodes(self) -> int:
        """Counts the positions searched so far."""
        return self.bench.nodes

    @property
    def tempting(self) -> dict[Move, float]:
        """Returns the moves holding a draw or a loss, by how easily the opponent errs after each, if searched."""
        return self.bench.ties.tempting(self.bench.state)

    def set_level(self, level: Level) -> None:
        """Chooses the plan of ``level``, and cancels the searches of the level before."""
        self.plan = self._perfect if level.horizon is None else HorizonPlan(self.bench, level.horizon)
        self.bench.use_leaf(with_table=self.plan.with_table)
        self.cancel()

    def rebase(self, state: Any, ply: int) -> None:
        """Takes ``state``, reached after ``ply`` moves of the players, as the new root."""
        self._perfect.reply_budget.clear()
        self.bench.rebase(state, ply)

    def cancel(self, but: int = -1) -> None:
        """Drops the unfinished iterations, except that of node ``but``, and begins a new budget."""
        self.bench.cancel(but)
        self._spent = 0

    def run_slice(self, purpose: Purpose, deadline: float, nodes: float = math.inf) -> bool:
        """Searches until about ``deadline`` (time.perf_counter) or for about so many positions. True: not done."""
        plan, before = self.plan, self.nodes
        if purpose is not Purpose.CHOOSE:
            self.bench.begin_slice(deadline, nodes, math.inf)
            return plan.ponder() if purpose is Purpose.PONDER else plan.analyse()
        if (left := plan.budget - self._spent) <= 0:
            return False
        self.bench.begin_slice(deadline, nodes, left)
        more = plan.choose()
        self._spent += self.nodes - before
        return more


def _perfect_plan(bench: Workbench) -> PerfectPlan:
    if not bench.compiled:
        return TextbookPlan(bench)
    if bench.lanes and bench.game.max_plies <= PROVABLE_CELLS:
        return ProvingPlan(bench)
    return LargeBoardPlan(bench)


STRIDE = 8_192  # positions between two looks at the clock


class RepeatableMode:
    """Keeps the tables of one mind, and notes the choice being searched from nothing. The mode pauses once a mind
    ponders or analyses: the mind then continues from the pondered tree, until the tree is forgotten."""

    def __init__(self) -> None:
        self._tables: Kernels | None = None
        self._choice: tuple[Move, ...] | None = None
        self._pondered = False

    @property
    def choosing(self) -> bool:
        """Tells whether a choice is being searched in strides."""
        return self._choice is not None

    def own_tables(self, shared: Kernels) -> Kernels:
        """Returns the compiled searches of ``shared`` with tables for this mind alone."""
        self._tables = self._tables or shared.with_own_tables()
        return self._tables

    def forget(self) -> None:
        """Forgets the choice and all pondering, as the tree is forgotten."""
        self._choice, self._pondered = None, False

    def must_restart(self, purpose: Purpose, moves: tuple[Move, ...]) -> bool:
        """Tells whether a slice of ``purpose`` after ``moves`` must begin with an empty tree."""
        self._pondered = self._pondered or purpose is not Purpose.CHOOSE
        if self._pondered:
            self._choice = None
        return not self._pondered and self._choice != moves

    def restart(self, moves: tuple[Move, ...]) -> None:
        """Empties the tables: a choice after ``moves`` begins."""
        if self._tables:
            self._tables.clear()
        self._choice = moves

    def run_strides(self, planner: SearchPlanner, deadline: float, nodes: float) -> bool:
        """Searches in whole strides until ``deadline`` (time.perf_counter) or for so many positions. True: not done."""
        end, more = planner.nodes + nodes, True
        while more:
            more = planner.run_slice(Purpose.CHOOSE, math.inf, STRIDE)
            if planner.nodes >= end or time.perf_counter() >= deadline:
                break
        return more
