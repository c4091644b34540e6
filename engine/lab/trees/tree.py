"""Reads a tree of leaves, and gives every node a name and a place.

Inner nodes are named A, B, C and so on, level by level, unless the writer gave them names. A leaf is named by the value
and the parent: "leaf 12 of E". Homework writes a tree as ``[[3,17],[2,12]]``, ``((3 17)(2 12))``, ``3 17 2 12`` or
``3 17 2 12 by 3`` for a branching of three, and chance as ``[{1/4: 8, 3/4: 0}, 3]``. The other forms are in ``forms``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from typing import Final

from engine.games import GameError
from engine.games.formats.leaf_text import Choice, Leaf, Lottery, Node, number_words
from engine.games.leaves import LeafTree
from engine.games.trees import WRITERS, read, write
from engine.games.trees.reading import changed, letter, unknowns
from engine.games.trees.writing import movers, normal, share_words
from engine.text import text

__all__ = ["CHANCE", "MAX", "MIN", "NOBODY", "SIDES", "Place", "Tree", "parse", "share_words", "write"]

MOST_LEAVES: Final = 400
MOST_LEVELS: Final = 12
MAX, MIN, CHANCE, NOBODY = range(4)  # movers of a place: Max, Min, a drawn lot, and none at a leaf
_MOVERS: Final = {"max": MAX, "min": MIN, "chance": CHANCE, "": NOBODY}
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
    """Holds a tree of at most 400 leaves and 12 levels. ``root`` is a choice: a chance node on top gets a Max node with
    one branch above it, because a search begins with a move. ``bounds`` are the least and the greatest possible value
    of a leaf, where an exercise gives them, ``form`` is the name of the form that was read, and ``named`` tells whether
    the text names who moves at the root. Raises GameError if there are too many leaves or levels, or a leaf outside the
    bounds."""

    root: Node
    bounds: tuple[float, float] | None = None
    form: str = field(default="", compare=False)
    named: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", normal(self.root))
        leaves = levels = 0
        for node, path, *_ in movers(self.root):
            leaves += not isinstance(node, Choice | Lottery)
            levels = max(levels, len(path))
            if levels > MOST_LEVELS:
                raise GameError("the tree has more than {most} levels; take a tree of at most {most}", most=MOST_LEVELS)
            if leaves > MOST_LEAVES:
                raise GameError("the tree has more than {most} leaves; take a tree of at most {most}", most=MOST_LEAVES)
        if self.bounds is not None:
            _ = self.game  # which refuses a leaf outside the bounds

    @cached_property
    def game(self) -> LeafTree:
        """Returns the game on this tree."""
        return LeafTree(self.root, self.bounds)

    @cached_property
    def unknowns(self) -> dict[str, float]:
        """Returns the unknown leaves by their names, from left to right, each with the number that is taken for it."""
        return unknowns(self.root)

    def filled(self, values: dict[str, float]) -> Tree:
        """Returns the tree with these numbers for the unknown leaves, by their names."""
        return Tree(changed(self.root, values), self.bounds, self.form)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Returns every node: the parent first, then each branch with everything below."""
        nodes = list(movers(self.root))
        at = {one.path: index for index, one in enumerate(nodes)}
        twins = Counter((path[:-1], write(node)) for node, path, *_ in nodes if isinstance(node, float | int))
        inner = {path: node for node, path, *_ in nodes if isinstance(node, Choice | Lottery)}
        names = _names(inner)
        said = Counter([*names.values(), *(node.name for node, *_ in nodes if isinstance(node, Leaf))])
        return tuple(
            Place(
                parent=at[path[:-1]] if path else -1,
                move=path[-1] if path else 0,
                name=names.get(path)
                or _leaf_name(node, path, names[path[:-1]], twins[path[:-1], write(node)] > 1, said),
                mover=_MOVERS[mover],
                value=None if isinstance(node, Choice | Lottery) else float(node),
                share=share,
                path=path,
            )
            for node, path, mover, share in nodes
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

    def node(self, place: int) -> Node:
        """Returns the node at a place, with all below it."""
        node = self.root
        for move in self.places[place].path:
            node = node.branches[move - 1]  # type: ignore[union-attr]
        return node

    def with_node(self, place: int, change: Callable[[Node], Node]) -> Tree:
        """Returns the tree with another node at a place, made of the one that stands there."""

        def changed(node: Node, path: tuple[int, ...]) -> Node:
            if not path:
                return change(node)
            branches = list(node.branches)  # type: ignore[union-attr]
            branches[path[0] - 1] = changed(branches[path[0] - 1], path[1:])
            return replace(node, branches=tuple(branches))  # type: ignore[type-var]

        return Tree(changed(self.root, self.places[place].path), self.bounds)

    @property
    def has_chance(self) -> bool:
        """Tests if a lot is drawn anywhere."""
        return self.game.has_chance

    def inner(self) -> tuple[int, ...]:
        """Returns the places with branches, in the order of the names A, B, C."""
        inner = [place for place, below in enumerate(self.children) if below]
        return tuple(sorted(inner, key=lambda place: (len(self.places[place].path), self.places[place].path)))

    def side(self, place: int) -> str:
        """Returns "Max", "Min", "Chance" or "Nobody"."""
        return SIDES[self.places[place].mover]

    def player(self, place: int) -> int:
        """Returns who moves at a node of a tree in which the players take turns, counted from 1."""
        return len(self.places[place].path) % self.game.sides + 1

    def text(self) -> str:
        """Returns the canonical text: ``((3 17) (2 12))``, with chance as ``{1/4: 8, 3/4: 0}``."""
        return self.written("text")

    def written(self, form: str) -> str:
        """Returns the tree in a form of :data:`engine.games.trees.WRITERS`, with the bounds behind. Raises
        GameError if there is no such form, or it cannot say what this tree is."""
        if form not in WRITERS:
            refusal = "there is no form {form}; there are {forms}"
            raise GameError(refusal, form=repr(form[:20]), forms=", ".join(WRITERS))
        if self.game.sides > 2 and form != "text":
            raise GameError("a tree of more than two players is written in one form only: text")
        text = WRITERS[form](_nobodys(self.root) if self.game.sides > 2 else self.root)
        if self.bounds is None:
            return text
        low, high = map(number_words, self.bounds)
        return f"{text}{chr(10) if chr(10) in text else ' '}in {low}..{high}"


def _nobodys(node: Node) -> Node:
    """Returns a tree of more than two players without movers: each level is the next player's."""
    return Choice(tuple(map(_nobodys, node.branches)), None, node.name) if isinstance(node, Choice) else node


def _names(inner: dict[tuple[int, ...], Choice | Lottery]) -> dict[tuple[int, ...], str]:
    """Returns a name for each inner node, no two alike: the writer's, or the next letter, level by level."""
    taken = {node.name for node in inner.values()}
    free = (name for name in map(letter, count()) if name not in taken)
    names: dict[tuple[int, ...], str] = {}
    seen: Counter[str] = Counter()
    for path in sorted(inner, key=lambda path: (len(path), path)):
        name = inner[path].name
        seen[name] += 1
        names[path] = next(free) if not name else name if seen[name] == 1 else f"{name} ({seen[name]})"
    return names


def _leaf_name(value: Node, path: tuple[int, ...], parent: str, twins: bool, said: Counter[str]) -> str:
    """Returns "leaf 12 of E", with the branch if two are equal. A leaf with a name is called by that."""
    if isinstance(value, Leaf) and not value.unknown and said[value.name] == 1:
        return value.name
    words = (
        value.name
        if isinstance(value, Leaf) and value.unknown
        else write(float(value) if isinstance(value, Leaf) else value)
    )
    if twins:
        return text("leaf {value} of {parent} (branch {branch})", value=words, parent=parent, branch=path[-1])
    return text("leaf {value} of {parent}", value=words, parent=parent)


LONGEST: Final = 20_000  # the most characters of a text


def parse(text: str) -> Tree:
    """Returns the tree written as ``text`` in any form, see :mod:`engine.games.trees`. Raises GameError if ``text``
    is no tree, or a tree of more than 400 leaves or 12 levels."""
    if len(text) > LONGEST:
        raise GameError(
            "the text has {count} characters; a tree of 400 leaves needs at most {most}", count=len(text), most=LONGEST
        )
    found = read(text)
    return Tree(found.root, found.bounds, found.form, found.named)
