"""Counts the work of a scheduler; loads nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Load:
    """Counts the work of the cores.

    Args:
        due: due moves, waiting or running.
        hints: hints, waiting or running.
        pondering: minds that ponder.
        oldest: seconds since the oldest due move was requested.
        nodes: positions searched so far.
        busy_seconds: seconds of search so far.
        urgent: the part of the cores that due moves and hints have taken of late, 0 to 1.
        quiet: seconds for which no move and no hint has been due.
    """

    due: int
    hints: int
    pondering: int
    oldest: float
    nodes: int
    busy_seconds: float
    urgent: float = 0.0
    quiet: float = 0.0
