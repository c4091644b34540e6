"""Score numbers for any game, and how they become Scores, values and words.

The number of a result is 1 + (plies left on the calendar after the last move) // 2, negative for a loss and 0 for a
draw: on a 7x6 board the well-known 22 minus the winner's stones. It does not change as the game goes on, only its sign
does with the side to move.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from engine.games import Game, Outcome, Player, Score

S = TypeVar("S", bound=Hashable)

LIMIT = 127
"""Bounds of a node of which nothing is proven: -LIMIT to LIMIT."""

SCALE = 10_000.0
"""Values are whole multiples of 1/SCALE wherever a compiled search had a part in them, so that they compare exactly."""

PROVEN, STEP = 9_000, 10
"""Opinions stay below PROVEN / SCALE; a proven win of number n is worth (PROVEN + n * STEP) / SCALE."""

PROVEN_VALUE = PROVEN / SCALE


def number_of_outcome(game: Game[S], outcome: Outcome, ply: int, player: Player) -> int:
    """The number of a finished game of ``ply`` moves, for ``player``."""
    if outcome.winner is None:
        return 0
    number = 1 + (game.max_plies - ply) // 2
    return number if outcome.winner is player else -number


def score_of(game: Game[S], number: int, ply: int, player: Player) -> Score:
    """The Score behind a number, for the ``player`` to move at ``ply``; sides move in turn."""
    if number == 0:
        return Score(None, game.max_plies - ply, player)
    winner = player if number > 0 else player.other
    end = game.max_plies - 2 * (abs(number) - 1)
    moves_now = (
        1 if winner is player else 0
    )  # the winner's last stone falls after an odd number of plies if it moves now
    if (end - ply) % 2 != moves_now:
        end -= 1
    return Score(winner, end - ply, player)


def value_of(number: int) -> float:
    """A number as a value in [-1, 1]: every win above every opinion, quicker wins higher."""
    if number == 0:
        return 0.0
    share = (PROVEN + abs(number) * STEP) / SCALE  # the very division that a compiled search's values go through
    return share if number > 0 else -share


def number_in(value: float) -> int | None:
    """The number that a value of :func:`value_of` holds, or None for an opinion (a draw's is told by bounds only)."""
    if abs(value) < PROVEN_VALUE:
        return None
    number = round((abs(value) * SCALE - PROVEN) / STEP)
    return number if value > 0 else -number


def words(game: Game[S], low: int, high: int, ply: int, player: Player) -> str:
    """What proven bounds mean for the ``player`` to move: "wins in 9", "draws", "at least a draw"; "" if nothing.

    Wins and losses are counted in the winner's own moves, from the position at ``ply``.
    """
    if low == high:
        score = score_of(game, low, ply, player)
        if score.winner is None:
            return "draws"
        return f"{'wins' if low > 0 else 'loses'} in {(score.plies + 1) // 2}"
    if low > 0:
        return "wins"
    if high < 0:
        return "loses"
    if low == 0:
        return "at least a draw"
    return "at most a draw" if high == 0 else ""
