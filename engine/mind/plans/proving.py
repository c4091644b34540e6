"""Plans the perfect level on a board that can be proven: a short look ahead, then exact searches."""

from __future__ import annotations

import math

from engine.mind.plans.perfect import PerfectPlan
from engine.mind.plans.workbench import Workbench
from engine.mind.reply_budget import TO_PROVE, ReplyBudget


class ProvingPlan(PerfectPlan):
    """Looks ``Budgets.opening_depth`` plies ahead, then runs exact searches: of the root for a choice, one search for
    each reply while pondering.
    """

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench, ReplyBudget(bench.tree, *TO_PROVE), math.inf)

    def _look_ahead(self, ahead: int) -> bool:
        bench = self.bench
        limit = min(bench.plies_left, bench.budgets.opening_depth + ahead)
        return bench.deepen(bench.tree.root, limit, wide=1 + ahead)

    def _proves_now(self, ahead: int) -> bool:
        return self.bench.opened(ahead)

    def _search_replies(self) -> bool:
        return self._look_or_prove(self._due_to_ponder, ahead=1)
