"""Reads which file imports which: circles, and arrows that run up among the rooms of a folder.

All imports count, also inside functions and for types alone.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

Graph = dict[str, set[str]]


def parts_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the statements directly inside a statement or a module, clauses such as ``except`` too."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        parts = getattr(node, name, ())
        if isinstance(parts, list):
            yield from parts


def statements(module: ast.Module) -> Iterator[ast.AST]:
    """Yields the module and all statements: a tenth of the nodes of ``ast.walk``."""
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += parts_of(node)


def graph_of(package: Path) -> Graph:
    """Returns for each module of a package the modules of the same package which it imports."""
    files = {".".join(source.relative_to(package.parent).with_suffix("").parts): source for source in _sources(package)}
    modules = {name.removesuffix(".__init__"): source for name, source in files.items()}
    return {name: _imported(name, source, modules.keys()) - {name} for name, source in modules.items()}


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Returns the groups of modules which reach each other, each group sorted: none where imports run one way."""
    reached = {name: _reached(graph, name) for name in graph}
    groups = {
        tuple(sorted({name} | {other for other in reached[name] if name in reached.get(other, ())}))
        for name in graph
        if name in reached[name]
    }
    return [list(group) for group in sorted(groups)]


def upward(graph: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """Returns the imports between two rooms of a folder which run against the more frequent direction.

    A room is a folder or a file beside others. Of two rooms which import each other, the rarer arrows run up.
    """
    arrows = Counter[tuple[str, str]]()
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name, targets in graph.items():
        for target in targets:
            rooms = _rooms_apart(name, target)
            if rooms:
                arrows[rooms] += 1
                found.setdefault(rooms, []).append((name, target))
    return sorted(
        arrow
        for (start, end), count in arrows.items()
        if (arrows[end, start], end, start) > (count, start, end)
        for arrow in found[start, end]
        if arrows[end, start]
    )


def _sources(package: Path) -> Iterable[Path]:
    return sorted(package.rglob("*.py"))


def _imported(name: str, source: Path, modules: Iterable[str]) -> set[str]:
    known, found = set(modules), set[str]()
    inside = name if source.name == "__init__.py" else name.rpartition(".")[0]
    for node in statements(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = inside.split(".")[: len(inside.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            # ``from package import module`` needs the module; all else needs the file which holds the name.
            found |= {f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base for alias in node.names}
    return found & known


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    reached, waiting = set[str](), [start]
    while waiting:
        for target in graph.get(waiting.pop(), ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


def _rooms_apart(name: str, target: str) -> tuple[str, str] | None:
    """Returns the two rooms below the folder which both modules share; None where one room is the folder itself."""
    one, other = name.split("."), target.split(".")
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    if shared in (len(one), len(other)):
        return None
    return ".".join(one[: shared + 1]), ".".join(other[: shared + 1])
