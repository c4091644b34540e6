"""Defines what a network says about a move, without loading NumPy."""

from dataclasses import dataclass

from engine.games import Move


@dataclass(frozen=True, slots=True)
class Say:
    """Holds the share of one tuple in a belief, for the side to move: ``cells`` as (column, row), and the weight. The
    value is tanh of the sum of all weights. A weight includes the symmetric images of the tuple."""

    cells: tuple[tuple[int, int], ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Belief:
    """Holds the belief of one move, for the side to move: a value in [-1, 1]. ``replies`` are forced, up to the judged
    position. ``says`` names the tuples with the largest shares, or none where the rules decide the game within the
    forced replies."""

    move: Move
    value: float
    replies: tuple[Move, ...]
    says: tuple[Say, ...]
