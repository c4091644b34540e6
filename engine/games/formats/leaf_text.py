"""Reads and writes trees of leaf values as text.

A choice is a list of branches, a leaf a number, and a chance state gives each branch's probability: ``[[3, 5],
[2, 9]]`` or ``((3 5) (2 9))``, ``[{1/2: 4, 1/2: [0, 8]}, 3]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from engine.games.formats.written import number, plain
from engine.games.game import GameError, Player

_WORD = re.compile(r"\s*([\[\]{}():,]|[^\s\[\]{}():,]+)")
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_DEEPEST = 64
_LEAST_CHANCE = Fraction(1, 10**9)  # the least probability: windows divide by probabilities, and stay finite


@dataclass(frozen=True, slots=True)
class Choice:
    """Holds a node with a choice of one side: ``mover``, or without it the other side than at the choice above, and Max
    at the root."""

    branches: tuple[Node, ...]
    mover: Player | None = None
    name: str = ""  # as the writer of the tree called it


@dataclass(frozen=True, slots=True)
class Lottery:
    """Holds a node with a drawn branch, and the probability of each branch."""

    branches: tuple[Node, ...]
    chances: tuple[float, ...]
    name: str = ""


class Leaf(float):
    """Holds a leaf with a name. An ``unknown`` leaf has a number only so that a search can run."""

    name: str
    unknown: bool

    def __new__(cls, value: float, name: str, unknown: bool = False) -> Leaf:  # noqa: D102
        leaf = super().__new__(cls, value)
        leaf.name, leaf.unknown = name, unknown
        return leaf

    def __eq__(self, other: object) -> bool:
        """Tests if two leaves have the same worth, name and kind. A leaf equals a plain number of its worth."""
        same = not isinstance(other, Leaf) or (self.name, self.unknown) == (other.name, other.unknown)
        return same and float(self) == other

    __hash__ = float.__hash__


INFINITE: Final = 1e120
"""Stands for an infinite leaf: beyond every number that is read, and small enough for a mean."""
ENDLESS: Final = 1e105
"""Every number beyond this comes from an infinite leaf."""
Node = float | Choice | Lottery


def read_tree(text: str) -> Node | list[float]:
    """Returns the tree written as ``text``: numbers, or one nested list. Raises GameError if a word is no number, a
    bracket has no partner, or there is no leaf."""
    words = [word for word in _WORD.findall(plain(text)) if word]
    if not any(word in "[]{}():" for word in words):
        return [read_number(word) for word in words if word != ","]
    return _Reader(words).tree()


def read_number(word: str) -> float:
    """Returns the leaf written as ``word``. Raises GameError if it is no number in decimal digits, or too large."""
    value = None if "/" in word else number(plain(word).strip())
    if value is None:
        raise GameError("{word} is not a number; leaves are numbers such as 3 or -2.5", word=repr(word))
    return float(value)


def number_words(value: float) -> str:
    """Returns a number as a person writes it: 3, not 3.0, and inf beyond every number."""
    if abs(value) > ENDLESS:
        return "inf" if value > 0 else "-inf"
    return str(int(value)) if value == int(value) and abs(value) < 1e16 else repr(value)


def words(
    node: Node, *, brackets: str = "[]", between: str = ", ", share: Callable[[float], str] = number_words
) -> str:
    """Returns a tree as text. ``share`` returns a probability as text."""

    def write(node: Node) -> str:
        if isinstance(node, Choice):
            return brackets[0] + between.join(map(write, node.branches)) + brackets[1]
        if isinstance(node, Lottery):
            pairs = zip(node.chances, node.branches, strict=True)
            return f"{{{', '.join(f'{share(chance)}: {write(branch)}' for chance, branch in pairs)}}}"
        return number_words(node)

    return write(node)


class _Reader:
    """Reads one tree from its words."""

    missing: ClassVar = {
        "item": "the tree ends where a number or a list should stand",
        "probability": "the tree ends where a probability should stand",
        "colon": "the tree ends where a colon should stand",
    }
    """Names the missing part where the words of a tree end too early."""

    def __init__(self, words: list[str]) -> None:
        self.words, self.at = words, 0

    def tree(self) -> Node:
        node = self.node(0)
        if self.at < len(self.words):
            raise GameError(
                "{word} comes after the end of the tree; one list holds it all", word=repr(self.words[self.at])
            )
        return node

    def node(self, level: int) -> Node:
        if level > _DEEPEST:
            raise GameError("the tree is more than {most} levels deep", most=_DEEPEST)
        word = self.next("item")
        if word in _CLOSING:
            pairs = self.items(_CLOSING[word], level)
            branches = [branch for _, branch in pairs]
            return _lottery([chance for chance, _ in pairs], branches) if word == "{" else Choice(tuple(branches))
        if word in "]}):,":
            raise GameError("{word} stands alone: a number or a list should stand in its place", word=repr(word))
        return read_number(word)

    def items(self, end: str, level: int) -> list[tuple[Fraction, Node]]:
        """Returns the items between two brackets, with or without commas between them."""
        found: list[tuple[Fraction, Node]] = []
        while self.peek() != end:
            if found and self.peek() == ",":
                self.at += 1
                if self.peek() == end:  # programs often print a comma after the last branch
                    break
            if self.peek() in "]})":
                raise GameError(
                    "{word} stands where {end} should close the list; use pairs of one kind",
                    word=repr(self.peek()),
                    end=repr(end),
                )
            chance = self.chance() if end == "}" else Fraction()
            found.append((chance, self.node(level + 1)))
        self.at += 1
        if not found:
            raise GameError("there is no leaf in an empty list; give it numbers or lists")
        return found

    def chance(self) -> Fraction:
        word = self.next("probability")
        value = number(word)
        if value is None:
            raise GameError("{word} is not a probability; write 1/4 or 0.25", word=repr(word))
        if self.next("colon") != ":":
            raise GameError("a colon should follow the probability {word}, as in {1/2: 3, 1/2: 5}", word=word)
        return value

    def peek(self) -> str:
        if self.at == len(self.words):
            raise GameError("a bracket is open at the end; close every [ with ], every ( with ) and every { with }")
        return self.words[self.at]

    def next(self, what: str) -> str:
        if self.at == len(self.words):
            raise GameError(self.missing[what])
        self.at += 1
        return self.words[self.at - 1]


def _lottery(chances: list[Fraction], branches: list[Node]) -> Lottery:
    if any(chance <= 0 for chance in chances):
        raise GameError("a probability must be more than zero")
    if min(chances) < _LEAST_CHANCE:
        raise GameError("a probability must be at least one in {most}", most=_LEAST_CHANCE.denominator)
    total = sum(chances, Fraction(0))
    if abs(total - 1) > Fraction(1, 10**9):
        raise GameError(
            "the probabilities of a chance state must sum to one, not to {total}", total=number_words(float(total))
        )
    return Lottery(tuple(branches), tuple(float(chance) for chance in chances))
