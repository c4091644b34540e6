"""Runs a student's program on trees, and records each call: the node, the window on entry, and the value handed back.
The program runs unchanged, but for a line before each ``def`` which lets :class:`Log` see the calls. Each run gets a
tree of its own."""

from __future__ import annotations

import builtins
from typing import Any

from engine.lab.judge.reading.names import meaning_of
from engine.lab.judge.reading.program import (
    DEPTHS,
    INDEXES,
    LEAVES,
    TARGETS,
    Program,
    ProgramError,
)
from engine.lab.judge.reading.scanning import plain_name
from engine.lab.judge.reading.sides import SIDES, SIGNS, other_side
from engine.lab.judge.running.lists import Branches, handed, in_tuples
from engine.lab.judge.running.log import MOST_ROUNDS, Log, Stop
from engine.lab.judge.running.nodes import EVENTS, Asked, Board, Game, Node, UnknownNameError, ask, leaves_of, valued
from engine.lab.judge.running.results import plain_result

INFINITE = float("inf")


class Runner:
    """Runs one program on many trees. Raises :class:`ProgramError` if the program cannot be loaded."""

    def __init__(self, program: Program, execute: Any, change: Any = ()) -> None:
        self.program = program
        self.log = Log(self.program, MOST_ROUNDS // 200 if change else MOST_ROUNDS)
        text = program.watched(change)[0]
        space: dict[str, Any] = {"__name__": "program", "tick_": self.log.tick, "input": _input}
        space["watch_"] = lambda number: self.log.watching(program.functions[number])
        if program.form in ("objects", "boards"):
            for name in program.calls - {one.name for one in program.functions}:
                if not hasattr(builtins, name) and meaning_of(name, program.shape.told):
                    space[name] = _helper(name)
        if "type" in program.texts and program.form == "lists":
            space["type"] = _type

        def executed(part: str, space: Any) -> None:
            self.log.begin([0])
            execute(part, space)

        self.missing = load(text, space, executed)
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
            record["result"] = plain_result(found)
        except Stop:
            record["error"] = "endless"
        except MemoryError:
            record["error"] = "memory"
        except Exception as error:  # whatever the student's program raises is a part of the verdict
            record["error"], record["exception"] = type(error).__name__ + ": " + str(error), error
            if isinstance(error, RuntimeError) and "recursion" in str(error):
                record["error"], record["exception"] = "endless", None
            if isinstance(error, UnknownNameError):
                record["asked"] = error.asked
            if isinstance(error, NameError) and self.missing:
                record["error"] = type(self.missing).__name__ + ": " + str(self.missing)
        record.update({name: getattr(log, name)[:EVENTS] for name in ("events", "inside")})
        record.update({name: getattr(log, name) for name in ("read", "handed", "again", "recursive")})
        record.update({name: getattr(program, name) for name in ("prunes", "bounds", "form", "averages", "draws")})
        record["asks"] = program.steps != set()
        return record

    def _root(self, tree: Any) -> Any:
        program, log, shape = self.program, self.log, self.program.shape
        if program.form in ("objects", "boards"):
            methods = program.methods | {"pop", "undo"}
            barren: Any = [] if shape.barren == () else None
            asked = Asked(methods, shape.told, shape.hollow, barren, self._sides(), log.seen)
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
            if plain in DEPTHS and first.texts.get(name) == "0":
                continue  # and counts from the root
            value, known = self._argument(plain, tree)
            if name in first.defaults and (plain in SIGNS or given_node) and plain not in (*DEPTHS, *SIDES):
                continue
            if not known and not given_node and name not in first.defaults:
                value, known, given_node = root, True, True
            if known:
                names.append(name)
                values.append(value)
            elif name not in first.defaults and plain in program.switches:
                names.append(name)
                values.append(("min" in plain) == (program.shape.side < 0))
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
        return next(((value, True) for fits, value in rules if fits), (None, False))

    def _side(self, other: Any) -> Any:
        sides, at = self.program.sides, self.program.shape.side
        if not sides:
            return other
        found = _meant(sides[max(at, 0)], self.space, other)
        return found if at >= 0 else other_side(found, self.program.total)

    def _sides(self) -> tuple[Any, Any]:
        found = self._side(True)
        names = [_meant(one, self.space, None) for one in self.program.sides]
        others = [one for one in names if one is not None and one != found]
        return found, others[0] if others else other_side(found, self.program.total)

    def _look(self, node: Any) -> Any:
        return (tuple(node), 0.0) if isinstance(node, list) else ((), node)


def _meant(text: str, space: dict[str, Any], other: Any) -> Any:
    if text[:1] in ("'", '"'):
        return text[1:-1]
    if text in ("True", "False"):
        return text == "True"
    try:
        return int(text)
    except ValueError:
        name, *parts = text.split(".")
    found = space.get(name, other)
    for part in parts:
        found = getattr(found, part, other)
    return found


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


def load(text: str, space: dict[str, Any], execute: Any) -> Any:
    """Executes a program in a space. If it stops with an error, its parts are executed one by one, and those that
    stop are left out. Returns the first error of these, None if there is none. Raises what the program raises if it
    cannot be read."""
    kept = dict(space)
    try:
        execute(text, space)
        return None
    except (SyntaxError, MemoryError):
        raise
    except BaseException as error:
        if type(error).__name__ in ("KeyboardInterrupt", "TimeoutError"):
            raise
        first = error
    space.clear()
    space.update(kept)
    left_out: Any = None
    defines = False
    for part in _parts(text):
        try:
            execute(part, space)
            defines = defines or "def " in part or "lambda" in part
        except MemoryError:
            raise
        except BaseException as error:
            if part.lstrip("\n").startswith(("def ", "@", "class ")):
                raise left_out or error  # noqa: B904 - the browser's Python has no from
            left_out = left_out or error
    if not defines:
        raise first
    return left_out or first


def _parts(text: str) -> list[str]:
    """Returns the statements at the left margin, each with empty lines before it, so that lines keep their numbers."""
    lines = text.split("\n")
    starts: list[int] = []
    for at, line in enumerate(lines):
        head = line[:1]
        follows = line.startswith(("else", "elif", "except", "finally", ")", "]", "}", '"""', "'''"))
        decorated = bool(starts) and at > 0 and lines[at - 1].startswith("@")
        if head.strip() and head != "#" and not follows and not decorated:
            starts.append(at)
    ends = [*starts[1:], len(lines)]
    return ["\n" * start + "\n".join(lines[start:end]) for start, end in zip(starts, ends)]  # noqa: B905
