"""Teaches minimax in lessons, each a figure, three paragraphs, and a question with a checked answer."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engine.games import GameError
from engine.lab import exercises
from engine.lab.exercises import Verdict
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import counts, games
from engine.lab.lessons.lesson import Choice, Figure, Lesson, Numbers, Question, read
from engine.text import text

__all__ = ["Figure", "Lesson", "all_lessons", "check", "lesson", "view"]


def _exercise(given: Mapping[str, Any]) -> Question:
    return lambda *_: exercises.make(**given)


_WHYS: dict[str, Any] = {**vars(games), **vars(counts)}
"""What says why an answer is wrong, and what makes the options of a choice, by the names of the lessons."""


def _lesson(number: int, slug: str, given: Mapping[str, Any]) -> Lesson:
    """Returns a lesson of the table."""
    figure, rest = Figure(**given["figure"]), dict[str, Any]()
    if "then" in given:
        rest["then"] = given["then"][0], Figure(**given["then"][1])
    if "link" in given:
        rest["link"] = tuple(given["link"])
    if "exercise" in given:
        question = _exercise({"tree": figure.tree, **given["exercise"]})
    else:
        rest["fields"] = tuple(Field(*one) for one in given.get("fields", ()))
        name = f"_{slug.replace('-', '_')}"
        options = _WHYS.get(f"{name}_options")
        question = partial(Choice if options else Numbers, _WHYS[name], options or rest["fields"])
    return Lesson(number, slug, figure, question, given["practice"], **rest)


_LESSONS = tuple(_lesson(at, slug, given) for at, (slug, given) in enumerate(read("lessons.json").items(), start=1))
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
