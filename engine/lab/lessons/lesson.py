"""Defines a lesson as data: a figure, three paragraphs, one question, and the computed numbers of all texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.written import plain
from engine.lab.exercises import Verdict
from engine.lab.lessons.questions import Facts, Question, filled
from engine.search.catalogue import algorithm
from engine.text import text


@dataclass(frozen=True, slots=True)
class Figure:
    """Says which run a lesson shows.

    Attributes:
        tree: a tree of leaves; None for a game.
        game: the name of a game; None for a tree.
        moves: the moves before the position.
        depth: plies to the horizon (None: to the end).
        compare: the name of the algorithm to compare with, if any.
        at: where the run opens: at the ``start``, the first ``cut`` or the ``end``.
    """

    algorithm: str
    tree: str | None = None
    game: str | None = None
    moves: str = ""
    depth: int | None = None
    compare: str | None = None
    at: str = "start"

    def view(self) -> dict[str, Any]:
        """Returns the figure as data."""
        names = ("algorithm", "tree", "game", "moves", "depth", "compare", "at")
        return {name: getattr(self, name) for name in names}

    def first_step(self, run: Mapping[str, Any]) -> int:
        """Returns the step of ``run`` at which the figure opens."""
        kinds = run["steps"]["kind"]
        if self.at == "end":
            return len(kinds) - 1
        cut = run["kinds"].index("cut")
        return kinds.index(cut) if self.at == "cut" and cut in kinds else 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """Holds one lesson; texts are templates, and a term stands between two stars where first used.

    Attributes:
        number: the place in the order of lessons, from 1.
        compute: returns the facts of all placeholders; computed once.
        practice: the kind of exercise for more practice, if any.
        then: a second figure, offered after the right answer, with the words of the button.
    """

    number: int
    slug: str
    title: str
    figure: Figure
    text: tuple[str, ...]
    question: Question
    compute: Callable[[], Facts]
    practice: str | None = None
    then: tuple[str, Figure] | None = None

    def paragraphs(self) -> tuple[str, ...]:
        """Returns the paragraphs with all numbers; terms stay between stars."""
        facts = self.compute()
        return tuple(filled(one, facts) for one in self.text)

    def view(self, say: Callable[[str], str] = str) -> dict[str, Any]:
        """Returns the lesson as data: in each paragraph, said by ``say``, every second part is a term."""
        return {
            "slug": self.slug,
            "number": self.number,
            "title": text(self.title),
            "paragraphs": [say(one).split("*") for one in self.paragraphs()],
            "figure": self.figure.view(),
            "beside": None if self.figure.compare is None else text(algorithm(self.figure.compare).words),
            "question": self.question.view(self.compute()),
            "practice": self.practice,
            "then": None if self.then is None else {"words": text(self.then[0]), "figure": self.then[1].view()},
        }

    def check(self, answer: str) -> Verdict:
        """Returns the verdict on an answer to the question."""
        return self.question.check(self.compute(), plain(answer))
