"""Reads a tree of leaves, and gives every node a name and a place.

Inner nodes are named A, B, C and so on, level by level. A leaf is named by the value and the parent: "leaf 12 of E".
Homework writes a tree as ``[[3,17],[2,12]]``, ``((3 17)(2 12))``, ``3 17 2 12`` or ``3 17 2 12 by 3`` for a branching
of three, and chance as ``[{1/4: 8, 3/4: 0}, 3]``.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from engine.games import GameError
from engine.games.leaf_text import Choice, Lottery, Node, words
from engine.games.leaves import LeafTree
from engine.games.written import plain
from engine.text import text

MOST_LEAVES: Final = 400
MOST_LEVELS: Final = 12
MAX, MIN, CHANCE, NOBODY = range(4)  # movers of a place: Max, Min, a drawn lot, and none at a leaf
SIDES: Final = ("Max", "Min", text("Chance"), text("Nobody"))


@dataclass(frozen=True, slots=True)
class Place:
    """Describes one node of a tree."""

    parent: int  # the index among the places, -1 for the root
    move: int  # the branch of the parent, counted from 1, 0 for the root
    name: str  # "B" for an inner node, "leaf 12 of B" for a leaf
    mover: int  # MAX, MIN, CHANCE or NOBODY
    value: float | None  # the worth of a leaf for Max
    share: float | None  # the probability of a lot
    path: tuple[int, ...]  # all branches from the root to this node


@dataclass(frozen=True)
class Tree:
    """Holds a tree of at most 400 leaves and 12 levels. ``root`` is a choice of Max. Raises GameError if too many
    leaves or levels, or a chance state at the root."""

    root: Node

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", self.game.root)
        leaves = levels = 0
        for node, path in _walk(self.root):
            leaves += not isinstance(node, Choice | Lottery)
            levels = max(levels, len(path))
            if levels > MOST_LEVELS:
                raise GameError("the tree has more than {most} levels; take a tree of at most {most}", most=MOST_LEVELS)
            if leaves > MOST_LEAVES:
                raise GameError("the tree has more than {most} leaves; take a tree of at most {most}", most=MOST_LEAVES)

    @cached_property
    def game(self) -> LeafTree:
        """Returns the game on this tree."""
        return LeafTree(self.root)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Returns every node: the parent first, then each branch with everything below."""
        nodes = list(_walk(self.root))
        at = {path: index for index, (_, path) in enumerate(nodes)}
        twins = Counter((path[:-1], node) for node, path in nodes)
        inner = {path: node for node, path in nodes if isinstance(node, Choice | Lottery)}
        letters = {path: _letter(number) for number, path in enumerate(sorted(inner, key=_level))}
        return tuple(
            Place(
                parent=at[path[:-1]] if path else -1,
                move=path[-1] if path else 0,
                name=letters.get(path) or _leaf_name(node, path, letters[path[:-1]], twins[path[:-1], node] > 1),
                mover=_mover(node, path, inner),
                value=None if isinstance(node, Choice | Lottery) else float(node),
                share=_share(path, inner),
                path=path,
            )
            for node, path in nodes
        )

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """Returns the places of the leaves, from left to right."""
        return tuple(index for index, place in enumerate(self.places) if place.mover == NOBODY)

    @cached_property
    def by_path(self) -> dict[tuple[int, ...], int]:
        """Returns the place at the end of each path of branches."""
        return {place.path: index for index, place in enumerate(self.places)}

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Returns the places directly below each place."""
        below: list[list[int]] = [[] for _ in self.places]
        for index, place in enumerate(self.places[1:], start=1):
            below[place.parent].append(index)
        return tuple(map(tuple, below))

    @property
    def has_chance(self) -> bool:
        """Tests if a lot is drawn anywhere."""
        return self.game.has_chance

    def names(self) -> tuple[str, ...]:
        """Returns the name of each place."""
        return tuple(place.name for place in self.places)

    def inner(self) -> tuple[int, ...]:
        """Returns the places with branches, in the order of the names A, B, C."""
        inner = [place for place, below in enumerate(self.children) if below]
        return tuple(sorted(inner, key=lambda place: _level(self.places[place].path)))

    def side(self, place: int) -> str:
        """Returns "Max", "Min", "Chance" or "Nobody"."""
        return SIDES[self.places[place].mover]

    def text(self) -> str:
        """Returns the canonical text: ``((3 17) (2 12))``, with chance as ``{1/4: 8, 3/4: 0}``."""
        return write(self.root)


def write(node: Node) -> str:
    """Returns the canonical text of a node."""
    return words(node, brackets="()", between=" ", share=share_words)


def share_words(chance: float) -> str:
    """Returns a probability as a person writes a fraction: 1/4, not 0.25. Other numbers have all decimals."""
    fraction = Fraction(chance).limit_denominator(1000)
    return str(fraction) if float(fraction) == chance else repr(chance)


def _walk(root: Node) -> Iterator[tuple[Node, tuple[int, ...]]]:
    """Yields every node with the path of branches, parents first. It uses a stack, so that depth costs no recursion."""
    waiting: list[tuple[Node, tuple[int, ...]]] = [(root, ())]
    while waiting:
        node, path = waiting.pop()
        yield node, path
        if isinstance(node, Choice | Lottery):
            below = [(branch, (*path, move)) for move, branch in enumerate(node.branches, start=1)]
            waiting += reversed(below)


def _level(path: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return len(path), path


def _letter(number: int) -> str:
    """Returns A to Z for 0 to 25, then AA, AB and so on."""
    letters, number = "", number + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _leaf_name(value: Node, path: tuple[int, ...], parent: str, twins: bool) -> str:
    """Returns "leaf 12 of E". Two equal leaves of one parent are told apart by the branch."""
    if twins:
        return text("leaf {value} of {parent} (branch {branch})", value=write(value), parent=parent, branch=path[-1])
    return text("leaf {value} of {parent}", value=write(value), parent=parent)


def _mover(node: Node, path: tuple[int, ...], inner: dict[tuple[int, ...], Choice | Lottery]) -> int:
    if isinstance(node, Lottery):
        return CHANCE
    if not isinstance(node, Choice):
        return NOBODY
    choices = sum(isinstance(inner[path[:i]], Choice) for i in range(len(path)))
    return MAX if choices % 2 == 0 else MIN


def _share(path: tuple[int, ...], inner: dict[tuple[int, ...], Choice | Lottery]) -> float | None:
    above = inner[path[:-1]] if path else None
    return above.chances[path[-1] - 1] if isinstance(above, Lottery) else None


LONGEST: Final = 20_000  # the most characters of a text
_BRANCHING = re.compile(r"\sby\s+([0-9]{1,3})\s*\Z")


def parse(text: str) -> Tree:
    """Returns the tree written as ``text``. Raises GameError if ``text`` is no tree, or a tree of more than 400
    leaves or 12 levels."""
    if len(text) > LONGEST:
        raise GameError(
            "the text has {count} characters; a tree of 400 leaves needs at most {most}", count=len(text), most=LONGEST
        )
    written = plain(text).rstrip()
    said = _BRANCHING.search(written)
    if said is None:
        return Tree(LeafTree.parse(written).root)
    if any(bracket in written for bracket in "[]{}()"):
        raise GameError("the brackets say how the tree branches; leave out {words}", words=repr(f"by {said[1]}"))
    return Tree(LeafTree.parse(written[: said.start()], int(said[1])).root)
