"""Converts between exact results as the solvers count them (score numbers) and Scores.

The number of a result is 1 + (plies of the longest game still left after the last move) // 2, negative for a loss and 0
for a draw: on a 7x6 board 22 minus the winner's stones. During a game only the sign of the number changes, with the
side to move. The sides take turns. Drawn lots are not counted as plies.
"""

from collections.abc import Hashable
from typing import TypeVar

from engine.games.game import Game, Outcome, Player, Score

S = TypeVar("S", bound=Hashable)


def number_of_outcome(game: Game[S], outcome: Outcome, ply: int, player: Player) -> int:
    """Returns the number of a game finished after ``ply`` moves, from the point of view of ``player``."""
    if outcome.winner is None:
        return 0
    number = 1 + (game.max_plies - ply) // 2
    return number if outcome.winner is player else -number


def score_of(game: Game[S], number: int, ply: int, player: Player) -> Score:
    """Returns the Score of a ``number`` for ``player``, the side to move after ``ply`` moves."""
    if number == 0:
        return Score(None, game.max_plies - ply, player)
    winner = player if number > 0 else player.other
    end = game.max_plies - 2 * (abs(number) - 1)
    if (end - ply) % 2 != (winner is player):  # the side to move makes the last move of an odd number of plies
        end -= 1
    return Score(winner, end - ply, player)


def number_of(game: Game[S], score: Score, ply: int) -> int:
    """Returns the number of a Score at ``ply``, from the Score's point of view: the inverse of :func:`score_of`."""
    return score.sign * (1 + (game.max_plies - ply - score.plies) // 2)
