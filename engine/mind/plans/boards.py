"""Plans a level with a horizon, and the perfect level on provable, larger, and uncompiled boards."""

import math

from engine.mind.plans.perfect import PerfectPlan
from engine.mind.plans.workbench import Workbench
from engine.mind.reply_budget import TO_PROVE, TO_SEE, PredictingBudget, ReplyBudget
from engine.mind.search.available import PROVABLE_CELLS
from engine.mind.values import LIMIT


class ProvingPlan(PerfectPlan):
    """Looks ``Budgets.opening_depth`` plies ahead, then searches exactly: the root to choose, each reply to ponder."""

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


HOPEFUL = 40  # with at most so many plies left, every second slice tries to prove, and before every eighth


class LargeBoardPlan(PerfectPlan):
    """Deepens as far as the budget goes, and with gravity alternately tries to prove the root, or while pondering every
    reply. Each reply is searched as the root will be searched after it, and the root to predict the reply."""

    def __init__(self, bench: Workbench) -> None:
        budget = bench.budgets.large_board if bench.few_moves else bench.budgets.no_gravity
        super().__init__(bench, PredictingBudget(bench.tree), budget)
        # Exact searches report a tree. Where there are none, the deepening leaves some plies of nodes to keep.
        self._shown = 2 if bench.few_moves and not bench.lanes else 0

    def _look_ahead(self, ahead: int) -> bool:
        bench, limit = self.bench, min(self.bench.plies_left, LIMIT)
        return bench.deepen(bench.tree.root, limit, wide=1 + ahead, shown=self._shown, every=bool(ahead))

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
        more = self.bench.deepen(node, min(limit, LIMIT), shown=self._shown, every=False)
        self.reply_budget.charge(node, self.bench.deepening_nodes - before)
        return more


GLANCE_DEPTH = 2  # plies of a first look ahead from the root, before pondering searches the replies one by one


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


class HorizonPlan:
    """Deepens the root to a level's ``horizon`` in plies, and one ply further on the opponent's time."""

    with_table = False

    def __init__(self, bench: Workbench, horizon: int) -> None:
        self._bench, self._horizon = bench, horizon
        # Two plies of nodes are shown with gravity. Without, the many moves would make too many nodes.
        self._shown = 2 if bench.few_moves else 0

    @property
    def budget(self) -> float:
        """Counts the positions allowed for a choice. With gravity the level sees to the horizon at any price."""
        if not self._bench.compiled:
            return self._bench.budgets.textbook
        return math.inf if self._bench.few_moves else self._bench.budgets.no_gravity_horizon

    def choose(self) -> bool:
        """Searches for the mind's own move. True while there is more to search."""
        return self._deepen(1)

    def ponder(self) -> bool:
        """Searches a ply further, up to the horizon of every reply. True while there is more to search."""
        return self._deepen(2)

    def analyse(self) -> bool:
        """Searches as :meth:`ponder` does."""
        return self._deepen(2)

    def _deepen(self, wide: int) -> bool:
        bench = self._bench
        limit = min(bench.plies_left, self._horizon + wide - 1)
        return bench.deepen(bench.tree.root, limit, wide=wide, shown=self._shown)
