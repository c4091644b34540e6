"""Records the calls of a program on one tree: the node, the window on entry, and the value handed back."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reading.program import DEPTHS, INDEXES, TARGETS, Program
from engine.lab.judge.reading.scanning import Defined, plain_name
from engine.lab.judge.reading.sides import SIDES, SIGNS
from engine.lab.judge.running.lists import Branches
from engine.lab.judge.running.nodes import Board, Node, height
from engine.lab.judge.running.results import number_of

MOST_CALLS, MOST_ROUNDS = 3000, 1_000_000
"""How often a program may call its functions on one tree, and how many rounds its loops may make. Right programs have
made 809 rounds at most, and those that draw at random make some thousands."""


class Stop(BaseException):
    """Ends a program that calls too often, or loops too long."""


class Log:
    """Records the calls of a program on one tree. ``events`` holds ``("enter", path, alpha, beta)`` and ``("leave",
    path, value)``, ``inside`` path, window and value of each call from the same node, ``read`` the leaves whose value
    was read, ``handed`` those that a list handed out, and ``again`` tells whether a node was entered twice."""

    def __init__(self, program: Program, most: int = MOST_ROUNDS) -> None:
        self.program, self.most = program, most
        self.begin([0])

    def begin(self, tree: Any) -> None:
        """Begins with another tree."""
        self.tree, self.height = tree, height(tree)
        self.events: list[Any] = []
        self.stack: list[tuple[int, ...]] = []
        self.inside: list[Any] = []
        self.read: list[tuple[int, ...]] = []
        self.handed: list[tuple[int, ...]] = []
        self.entered: set[tuple[int, ...]] = set()
        self.places: dict[int, tuple[int, ...]] = {}
        self.calls, self.rounds, self.again, self.recursive = 0, 0, False, False

    def place(self, node: Any, path: tuple[int, ...]) -> None:
        """Notes where the nodes of a tree of tuples or plain lists stand."""
        if isinstance(node, (list, tuple)):
            self.places[id(node)] = path
            for i, one in enumerate(node):
                self.place(one, (*path, i))

    def seen(self, path: tuple[int, ...]) -> None:
        """Notes that the value of a leaf was read."""
        if path not in self.read:
            self.read.append(path)

    def hand(self, path: Any) -> None:
        """Notes that a list handed a leaf out."""
        if path is not None and path not in self.handed:
            self.handed.append(path)

    def tick(self) -> bool:
        """Counts a round of a loop. Raises Stop after the last one that a program may make."""
        self.rounds += 1
        if self.rounds > self.most:
            raise Stop("a loop has no end")
        return True

    def watching(self, defined: Defined) -> Any:
        """Returns a decorator that records the calls of a function."""
        return lambda function: lambda *given, **named: self.call(function, defined, given, named)

    def call(self, function: Any, defined: Defined, given: Any, named: Any) -> Any:
        """Calls a function of the program and records it, if a node is among its arguments."""
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise Stop
        bound = dict(named)
        for name, value in zip(defined.parameters, given):  # noqa: B905 - the browser's Python has no strict
            bound[name] = value
        path = self._path(defined, bound)
        if path is None:
            return function(*given, **named)
        plain = {str(defined.plain.get(name, name)): value for name, value in bound.items()}
        low, high = first_of(plain, self.program.alphas), first_of(plain, self.program.betas)
        if self.stack and self.stack[-1] == path:
            found = function(*given, **named)
            if any(isinstance(value, (Branches, Node, Board)) for value in bound.values()):  # no leaf entered before
                self.inside.append([path, low, high, number_of(found)])
            return found
        self.events.append(["enter", path, low, high])
        self.stack.append(path)
        self.again = self.again or path in self.entered
        self.recursive = self.recursive or (path != () and defined.name == self.program.first.name)
        self.entered.add(path)
        found = function(*given, **named)
        self.stack.pop()
        self.events.append(["leave", path, number_of(found)])
        return found

    def _path(self, defined: Defined, bound: dict[str, Any]) -> tuple[int, ...] | None:
        """Returns the path of the node among the arguments of a call, None if there is none."""
        if self.program.form == "leaves":
            plain = {str(defined.plain.get(name, name)): value for name, value in bound.items()}
            index, depth = first_of(plain, INDEXES), first_of(plain, DEPTHS)
            if not isinstance(index, int) or not isinstance(depth, int):
                return None
            level = depth if self.program.counts_up else self.height - depth
            if not 0 <= level <= self.height or not 0 <= index < 1 << level:
                return None  # no node of the tree; a wrong program may name one with a million levels
            return tuple([index >> (level - 1 - i) & 1 for i in range(level)])
        for name in defined.parameters + [name for name in bound if name not in defined.parameters]:
            value = bound.get(name)
            if isinstance(value, (Node, Board)):
                return value.path_
            if isinstance(value, Branches):
                return value.path_  # type: ignore[no-any-return]
            if isinstance(value, (list, tuple)) and id(value) in self.places:
                return self.places[id(value)]
            if isinstance(value, (int, float)) and _is_node(plain_name(name), self.program):
                return None if isinstance(value, bool) else self._leaf(value)
        return None

    def _leaf(self, value: float) -> tuple[int, ...] | None:
        """Returns the first leaf of this value below the present node that was not entered before."""
        above = self.stack[-1] if self.stack else ()
        node = self.tree
        for branch in above:
            node = node[branch]
        if isinstance(node, list):
            for i, one in enumerate(node):
                if not isinstance(one, list) and one == value and (*above, i) not in self.entered:
                    return (*above, i)
        return above or None


_OTHERS = {*DEPTHS, *TARGETS, *INDEXES, *SIDES, *SIGNS, "best", "v", "value", "move", "look", "self"}


def _is_node(plain: str, program: Program) -> bool:
    return plain not in _OTHERS and plain not in program.alphas and plain not in program.betas


def first_of(plain: dict[str, Any], names: tuple[str, ...]) -> Any:
    """Returns the value of the first of the names that a call has, None for none of them."""
    return next((plain[name] for name in names if name in plain), None)
