"""Chooses the moves of a proof: by the solver, or by the smallest proof where there is a small one."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from engine.coach import leaf as lf
from engine.coach import proof_kernel as kernel
from engine.coach.certificate import Claim
from engine.games import GameError, LineGame, LineState
from engine.kernels.words import numbers, shape_of
from engine.solver.search import Search
from engine.solver.solver import Solver

EFFORT = 100_000  # nodes for each move of a choice, at most. Beyond this number the solver's own move is taken
SIZES = (1, 2, 4, 8, 16, 32)  # the bounds of the size, tried one after the other
SMALL_POSITIONS = 1_000  # positions searched for one choice, at most

_ROWS = 1 << 19

_FIRST, _GROWTH, _SLICE = 64, 8, 1_000_000


class Value(NamedTuple):
    """Holds a result for the side to move (1 won, 0 drawn, -1 lost), a move with the result, and the nodes searched."""

    sign: int
    move: int
    nodes: int


def finish(search: Search, alpha: int, tick: Callable[[], None]) -> bool:
    """Decides one null window, with a ``tick`` each million nodes. Returns whether the score is above ``alpha``."""
    search.aim(alpha)
    while not search.step(_SLICE):
        tick()
    return search.low > alpha


def keeps(solver: Solver, claim: Claim, mine: int, yours: int, tick: Callable[[], None] = lambda: None) -> bool:
    """Tests if a claim holds for the stones of its side and of the other, which is to move, without a line."""
    mask = mine | yours
    if mask.bit_count() == solver.width * solver.height:
        return not claim.wins
    return not finish(solver.begin(yours, mask), -1 if claim.wins else 0, tick)


def value(solver: Solver, state: LineState, tick: Callable[[], None]) -> Value:
    """Returns who wins, by one or two null windows."""
    search = solver.begin(*state)
    if finish(search, 0, tick):
        return Value(1, search.move or search.fallback, search.nodes)
    drawn = finish(search, -1, tick)
    return Value(0 if drawn else -1, search.move or search.fallback, search.nodes)


class Oracle:
    """Chooses moves that keep a claim. ``tick`` is called from time to time during a long search."""

    def __init__(self, solver: Solver, wins: bool, tick: Callable[[], None]) -> None:
        self._solver, self._alpha, self._tick = solver, -1 if wins else 0, tick

    def best(self, mine: int, yours: int, cells: Iterable[int]) -> int:
        """Returns the cell that keeps the claim at the least cost in nodes. Raises GameError if no cell keeps it."""
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
        search = self._solver.begin(mine, mine | yours)
        finish(search, -1 - self._alpha, self._tick)
        low = 1 << ((search.move or search.fallback) - 1) * (self._solver.height + 1)
        return (mine | yours) + low & ~(mine | yours) & (low << self._solver.height) - low


class SmallProofs:
    """Chooses moves with the smallest proof of a win: the coach's search, with one table for all choices."""

    def __init__(self, game: LineGame) -> None:
        self._words = words = game.words
        self._geometry = lf.geometry(game.width, game.height, game.connect, words)
        self._table = np.zeros((_ROWS, 2), np.uint64)
        self._stack, self._out = (np.zeros(shape_of(shape, words), np.uint64) for shape in (kernel.STACK, (lf.WORDS,)))
        self._count = np.zeros(2, np.int64)

    def best(self, mine: int, yours: int) -> int:
        """Returns the cell of the smallest proof, or 0 if the side to move has none or none was found in time. The
        side to move has the stones ``mine`` and cannot complete a line immediately."""
        words = tuple(numbers((mine, yours, 0), self._words))
        self._count[:] = 0, SMALL_POSITIONS
        return self._known(words) or next(filter(None, (self._try(words, size) for size in SIZES)), 0)

    def _known(self, words: tuple[np.uint64, ...]) -> int:
        row = int(kernel.entry.of_words(self._words)(self._table, *words))
        return 1 << (row >> 16) - 1 if row & 255 and row >> 16 else 0

    def _try(self, words: tuple[np.uint64, ...], size: int) -> int:
        if self._count[kernel.NODES] >= SMALL_POSITIONS:
            return 0
        prove = kernel.prove.of_words(self._words)
        prove(*words, True, size, True, self._geometry, self._table, self._stack, self._out, self._count)
        return self._known(words)
