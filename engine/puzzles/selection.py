"""Chooses the puzzles to ship: each kind has a share, and most have a short proof."""

from __future__ import annotations

from collections import Counter

from engine.puzzles.puzzle import BEGINNERS, Puzzle

SHORT = 10
"""The most lines of a short proof."""

_BEGINNERS = 0.26
"""The largest share of each kind for beginners."""

_UNEXPLAINED = 0.29
"""The largest share of puzzles without a short proof: hard nuts."""


class Selection:
    """Takes puzzles one after the other, in the order of their games, until the wanted number is reached.

    Args:
        count: the number of puzzles wanted.
    """

    def __init__(self, count: int) -> None:
        self.count, self.taken = count, list[Puzzle]()
        self._of_kind = Counter[str]()
        kinds = [kind.slug for kind in BEGINNERS]
        self._most = {kind: int(count * _BEGINNERS) for kind in kinds} | {"unexplained": int(count * _UNEXPLAINED)}
        self._most["explained"] = count

    @property
    def full(self) -> bool:
        """Tells whether the wanted number is reached."""
        return len(self.taken) == self.count

    def add(self, puzzle: Puzzle) -> bool:
        """Takes the puzzle if there is room for its kind; returns whether the puzzle was taken."""
        kind = self._kind(puzzle)
        if self.full or self._of_kind[kind] >= self._most[kind] or (puzzle.for_beginners and not explained(puzzle)):
            return False
        self._of_kind[kind] += 1
        self.taken.append(puzzle)
        return True

    @staticmethod
    def _kind(puzzle: Puzzle) -> str:
        if puzzle.for_beginners:
            return (puzzle.themes & BEGINNERS).slug
        return "explained" if explained(puzzle) else "unexplained"


def explained(puzzle: Puzzle) -> bool:
    """Returns whether the puzzle has a short proof."""
    return 0 < puzzle.lines <= SHORT
