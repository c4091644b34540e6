"""Finds the exact score of every legal move: bounds first, tighter step by step, then exact."""

import time
from dataclasses import dataclass

from engine.games import LineGame, LineState, Move, Score
from engine.games.game import score_of
from engine.solver import team
from engine.solver.book.book import Book
from engine.solver.search import UNLIMITED, Search
from engine.solver.solver import Solved, Solver

SLICE = 20_000
"""Nodes for a move before the next one. A change of moves costs nothing, so slices are short and progress is even."""


@dataclass(frozen=True, slots=True)
class MoveBounds:
    """Holds the proven bounds of one move, as score numbers for the side to move."""

    move: Move
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Tests if the move's score is known."""
        return self.low == self.high


class Analysis:
    """Analyses one unfinished position, with bounds at any time, by a resumable search for each legal move. The
    searches share one table. Moves known to ``book``, the opening book of the board, are not searched."""

    def __init__(self, solver: Solver, game: LineGame, state: LineState, book: Book | None = None) -> None:
        self.game, self.state = game, state
        self._known = book.moves(state) if book else {}
        self._lanes: dict[Move, Search] = {
            m: solver.begin(*game.play(state, m)) for m in game.moves(state) if m not in self._known
        }
        self._guessed: set[Search] = set()
        self._number = book.score(state) if book else None
        if book and state.ply == book.plies:
            for move, lane in self._lanes.items():
                lane.tighten(book.floor(game.play(state, move)))
                lane.aim(lane.low)  # the floor is often the score: search first for a better one
                self._guessed.add(lane)

    @property
    def moves(self) -> list[MoveBounds]:
        """Returns the bounds proven so far, in the order of the columns."""
        found = [MoveBounds(m, number, number) for m, number in self._known.items()]
        found += [MoveBounds(m, -lane.high, -lane.low) for m, lane in self._lanes.items()]
        return sorted(found, key=lambda bounds: bounds.move)

    @property
    def nodes(self) -> int:
        """Returns the number of positions searched so far."""
        return sum(lane.nodes for lane in self._lanes.values())

    def step(self, budget: int) -> bool:
        """Searches about ``budget`` nodes, dealt evenly among the open moves. Returns True once every move is exact."""
        while budget > 0:
            lanes = [lane for lane in self._lanes.values() if not lane.exact]
            if not lanes:
                return True
            lane = min(lanes, key=lambda search: search.nodes)
            before, before_low = lane.nodes, lane.low
            if lane in self._guessed:
                if lane.step(min(SLICE, budget)):
                    self._guessed.remove(lane)
            else:
                lane.run(min(SLICE, budget))
            budget -= max(lane.nodes - before, 1)
            if lane.low > before_low:
                self._conclude()
        return all(lane.exact for lane in self._lanes.values())

    def _conclude(self) -> None:
        """Settles the last open move by the book's score: if all others are worth less, it has this score."""
        if self._number is None:
            return
        best = [lane for lane in self._lanes.values() if lane.low <= -self._number]
        if len(best) == 1 and self._number not in self._known.values() and not best[0].exact:
            best[0].set_score(-self._number)

    def scores(self) -> dict[Move, Score]:
        """Returns the exact Score of every move, for the side to move, after a search until all are known."""
        while not self.step(1 << 24):
            pass
        return {
            bounds.move: score_of(self.game, bounds.low, self.state.ply, self.game.to_move(self.state))
            for bounds in self.moves
        }


def solve_with(book: Book | None, solver: Solver, state: LineState, *, threads: int = 1) -> Solved:
    """Returns the exact result of an unfinished position, from the book of the board if possible. If the book knows the
    score but not every move, one null window finds a move with that score."""
    number = book.score(state) if book else None
    if book is None or number is None:
        return team.solve(solver, *state, threads=threads)
    started = time.perf_counter()
    known = book.moves(state)
    best = [move for move, worth in known.items() if worth == number]
    if best:
        return Solved(number, best[0], 0, time.perf_counter() - started)
    search = solver.begin(*state)
    if not search.exact:
        search.aim(number - 1)
        search.step(UNLIMITED)
    return Solved(number, search.move or search.fallback, search.nodes, time.perf_counter() - started)
