"""Says why a position is won, held or lost, as a proof in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from engine.games import GameError, LineGame, Move, Player, write
from fourthought.analysis import machine_code
from fourthought.arguments import AnyGame, player_of
from fourthought.board import Board, board_of
from fourthought.errors import GameOverError, NoSolverError

if TYPE_CHECKING:
    from engine.coach.explanation import Explanation
    from engine.coach.why import ExactScores


@dataclass(frozen=True, slots=True)
class Why:
    """Explains the exact result of one position. Prints as its sentences; ``bool(why)`` says whether they are a proof.

    Args:
        explanation: the claim, the certificate that :mod:`engine.coach.checker` reads, and the steps.
    """

    board: Board
    explanation: Explanation

    @property
    def steps(self) -> tuple[str, ...]:
        """Returns the proof, one sentence a step; without a proof the claim, and best play."""
        found = self.explanation
        if found.certificate or found.claim is None:
            return tuple(step.text for step in found.steps)
        who = self.board.game.player_names[found.claim.side]
        claim = f"{who} {'wins' if found.claim.wins else 'does not lose'}. {found.reason}"
        return claim, f"Best play: {write(self.board.game, found.play)}"

    def __bool__(self) -> bool:
        return self.explanation.certificate is not None

    def __str__(self) -> str:
        return "\n".join(self.steps)

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(step)}</li>" for step in self.steps)
        return f"{self.board.svg(200)}<ul>{items}</ul>"


def why(position: str | Iterable[Move] | Board, game: AnyGame = "connect4", *, side: Player | None = None) -> Why:
    """Says why a position is won, held or lost. Where there is no small proof, best play stands in its place. Early
    positions of boards with more than 42 cells can take the exact solver hours; Ctrl-C ends it.

    Args:
        side: for whom; None: the side to move.

    Raises:
        GameOverError: the game has ended.
        NoSolverError: the game has no exact solver, or none that ships.
    """
    from engine.coach.proof_search import check_game
    from engine.coach.why import explain

    board = board_of(position, game)
    try:
        rules = check_game(board.game)
    except GameError:
        raise NoSolverError("{game} has no exact solver, so nothing can be proved", game=board.game.name) from None
    if board.is_over:
        raise GameOverError("the game is over: {end}; there is nothing to explain", end=board.result)
    player = rules.to_move(board.state) if side is None else player_of(side)
    with machine_code():
        return Why(board.copy(), explain(rules, board.state, player, _scores(rules)))


@cache
def _scores(game: LineGame) -> ExactScores:
    from engine.coach.why import ExactScores

    return ExactScores(game)
