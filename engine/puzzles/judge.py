"""Gives exact scores of moves to the maker of puzzles and to the check of puzzles."""

from collections.abc import Callable, Mapping

from engine.coach.why import ExactScores
from engine.games import LineGame, LineState, Move, find
from engine.solver.solver import Solver
from engine.solver.switches import Switch

PROOFS = Switch.FOLLOW_UP | Switch.LINES | Switch.EVEN_TAILS | Switch.ODD_TAILS
"""The techniques that use the follow-up theorem."""

Exact = Callable[[LineState], Mapping[Move, int]]
"""Returns the exact number of every move of an unfinished position, for the side to move."""


class Judge:
    """Gives exact score numbers, for the side to move, of the moves of a board with gravity: those of ``exact``, else
    by a solver with a table of ``table_mb``. ``independent``: with another kernel, without the opening book and the
    theorem."""

    def __init__(
        self, game: LineGame, *, independent: bool = False, table_mb: float = 64, exact: Exact | None = None
    ) -> None:
        self.game, self._exact = game, exact or _exact_scores(game, independent, table_mb)

    def scores(self, state: LineState) -> Mapping[Move, int]:
        """Returns the exact number of every legal move, none in a finished game."""
        return {} if self.game.outcome(state) is not None else self._exact(state)

    def keepers(self, state: LineState) -> list[Move]:
        """Returns the moves that keep the result (win, draw or loss) of ``state``."""
        return keepers(self.scores(state))

    def best(self, state: LineState) -> tuple[Move, int]:
        """Returns a best move of an unfinished game, and its number. Of equal moves it is the lowest column."""
        scores = self.scores(state)
        return max(scores.items(), key=lambda item: (item[1], -item[0]))

    def play_out(self, state: LineState, most: int) -> tuple[Move, ...]:
        """Returns best play of both sides, to the end of the game or for ``most`` plies."""
        line: list[Move] = []
        while len(line) < most and self.game.outcome(state) is None:
            line.append(self.best(state)[0])
            state = self.game.play(state, line[-1])
        return tuple(line)


def _exact_scores(game: LineGame, independent: bool, table_mb: float) -> ExactScores:
    switches = Switch.ALL & ~PROOFS if independent else None
    solver = Solver(game.width, game.height, game.connect, table_mb=table_mb, switches=switches)
    return ExactScores(game, solver, with_book=not independent)


def sign(number: int) -> int:
    """Returns 1, 0 or -1."""
    return (number > 0) - (number < 0)


def keepers(scores: Mapping[Move, int]) -> list[Move]:
    """Returns the moves with the result (win, draw or loss) of the best move."""
    result = max(map(sign, scores.values()), default=0)
    return [move for move, number in scores.items() if sign(number) == result]


def connect_four() -> LineGame:
    """Returns the board of the puzzles that ship."""
    game = find("connect4")
    if not isinstance(game, LineGame):
        raise TypeError("Connect Four is a line game")
    return game
