"""Counts why a docstring is hard to read: free pronouns, a beginning without a verb, parameters left undescribed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.house.imports import parts_of

# fmt: off
PRONOUNS = frozenset({
    "it", "its", "itself", "what", "whatever", "who", "whom", "whose", "whoever",
    "that", "those", "they", "them", "their",
})
# fmt: on
"""Words which send a reader back to look for the meaning."""

MANY = 4
"""From so many parameters on, each is described."""

# fmt: off
NOT_VERBS = frozenset({
    "Addresses", "Always", "As", "Bits", "Boards", "Bounds", "Cells", "Columns", "Does", "Engines",
    "Events", "Figures", "Games", "Has", "Hosts", "Is", "Its", "Kernels", "Less", "Levels", "Lines",
    "Nodes", "Numbers", "Others", "Pages", "Plies", "Positions", "Proofs", "Ratings",
    "Scores", "Seats", "Seconds", "Settings", "Squares", "Tables", "This", "Threads", "Trees",
    "Values", "Was", "Whether", "Words",
})
# fmt: on
"""First words which end like a verb of the third person and are none, or begin with no subject."""

_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Sentences:
    """Holds the counts of some files, and the lines at fault as ``path:line: words``."""

    words: int = 0
    pronouns: int = 0
    docstrings: int = 0
    begin_with_verb: int = 0
    many: int = 0
    described: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def pronouns_a_hundred(self) -> float:
        """Returns the pronouns among a hundred docstring words."""
        return 100 * self.pronouns / max(1, self.words)


def read(paths: list[Path]) -> Sentences:
    """Returns the counts over all Python files at or below ``paths``."""
    counts = Sentences()
    for path in paths:
        for source in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            _read_source(source, counts)
    return counts


def _read_source(source: Path, counts: Sentences) -> None:
    for node, private in _documented(ast.parse(source.read_text())):
        line = getattr(node, "lineno", 1)
        text = ast.get_docstring(node) or ""
        if text:
            words = [word.lower() for word in _WORD.findall(text)]
            counts.words += len(words)
            used = [word for word in words if word in PRONOUNS]
            counts.pronouns += len(used)
            counts.docstrings += 1
            if begins_with_verb(text):
                counts.begin_with_verb += 1
            else:
                counts.faults.append(f"{source}:{line}: no verb first: {text.splitlines()[0]}")
            if len(used) > max(1, 0.02 * len(words)):
                counts.faults.append(f"{source}:{line}: pronouns: {' '.join(used)}")
        if not private:
            _parameters(source, node, text, counts)


def begins_with_verb(text: str) -> bool:
    """Returns whether the first word has the form of a verb in the third person."""
    first = text.split(maxsplit=1)[0].rstrip(",.:;")
    return first.endswith("s") and not first.endswith("ss") and first.isalpha() and first not in NOT_VERBS


def _parameters(source: Path, node: Documented, text: str, counts: Sentences) -> None:
    """Counts a public function, or a public class by its ``__init__``, with many parameters."""
    function = node
    if isinstance(node, ast.ClassDef):
        begins = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"]
        function = begins[0] if begins else node
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) or (
        function.name == "__init__" and function is node
    ):
        return
    arguments = function.args
    given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    names = [argument.arg for argument in given if argument.arg not in ("self", "cls")]
    if len(names) < MANY:
        return
    counts.many += 1
    if _is_command(node):
        names = _without_help(node, text)
    missing = [name for name in names if not re.search(rf"(^|[\s`,*]){re.escape(name)}[`:, ]", text)]
    if missing:
        counts.faults.append(f"{source}:{function.lineno}: {function.name} does not describe: {', '.join(missing)}")
    else:
        counts.described += 1


def _is_command(node: Documented) -> bool:
    """Returns whether a function is a click command, whose parameters are described on the command line."""
    decorators = getattr(node, "decorator_list", [])
    return any(isinstance(each, ast.Call) and ast.unparse(each.func).endswith("command") for each in decorators)


def _without_help(node: Documented, text: str) -> list[str]:
    """Returns the options of a click command without help, and the arguments missing from the command's text."""
    missing = []
    for each in getattr(node, "decorator_list", []):
        kind = ast.unparse(each.func) if isinstance(each, ast.Call) else ""
        name = str(each.args[-1].value) if kind and each.args and isinstance(each.args[-1], ast.Constant) else ""
        if kind == "click.option" and "help" not in {keyword.arg for keyword in each.keywords}:
            missing.append(name.lstrip("-"))
        if kind == "click.argument" and name.upper() not in text:
            missing.append(name)
    return missing


def _documented(module: ast.Module) -> Iterator[tuple[Documented, bool]]:
    """Yields the module, its classes and functions, nested ones too, and for each whether the name is private."""
    waiting: list[tuple[ast.AST, bool]] = [(module, False)]
    while waiting:
        node, private = waiting.pop()
        if isinstance(node, Documented):
            yield node, private
        for child in parts_of(node):
            name = getattr(child, "name", None) or ""
            inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            waiting.append((child, private or inside or (name.startswith("_") and isinstance(child, Documented))))
