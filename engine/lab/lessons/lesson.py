"""Defines a lesson as data: a figure, three paragraphs, one question, and the computed numbers of all texts."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.games import GameError
from engine.games.formats.numerals import plain
from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises import Exercise, Verdict
from engine.lab.exercises.exercise import Field, Option, read_fields, read_value
from engine.search.catalogue import algorithm
from engine.text import text

Facts = Mapping[str, Any]  # the computed numbers and names of a lesson, by the names of the placeholders
Answers = Mapping[str, float]  # the entered numbers by the names of the fields
Fault = tuple[str, str | None]
"""The sentence that says why an answer is wrong, and the name of the node in question, or None."""


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
    """Asks an exercise of the lab, which ``make`` returns."""

    make: Callable[[], Exercise]

    def view(self, facts: Facts) -> dict[str, Any]:
        """Returns the exercise as data."""
        return self.make().view()

    def check(self, facts: Facts, answer: str) -> Verdict:
        """Returns the verdict of the exercise."""
        return exercises.check(self.make(), answer)


@dataclass(frozen=True, slots=True)
class Asked(Question):
    """Asks for one number or a few. Labels, nodes and ``right`` (the sentence on a right answer) are templates."""

    text: str
    fields: tuple[Field, ...]
    key: Callable[[Facts], Answers]  # returns a right answer, by the names of the fields
    fault: Callable[[Facts, Answers], Fault | None]  # returns the reason, or None for a right answer
    right: str

    def view(self, facts: Facts) -> dict[str, Any]:
        """Returns the question with its fields."""
        fields = [
            {"name": one.name, "label": filled(one.label, facts), "node": _node(one.node, facts)} for one in self.fields
        ]
        return _view(filled(self.text, facts), "fields", fields=fields)

    def check(self, facts: Facts, answer: str) -> Verdict:
        """Returns the verdict. A missing number, or a word in place of a number, is named by the label of the field."""
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
    """Asks for one of several options. ``key`` returns the value of the right one, ``fault`` the reason why another
    is wrong."""

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
    """Returns the name of the node of a field, or None for no node."""
    name = template.format_map(facts)
    return after(*map(int, name.split()[1:])) if name.startswith("after ") else name or None


def _read(word: str | None, label: str) -> float:
    if word is None:
        raise GameError("Enter a number in the field “{label}”", label=label)
    return read_value(word, label)


def _view(text: str, form: str, **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"tree": None, "rule": "<=", "fields": [], "options": [], "code": None}
    return {"kind": "number" if form == "fields" else "choice", "question": text, "form": form, **empty, **more}


@dataclass(frozen=True, slots=True)
class Figure:
    """Says which run a lesson shows: a tree of leaves, or a game after some moves."""

    algorithm: str
    tree: str | None = None
    game: str | None = None
    moves: str = ""
    weights: str = ""  # of the features, as "4-3-1", empty for the textbook's
    depth: int | None = None  # plies to the horizon, None: to the end
    compare: str | None = None  # the algorithm to compare with
    at: str = "start"  # where the run opens: at the start, the first cut or the end

    def view(self) -> dict[str, Any]:
        """Returns the figure as data."""
        return asdict(self)

    def first_step(self, run: Mapping[str, Any]) -> int:
        """Returns the step of ``run`` at which the figure opens."""
        kinds = run["steps"]["kind"]
        if self.at == "end":
            return len(kinds) - 1
        cut = run["kinds"].index("cut")
        return kinds.index(cut) if self.at == "cut" and cut in kinds else 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """Holds one lesson. Texts are templates, and a term stands between two stars where first used."""

    number: int  # from 1
    slug: str
    title: str
    figure: Figure
    text: tuple[str, ...]
    question: Question
    compute: Callable[[], Facts]  # returns the facts of all placeholders, computed once
    practice: str | None = None  # the kind of exercise for more practice
    then: tuple[str, Figure] | None = None  # a figure offered after the right answer, with the words of the button
    link: tuple[str, str] | None = None  # the address of another page that goes on from here, and its words
    book: str = ""  # the words of textbooks for what the lesson shows

    def paragraphs(self) -> tuple[str, ...]:
        """Returns the paragraphs with all numbers. Terms stay between stars."""
        facts = self.compute()
        return tuple(filled(one, facts) for one in self.text)

    def view(self, say: Callable[[str], str] = str) -> dict[str, Any]:
        """Returns the lesson as data. In each paragraph, translated by ``say``, every second part is a term."""
        return {
            "slug": self.slug,
            "number": self.number,
            "title": text(self.title),
            "paragraphs": [say(one).split("*") for one in self.paragraphs()],
            "figure": self.figure.view(),
            "beside": None if self.figure.compare is None else text(algorithm(self.figure.compare).words),
            "question": self.question.view(self.compute()),
            "practice": self.practice,
            "link": None if self.link is None else {"address": self.link[0], "words": text(self.link[1])},
            "book": text(self.book),
            "then": None if self.then is None else {"words": text(self.then[0]), "figure": self.then[1].view()},
        }

    def check(self, answer: str) -> Verdict:
        """Returns the verdict on an answer to the question."""
        return self.question.check(self.compute(), plain(answer))
