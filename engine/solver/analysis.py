"""The exact score of every legal move: bounds first, tightening, then exact."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games import LineGame, LineState, Move, Score
from engine.games.numbers import score_of
from engine.solver.solver import Search, Solver

SLICE = 20_000
"""Nodes a move gets in its turn: restarts of the dealing cost nothing, so small enough for even progress."""


@dataclass(frozen=True, slots=True)
class MoveBounds:
    """What is proven of one move, as score numbers of the side that makes it."""

    move: Move
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the move's score is known."""
        return self.low == self.high


class Analysis:
    """An anytime analysis of one unfinished position: one resumable search for each legal move over a shared table.

    Args:
        solver: of the same board as ``game``.
        game, state: the position; it must not be finished.
    """

    def __init__(self, solver: Solver, game: LineGame, state: LineState) -> None:
        self.game, self.state = game, state
        self._lanes: dict[Move, Search] = {m: solver.begin(*game.play(state, m)) for m in game.moves(state)}

    @property
    def moves(self) -> list[MoveBounds]:
        """What is proven now, in the order of the columns."""
        return [MoveBounds(m, -lane.high, -lane.low) for m, lane in self._lanes.items()]

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return sum(lane.nodes for lane in self._lanes.values())

    def step(self, budget: int) -> bool:
        """Search about ``budget`` nodes, dealt evenly among the moves still open; True: every move is exact."""
        while budget > 0:
            lanes = [lane for lane in self._lanes.values() if not lane.exact]
            if not lanes:
                return True
            lane = min(lanes, key=lambda search: search.nodes)
            before = lane.nodes
            lane.run(min(SLICE, budget))
            budget -= max(lane.nodes - before, 1)
        return all(lane.exact for lane in self._lanes.values())

    def scores(self) -> dict[Move, Score]:
        """The exact Score of every move, for the side to move; searches until all are known."""
        while not self.step(1 << 24):
            pass
        return {
            bounds.move: score_of(self.game, bounds.low, self.state.ply, self.game.to_move(self.state))
            for bounds in self.moves
        }
