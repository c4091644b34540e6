"""Teaches minimax in lessons, each a figure, three paragraphs, and a question with a checked answer."""

from collections.abc import Callable
from typing import Any

from engine.games import GameError
from engine.lab.exercises import Verdict
from engine.lab.lessons import beginnings, best_first, bounds, effort, guesses, more_players, pruning, saving, unknowns
from engine.lab.lessons.lesson import Figure, Lesson
from engine.text import text

__all__ = ["Figure", "Lesson", "all_lessons", "check", "lesson", "view"]

_ROOMS = (beginnings, guesses, pruning, saving, effort, unknowns, bounds, best_first, more_players)
_LESSONS: tuple[Lesson, ...] = tuple(
    sorted((one for room in _ROOMS for one in room.LESSONS), key=lambda lesson: lesson.number)
)
EARLY = 7
"""The lessons before the window, which show no program unless asked."""


def all_lessons() -> tuple[Lesson, ...]:
    """Returns all lessons in their order. Nothing is computed."""
    return _LESSONS


def lesson(slug: str) -> Lesson:
    """Returns the lesson called ``slug``, and raises GameError with all names if there is none."""
    for one in _LESSONS:
        if one.slug == slug:
            return one
    refusal = "there is no lesson called {name}; there are {names}"
    raise GameError(refusal, name=repr(slug), names=", ".join(one.slug for one in _LESSONS))


def view(slug: str, say: Callable[[str], str] = str) -> dict[str, Any]:
    """Returns a lesson as data, with slug and title of the next one, or None. Raises GameError if there is none."""
    chosen = lesson(slug)
    following = [{"slug": one.slug, "title": text(one.title)} for one in _LESSONS[chosen.number : chosen.number + 1]]
    return {**chosen.view(say), "early": chosen.number <= EARLY, "next": following[0] if following else None}


def check(slug: str, answer: str) -> Verdict:
    """Returns the verdict on an answer to a lesson's question, and raises GameError if there is no such lesson."""
    return lesson(slug).check(answer)
