"""Grows random trees: one seed and one shape give the same tree on every machine. A shape is ``2x2x2``, ``3xc2x2`` with
a level of chance, ``uneven-8`` or ``uneven-8-chance``. With ``-ties`` behind any of them, leaves are equal."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.games import GameError
from engine.games.formats.leaf_text import Choice, Lottery, Node
from engine.games.formats.numerals import plain
from engine.lab.trees.tree import MOST_LEAVES, MOST_LEVELS, Tree

_REGULAR = re.compile(r"c?[1-9][0-9]?(xc?[1-9][0-9]?)*\Z")
_UNEVEN = re.compile(r"uneven(-[0-9]{1,4})?(-chance)?\Z")
FEWEST_UNEVEN, USUAL_UNEVEN = 3, 8


@dataclass(frozen=True, slots=True)
class Shape:
    """Describes how a random tree branches."""

    levels: tuple[int, ...]  # the branching of each level from the root on, empty for an uneven tree
    chances: tuple[bool, ...]  # for each level, whether lots are drawn there
    leaves: int
    ties: bool = False  # equal values among brothers are wanted, otherwise there are none
    chance: bool = False  # an uneven tree with lots

    @classmethod
    def of(cls, text: str) -> Shape:
        """Returns the shape written as ``text``. Raises GameError if it is none, too large, or begins with a lot."""
        words = plain(text).strip().lower().replace(" ", "-")
        ties = words.endswith("-ties")
        shape = words.removesuffix("-ties")
        if _UNEVEN.match(shape):
            return cls((), (), _uneven_leaves(shape), ties, shape.endswith("-chance"))
        if len(shape) > 100 or not _REGULAR.match(shape):
            raise GameError(
                "{shape} is no shape; write 2x2x2, 3xc2x2 (c: a drawn lot), uneven-8, or 2x2x2-ties",
                shape=repr(text[:40]),
            )
        branches = shape.split("x")
        levels = tuple(int(branch.removeprefix("c")) for branch in branches)
        chances = tuple(branch.startswith("c") for branch in branches)
        if chances[0]:
            raise GameError("Max moves first: begin the shape with a number without c, as in 2xc2x2")
        leaves = math.prod(levels)
        if leaves > MOST_LEAVES or len(levels) > MOST_LEVELS:
            raise GameError(
                "a shape of {leaves} leaves and {levels} levels is too large; "
                "at most {most_leaves} leaves and {most_levels} levels",
                leaves=leaves,
                levels=len(levels),
                most_leaves=MOST_LEAVES,
                most_levels=MOST_LEVELS,
            )
        return cls(levels, chances, leaves, ties)

    @property
    def has_chance(self) -> bool:
        """Tests if the tree has a level of lots."""
        return self.chance or any(self.chances)


def _uneven_leaves(shape: str) -> int:
    number = shape.removesuffix("-chance").removeprefix("uneven").removeprefix("-")
    leaves = int(number) if number else USUAL_UNEVEN
    if not FEWEST_UNEVEN <= leaves <= MOST_LEAVES:
        refusal = "an uneven tree has {least} to {most} leaves, not {leaves}"
        raise GameError(refusal, least=FEWEST_UNEVEN, most=MOST_LEAVES, leaves=leaves)
    return leaves


_CHANCES = {
    1: ((1.0,),),
    2: ((0.5, 0.5), (0.25, 0.75), (0.75, 0.25)),
    3: ((0.25, 0.25, 0.5), (0.5, 0.25, 0.25), (0.125, 0.375, 0.5)),
    4: ((0.25, 0.25, 0.25, 0.25), (0.125, 0.125, 0.25, 0.5)),
}
"""Probabilities for so many lots: sums of powers of two, so that every mean is exact."""
_ATTEMPTS = 200
Skeleton = int | list["Skeleton"] | tuple["Skeleton", ...]  # a leaf as 0, a choice as a list, a lottery as a tuple


def random_tree(seed: int, shape: str) -> Tree:
    """Returns the tree of a seed and a shape such as "2x2x2", "3xc2x2", "uneven-8" or "2x2-ties", see
    :class:`Shape`. Without ties all leaves differ, and so do the values of all branches of a choice. Raises
    GameError if there is no such shape, or no tree without ties was found."""
    form = Shape.of(shape)
    return next(trees_like(Random(f"{seed}/{form}"), form))


def trees_like(random: Random, shape: Shape) -> Iterator[Tree]:
    """Yields random trees of one shape without end. Raises GameError if 200 trees in a row had a tie."""
    return map(Tree, roots_like(random, shape))


def roots_like(random: Random, shape: Shape, skeleton: Skeleton | None = None) -> Iterator[Node]:
    """Yields roots of random trees, branching alike with ``skeleton``. Raises GameError after 200 ties in a row."""
    failed = 0
    while failed < _ATTEMPTS:
        root = _filled(random, skeleton if skeleton is not None else skeleton_of(random, shape), shape)
        failed += 1
        if shape.ties or not has_ties(root):
            failed = 0
            yield root
    raise GameError("no tree without ties was found for this shape; take fewer leaves")


def skeleton_of(random: Random, shape: Shape) -> Skeleton:
    """Returns one way of branching for ``shape``, without leaf values."""
    return _uneven(random, shape) if not shape.levels else _regular(shape, 0)


def has_ties(node: Node) -> bool:
    """Tests if two branches of one choice are worth the same."""
    return _value(node, 1) is None


def _regular(shape: Shape, level: int) -> Skeleton:
    if level == len(shape.levels):
        return 0
    below = [_regular(shape, level + 1) for _ in range(shape.levels[level])]
    return tuple(below) if shape.chances[level] else below


def _uneven(random: Random, shape: Shape) -> Skeleton:
    """Splits a random leaf again and again. The root is a choice, and small trees have at most six levels."""
    deepest = max(5, shape.leaves.bit_length() + 2)
    root: list[Skeleton] = [0, 0]
    places: list[tuple[list[Skeleton], int, int]] = [(root, 0, 1), (root, 1, 1)]
    leaves = 2
    while leaves < shape.leaves:
        above, index, depth = places.pop(random.randrange(len(places)))
        wanted = 2 if random.random() < 0.7 else 3
        count = max(2, min(wanted, shape.leaves - leaves + 1))
        branches: list[Skeleton] = [0] * count
        above[index] = branches
        leaves += count - 1
        if depth < deepest or not places:
            places += [(branches, i, depth + 1) for i in range(count)]
    return _with_lots(random, root) if shape.chance else root


def _with_lots(random: Random, root: list[Skeleton]) -> Skeleton:
    """Turns about a third of the nodes below the root into lotteries, and at least one if there is one."""
    inner = [i for i, branch in enumerate(root) if branch]
    if not inner:
        return [(0, 0), *root[2:]]
    sure = random.choice(inner)

    def changed(node: Skeleton, must: bool) -> Skeleton:
        if isinstance(node, int):
            return 0
        below = [changed(branch, False) for branch in node]
        return tuple(below) if must or random.random() < 0.3 else below

    return [changed(branch, i == sure) for i, branch in enumerate(root)]


def _filled(random: Random, skeleton: Skeleton, shape: Shape) -> Node:
    widest = max(9, shape.leaves)
    values = (
        [random.randint(0, 4) for _ in range(shape.leaves)]
        if shape.ties
        else random.sample(range(-widest, widest + 1), shape.leaves)
    )
    waiting = iter(values)

    def fill(node: Skeleton) -> Node:
        if isinstance(node, int):
            return float(next(waiting))
        branches = tuple(map(fill, node))
        if isinstance(node, list):
            return Choice(branches)
        known = _CHANCES.get(len(branches))
        return Lottery(branches, random.choice(known) if known else (1 / len(branches),) * len(branches))

    return fill(skeleton)


def _value(node: Node, sign: int) -> float | None:
    """Returns the value for the side of ``sign``, or None if two branches of a choice tie."""
    if isinstance(node, float | int):
        return sign * node
    if isinstance(node, Lottery):
        means = [_value(branch, sign) for branch in node.branches]
        return None if None in means else sum(c * m for c, m in zip(node.chances, means, strict=True) if m is not None)
    below = [_value(branch, -sign) for branch in node.branches]
    known = {-value for value in below if value is not None}
    return max(known) if len(known) == len(below) else None
