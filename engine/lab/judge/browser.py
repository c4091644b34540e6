"""Gives the judge to the browser: its modules without annotations and docstrings, as MicroPython reads them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

MODULES: Final = (
    *(f"reading/{name}" for name in ("scanning", "names", "sides", "program")),
    *(f"running/{name}" for name in ("nodes", "lists", "results", "log", "runner")),
    *("reference", "difference", "kinds", "verdict", "probes", "judging", "page_questions"),
    *(f"slips/{name}" for name in ("words", "statements", "tables", "calls", "steps", "students")),
)
"""The modules that run in the browser as well. They use what MicroPython has, and import each other alone."""
_LEFT_OUT = ("__future__", "typing", "collections.abc")
_SPACES: Final = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")| ?([=,:+<>*|&-]+) """)
"""Matches a text, which stays as it is, or a sign with the spaces that it does not need."""
_PRIVATE: Final = re.compile(r"^(?:def |class )?(_(?!line\b)\w\w+)(?=[=(:])", re.MULTILINE)
"""Matches a name that a module keeps to itself, where it is defined. The browser's driver replaces ``_line``."""


@cache
def sources() -> dict[str, str]:
    """Returns the source of each module for MicroPython, and as ``driver`` what runs before."""
    folder = Path(__file__).parent
    files = {name: f"{name}.py" for name in MODULES} | {"driver": "driver.txt"}
    return {name: _plain((folder / file).read_text("utf-8")) for name, file in files.items()}


def _plain(source: str) -> str:
    text = ast.unparse(ast.fix_missing_locations(_Plain().visit(ast.parse(source))))
    text = "\n".join(_SPACES.sub(r"\1\2", line) for line in text.split("\n") if line)
    for number, name in enumerate(dict.fromkeys(_PRIVATE.findall(text))):
        text = re.sub(rf"\b{name}\b", f"_{number}", text)
    return re.sub("^(?: {4})+", lambda found: found[0][::4], text, flags=re.MULTILINE)  # one space a level is enough


class _Plain(ast.NodeTransformer):
    """Leaves out annotations and docstrings, and writes lists with stars as sums, which MicroPython needs."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """Leaves out the modules that serve annotations."""
        return None if node.module in _LEFT_OUT else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        return None if node.value is None else ast.Assign([node.target], node.value)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def generic_visit(self, node: Any) -> Any:
        """Leaves out a docstring and the type of a result, and sums a list with stars, unless it is assigned to."""
        super().generic_visit(node)
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            node.body = [one for one in node.body if not _is_text(one)] or [ast.Pass()]
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.Tuple | ast.List | ast.Set) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return _summed(node, node.elts, type(node).__name__.lower())
        return node


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _summed(node: ast.AST, items: list[ast.expr], kind: str) -> ast.AST:
    """Returns a display as the sum of its starred parts and the lists between."""
    if not any(isinstance(one, ast.Starred) for one in items):
        return node
    total: ast.expr = ast.List([], ast.Load())
    for one in items:
        if isinstance(one, ast.Starred):
            part: ast.expr = ast.Call(ast.Name("list", ast.Load()), [one.value], [])
        else:
            part = ast.List([one], ast.Load())
        total = ast.BinOp(total, ast.Add(), part)
    return total if kind == "list" else ast.Call(ast.Name(kind, ast.Load()), [total], [])
