"""Counts how a package is divided: lengths of files and functions, files a folder, circles, imports that run up."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.house.imports import circles, graph_of, statements, upward


@dataclass(frozen=True)
class Lengths:
    """Holds the middle, the ninetieth of a hundred, and the largest of some lengths, in lines."""

    median: int
    ninetieth: int
    largest: int

    @classmethod
    def of(cls, lines: list[int]) -> Lengths:
        """Returns the three lengths of a list."""
        ordered = sorted(lines) or [0]
        return cls(ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10], ordered[-1])

    def __str__(self) -> str:
        """Writes the three as they stand in the table."""
        return f"{self.median} / {self.ninetieth} / {self.largest}"


@dataclass(frozen=True)
class Structure:
    """Holds the counts of one package."""

    files: dict[Path, int]
    functions: dict[str, int]
    folders: dict[Path, int]
    circles: list[list[str]]
    upward: list[tuple[str, str]]

    @property
    def file_lines(self) -> Lengths:
        """Returns the lengths of files."""
        return Lengths.of(list(self.files.values()))

    @property
    def function_lines(self) -> Lengths:
        """Returns the lengths of functions, docstrings included."""
        return Lengths.of(list(self.functions.values()))

    @property
    def fullest_folder(self) -> int:
        """Returns the most files in one folder, ``__init__.py`` left out."""
        return max(self.folders.values(), default=0)


def measure(package: Path) -> Structure:
    """Returns the counts of all Python files at or below a folder."""
    sources = [package] if package.is_file() else sorted(package.rglob("*.py"))
    texts = {source: source.read_text() for source in sources}
    functions = {
        f"{source}:{node.lineno}: {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for source, text in texts.items()
        for node in statements(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    folders = Counter(source.parent for source in sources if source.name != "__init__.py")
    graph = {} if package.is_file() else graph_of(package)
    lines = {source: len(text.splitlines()) for source, text in texts.items()}
    return Structure(lines, functions, dict(folders), circles(graph), upward(graph))
