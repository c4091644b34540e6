"""Chooses a short course for each theme: an example that shows the idea, and puzzles which rise in difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.puzzles.examples import Example, example
from engine.puzzles.judge import connect_four
from engine.puzzles.puzzle import BEGINNERS, Puzzle, Theme
from engine.puzzles.selection import explained

LENGTH = 10
"""Puzzles of a course, where so many are there."""

_HARDEST = 0.8
"""The share of a theme's puzzles, from the easiest on, from which a course is chosen."""


@dataclass(frozen=True, slots=True)
class Course:
    """Holds the course of one theme.

    Args:
        example: a position that shows the idea; of none of the course's puzzles.
        puzzles: the puzzles, the easiest first; each belongs to one course only.
    """

    theme: Theme
    example: Example
    puzzles: tuple[Puzzle, ...]


def courses(puzzles: Sequence[Puzzle], proofs: Mapping[str, Any]) -> list[Course]:
    """Returns the courses in the order of the themes; a theme without an example has none.

    The rarest theme chooses first. Puzzles of one game resemble each other, so no two courses share a game.

    Args:
        proofs: puzzle name -> explanation as plain data.
    """
    free = [puzzle for puzzle in puzzles if explained(puzzle) and puzzle.name in proofs]
    found = list[Course]()
    for theme in sorted(Theme, key=lambda theme: len(_with_theme(free, theme))):
        fit = _with_theme(free, theme)
        if shown := _example(theme, fit, proofs):
            teacher, example_ = shown
            chosen = rising([puzzle for puzzle in fit if puzzle.source != teacher.source])
            used = {teacher.source, *(puzzle.source for puzzle in chosen)}
            free = [puzzle for puzzle in free if puzzle.source not in used]
            found.append(Course(theme, example_, chosen))
    return sorted(found, key=lambda course: course.theme)


def _with_theme(puzzles: Sequence[Puzzle], theme: Theme) -> list[Puzzle]:
    """Returns the puzzles of a theme; those for beginners only for their own kind."""
    return [one for one in puzzles if one.themes & theme and (theme & BEGINNERS or not one.for_beginners)]


def _example(theme: Theme, puzzles: Sequence[Puzzle], proofs: Mapping[str, Any]) -> tuple[Puzzle, Example] | None:
    """Returns the puzzle that shows a theme plainly with the most discs on the board, and the example."""
    for puzzle in sorted(puzzles, key=lambda puzzle: (-len(puzzle.moves), puzzle.name)):
        shown = example(connect_four(), theme, puzzle, proofs[puzzle.name])
        if shown:
            return puzzle, shown
    return None


def rising(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """Returns at most ten puzzles, the easiest first: from each tenth the one with the fewest other themes."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
    if len(ordered) > LENGTH / _HARDEST:
        ordered = ordered[: int(len(ordered) * _HARDEST)]
    count = min(LENGTH, len(ordered))
    parts = [ordered[len(ordered) * n // count : len(ordered) * (n + 1) // count] for n in range(count)]
    return tuple(
        min(part, key=lambda puzzle: (puzzle.themes.bit_count(), puzzle.rating, puzzle.name)) for part in parts
    )
