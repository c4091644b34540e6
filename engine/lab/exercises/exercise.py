"""Defines an exercise: a question with a key, and the verdict on an answer. Every answer is one line of text. It has
one of five forms: ``fields`` (``B=3 C=-2 D.alpha=-inf``), ``leaves`` (numbers from the left, from 1: ``4 7``, or
``none``), ``choice`` (one option), ``order`` and ``tree`` (the text of a tree)."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Final

from engine.games import GameError
from engine.games.formats.numerals import number, plain
from engine.lab.answer_keys.watching import Rule, watch
from engine.lab.trees import Tree
from engine.text import Text, either, listed, sentence, text

LONGEST: Final = 20_000  # the most characters of an answer
_MOST_NAMES: Final = 12  # listed where one is not known
_PAIR = re.compile(r"\s*([A-Za-z]+(?:\.[A-Za-z]+)?)\s*[=:]\s*([^\s,;=:]+)[\s,;]*")


@dataclass(frozen=True, slots=True)
class Field:
    """Describes one number to fill in: ``name``, such as "B" or "D.alpha", and the ``node`` in question, or None."""

    name: str
    node: str | None
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """Describes one answer of several: the value in an answer, and the words."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Judges an answer: the reason names the node in question."""

    right: bool
    sentence: str
    node: str | None
    key: str


class Exercise(ABC):
    """Asks one question. There is a subclass for each kind. ``tree`` is None if the reader makes one."""

    kind: ClassVar[str]
    title: ClassVar[Text]
    form: ClassVar[str]
    algorithm: ClassVar[str] = "alphabeta"  # the search that shows the answer

    @property
    @abstractmethod
    def empty(self) -> str:
        """Tells a reader without an answer which answer is expected."""

    def __init__(self, tree: Tree | None, rule: Rule = "<=", seed: int = 0) -> None:
        self.tree, self.rule, self.seed = tree, rule, seed

    @property
    @abstractmethod
    def question(self) -> str:
        """Returns the question for the reader."""

    @abstractmethod
    def key(self) -> str:
        """Returns one right answer."""

    @abstractmethod
    def judge(self, answer: str) -> Verdict:
        """Returns the verdict on ``answer``, and raises GameError if it cannot be read."""

    def fields(self) -> Sequence[Field]:
        """Returns the numbers to fill in."""
        return ()

    def options(self) -> Sequence[Option]:
        """Returns the answers to choose from."""
        return ()

    def is_worth_asking(self) -> bool:
        """Tests if a random tree is worth the question."""
        return True

    def chosen(self, answer: str) -> str:
        """Returns the value of the option that an answer names. Raises GameError if there is none."""
        word, known = answer.strip(), [option.value for option in self.options()]
        if word not in known:
            raise GameError("{word} is none of the answers; choose {known}", word=repr(word[:20]), known=either(known))
        return word

    def code(self) -> Sequence[str] | None:
        """Returns the lines of the program in question, or None without a program."""
        return None

    def view(self) -> dict[str, Any]:
        """Returns the question without the key, ready for JSON."""
        code = self.code()
        return {
            "kind": self.kind,
            "question": self.question,
            "form": self.form,
            "algorithm": self.algorithm,
            "tree": None if self.tree is None else self.tree.text(),
            "rule": self.rule,
            "fields": [{"name": one.name, "node": one.node, "label": one.label} for one in self.fields()],
            "options": [{"value": one.value, "text": one.text} for one in self.options()],
            "code": None if code is None else list(code),
        }

    def right(self, sentence: str) -> Verdict:
        """Returns the verdict "right"."""
        return Verdict(True, sentence, None, self.key())

    def wrong(self, sentence: str, node: str | None = None) -> Verdict:
        """Returns the verdict "wrong" with the reason and the node."""
        return Verdict(False, sentence, node, self.key())


class SearchExercise(Exercise):
    """Asks about the search ``watched`` of alpha-beta on a tree, and raises GameError if the tree has chance."""

    tree: Tree

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree, rule, seed)
        self.watched = watch(tree, rule)

    def is_worth_asking(self) -> bool:
        """Tests if something is cut, and on a tree with ties also if the other rule cuts something else."""
        ties = len({place.value for place in self.tree.places}) <= len(self.tree.leaves)
        here, strict = watch(self.tree, "<="), watch(self.tree, "<")
        return bool(here.cuts) and (not ties or here.unseen != strict.unseen)


def check(exercise: Exercise, answer: str) -> Verdict:
    """Returns the verdict on ``answer``. An answer which cannot be read is wrong, with the reason."""
    if not answer.strip():
        return exercise.wrong(exercise.empty)
    if len(answer) > LONGEST:
        return exercise.wrong(
            text("The answer has {count} characters; at most {most} are read.", count=len(answer), most=LONGEST)
        )
    try:
        return exercise.judge(plain(answer))
    except GameError as error:
        return exercise.wrong(sentence(error.said))


def read_fields(answer: str, known: Sequence[str] = ()) -> dict[str, str]:
    """Returns the written numbers by name. Raises GameError if a part is no pair, a name comes twice, or is not among
    those that are ``known``."""
    found: dict[str, str] = {}
    at = 0
    while at < len(answer.rstrip()):
        pair = _PAIR.match(answer, at)
        if pair is None:
            raise GameError(
                "{given} is no answer; write a name and a number, as in B=3", given=repr(answer[at : at + 20].strip())
            )
        node, _, part = pair[1].partition(".")
        name = node.upper() + (f".{part.lower()}" if part else "")
        if name in found:
            raise GameError("{name} is answered twice; give one number", name=name)
        if known and name not in known:
            refusal = "there is nothing called {unknown} to fill in; the names are {names}"
            if len(known) > _MOST_NAMES:
                refusal = "there is nothing called {unknown} to fill in; write {first}, {second} and so on"
            first, second = (*known, "")[:2]
            raise GameError(refusal, unknown=name, names=listed(known), first=first, second=second)
        found[name] = pair[2]
        at = pair.end()
    return found


def read_value(word: str, name: str) -> float:
    """Returns the number ``word``: 3, -2.5, 17/8, inf. Raises GameError, which says ``name``, if it is none."""
    written = plain(word).strip().lower().replace("\N{INFINITY}", "inf")
    if written in ("inf", "+inf", "-inf"):
        return -inf if written.startswith("-") else inf
    value = number(written)
    if value is not None:
        return float(value)
    raise GameError(
        "{name}: {word} is no number; write a number such as 3 or -2.5, or inf", name=name, word=repr(word[:20])
    )
