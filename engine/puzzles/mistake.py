"""Makes a puzzle of a move that lost a result, where exactly one other move would have kept it.

A MistakePuzzle is a question, so a scheduler runs the search as a hint. The steps of the solution
(``solution.py``) ask for the exact scores of one position after the other. At a position without scores the steps end,
the next slices search the position, and the steps begin again with all scores found so far.
"""

from collections.abc import Iterator, Mapping, Sequence

from engine.games import LineGame, LineState, Move, replay
from engine.mind.question import Question
from engine.mind.search.kernels import KERNEL_CACHE
from engine.puzzles.judge import Judge, keepers, sign
from engine.puzzles.puzzle import Found, Puzzle, Theme
from engine.puzzles.solution import classify, later_wrong_moves, solve, themes
from engine.solver.analysis import Analysis
from engine.solver.book.book import book_of

_PORTION = 10_000  # positions searched between two looks at the clock: a millisecond


class MistakePuzzle(Question[Found]):
    """Makes the puzzle of ``played`` after ``moves``, charged to ``visitor``. Raises GameError if not legal."""

    def __init__(self, game: LineGame, moves: Sequence[Move], played: Move, visitor: str = "") -> None:
        super().__init__(moves, visitor, Found(False))
        self.game, self.played = game, played
        self.state = replay(game, self.moves)
        game.play(self.state, played)
        self._known: dict[LineState, Mapping[Move, int]] = {}

    def steps(self) -> Iterator[None]:
        """Makes the puzzle, again after each search for scores. A board without an exact search has none."""
        while True:
            try:
                self.found = Found(True, self._make())
                return
            except _UnknownError as unknown:
                state = unknown.state
            kernels = KERNEL_CACHE.kernels_for(self.game)
            if kernels is None or kernels.solver is None:
                return
            analysis = Analysis(kernels.solver, self.game, state, book_of(self.game))
            while not analysis.step(_PORTION):
                yield
            self._known[state] = {bounds.move: bounds.low for bounds in analysis.moves}
            self.nodes += analysis.nodes
            yield

    def _make(self) -> Puzzle | None:
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


class _UnknownError(Exception):
    """Says that the scores of ``state`` must be searched first."""

    def __init__(self, state: LineState) -> None:
        super().__init__("a position without scores")
        self.state = state
