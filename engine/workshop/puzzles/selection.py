"""Chooses the puzzles to ship: each kind has a share, most have a short proof, and each theme has a short course."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.puzzles.judge import connect_four
from engine.puzzles.puzzle import BEGINNERS, Puzzle, Theme
from engine.workshop.puzzles.examples import Example, example

SHORT = 10  # the most lines of a short proof
_BEGINNERS = 0.26  # the largest share of each kind for beginners
_UNEXPLAINED = 0.29  # the largest share of puzzles without a short proof, which are hard


class Selection:
    """Takes puzzles one after the other, in the order of their games, until ``count`` is reached."""

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
        """Takes the puzzle if there is room for its kind. Returns whether the puzzle was taken."""
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


LENGTH = 10  # the most puzzles of a course
_HARDEST = 0.8  # the share of a theme's puzzles, from the easiest on, from which a course is chosen


@dataclass(frozen=True, slots=True)
class Course:
    """Holds the course of a theme: an example that is not one of its puzzles, and the puzzles, the easiest first."""

    theme: Theme
    example: Example
    puzzles: tuple[Puzzle, ...]


def courses(puzzles: Sequence[Puzzle], proofs: Mapping[str, Any]) -> list[Course]:
    """Returns the courses in the order of the themes. A theme without an example has none. The rarest theme chooses
    first. Puzzles of one game are similar, so no two courses share a game. ``proofs`` are explanations as plain data by
    puzzle name."""
    free = [puzzle for puzzle in puzzles if explained(puzzle) and puzzle.name in proofs]
    found = list[Course]()
    for theme in sorted(Theme, key=lambda theme: len(_with_theme(free, theme))):
        fit = [one for one in _with_theme(free, theme) if _shows(theme, proofs[one.name])]
        if shown := _example(theme, fit, proofs):
            puzzle, example_ = shown
            chosen = rising([one for one in fit if one.source != puzzle.source])
            used = {puzzle.source, *(one.source for one in chosen)}
            free = [one for one in free if one.source not in used]
            found.append(Course(theme, example_, chosen))
    return sorted(found, key=lambda course: course.theme)


def _with_theme(puzzles: Sequence[Puzzle], theme: Theme) -> list[Puzzle]:
    return [one for one in puzzles if one.themes & theme and (theme & BEGINNERS or not one.for_beginners)]


def _shows(theme: Theme, proof: Any) -> bool:
    """Returns whether a proof has what the course of a theme is about: a waiting four in an odd or an even row."""
    if theme not in (Theme.ODD_THREAT, Theme.EVEN_THREAT):
        return True
    rows = [wait["target"][1] for node in proof["certificate"]["nodes"] for wait in node.get("waits", ())]
    return any(row % 2 == (theme is Theme.ODD_THREAT) for row in rows)


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
