"""Asks the solver for values and for the move of a side whose proof looks smallest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.games import GameError, LineState
from engine.solver.search import Search
from engine.solver.solver import Solver

EFFORT = 100_000
"""Nodes for each move of a choice, at most; beyond this number the solver's own move is taken."""

_FIRST, _GROWTH, _SLICE = 64, 8, 1_000_000


class Value(NamedTuple):
    """Holds a result for the side to move: 1 won, 0 drawn, -1 lost; a move with the result, and the nodes searched."""

    sign: int
    move: int
    nodes: int


def finish(search: Search, alpha: int, tick: Callable[[], None]) -> bool:
    """Decides one null window, with a ``tick`` after every million nodes; returns whether the score is above."""
    search.aim(alpha)
    while not search.step(_SLICE):
        tick()
    return search.low > alpha


def value(solver: Solver, state: LineState, tick: Callable[[], None]) -> Value:
    """Returns who wins, by one or two null windows."""
    search = solver.begin(*state)
    if finish(search, 0, tick):
        return Value(1, search.move or search.fallback, search.nodes)
    drawn = finish(search, -1, tick)
    return Value(0 if drawn else -1, search.move or search.fallback, search.nodes)


class Oracle:
    """Chooses moves that keep a claim.

    Args:
        wins: the claim is a win; else not to lose.
        tick: called now and then during a long search.
    """

    def __init__(self, solver: Solver, wins: bool, tick: Callable[[], None]) -> None:
        self._solver, self._alpha, self._tick = solver, -1 if wins else 0, tick

    def best(self, mine: int, yours: int, cells: Iterable[int]) -> int:
        """Returns the cell that keeps the claim and is proven with the fewest nodes: all cells are searched in turns.

        Raises:
            GameError: no cell keeps the claim.
        """
        searches, budget = {cell: self._begin(yours, mine | yours | cell) for cell in cells}, _FIRST
        while budget <= EFFORT and len(searches) > 1:
            proven = [(search.nodes, cell) for cell, search in searches.items() if self._keeps(search, budget)]
            if proven:
                return min(proven)[1]
            searches = {cell: search for cell, search in searches.items() if search.low <= self._alpha}
            budget *= _GROWTH
        if not searches:
            raise GameError("the claim to be proved is not true")
        return next(iter(searches)) if len(searches) == 1 else self._solvers(mine, yours)

    def _begin(self, own: int, mask: int) -> Search:
        search = self._solver.begin(own, mask)
        search.aim(self._alpha)
        return search

    def _keeps(self, search: Search, budget: int) -> bool:
        return search.step(budget) and search.high <= self._alpha

    def _solvers(self, mine: int, yours: int) -> int:
        """Returns the cell of the solver's own choice."""
        search = self._solver.begin(mine, mine | yours)
        finish(search, -1 - self._alpha, self._tick)
        low = 1 << ((search.move or search.fallback) - 1) * (self._solver.height + 1)
        return (mine | yours) + low & ~(mine | yours) & (low << self._solver.height) - low
