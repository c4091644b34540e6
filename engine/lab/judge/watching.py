"""Runs a student's program on trees, and records each call: the node, the window on entry, and the value handed back.

The program runs unchanged, but for a line before each ``def`` which lets :class:`Log` see the calls. Each run gets a
tree of its own.
"""

from __future__ import annotations

import builtins
from typing import Any

from engine.lab.judge.lists import Branches, handed, in_tuples
from engine.lab.judge.loading import load
from engine.lab.judge.names import MOVES, PLAY, TURN, VALUE, meaning_of
from engine.lab.judge.nodes import Asked, Board, Game, Node, UnknownNameError, ask, height, leaves_of
from engine.lab.judge.players import valued
from engine.lab.judge.program import (
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

    ``events`` holds ``("enter", path, alpha, beta)`` and ``("leave", path, value)``, ``read`` the leaves whose value
    was read, ``handed`` those that a list handed out, and ``again`` tells whether a node was entered twice.
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
        self.handed: list[tuple[int, ...]] = []
        self.entered: set[tuple[int, ...]] = set()
        self.places: dict[int, tuple[int, ...]] = {}
        self.calls, self.again, self.recursive = 0, False, False

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

    def decorator(self, number: int) -> Any:
        """Returns the decorator of a function of the program."""
        return self.watching(self.program.functions[number])

    def watching(self, defined: Defined) -> Any:
        """Returns a decorator that records the calls of a function."""

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
        path = self._path(defined, bound)
        if path is None or (self.stack and self.stack[-1] == path):
            return function(*given, **named)
        plain = {str(defined.plain.get(name, name)): value for name, value in bound.items()}
        self.events.append(["enter", path, _first(plain, self.program.alphas), _first(plain, self.program.betas)])
        self.stack.append(path)
        self.again = self.again or path in self.entered
        self.recursive = self.recursive or (path != () and defined.name == self.program.first.name)
        self.entered.add(path)
        found = function(*given, **named)
        self.stack.pop()
        self.events.append(["leave", path, _number(found)])
        return found

    def _path(self, defined: Defined, bound: dict[str, Any]) -> tuple[int, ...] | None:
        """Returns the path of the node among the arguments of a call, None if there is none."""
        if self.program.form == "leaves":
            plain = {str(defined.plain.get(name, name)): value for name, value in bound.items()}
            index, depth = _first(plain, INDEXES), _first(plain, DEPTHS)
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


class Runner:
    """Runs one program on many trees. Raises :class:`ProgramError` if the program cannot be loaded."""

    def __init__(self, program: Program, execute: Any, change: Any = ()) -> None:
        self.program = program
        self.log = Log(self.program)
        text = program.watched(change)[0]
        space: dict[str, Any] = {"__name__": "program", "watch_": self.log.decorator, "input": _input}
        if program.form in ("objects", "boards"):
            for name in program.calls:
                if not hasattr(builtins, name) and meaning_of(name, program.shape.told):
                    space[name] = _helper(name)
        if "type" in program.texts and program.form == "lists":
            space["type"] = _type
        self.missing = load(text, space, execute)
        self.space = space
        self.function = self._function(space)

    def _function(self, space: dict[str, Any]) -> Any:
        first = self.program.first
        found = space.get(first.name)
        if found is None:
            return _method(space, first.name, self.log)
        if first.start < 0:  # no ``def``: under its name the calls of itself are seen, too
            found = space[first.name] = self.log.watching(first)(found)
        return found

    def run(self, tree: Any) -> dict[str, Any]:
        """Returns the record of a tree: the events, the leaves looked at, and the result or the error."""
        log, program = self.log, self.program
        log.begin(tree)
        record: dict[str, Any] = {"tree": tree, "error": None, "result": None}
        names, values = self._arguments(tree)
        try:
            found = self.function(**dict(zip(names, values))) if names else self.function(*values)  # noqa: B905
            record["result"] = _plain_result(found)
        except _Stop:
            record["error"] = "endless"
        except MemoryError:
            record["error"] = "memory"
        except RuntimeError as error:
            record["error"] = "endless" if "recursion" in str(error) else "RuntimeError: " + str(error)
        except Exception as error:  # whatever the student's program raises is a part of the verdict
            record["error"], record["exception"] = type(error).__name__ + ": " + str(error), error
            if isinstance(error, UnknownNameError):
                record["asked"] = error.asked
            if isinstance(error, NameError) and self.missing:
                record["error"] = type(self.missing).__name__ + ": " + str(self.missing)
        record["events"] = log.events[:400]
        record["read"] = list(log.read)
        record["handed"], record["again"] = list(log.handed), log.again
        record["recursive"] = log.recursive
        record["prunes"], record["form"], record["averages"] = program.prunes, program.form, program.averages
        return record

    def _root(self, tree: Any) -> Any:
        program, log, shape = self.program, self.log, self.program.shape
        if program.form in ("objects", "boards"):
            asked = Asked(
                program.methods | {"pop", "undo"}, shape.told, shape.hollow, shape.barren, self._sides(), log.seen
            )
            asked.barren = [] if shape.barren == () else None
            node = Node(tree, (), asked)
            return Board([node]) if program.form == "boards" else node
        if program.form in ("tuples", "vectors"):
            given = valued(tree) if program.form == "vectors" else in_tuples(tree)
            log.place(given, ())
            return given
        if program.form == "look":
            log.place(tree, ())
            return tree
        return handed(tree, (), log.hand)

    def _arguments(self, tree: Any) -> tuple[list[str], list[Any]]:
        """Returns the names and values of the arguments of the first call."""
        names: list[str] = []
        values: list[Any] = []
        program, first = self.program, self.program.first
        root = self._root(tree)
        given_node = False
        for name in first.parameters:
            if name == "self":
                continue
            plain = plain_name(name)
            if name in first.defaults and (plain in program.alphas or plain in program.betas):
                continue  # the program begins with bounds of its own
            value, known = self._argument(plain, tree)
            if name in first.defaults and (plain in SIGNS or given_node) and plain not in (*DEPTHS, *SIDES):
                continue
            if not known and not given_node and name not in first.defaults:
                value, known, given_node = root, True, True
            if known:
                names.append(name)
                values.append(value)
            elif name not in first.defaults:
                raise ProgramError("parameter", first.line, name)
        return (names, values) if first.parameters else ([], [root])

    def _argument(self, name: str, tree: Any) -> tuple[Any, bool]:
        program = self.program
        up = program.counts_up
        rules: list[tuple[bool, Any]] = [
            (name == "look", self._look),
            (name in ("game", "rules", "problem") and program.form in ("objects", "boards"), Game()),
            (program.form == "leaves" and name in TARGETS and ("curdepth" in program.names or up), self.log.height),
            (name in DEPTHS, 0 if up else self.log.height),
            (name in program.alphas, -INFINITE),
            (name in program.betas, INFINITE),
            (name in SIDES, self._side(True)),
            (name in SIGNS, self._side(1)),
            (program.form == "leaves" and name in INDEXES, 0),
            (program.form == "leaves" and name in LEAVES, leaves_of(tree)),
        ]
        for fits, value in rules:
            if fits:
                return value, True
        return None, False

    def _side(self, other: Any) -> Any:
        """Returns how the program calls Max."""
        sides = self.program.sides
        return _meant(sides[self.program.shape.side], self.space, other) if sides else other

    def _sides(self) -> tuple[Any, Any]:
        """Returns how the program calls Max and Min."""
        found = self._side(True)
        names = [_meant(one, self.space, None) for one in self.program.sides]
        others = [one for one in names if one is not None and one != found]
        if others:
            return found, others[0]
        if isinstance(found, str):
            return found, found + "?"
        return (found, not found) if isinstance(found, bool) else (found, -found if found else 1)

    def _look(self, node: Any) -> Any:
        return (tuple(node), 0.0) if isinstance(node, list) else ((), node)


def _meant(text: str, space: dict[str, Any], other: Any) -> Any:
    """Returns the value that a word of the program stands for."""
    if text[:1] in ("'", '"'):
        return text[1:-1]
    if text in ("True", "False"):
        return text == "True"
    try:
        return int(text)
    except ValueError:
        return space.get(text, other)


def _input(*given: Any) -> Any:
    raise RuntimeError('the program asks for input here; put that behind if __name__ == "__main__":')


def _type(*given: Any) -> Any:
    """Returns the type of a value as the program knows it: the judge's lists are lists."""
    return list if len(given) == 1 and isinstance(given[0], Branches) else type(*given)


def _method(space: dict[str, Any], name: str, log: Log) -> Any:
    """Returns the method of a class of the program, of an object made without arguments, or with one or two numbers."""
    for one in list(space.values()):
        if isinstance(one, type) and hasattr(one, name):
            for given in ((), (log.height,), (None,), (log.height, True), (None, None)):
                try:
                    return getattr(one(*given), name)
                except TypeError:
                    continue
    raise ProgramError("no-function", 0, name)


def _helper(name: str) -> Any:
    def helper(*given: Any) -> Any:
        asked = [one for one in given if isinstance(one, (Node, Board))]
        if not asked:
            raise NameError("name '" + name + "' is not defined")
        others = [one for one in given if one is not asked[0]]
        return asked[0].done_(name, others) if isinstance(asked[0], Board) else ask(name, asked[0], others)

    return helper


_OTHERS = {*DEPTHS, *TARGETS, *INDEXES, *SIDES, *SIGNS, "best", "v", "value", "move", "look", "self"}


def _is_node(plain: str, program: Program) -> bool:
    return plain not in _OTHERS and plain not in program.alphas and plain not in program.betas


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
    """Returns what the function handed back as plain data. A node is told by its branch, and of a dictionary or an
    object the value and the move are taken."""
    if isinstance(found, (Node, Board)):
        path: Any = found.path_
        return {"branch": path[0] if path else None}
    if isinstance(found, (list, tuple)):
        return [_plain_result(one) for one in found[:12]]
    if found is None or isinstance(found, (int, float)):
        return found
    named = found if isinstance(found, dict) else getattr(found, "__dict__", None)
    if named:
        values = [one for name, one in named.items() if isinstance(name, str) and _fits(name, (VALUE,), "best")]
        moves = [
            one for name, one in named.items() if isinstance(name, str) and _fits(name, (PLAY, MOVES, TURN), "branch")
        ]
        if values:
            value = _plain_result(values[0])
            return [value, _plain_result(moves[0])] if moves else value
    number = _as_number(found)
    return {"other": "dict" if isinstance(found, dict) else type(found).__name__} if number is None else number


def _fits(name: str, meanings: tuple[str, ...], part: str) -> bool:
    return meaning_of(name, {}) in meanings or name.lower() in (part, "index", "choice")


def _as_number(found: Any) -> Any:
    """Returns a number of another type, such as a fraction, as a float."""
    try:
        return None if isinstance(found, (str, bytes)) else float(found)
    except (TypeError, ValueError):
        return None
