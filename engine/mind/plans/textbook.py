"""Plans the perfect level in a game without a compiled search: iterative deepening as far as the budget goes."""

from __future__ import annotations

from engine.mind.plans.perfect import PerfectPlan
from engine.mind.plans.workbench import Workbench
from engine.mind.reply_budget import TO_PROVE, TO_SEE, ReplyBudget
from engine.mind.search.available import PROVABLE_CELLS
from engine.mind.values import LIMIT

GLANCE_DEPTH = 2
"""Plies of a first look ahead from the root, before pondering searches the replies one by one."""


class TextbookPlan(PerfectPlan):
    """Deepens the root for a choice, and every reply while pondering."""

    def __init__(self, bench: Workbench) -> None:
        division = TO_PROVE if bench.game.max_plies <= PROVABLE_CELLS else TO_SEE
        super().__init__(bench, ReplyBudget(bench.tree, *division), bench.budgets.textbook)

    def _look_ahead(self, ahead: int) -> bool:
        bench = self.bench
        return bench.deepen(bench.tree.root, min(bench.plies_left, LIMIT), wide=1 + ahead)

    def _proves_now(self, ahead: int) -> bool:
        return False  # the exact search needs a compiled game

    def _search_replies(self) -> bool:
        bench, root = self.bench, self.bench.tree.root
        if bench.deepen(root, min(GLANCE_DEPTH, bench.plies_left)):
            return True
        bench.forget_root_values()
        replies = bench.open_replies()
        while replies:
            node = self.reply_budget.next_reply(replies)
            before = bench.deepening_nodes
            if not bench.deepen(node, max(1, bench.plies_left - 1)):
                replies.remove(node)
            self.reply_budget.charge(node, bench.deepening_nodes - before)
            if bench.slice_over():
                break
        return bool(replies) or bench.deepen(root, bench.plies_left)  # renews the root's value from the replies
