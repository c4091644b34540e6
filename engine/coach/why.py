"""Explains a position immediately, from the exact scores of its moves. (``why_question.py`` explains in slices.)"""

from collections.abc import Mapping

from engine.coach.certificate import Certificate, Claim
from engine.coach.diagrams import search as diagrams
from engine.coach.explanation import Explanation
from engine.coach.proof_search import BUDGETS, POSITIONS, Scores, find
from engine.coach.words import words
from engine.games import LineGame, LineState, Move, Player
from engine.games.game import number_of
from engine.solver.analysis import Analysis
from engine.solver.book.book import book_of
from engine.solver.solver import Solver
from engine.text import Text

FEW = 3  # the most lines that are better told than a diagram
DIAGRAM_POSITIONS = diagrams.POSITIONS // POSITIONS  # positions played for a diagram, for each one of a proof
TABLE_MB = 8.0  # the size of the solver's table in MiB


def explain(
    game: LineGame,
    state: LineState,
    side: Player,
    scores: Scores,
    *,
    lines: int = BUDGETS[-1],
    positions: int = POSITIONS,
) -> Explanation:
    """Explains why ``side`` wins, does not lose, or loses, by a proof of at most ``lines`` found in at most so many
    ``positions``. ``scores`` are exact, such as :class:`ExactScores`. Raises GameError if the game is over, or has no
    certificates."""
    for winner in (side, side.other) if game.words > 1 else ():  # a large board is not solved for a short proof
        won = Claim(winner, True)
        if short := find(game, state, won, lines=FEW, positions=positions).certificate:
            return Explanation(won, short, None, words(short, diagrams.quick_fault), ())
    claim = claim_for(game, state, side, scores)
    certificate, reason = prove(game, state, claim, scores, lines=lines, positions=positions)
    if certificate:
        return Explanation(claim, certificate, None, words(certificate, diagrams.quick_fault), ())
    return Explanation(claim, None, reason, (), best_play(game, state, scores))


def prove(
    game: LineGame, state: LineState, claim: Claim, scores: Scores, *, lines: int, positions: int
) -> tuple[Certificate | None, Text | None]:
    """Returns a short proof, else a diagram, else a longer proof, or why there is none. See :func:`explain`."""
    few = find(game, state, claim, scores=scores, lines=min(FEW, lines), positions=positions)
    found = few.certificate or diagrams.find(
        game, state, claim, keeping(scores(state), claim), positions=DIAGRAM_POSITIONS * positions
    )
    if found or lines <= FEW:
        return found, None if found else few.reason
    more = find(game, state, claim, scores=scores, lines=lines, positions=positions)
    return more.certificate, more.reason


def keeping(scores: Mapping[Move, int], claim: Claim) -> list[Move]:
    """Returns the moves that keep a claim of the side to move, the best first. ``scores`` may be signs."""
    kept = [move for move, score in scores.items() if score >= claim.wins]
    return sorted(kept, key=lambda move: (-scores[move], move))


def claim_for(game: LineGame, state: LineState, side: Player, scores: Scores) -> Claim:
    """Returns what is true of an unfinished position: ``side`` wins or does not lose, or the other side wins."""
    best = max(scores(state).values(), default=0)
    worth = best if game.to_move(state) is side else -best
    return Claim(side, worth > 0) if worth >= 0 else Claim(side.other, True)


def best_play(game: LineGame, state: LineState, scores: Scores) -> tuple[Move, ...]:
    """Returns best moves of both sides up to the end of the game, the leftmost of equal ones."""
    moves: list[Move] = []
    while game.outcome(state) is None:
        worth = scores(state)
        moves.append(max(worth, key=lambda move: (worth[move], -move)))
        state = game.play(state, moves[-1])
    return tuple(moves)


class ExactScores:
    """Returns the exact score number of every move of a position, from the book or by the solver.

    Args:
        solver: None makes one with a small table. Without a solver for the board that raises ValueError.
    """

    def __init__(self, game: LineGame, solver: Solver | None = None, *, with_book: bool = True) -> None:
        self._game, self._book = game, book_of(game) if with_book else None
        self._solver = solver or Solver(game.width, game.height, game.connect, table_mb=TABLE_MB)

    def __call__(self, state: LineState) -> Mapping[Move, int]:
        """Returns the score number of every move, for the side to move."""
        scores = Analysis(self._solver, self._game, state, self._book).scores()
        return {move: number_of(self._game, score, state.ply) for move, score in scores.items()}
