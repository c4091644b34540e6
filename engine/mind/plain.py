"""Searches for a mind in a game in which a side may move twice in a row: by the textbook, without a kept tree. In the
tree a parent's value is the negative of the child's, which needs two sides that take turns."""

import time
from collections.abc import Mapping
from typing import Any

from engine.games import Game, GameError, Move
from engine.search.deepening import deepening
from engine.search.parts.values import Result
from engine.search.selective import SLICE


class MovesAgainError(GameError):
    """Tells that a side moves twice in a row, so that no tree can be kept."""


class PlainSearch:
    """Deepens one position in slices, to ``horizon`` plies (None: to the end) and ``budget`` positions at most."""

    def __init__(self, game: Game[Any], state: Any, horizon: int | None, budget: float) -> None:
        self._steps = deepening(game, state, depth=horizon, every=True)
        self._budget = budget
        self._result: Result | None = None
        self.nodes = 0

    @property
    def depth(self) -> int:
        """Returns the plies of the last whole iteration."""
        return self._result.depth if self._result else 0

    @property
    def values(self) -> Mapping[Move, float]:
        """Returns the values of all moves after the last whole iteration, or nothing before."""
        return {known.move: known.value for known in self._result.moves} if self._result else {}

    def run(self, deadline: float, nodes: float) -> bool:
        """Searches until ``deadline`` (of time.perf_counter) or for so many positions. True while work is left."""
        end = self.nodes + nodes
        for found in self._steps:
            self._result = found or self._result
            self.nodes += SLICE
            if self._result and self.nodes >= self._budget:
                return False
            if self.nodes >= end or time.perf_counter() >= deadline:
                return True
        return False
