"""Defines exercises with blanks, each with its right answer and its reason."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.lab.answer_keys.watching import close
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Exercise, Field, Verdict, read_fields, read_value
from engine.lab.trees import Tree
from engine.text import Text, text

NEVER: Final = "-"


@dataclass(frozen=True, slots=True)
class Blank:
    """Describes one blank at a node: the ``part`` that is asked, the right number or word, and the reason for it."""

    node: str
    part: str
    label: Text
    right: float | str
    reason: Text

    @property
    def name(self) -> str:
        """Returns the name of the blank in an answer, as in "B.flag"."""
        return f"{self.node}.{self.part}"

    @property
    def key(self) -> str:
        return self.right if isinstance(self.right, str) else show(self.right)


class Filling(Exercise):
    """Asks for numbers or words at the nodes of a tree."""

    form, tolerance = "fields", 0.0
    tree: Tree

    @abstractmethod
    def make_blanks(self) -> Iterator[Blank]:
        """Yields the blanks in the order in which they are judged."""

    @cached_property
    def blanks(self) -> Sequence[Blank]:
        """Returns the blanks."""
        return tuple(self.make_blanks())

    @property
    def empty(self) -> str:
        return text("Fill in every field, as in {first}=3.", first=self.blanks[0].name)

    def fields(self) -> Sequence[Field]:
        order = [place.name for place in self.tree.places]
        blanks = sorted(self.blanks, key=lambda one: order.index(one.node))
        return [Field(one.name, one.node, one.label) for one in blanks]

    def key(self) -> str:
        return " ".join(f"{one.name}={one.key}" for one in self.blanks)

    def judge(self, answer: str) -> Verdict:
        """Judges the blanks in order, so that the first mistake is named and not those that follow."""
        written = read_fields(answer, [one.name for one in self.blanks])
        for one in self.blanks:
            word = written.get(one.name)
            if word is None:
                return self.wrong(text("{Label}: the answer is missing.", label=one.label), one.node)
            if word.lower() == one.key:
                continue
            if isinstance(one.right, str) or word == NEVER:
                slip = word
            else:
                value = read_value(word, one.name)
                if close(value, one.right, self.tree) or abs(value - one.right) <= self.tolerance:
                    continue
                slip = show(value)
            said = text("{node}: {reason}; you wrote {slip}.", node=one.node, reason=one.reason, slip=slip)
            return self.wrong(said, one.node)
        return self.right(text("Right: all {n} answers.", n=len(self.blanks)))
