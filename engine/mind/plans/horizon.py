"""Plans a level with a horizon: iterative deepening of the root, down to the horizon."""

import math

from engine.mind.plans.workbench import Workbench


class HorizonPlan:
    """Deepens the root to a level's ``horizon`` in plies, and one ply further on the opponent's time."""

    with_table = False

    def __init__(self, bench: Workbench, horizon: int) -> None:
        self._bench, self._horizon = bench, horizon
        # Two plies of nodes are shown with gravity. Without, the many moves would make too many nodes.
        self._shown = 2 if bench.lanes else 0

    @property
    def budget(self) -> float:
        """Counts the positions allowed for a choice. With gravity the level sees to the horizon at any price."""
        if not self._bench.compiled:
            return self._bench.budgets.textbook
        return math.inf if self._bench.lanes else self._bench.budgets.no_gravity_horizon

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
