"""Defines what a search for a certificate is given and returns: scores, bounds, and the finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.coach.certificate import Certificate
from engine.games import LineState, Move

Scores = Callable[[LineState], Mapping[Move, int]]
"""Returns the exact score number of every move for the side to move."""

BUDGETS = (1, 2, 3, 4, 6, 8, 10, 14, 20, 30)
"""The bounds of the size, tried one after the other."""

POSITIONS = 150_000
"""Positions searched for one certificate, at most."""

PORTION = 1_500
"""Positions searched between two pauses: some milliseconds."""


class Finding(NamedTuple):
    """Reports a search for a certificate.

    Attributes:
        certificate: the proof; None: there is none within the budget.
        reason: why there is none, in one sentence; "" with a certificate.
        positions: the number of positions searched.
    """

    certificate: Certificate | None
    reason: str
    positions: int
