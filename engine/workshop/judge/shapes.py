"""Tells what follows from some leaves of a tree: its value, the best branches, the leaves to be looked at."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

VALUES: Final = (-2, 0, 1, 3)
"""The values of the leaves."""
OPEN: Final = len(VALUES)
"""The digit of a leaf that a run has not looked at. The other digits are places in :data:`VALUES`."""
BASE: Final = OPEN + 1
INFINITE: Final = float("inf")
FULL: Final = (((0, 0), (0, 0)), ((0, 0), (0, 0)))
"""The shape for programs that expect leaves in one list, in three levels of two branches each."""

Tree = Any
"""A number, or a sequence of trees."""


def looked_at(tree: Tree, hard: bool) -> int:
    """Returns the leaves, as a mask, that the weakest right cut looks at; ``hard``: values within the window."""
    seen, number = 0, 0

    def search(node: Tree, alpha: float, beta: float, maximise: bool) -> float:
        nonlocal seen, number
        if not isinstance(node, tuple | list):
            seen |= 1 << number
            number += 1
            return float(node)
        best = (alpha if maximise else beta) if hard else -INFINITE if maximise else INFINITE
        for place, child in enumerate(node):
            score = search(child, alpha, beta, not maximise)
            best = max(best, score) if maximise else min(best, score)
            alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
            if alpha > beta:
                number += sum(leaves_of(one) for one in node[place + 1 :])
                break
        return best

    search(tree, -INFINITE, INFINITE, True)
    return seen


def values_of(tree: Tree) -> list[float]:
    """Returns the values of the root's branches by minimax."""
    return [_minimax(branch, False) for branch in tree]


def leaves_of(tree: Tree) -> int:
    """Returns the number of leaves."""
    return sum(map(leaves_of, tree)) if isinstance(tree, tuple | list) else 1


def _minimax(node: Tree, maximise: bool) -> float:
    if not isinstance(node, tuple | list):
        return float(node)
    below = [_minimax(one, not maximise) for one in node]
    return max(below) if maximise else min(below)


class Shape:
    """Holds what follows from some leaves of all trees of one shape. A place in the three tables stands for what is
    known of the leaves: a number to the base 5, a digit for each leaf. ``value`` holds the digit of the root's value,
    or ``OPEN`` where the known leaves do not decide. ``best`` is the mask of the branches of the root that are best in
    any case, and ``needed`` that of the leaves that the weakest cut looks at in any case."""

    def __init__(self, shape: Tree, hard: bool) -> None:
        self.shape, self.leaves, self.hard = shape, leaves_of(shape), hard
        size = BASE**self.leaves
        self.value, self.best, self.needed = bytearray(size), bytearray(size), bytearray(size)
        for place, first in enumerate(_first_open(self.leaves)):
            if not first:
                self._enter(place)
                continue
            decided = {self.value[place - step * first] for step in range(1, BASE)}
            self.value[place] = decided.pop() if len(decided) == 1 else OPEN
            best = needed = 255
            for step in range(1, BASE):
                best &= self.best[place - step * first]
                needed &= self.needed[place - step * first]
            self.best[place], self.needed[place] = best, needed

    def _enter(self, place: int) -> None:
        digits = iter([place // BASE**leaf % BASE for leaf in range(self.leaves)])
        tree = filled(self.shape, (VALUES[digit] for digit in digits))
        below, self.needed[place] = values_of(tree), looked_at(tree, self.hard)
        top = max(below)
        self.value[place] = VALUES.index(int(top))
        self.best[place] = sum(1 << branch for branch, one in enumerate(below) if one == top)


@cache
def _first_open(leaves: int) -> tuple[int, ...]:
    """Returns the weight of the first open leaf for each place, 0 where no leaf is open."""
    weights = [BASE**leaf for leaf in range(leaves)]
    return tuple(
        next((weight for weight in weights if place // weight % BASE == OPEN), 0) for place in range(BASE**leaves)
    )


def filled(shape: Tree, values: Iterator[Any]) -> Tree:
    """Returns a tree of a shape with values in its leaves."""
    return tuple(filled(one, values) for one in shape) if isinstance(shape, tuple) else next(values)


@cache
def shapes(leaves: int, hard: bool = False) -> tuple[Shape, ...]:
    """Returns the shapes of 2 to ``leaves`` leaves, small ones first. Each inner node has two branches or more."""
    return tuple(Shape(shape, hard) for count in range(2, leaves + 1) for shape in _shapes(count))


@cache
def full() -> tuple[Shape, ...]:
    """Returns the shape :data:`FULL` alone."""
    return (Shape(FULL, hard=False),)


@cache
def _shapes(count: int) -> tuple[Tree, ...]:
    if count == 1:
        return (0,)
    return tuple(one for parts in _sums(count) for one in itertools.product(*map(_shapes, parts)))


def _sums(count: int, least: int = 2) -> Iterator[tuple[int, ...]]:
    if least <= 1:
        yield (count,)
    for first in range(1, count):
        yield from ((first, *rest) for rest in _sums(count - first, least - 1))
