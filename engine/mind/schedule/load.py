"""Counts the work of a scheduler, without loading the engine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Load:
    """Counts the work of the cores.

    Args:
        due: due moves, waiting or running, as ``hints``.
        pondering: minds that ponder.
        oldest: seconds since the oldest due move was requested.
        nodes: positions searched so far, in ``busy_seconds`` of search.
        urgent: the part of the cores that due moves and hints have taken recently, 0 to 1.
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
