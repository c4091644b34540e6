"""Plans the perfect level on a board with a compiled search that is too large to be proven from the beginning."""

from __future__ import annotations

from engine.mind.plans.perfect import PerfectPlan
from engine.mind.plans.workbench import Workbench
from engine.mind.reply_budget import PredictingBudget
from engine.mind.values import LIMIT

HOPEFUL = 40
"""With at most so many plies left, every second slice tries to prove; before, every eighth."""


class LargeBoardPlan(PerfectPlan):
    """Deepens as far as the budget goes, and with gravity tries to prove by turns: the root, or every reply while
    pondering.

    While pondering, each reply is searched as the root will be searched after the reply, and the root is searched
    to predict the reply.
    """

    def __init__(self, bench: Workbench) -> None:
        budget = bench.budgets.large_board if bench.lanes else bench.budgets.no_gravity
        super().__init__(bench, PredictingBudget(bench.tree), budget)

    def _look_ahead(self, ahead: int) -> bool:
        bench = self.bench
        return bench.deepen(bench.tree.root, min(bench.plies_left, LIMIT), wide=1 + ahead, every=bool(ahead))

    def _proves_now(self, ahead: int) -> bool:
        return self.bench.lanes is not None and self.bench.opened(ahead) and self._proving_turn

    @property
    def _proving_turn(self) -> bool:
        return self.bench.slices % (2 if self.bench.plies_left <= HOPEFUL else 8) == 1

    def _search_replies(self) -> bool:
        bench, root = self.bench, self.bench.tree.root
        bench.forget_root_values()
        replies = bench.open_replies()
        waiting = [*replies, root]
        while replies:
            node = self.reply_budget.next_reply(waiting)
            if not self._search_reply(node):
                waiting.remove(node)
                replies = [reply for reply in replies if reply in waiting]
            if bench.slice_over():
                break
        return bool(replies)

    def _search_reply(self, node: int) -> bool:
        """Continues with a reply, or with the root. True while there is more to search."""
        bench = self.bench
        if node == bench.tree.root:
            return self._deepen(node, bench.plies_left)
        if bench.lanes and self._proving_turn:
            return self._search_exactly(node, bench.replies[node])
        more = self._deepen(node, max(1, bench.plies_left - 1))
        return more or (bench.lanes is not None and self._search_exactly(node, bench.replies[node]))

    def _deepen(self, node: int, limit: int) -> bool:
        before = self.bench.deepening_nodes
        more = self.bench.deepen(node, limit, every=False)
        self.reply_budget.charge(node, self.bench.deepening_nodes - before)
        return more
