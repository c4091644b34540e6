"""Defines what a network says about a move, without loading NumPy."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games import Move


@dataclass(frozen=True, slots=True)
class Say:
    """Holds the share of one tuple in a belief, for the side to move.

    Args:
        cells: the cells of the tuple as (column, row), without symmetric images.
        weight: the share in the sum, all images together. The value is tanh of the sum.
    """

    cells: tuple[tuple[int, int], ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Belief:
    """Holds the belief of one move, for the side to move.

    Args:
        value: in [-1, 1].
        replies: the forced replies after the move, up to the judged position.
        says: the tuples with the largest shares; none where the rules decide the game within the forced replies.
    """

    move: Move
    value: float
    replies: tuple[Move, ...]
    says: tuple[Say, ...]
