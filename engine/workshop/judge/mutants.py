"""Makes mutants of right programs: one operator, name or constant exchanged in the syntax tree."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

PRINTED: Final = {
    "soft": "minimax",
    "hard": "max_value",
    "negamax": "negamax",
    "plain": "minimax",
    "game": "alpha_beta_search",
    "flat": "minimax",
}
"""The right programs of the folder ``printed``, and the function of each."""
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_OTHERS = {"max": ("min",), "min": ("max",), "max_value": ("min_value",), "min_value": ("max_value",)}


@dataclass(frozen=True, slots=True)
class Made:
    """Holds a mutant: the original program, its source, the changed line and syntax, as "Compare"."""

    base: str
    source: str
    line: int
    kind: str


def printed(name: str) -> str:
    """Returns the source of a right program, as the mutants are printed."""
    return ast.unparse(ast.parse((Path(__file__).parent / "printed" / f"{name}.txt").read_text("utf-8")))


def mutants(count: int, seed: int = 1) -> list[Made]:
    """Returns different mutants drawn at random, fewer if there are no more."""
    every = [one for name in PRINTED for one in _all_of(name)]
    random.Random(seed).shuffle(every)
    return every[:count]


def one_of_each() -> list[Made]:
    """Returns a mutant of each kind of change, and one of each program."""
    found = {one.kind: one for one in reversed(mutants(10_000))}
    rest = {one.base: one for one in reversed(mutants(10_000))}
    return [*found.values(), *(one for base, one in rest.items() if base not in {made.base for made in found.values()})]


@cache
def _all_of(name: str) -> tuple[Made, ...]:
    return tuple(_changed(name))


def _changed(name: str) -> Iterator[Made]:
    source = printed(name)
    tree = ast.parse(source)
    seen = {source}
    names = sorted({one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)})
    names += sorted({one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)} - {*names})
    for node in list(ast.walk(tree)):
        before = dict(vars(node))
        for choice in range(12):
            if not _change(node, choice, names):
                break
            text = ast.unparse(tree)
            vars(node).update(before)
            if text not in seen:
                seen.add(text)
                yield Made(name, text, getattr(node, "lineno", 0), type(node).__name__)


def _change(node: ast.AST, choice: int, names: list[str]) -> bool:
    if isinstance(node, ast.Compare):
        others = [one for one in _COMPARISONS if not isinstance(node.ops[0], one)]
        if not isinstance(node.ops[0], _COMPARISONS) or choice >= len(others):
            return False
        node.ops = [others[choice](), *node.ops[1:]]
        return True
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        found = [*_OTHERS.get(node.id, ())] or [one for one in names if one != node.id and node.id in names]
        if choice >= len(found):
            return False
        node.id = found[choice]
        return True
    if isinstance(node, ast.Constant) and choice == 0 and isinstance(node.value, bool | int):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        return True
    if isinstance(node, ast.UnaryOp) and choice == 0 and isinstance(node.op, ast.USub | ast.Not):
        node.op = ast.UAdd() if isinstance(node.op, ast.USub) else ast.Not()
        if isinstance(node.op, ast.Not):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        return True
    if isinstance(node, ast.BinOp) and choice == 0 and isinstance(node.op, ast.Add | ast.Sub):
        node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        return True
    if isinstance(node, ast.BoolOp) and choice == 0:
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return True
    if isinstance(node, ast.If) and choice == 0:
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return True
    return False
