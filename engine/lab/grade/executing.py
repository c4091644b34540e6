"""Executes a student's source with the modules that such programs need, and no others."""

from __future__ import annotations
import __future__

import ast
import builtins
import importlib
import math
import sys
import types
from collections.abc import Mapping
from typing import Any

ALLOWED = frozenset(
    {
        *("math", "cmath", "random", "copy", "functools", "itertools", "collections", "collections.abc", "typing"),
        *("dataclasses", "enum", "abc", "operator", "heapq", "string", "numbers", "fractions", "decimal", "time"),
        *("statistics", "__future__"),
    }
)
_CLOSED = ("open", "input", "breakpoint", "exec", "eval", "compile", "exit", "quit", "help")
_FILE = "<program>"


class _Module(types.ModuleType):
    """Is a stand-in, which says what it does not have. A program that asks for more is not judged."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ImportError(f"{self.__name__}.{name}")


def _module(name: str, values: Mapping[str, Any]) -> types.ModuleType:
    module = _Module(name)
    module.__dict__.update(values)
    return module


_INFINITY = dict.fromkeys(("inf", "Inf", "Infinity", "PINF"), math.inf)
_STUBS = {
    "numpy": _module("numpy", {**_INFINITY, "NINF": -math.inf, "max": max, "min": min, "ndarray": list}),
    "sys": _module("sys", {"maxsize": sys.maxsize, "setrecursionlimit": lambda _: None, "argv": ["program"]}),
}
"""Stand-ins for modules of which such programs use the infinity alone."""


TICK = "tick_"
"""The name in a space of what is called in each round of a loop. It returns True, or raises to end the program."""


def execute(source: str, space: dict[str, Any]) -> None:
    """Executes a source in ``space``. Its imports are those of :data:`ALLOWED`. Raises what the source raises."""
    space["__builtins__"] = {name: value for name, value in vars(builtins).items() if name not in _CLOSED} | {
        "__import__": _import,
        "print": lambda *_, **__: None,
    }
    sys.modules.setdefault(space["__name__"], _module(space["__name__"], {}))  # where dataclasses look for their module
    program: ast.Module = compile(source, _FILE, "exec", flags=__future__.annotations.compiler_flag | ast.PyCF_ONLY_AST)
    if TICK in space:
        program = ast.fix_missing_locations(_Counted().visit(program))
    exec(compile(program, _FILE, "exec", flags=__future__.annotations.compiler_flag), space)  # noqa: S102


class _Counted(ast.NodeTransformer):
    """Calls :data:`TICK` in each round of a loop, so that a loop without end is ended. The lines stay as they are."""

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.test = ast.copy_location(ast.BoolOp(ast.And(), [_tick(), node.test]), node.test)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.copy_location(ast.Expr(_tick()), node))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs.insert(0, ast.copy_location(_tick(), node.iter))
        return node


def _tick() -> ast.Call:
    return ast.Call(ast.Name(TICK, ast.Load()), [], [])


def _import(name: str, space: Any = None, local: Any = None, names: Any = (), level: int = 0) -> Any:
    if name in _STUBS:
        return _STUBS[name]
    if name not in ALLOWED or level:
        raise ImportError(f"{name} may not be imported here")
    module = importlib.import_module(name)
    return module if names else importlib.import_module(name.partition(".")[0])


def load_all() -> None:
    """Imports all allowed modules, so that a process can close its files afterwards."""
    for name in sorted(ALLOWED):
        importlib.import_module(name)
