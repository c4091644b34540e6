"""Defines the questions of lessons: an exercise of the Lab on the lesson's tree, fields to fill in, or a choice."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games import GameError
from engine.lab import exercises
from engine.lab.exercises import Exercise, Verdict
from engine.lab.exercises.exercise import Field, Option, read_fields, read_value
from engine.lab.keys.words import show
from engine.text import text

Facts = Mapping[str, Any]
"""The computed numbers and names of a lesson, by the names of the placeholders."""
Answers = Mapping[str, float]
"""The entered numbers by the names of the fields."""
Fault = tuple[str, str | None]
"""The sentence that says why an answer is wrong, and the name of the node in question, if there is one."""


class Question(ABC):
    """Asks for one answer, given as text, and judges the answer."""

    @abstractmethod
    def view(self, facts: Facts) -> dict[str, Any]:
        """Returns the question as data, in the form of exercises."""

    @abstractmethod
    def check(self, facts: Facts, answer: str) -> Verdict:
        """Returns the verdict on an answer, with a reason."""


@dataclass(frozen=True, slots=True)
class Practised(Question):
    """Asks an exercise of the Lab; ``make`` returns the exercise."""

    make: Callable[[], Exercise]

    def view(self, facts: Facts) -> dict[str, Any]:
        """Returns the exercise as data."""
        return self.make().view()

    def check(self, facts: Facts, answer: str) -> Verdict:
        """Returns the verdict of the exercise."""
        return exercises.check(self.make(), answer)


@dataclass(frozen=True, slots=True)
class Asked(Question):
    """Asks for one number or a few.

    Attributes:
        fields: the fields; labels and nodes are templates.
        key: returns a right answer, by the names of the fields.
        fault: returns the reason why an answer is wrong, or None for a right answer.
        right: the sentence on a right answer, a template.
    """

    text: str
    fields: tuple[Field, ...]
    key: Callable[[Facts], Answers]
    fault: Callable[[Facts, Answers], Fault | None]
    right: str

    def view(self, facts: Facts) -> dict[str, Any]:
        """Returns the question with its fields."""
        fields = [
            {"name": one.name, "label": filled(one.label, facts), "node": _node(one.node, facts)} for one in self.fields
        ]
        return _view(filled(self.text, facts), "fields", fields=fields)

    def check(self, facts: Facts, answer: str) -> Verdict:
        """Returns the verdict; a missing number, or a word in place of a number, is told by the label of the field."""
        key = " ".join(f"{name}={show(value)}" for name, value in self.key(facts).items())
        try:
            given = read_fields(answer)
            numbers = {one.name: _read(given.get(one.name.upper()), filled(one.label, facts)) for one in self.fields}
        except GameError as error:
            return Verdict(False, text("{error}.", error=error.said), None, key)
        fault = self.fault(facts, numbers)
        if fault is None:
            return Verdict(True, filled(self.right, facts), None, key)
        return Verdict(False, *fault, key)


@dataclass(frozen=True, slots=True)
class Chosen(Question):
    """Asks for one of several options.

    Attributes:
        key: returns the value of the right option.
        fault: returns the reason why an option is wrong.
        right: the sentence on the right option, a template.
    """

    text: str
    options: Callable[[Facts], tuple[Option, ...]]
    key: Callable[[Facts], str]
    fault: Callable[[Facts, str], Fault]
    right: str

    def view(self, facts: Facts) -> dict[str, Any]:
        """Returns the question with its options."""
        options = [{"value": one.value, "text": one.text} for one in self.options(facts)]
        return _view(filled(self.text, facts), "choice", options=options)

    def check(self, facts: Facts, answer: str) -> Verdict:
        """Returns the verdict on the value of an option."""
        key = self.key(facts)
        if answer not in {one.value for one in self.options(facts)}:
            return Verdict(False, text("Choose one of the answers."), None, key)
        if answer == key:
            return Verdict(True, filled(self.right, facts), None, key)
        return Verdict(False, *self.fault(facts, answer), key)


def filled(template: str, facts: Facts) -> str:
    """Returns a text of a lesson with the computed numbers and names."""
    return text(template, **{name: facts[name] for name in re.findall(r"\{(\w+)\}", template)})


def after(*moves: float) -> str:
    """Returns the name of the node after some moves, as runs name their places."""
    return text("after {moves}", moves=" ".join(f"{move:g}" for move in moves))


def _node(template: str, facts: Facts) -> str | None:
    """Returns the name of the node of a field; None for no node."""
    name = template.format_map(facts)
    return after(*map(int, name.split()[1:])) if name.startswith("after ") else name or None


def _read(word: str | None, label: str) -> float:
    if word is None:
        raise GameError("Enter a number in the field “{label}”", label=label)
    return read_value(word, label)


def _view(text: str, form: str, **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"tree": None, "rule": "<=", "fields": [], "options": [], "code": None}
    return {"kind": "number" if form == "fields" else "choice", "question": text, "form": form, **empty, **more}
