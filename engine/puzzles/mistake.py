"""Makes a puzzle of a move that lost a result, where exactly one other move would have kept it.

A MistakePuzzle works in slices like a mind, so a scheduler runs the search as a hint. The steps of the solution
(``solution.py``) ask for the exact scores of one position after the other. At a position without scores the steps end,
the next slices search the position, and the steps begin again with all scores found so far.
"""

import threading
import time
from collections.abc import Mapping, Sequence

from engine.games import LineGame, LineState, Move, replay
from engine.mind.mind import SLICE
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE
from engine.puzzles.candidates import classify
from engine.puzzles.judge import Judge, keepers, sign
from engine.puzzles.puzzle import Found, Puzzle, Theme
from engine.puzzles.solution import later_wrong_moves, solve, themes
from engine.solver.analysis import Analysis
from engine.solver.book.book import book_of

_PORTION = 10_000  # positions searched between two looks at the clock: a millisecond


class MistakePuzzle:
    """Makes the puzzle of one move. The scheduler takes a MistakePuzzle in the place of a mind.

    Args:
        moves: the moves before the position.
        visitor: the address charged for the search.

    Raises:
        GameError: the game is over at the position, or ``played`` is not legal there.
    """

    def __init__(self, game: LineGame, moves: Sequence[Move], played: Move, visitor: str = "") -> None:
        self.game, self.moves, self.played, self.visitor = game, tuple(moves), played, visitor
        self.state = replay(game, self.moves)
        game.play(self.state, played)
        self.closed = False
        self.expected: Move | None = None
        self.lock = threading.RLock()
        self.nodes = 0
        self._known: dict[LineState, Mapping[Move, int]] = {}
        self._analysis: Analysis | None = None
        self._found = Found(False)

    def work(self, purpose: Purpose = Purpose.ANALYSE, seconds: float = SLICE) -> bool:
        """Runs one slice. Returns True while work is left."""
        del purpose
        with self.lock:
            until = time.perf_counter() + seconds
            while self._go_on():
                if time.perf_counter() >= until:
                    return True
            return False

    def answer(self, *, seconds: float = 0.0, expected: Move | None = None) -> Found:
        """Returns the puzzle, or that there is none, or that the search has not finished, and ends the work."""
        del seconds, expected
        with self.lock:
            self.closed = True
            return self._found

    def _go_on(self) -> bool:
        """Searches one portion, or tries to make the puzzle. Returns False if nothing is left or the kernels are
        missing."""
        if self.closed or self._found.complete:
            return False
        try:
            if self._analysis is None:
                self._found = Found(True, self._make())
            elif self._analysis.step(_PORTION):
                self._learn(self._analysis)
        except _UnknownError as unknown:
            return self._begin(unknown.state)
        return not self._found.complete

    def _make(self) -> Puzzle | None:
        """Returns the puzzle, or None if the move kept the result or another move would have lost it as well."""
        game, state, judge = self.game, self.state, Judge(self.game, exact=self._scores)
        scores = judge.scores(state)
        right = keepers(scores)
        if len(right) != 1 or sign(scores[right[0]]) < 0 or self.played == right[0]:
            return None
        solution = solve(judge, state, scores)
        kind = Theme.WIN_AT_ONCE if solution.plies == 1 else classify(game, state) or Theme(0)
        named = themes(game, state, kind, solution)
        later = later_wrong_moves(judge, state, solution.line)
        return Puzzle(self.moves, solution.plies, solution.line, solution.wrong, named, rating=0, level=0, later=later)

    def _scores(self, state: LineState) -> Mapping[Move, int]:
        scores = self._known.get(state)
        if scores is None:
            raise _UnknownError(state)
        return scores

    def _begin(self, state: LineState) -> bool:
        """Begins the search of a position. Returns False if the board has no exact search."""
        kernels = KERNEL_CACHE.kernels_for(self.game)
        if kernels is None or kernels.solver is None:
            return False
        self._analysis = Analysis(kernels.solver, self.game, state, book_of(self.game))
        return True

    def _learn(self, analysis: Analysis) -> None:
        self._known[analysis.state] = {bounds.move: bounds.low for bounds in analysis.moves}
        self.nodes += analysis.nodes
        self._analysis = None


class _UnknownError(Exception):
    """Says that the scores of ``state`` must be searched first."""

    def __init__(self, state: LineState) -> None:
        super().__init__("a position without scores")
        self.state = state
