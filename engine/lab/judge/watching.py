"""Runs a student's program on trees, and records each call: the node, the window on entry, and the value handed back.

The program runs unchanged, but for a line before each ``def`` which lets :class:`Log` see the calls.
"""

from __future__ import annotations

from typing import Any

from engine.lab.judge.nodes import CHILDREN, ENDS, MOVES, PLAYS, VALUES, Game, Node, ask, height, leaves_of
from engine.lab.judge.program import (
    ALPHAS,
    BETAS,
    DEPTHS,
    INDEXES,
    LEAVES,
    SIDES,
    SIGNS,
    TARGETS,
    Program,
    ProgramError,
    plain_name,
)
from engine.lab.judge.scanning import Defined

MOST_CALLS = 3000
INFINITE = float("inf")


class _Stop(BaseException):
    """Ends a program that calls too often."""


class Log:
    """Records the calls of a program on one tree.

    ``events`` holds ``("enter", path, alpha, beta)`` and ``("leave", path, value)``.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.begin([0])

    def begin(self, tree: Any) -> None:
        """Begins with another tree."""
        self.tree, self.height = tree, height(tree)
        self.events: list[Any] = []
        self.stack: list[tuple[int, ...]] = []
        self.read: list[tuple[int, ...]] = []
        self.entered: set[tuple[int, ...]] = set()
        self.places: dict[int, tuple[int, ...]] = {}
        self.calls = 0
        if self.program.form in ("lists", "look"):
            self._place(tree, ())

    def _place(self, node: Any, path: tuple[int, ...]) -> None:
        if isinstance(node, list):
            self.places[id(node)] = path
            for i, one in enumerate(node):
                self._place(one, (*path, i))

    def seen(self, path: tuple[int, ...]) -> None:
        """Notes that the value of a leaf was read."""
        if path not in self.read:
            self.read.append(path)

    def decorator(self, number: int) -> Any:
        """Returns the decorator of a function of the program."""
        defined = self.program.functions[number]

        def watch(function: Any) -> Any:
            def called(*given: Any, **named: Any) -> Any:
                return self.call(function, defined, given, named)

            return called

        return watch

    def call(self, function: Any, defined: Defined, given: Any, named: Any) -> Any:
        """Calls a function of the program and records it, if a node is among its arguments."""
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise _Stop
        bound = dict(named)
        for name, value in zip(defined.parameters, given):  # noqa: B905 - the browser's Python has no strict
            bound[name] = value
        plain = {str(defined.plain.get(name, name)): value for name, value in bound.items()}
        path = self._path(plain)
        if path is None or (self.stack and self.stack[-1] == path):
            return function(*given, **named)
        self.events.append(["enter", path, _first(plain, ALPHAS), _first(plain, BETAS)])
        self.stack.append(path)
        self.entered.add(path)
        found = function(*given, **named)
        self.stack.pop()
        self.events.append(["leave", path, _number(found)])
        return found

    def _path(self, plain: dict[str, Any]) -> tuple[int, ...] | None:
        """Returns the path of the node among the arguments of a call by plain names, None if there is none."""
        if self.program.form == "leaves":
            index, depth = _first(plain, INDEXES), _first(plain, DEPTHS)
            if not isinstance(index, int) or not isinstance(depth, int):
                return None
            level = depth if self.program.counts_up else self.height - depth
            if not 0 <= level <= self.height or not 0 <= index < 1 << level:
                return None  # no node of the tree; a wrong program may name one with a million levels
            return tuple([index >> (level - 1 - i) & 1 for i in range(level)])
        for name, value in plain.items():
            if isinstance(value, Node):
                return value.path_
            if isinstance(value, list) and id(value) in self.places:
                return self.places[id(value)]
            if isinstance(value, (int, float)) and _is_node(name) and not isinstance(value, bool):
                return self._leaf(value)
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


class Runner:
    """Runs one program on many trees. Raises :class:`ProgramError` if the program cannot be loaded."""

    def __init__(self, program: Program, execute: Any, change: Any = None) -> None:
        self.program = program
        self.log = Log(self.program)
        text = program.watched(None if change is None else (change.start, change.end, change.text))[0]
        space: dict[str, Any] = {"__name__": "program", "watch_": self.log.decorator}
        for name in (*VALUES, *CHILDREN, *ENDS, *MOVES, *PLAYS):
            if name != "eval" and name in program.calls:
                space[name] = _helper(name)
        execute(text, space)
        self.function = space.get(program.first.name) or _method(space, program.first.name)

    def run(self, tree: Any) -> dict[str, Any]:
        """Returns the record of a tree: the events, the leaves read, and the result or the error."""
        log, program = self.log, self.program
        log.begin(tree)
        record: dict[str, Any] = {"tree": tree, "error": None, "result": None}
        given = self._arguments(tree)
        try:
            found = self.function(**given)
            record["result"] = _plain_result(found)
        except _Stop:
            record["error"] = "endless"
        except MemoryError:
            record["error"] = "memory"
        except RuntimeError as error:
            record["error"] = "endless" if "recursion" in str(error) else "RuntimeError: " + str(error)
        except Exception as error:  # whatever the student's program raises is a part of the verdict
            record["error"], record["exception"] = type(error).__name__ + ": " + str(error), error
        record["events"] = log.events[:400]
        record["read"], record["prunes"], record["form"] = list(log.read), program.prunes, program.form
        return record

    def _arguments(self, tree: Any) -> dict[str, Any]:
        """Returns the arguments of the first call, by the names of the parameters."""
        found: dict[str, Any] = {}
        program, first = self.program, self.program.first
        objects = program.form == "objects"
        root = Node(tree, (), program.methods, self.log.seen) if objects else tree
        given_node = False
        for name in first.parameters:
            if name == "self":
                continue
            if name in first.defaults and plain_name(name) in (*ALPHAS, *BETAS):
                continue  # the program begins with bounds of its own
            value, known = self._argument(plain_name(name), tree)
            if not known and not given_node and name not in first.defaults:
                value, known, given_node = root, True, True
            if known:
                found[name] = value
            elif name not in first.defaults:
                raise ProgramError("parameter", first.line, name)
        return found

    def _argument(self, name: str, tree: Any) -> tuple[Any, bool]:
        program = self.program
        up = program.counts_up
        rules: list[tuple[bool, Any]] = [
            (name == "look", self._look),
            (name in ("game", "rules", "problem"), Game()),
            (program.form == "leaves" and name in TARGETS and ("curdepth" in program.names or up), self.log.height),
            (name in DEPTHS, 0 if up else self.log.height),
            (name in ALPHAS, -INFINITE),
            (name in BETAS, INFINITE),
            (name in SIDES, True),
            (name in SIGNS, self._side()),
            (program.form == "leaves" and name in INDEXES, 0),
            (program.form == "leaves" and name in LEAVES, leaves_of(tree)),
        ]
        for fits, value in rules:
            if fits:
                return value, True
        return None, False

    def _side(self) -> Any:
        for word in self.program.words:
            if word.text[1:-1] in ("max", "MAX", "Max"):
                return word.text[1:-1]
        return 1

    def _look(self, node: Any) -> Any:
        return (tuple(node), 0.0) if isinstance(node, list) else ((), node)


def _method(space: dict[str, Any], name: str) -> Any:
    """Returns the method of a class of the program, of an object made without arguments."""
    for one in list(space.values()):
        if isinstance(one, type) and hasattr(one, name):
            return getattr(one(), name)
    raise ProgramError("no-function", 0, name)


def _helper(name: str) -> Any:
    return lambda *given: ask(name, next(one for one in given if isinstance(one, Node)), given)


_OTHERS = {*ALPHAS, *BETAS, *DEPTHS, *TARGETS, *INDEXES, *SIDES, *SIGNS, "best", "v", "value", "move", "look"}


def _is_node(plain: str) -> bool:
    return plain not in _OTHERS


def _first(plain: dict[str, Any], names: tuple[str, ...]) -> Any:
    for name in names:
        if name in plain:
            return plain[name]
    return None


def _number(found: Any) -> Any:
    if isinstance(found, (list, tuple)):
        numbers = [one for one in found if isinstance(one, (int, float)) and not isinstance(one, bool)]
        return numbers[0] if numbers else None
    return found if isinstance(found, (int, float)) and not isinstance(found, bool) else None


def _plain_result(found: Any) -> Any:
    """Returns what the function handed back as plain data. A node is told by its branch."""
    if isinstance(found, Node):
        return {"branch": found.path_[0] if found.path_ else None}
    if isinstance(found, (list, tuple)):
        return [_plain_result(one) for one in found[:12]]
    if found is None or isinstance(found, (int, float)):
        return found
    return str(found)[:40]
