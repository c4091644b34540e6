"""Defines a lesson: a figure, a question, and the computed numbers of its texts, which stand in ``texts.json``."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from importlib import resources
from typing import Any

from engine.games import GameError
from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises import Exercise, Verdict
from engine.lab.exercises.exercise import Field, Option, read_fields, read_value
from engine.lab.first_lines import FIRST_LINES
from engine.search.catalogue import algorithm
from engine.text import from_wire, sentence, text

Facts = Mapping[str, Any]  # the computed numbers and names of a lesson, by the names of the placeholders
Answers = Mapping[str, float]  # the entered numbers by the names of the fields
Fault = tuple[str, str | None]
"""The sentence that says why an answer is wrong, and the name of the node in question, or None."""


Question = Callable[[str, Facts], Exercise]
"""Makes the exercise that a lesson asks, from its slug and the computed numbers of its texts."""


def read(name: str) -> Any:
    """Returns the content of a file of the lessons."""
    return json.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _value(value: Any) -> Any:
    """Returns a number, a name or a text as :func:`engine.text.wire` wrote it, or several by names or moves."""
    if not isinstance(value, dict) or "side" in value or "text" in value:
        return from_wire(value)
    return {int(name) if name.isdigit() else name: _value(one) for name, one in value.items()}


NUMBERS = "numbers.json"
_FACTS = {slug: {name: _value(one) for name, one in given.items()} for slug, given in read(NUMBERS).items()}
"""The numbers and names in the texts of each lesson. The workshop makes them, each by the search of a figure."""
_TEXTS = read("texts.json")
"""For each lesson, as templates: the title, the paragraphs with a term between two stars where it is first used, the
question, the sentence on a right answer, and the words of textbooks for what the lesson shows."""


class _OfLesson(Exercise):
    """Asks a question of a lesson. The key stands in the facts. ``fault`` returns why another answer is wrong, or
    None."""

    def __init__(self, fault: Callable[[Facts, Any], Fault | None], asked: Any, slug: str, facts: Facts) -> None:
        super().__init__(None)
        self.texts, self.facts, self.fault, self.asked = _TEXTS[slug], facts, fault, asked

    @property
    def question(self) -> str:
        return filled(self.texts["question"], self.facts)

    def verdict(self, fault: Fault | None) -> Verdict:
        return self.right(filled(self.texts["right"], self.facts)) if fault is None else self.wrong(*fault)


class Numbers(_OfLesson):
    """Asks for one number or a few: ``asked`` are the fields. Labels and nodes are templates."""

    kind, form = "number", "fields"

    @property
    def empty(self) -> str:
        return sentence(_lacking(self.fields()[0]).said)

    def fields(self) -> tuple[Field, ...]:
        return tuple(
            Field(one.name, _node(one.node or "", self.facts), filled(one.label, self.facts)) for one in self.asked
        )

    def numbers(self) -> Answers:
        key = self.facts["key"]
        return key if isinstance(key, Mapping) else {self.asked[0].name: key}

    def key(self) -> str:
        return " ".join(f"{name}={show(value)}" for name, value in self.numbers().items())

    def judge(self, answer: str) -> Verdict:
        """Judges the numbers. A missing one, or a word in place of a number, is named by the label of the field."""
        given, numbers = read_fields(answer), dict[str, float]()
        for one in self.fields():
            if one.name.upper() not in given:
                raise _lacking(one)
            numbers[one.name] = read_value(given[one.name.upper()], one.label)
        return self.verdict(None if numbers == self.numbers() else self.fault(self.facts, numbers))


def _lacking(field: Field) -> GameError:
    return GameError("Enter a number in the field “{label}”", label=field.label)


class Choice(_OfLesson):
    """Asks for one of several options, which ``asked`` makes of the facts."""

    kind, form = "choice", "choice"
    empty = text("Choose one of the answers.")

    def options(self) -> tuple[Option, ...]:
        found: tuple[Option, ...] = self.asked(self.facts)
        return found

    def key(self) -> str:
        return str(self.facts["key"])

    def judge(self, answer: str) -> Verdict:
        """Judges the value of an option."""
        if answer not in {one.value for one in self.options()}:
            return self.wrong(self.empty)
        return self.verdict(None if answer == self.key() else self.fault(self.facts, answer))


def filled(template: str, facts: Facts) -> str:
    """Returns a text of a lesson with the computed numbers and names."""
    return text(template, **{name: facts[name] for name in re.findall(r"\{(\w+)\}", template)})


def after(*moves: float) -> str:
    """Returns the name of the node after some moves, as runs name their places."""
    return text("after {moves}", moves=" ".join(f"{move:g}" for move in moves))


def taken(square: float) -> str:
    """Says that a square is not free, or is none."""
    return text("Square {square} is not free. Choose a square that is free.", square=f"{square:g}")


def _node(template: str, facts: Facts) -> str | None:
    """Returns the name of the node of a field, or None for no node."""
    name = template.format_map(facts)
    return after(*map(int, name.split()[1:])) if name.startswith("after ") else name or None


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

    def first_step(self, run: Mapping[str, Any]) -> int:
        """Returns the step of ``run`` at which the figure opens."""
        kinds = run["steps"]["kind"]
        if self.at == "end":
            return len(kinds) - 1
        cut = run["kinds"].index("cut")
        return kinds.index(cut) if self.at == "cut" and cut in kinds else 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """Holds one lesson."""

    number: int  # from 1
    slug: str
    figure: Figure
    question: Question
    practice: str  # the kind of exercise for more practice, and its shape after a space if it has one
    then: tuple[str, Figure] | None = None  # a figure offered after the right answer, with the words of the button
    fields: tuple[Field, ...] = ()  # of a question for numbers, as in Numbers
    link: tuple[str, str] | None = None  # the address of another page that goes on from here, and its words

    @property
    def facts(self) -> Facts:
        """Returns the numbers and names of all placeholders, and the figure."""
        return {**_FACTS[self.slug], "figure": self.figure}

    @property
    def program(self) -> str | None:
        """Returns the algorithm that a reader can write, for the judge of programs, or None."""
        return self.figure.algorithm if self.figure.algorithm in FIRST_LINES else None

    @property
    def words(self) -> dict[str, Any]:
        """Returns the templates of the lesson."""
        return dict(_TEXTS[self.slug])

    @property
    def title(self) -> str:
        """Returns the title."""
        return str(self.words["title"])

    def paragraphs(self) -> tuple[str, ...]:
        """Returns the paragraphs with all numbers. Terms stay between stars."""
        return tuple(filled(one, self.facts) for one in self.words["paragraphs"])

    def view(self, say: Callable[[str], str] = str) -> dict[str, Any]:
        """Returns the lesson as data. In each paragraph, translated by ``say``, every second part is a term."""
        return {
            "slug": self.slug,
            "number": self.number,
            "title": text(self.title),
            "paragraphs": [say(one).split("*") for one in self.paragraphs()],
            "figure": asdict(self.figure),
            "beside": None if self.figure.compare is None else text(algorithm(self.figure.compare).words),
            "question": self.exercise().view(),
            "practice": self.practice,
            "program": self.program,
            "link": None if self.link is None else {"address": self.link[0], "words": text(self.link[1])},
            "book": text(self.words["book"]),
            "then": None if self.then is None else {"words": text(self.then[0]), "figure": asdict(self.then[1])},
        }

    def exercise(self) -> Exercise:
        """Returns the question as an exercise."""
        return self.question(self.slug, self.facts)

    def check(self, answer: str) -> Verdict:
        """Returns the verdict on an answer to the question."""
        return exercises.check(self.exercise(), answer)
