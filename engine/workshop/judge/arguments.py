"""Gives a tree to the printed programs, each in the form that it expects, and is told which leaves it looks at."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, Final

from engine.workshop.judge.shapes import INFINITE, Tree, leaves_of


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
ARGUMENTS: Final[dict[str, Callable[[Tree, Look], tuple[Any, ...]]]] = {
    "soft": lambda tree, look: (*_list(tree, look), -INFINITE, INFINITE, True),
    "hard": lambda tree, look: (_as_nodes(tree, look, itertools.count()),),
    "negamax": lambda tree, look: (*_list(tree, look), -INFINITE, INFINITE, 1),
    "plain": lambda tree, look: (_as_nodes(tree, look, itertools.count()), True),
    "game": lambda tree, look: (Rules(), _as_nodes(tree, look, itertools.count())),
    "flat": lambda tree, look: (
        *(0, 0, True, Values([Leaf(number, look) for number in range(leaves_of(tree))])),
        *(-INFINITE, INFINITE),
    ),
}
"""The first call of each printed program, by its name: the tree in the form that the program expects."""


def _list(tree: Tree, look: Look) -> tuple[Any, int]:
    return _as_lists(tree, look, itertools.count()), _depth(tree)
