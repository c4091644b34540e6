"""Holds trees of leaf values, and writes them as text. ``engine.games.trees`` reads them. A choice is a list of
branches, a leaf a number, and a chance state gives each branch's probability: ``[[3, 5], [2, 9]]`` or ``((3 5) (2
9))``, ``[{1/2: 4, 1/2: [0, 8]}, 3]``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.games.formats.numerals import number, plain
from engine.games.game import GameError, Player


@dataclass(frozen=True, slots=True)
class Choice:
    """Holds a node with a choice of ``mover``. None: the other side than at the choice above, Max at the root."""

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


class Shares(float):
    """Holds a leaf of a tree with more than two players: what each of them gets. As a number it is the first share."""

    each: tuple[float, ...]

    def __new__(cls, each: tuple[float, ...]) -> Shares:  # noqa: D102
        leaf = super().__new__(cls, each[0])
        leaf.each = each
        return leaf

    def __eq__(self, other: object) -> bool:
        """Tests if two leaves give each player the same."""
        return isinstance(other, Shares) and self.each == other.each

    def __hash__(self) -> int:
        """Returns a hash of all shares."""
        return hash(self.each)


INFINITE: Final = 1e120
"""Stands for an infinite leaf: beyond every number that is read, and small enough for a mean."""
ENDLESS: Final = 1e105
"""Every number beyond this comes from an infinite leaf."""
Node = float | Choice | Lottery


def read_number(word: str) -> float:
    """Returns the leaf written as ``word``. Raises GameError if it is no number in decimal digits, or too large."""
    value = None if "/" in word else number(plain(word).strip())
    if value is None:
        raise GameError("{word} is not a number; leaves are numbers such as 3 or -2.5", word=repr(word))
    return float(value)


def number_words(value: float) -> str:
    """Returns a number as a person writes it: 3, not 3.0, and inf beyond every number. Shares stand as <1 2 6>."""
    if isinstance(value, Shares):
        return f"<{' '.join(map(number_words, value.each))}>"
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
