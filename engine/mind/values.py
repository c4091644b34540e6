"""Proven numbers and opinions on one scale, and proven bounds in words."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from engine.games import Game, Player
from engine.games.numbers import score_of

S = TypeVar("S", bound=Hashable)

LIMIT = 127
"""Bounds of a node of which nothing is proven: -LIMIT to LIMIT."""

SCALE = 10_000.0
"""Values are whole multiples of 1/SCALE wherever a compiled search had a part in them, so that they compare exactly."""

PROVEN, STEP = 9_000, 10
"""Opinions stay below PROVEN / SCALE; a proven win of number n is worth (PROVEN + n * STEP) / SCALE."""

PROVEN_VALUE = PROVEN / SCALE


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
