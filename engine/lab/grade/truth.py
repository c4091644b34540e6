"""Tells the truth about a program by running it on all small trees. Shares no code with the judge.

A run looks at some leaves of a tree, and whatever stands in the others, the run is the same. So one run stands for
all trees that differ in the other leaves alone, and it is right if its result is right for each of them. A shape of a
tree has a table of what follows from some of its leaves (:class:`Shape`), and a program runs once for each way in
which what it has looked at can go on.

A program is right if its value and its branch are right, and if it looks at no leaf that the weakest right cut saves:
alpha-beta that goes on when the bounds meet, and cuts when they cross. A program that hands back values within the
window alone (fail-hard) saves fewer leaves so than one that hands back the best value found.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from engine.lab.grade.executing import execute

VALUES: Final = (-2, 0, 1, 3)
"""The values of the leaves."""
OPEN: Final = len(VALUES)
"""The digit of a leaf that a run has not looked at. The other digits are places in :data:`VALUES`."""
_BASE = OPEN + 1
_INFINITE = float("inf")
FULL: Final = (((0, 0), (0, 0)), ((0, 0), (0, 0)))
"""The shape for programs that expect leaves in one list, in three levels of two branches each."""

Tree = Any
"""A number, or a sequence of trees."""


def looked_at(tree: Tree, hard: bool) -> int:
    """Returns the leaves that the weakest right cut looks at, as a mask of their numbers from left to right. With
    ``hard`` each node hands back a value within its window."""
    seen, number = 0, 0

    def search(node: Tree, alpha: float, beta: float, maximise: bool) -> float:
        nonlocal seen, number
        if not isinstance(node, tuple | list):
            seen |= 1 << number
            number += 1
            return float(node)
        best = (alpha if maximise else beta) if hard else -_INFINITE if maximise else _INFINITE
        for place, child in enumerate(node):
            score = search(child, alpha, beta, not maximise)
            best = max(best, score) if maximise else min(best, score)
            alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
            if alpha > beta:
                number += sum(leaves_of(one) for one in node[place + 1 :])
                break
        return best

    search(tree, -_INFINITE, _INFINITE, True)
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
    """Holds what follows from some leaves of all trees of one shape.

    A place in the three tables stands for what is known of the leaves: a number to the base 5, a digit for each leaf.
    ``value`` holds the digit of the root's value, or ``OPEN`` where the known leaves do not decide. ``best`` is the
    mask of the branches of the root that are best in any case, and ``needed`` that of the leaves that the weakest cut
    looks at in any case.
    """

    def __init__(self, shape: Tree, hard: bool) -> None:
        self.shape, self.leaves, self.hard = shape, leaves_of(shape), hard
        size = _BASE**self.leaves
        self.value, self.best, self.needed = bytearray(size), bytearray(size), bytearray(size)
        for place, first in enumerate(_first_open(self.leaves)):
            if not first:
                self._enter(place)
                continue
            decided = {self.value[place - step * first] for step in range(1, _BASE)}
            self.value[place] = decided.pop() if len(decided) == 1 else OPEN
            best = needed = 255
            for step in range(1, _BASE):
                best &= self.best[place - step * first]
                needed &= self.needed[place - step * first]
            self.best[place], self.needed[place] = best, needed

    def _enter(self, place: int) -> None:
        digits = iter([place // _BASE**leaf % _BASE for leaf in range(self.leaves)])
        tree = filled(self.shape, (VALUES[digit] for digit in digits))
        below, self.needed[place] = values_of(tree), looked_at(tree, self.hard)
        top = max(below)
        self.value[place] = VALUES.index(int(top))
        self.best[place] = sum(1 << branch for branch, one in enumerate(below) if one == top)


@cache
def _first_open(leaves: int) -> tuple[int, ...]:
    """Returns the weight of the first open leaf for each place, 0 where no leaf is open."""
    weights = [_BASE**leaf for leaf in range(leaves)]
    return tuple(
        next((weight for weight in weights if place // weight % _BASE == OPEN), 0) for place in range(_BASE**leaves)
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
    """Yields all ordered sums of ``count``, of ``least`` numbers or more."""
    if least <= 1:
        yield (count,)
    for first in range(1, count):
        yield from ((first, *rest) for rest in _sums(count - first, least - 1))


class Leaf:
    """Is a leaf that tells when it is looked at. Its number counts from left to right."""

    def __init__(self, number: int, look: Callable[[int], Any]) -> None:
        self.number, self.look = number, look


class Branches(list[Any]):
    """Is an inner node as a list, whose leaves become numbers when they are looked at."""

    def __iter__(self) -> Iterator[Any]:
        """Yields the branches."""
        for one in super().__iter__():
            yield one.look(one.number) if type(one) is Leaf else one


class Values(list[Leaf]):
    """Is the list of all leaves, which become numbers when they are looked at."""

    def __getitem__(self, place: Any) -> Any:
        """Returns the value of a leaf."""
        one = super().__getitem__(place)
        return one.look(one.number) if type(one) is Leaf else one


class Node:
    """Is a node with children and a value, as attributes and by methods."""

    def __init__(self, leaf: Leaf | None, children: list[Node]) -> None:
        self.leaf, self.children, self.is_leaf = leaf, children, leaf is not None

    @property
    def value(self) -> Any:
        """Returns the value of a leaf, 0 of an inner node."""
        return self.leaf.look(self.leaf.number) if self.leaf else 0

    def is_terminal(self) -> bool:
        """Tells whether the node is a leaf."""
        return self.is_leaf

    def evaluate(self) -> Any:
        """Returns the value of a leaf."""
        return self.value

    def get_children(self) -> list[Node]:
        """Returns the children."""
        return self.children


class Rules:
    """Is a game whose states are nodes, and whose moves are the numbers of branches."""

    def terminal_test(self, state: Node) -> bool:
        """Tells whether the game is over."""
        return state.is_leaf

    def utility(self, state: Node) -> Any:
        """Returns the value of the end."""
        return state.value

    def actions(self, state: Node) -> range:
        """Returns the moves."""
        return range(len(state.children))

    def result(self, state: Node, move: int) -> Node:
        """Returns the state after a move."""
        return state.children[move]


def _as_lists(shape: Tree, look: Callable[[int], Any], numbers: Iterator[int]) -> Any:
    if not isinstance(shape, tuple | list):
        return Leaf(next(numbers), look)
    return Branches([_as_lists(one, look, numbers) for one in shape])


def _as_nodes(shape: Tree, look: Callable[[int], Any], numbers: Iterator[int]) -> Node:
    if not isinstance(shape, tuple | list):
        return Node(Leaf(next(numbers), look), [])
    return Node(None, [_as_nodes(one, look, numbers) for one in shape])


def _depth(shape: Tree) -> int:
    return 1 + max(map(_depth, shape)) if isinstance(shape, tuple | list) else 0


Look = Callable[[int], Any]
_ARGUMENTS: Final[dict[str, Callable[[Tree, Look], tuple[Any, ...]]]] = {
    "soft": lambda tree, look: (*_list(tree, look), -_INFINITE, _INFINITE, True),
    "hard": lambda tree, look: (_as_nodes(tree, look, itertools.count()),),
    "negamax": lambda tree, look: (*_list(tree, look), -_INFINITE, _INFINITE, 1),
    "plain": lambda tree, look: (_as_nodes(tree, look, itertools.count()), True),
    "game": lambda tree, look: (Rules(), _as_nodes(tree, look, itertools.count())),
    "flat": lambda tree, look: (
        *(0, 0, True, Values([Leaf(number, look) for number in range(leaves_of(tree))])),
        *(-_INFINITE, _INFINITE),
    ),
}
"""The first call of each printed program, by its name: the tree in the form that the program expects."""


def _list(tree: Tree, look: Look) -> tuple[Any, int]:
    return _as_lists(tree, look, itertools.count()), _depth(tree)


class Bare:
    """Runs a program that comes from a printed one, unchanged and unwatched.

    Raises what the source raises while it is loaded.
    """

    def __init__(self, base: str, source: str, function: str) -> None:
        space: dict[str, Any] = {"__name__": "program"}
        execute(source, space)
        self.base, self.function = base, space[function]
        self.prunes, self.chooses, self.hard = base != "plain", base in ("game", "negamax"), base == "hard"

    def wrong_on(self, tree: Tree) -> bool:
        """Tells whether the program is wrong on a tree of numbers."""
        below, needed = values_of(tree), looked_at(tree, self.hard)
        numbers, seen = _numbers(tree), set[int]()

        def look(number: int) -> Any:
            seen.add(number)
            return numbers[number]

        found = self._run(_ARGUMENTS[self.base](tree, look))
        if found is None:
            return True
        value, branch = found
        if value != max(below) or (self.chooses and not _is_best(branch, below)):
            return True
        return self.prunes and any(not needed >> number & 1 for number in seen)

    def witness(self, leaves: int) -> Tree | None:
        """Returns a tree of at most ``leaves`` leaves on which the program is wrong, None if there is none."""
        for shape in full() if self.base == "flat" else shapes(leaves, self.hard):
            found = self._witness(shape)
            if found is not None:
                return found
        return None

    def _witness(self, shape: Shape) -> Tree | None:
        size = _BASE**shape.leaves - 1
        digits = [OPEN] * shape.leaves
        choices: list[int] = []  # the digits of the leaves in the order in which a run looks at them
        place, mask, at = size, 0, 0

        def look(number: int) -> Any:
            nonlocal place, mask, at
            digit = digits[number]
            if digit == OPEN:
                if at == len(choices):
                    choices.append(0)
                digit = digits[number] = choices[at]
                at += 1
                place -= (OPEN - digit) * _BASE**number
                mask |= 1 << number
            return VALUES[digit]

        given = _ARGUMENTS[self.base](shape.shape, look)
        while True:
            for number in range(shape.leaves):
                digits[number] = OPEN
            place, mask, at = size, 0, 0
            found = self._run(given)
            decided = shape.value[place]
            right = found is not None and decided != OPEN and found[0] == VALUES[decided]
            if right and found is not None and self.chooses:
                right = isinstance(found[1], int) and found[1] >= 0 and bool(shape.best[place] >> found[1] & 1)
            if not right or (self.prunes and mask & ~shape.needed[place]):
                return self._wrong_tree(shape, digits)
            del choices[at:]
            while choices and choices[-1] == OPEN - 1:
                choices.pop()
            if not choices:
                return None
            choices[-1] += 1

    def _wrong_tree(self, shape: Shape, digits: list[int]) -> Tree | None:
        """Returns a tree with these leaves, and any in place of the open ones, on which the program is wrong."""
        known = [VALUES if digit == OPEN else (VALUES[digit],) for digit in digits]
        trees = (filled(shape.shape, iter(values)) for values in itertools.product(*known))
        return next((tree for tree in trees if self.wrong_on(tree)), None)

    def _run(self, given: tuple[Any, ...]) -> tuple[Any, Any] | None:
        """Returns the value and the branch that the program finds, None if it breaks or finds no number."""
        try:
            found = self.function(*given)
        except Exception:  # whatever the program raises
            return None
        if self.chooses:
            if not isinstance(found, tuple | list) or len(found) != 2:
                return None
            value, branch = found
        else:
            value, branch = found, None
        return (value, branch) if isinstance(value, int | float) else None


def _numbers(tree: Tree) -> list[Any]:
    return [leaf for one in tree for leaf in _numbers(one)] if isinstance(tree, tuple | list) else [tree]


def _is_best(branch: Any, below: list[float]) -> bool:
    return isinstance(branch, int) and 0 <= branch < len(below) and below[branch] == max(below)
