"""Grows random trees: one seed and one shape give the same tree on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.games import GameError
from engine.games.leaf_text import Choice, Lottery, Node
from engine.lab.trees.shape import Shape
from engine.lab.trees.tree import Tree

_CHANCES = {
    1: ((1.0,),),
    2: ((0.5, 0.5), (0.25, 0.75), (0.75, 0.25)),
    3: ((0.25, 0.25, 0.5), (0.5, 0.25, 0.25), (0.125, 0.375, 0.5)),
    4: ((0.25, 0.25, 0.25, 0.25), (0.125, 0.125, 0.25, 0.5)),
}
"""Probabilities for so many lots; sums of powers of two, so that every mean is exact."""
_ATTEMPTS = 200
Skeleton = int | list["Skeleton"] | tuple["Skeleton", ...]
"""A leaf as 0, a choice as a list, a lottery as a tuple."""


def random_tree(seed: int, shape: str) -> Tree:
    """Returns the tree of a seed and a shape such as "2x2x2", "3xc2x2", "uneven-8" or "2x2-ties", see :class:`Shape`.

    Without ties all leaves differ, and so do the values of all branches of a choice.

    Raises:
        GameError: there is no such shape, or no tree without ties was found.
    """
    form = Shape.of(shape)
    return next(trees_like(Random(f"{seed}/{form}"), form))


def trees_like(random: Random, shape: Shape) -> Iterator[Tree]:
    """Yields random trees of one shape without end; each tree of an uneven shape branches in its own way.

    Raises:
        GameError: 200 trees in a row had a tie.
    """
    return map(Tree, roots_like(random, shape))


def roots_like(random: Random, shape: Shape, skeleton: Skeleton | None = None) -> Iterator[Node]:
    """Yields the roots of random trees of one shape without end.

    Args:
        shape: how the trees branch.
        skeleton: the one way in which all trees branch (None: drawn for each tree).

    Raises:
        GameError: 200 trees in a row had a tie.
    """
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
    """Splits a random leaf again and again; the root is a choice, and small trees have at most six levels."""
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
    """Makes about a third of the nodes below the root lotteries, and at least one where there is one."""
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
    """Returns the tree with leaf values: few different ones for ties, otherwise all different."""
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
    """Returns the value for the side of ``sign``; None where two branches of a choice tie."""
    if isinstance(node, float | int):
        return sign * node
    if isinstance(node, Lottery):
        means = [_value(branch, sign) for branch in node.branches]
        return None if None in means else sum(c * m for c, m in zip(node.chances, means, strict=True) if m is not None)
    below = [_value(branch, -sign) for branch in node.branches]
    known = {-value for value in below if value is not None}
    return max(known) if len(known) == len(below) else None
