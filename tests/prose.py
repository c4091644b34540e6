"""Counts how plainly the docstrings and comments are written: ``python -m tests.prose``. A report, never a gate.

Each line is a room of this house or a package of the same field, if it is installed. Give names of packages or paths
to count others: ``python -m tests.prose flask trio webapp/cluster``.
"""

import ast
import importlib.util
import io
import re
import statistics
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

HOUSE = ("engine", "webapp", "webapp/cluster", "tests")
MODELS = ("chess", "flask", "starlette", "socketio", "trio", "pluggy")
ODD = (
    *("anew", "meanwhile", "beside", "besides", "nobody", "lets", "let go", "of late", "for good", "has gone"),
    *("have gone", "are gone", "under way", "goes on", "go on", "going on", "in turn", "at once", "as of", "for ever"),
    *("of its own", "on its own", "no more than", "none but", "all that", "stands for", "stands in", "whoever"),
    *("whatever", "thereby", "hence", "likewise", "afresh", "henceforth", "a few hands", "farewell"),
    *("in need", "asker", "seeker", "guest", "caller"),
)
"""Phrases that a colleague would not write in a docstring, or house words where the field has one."""
_ODD = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, ODD)) + r")(?!\w)|, too\b", re.IGNORECASE)
_NEGATIVE = re.compile(r"\b(?:no|none|nobody|never|nor)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_CODE = re.compile(r"``[^`]*``|`[^`]*`|^\s*(?:>>>|\.\.\.|    ).*$", re.MULTILINE)


def files_of(name: str) -> list[Path]:
    """Returns the Python files of a folder or an installed package, without its tests; an empty list without it."""
    root = Path(name)
    if not root.exists():
        found = importlib.util.find_spec(name)
        if found is None or not found.submodule_search_locations:
            return []
        root = Path(next(iter(found.submodule_search_locations)))
    return [path for path in sorted(root.rglob("*.py")) if "tests" in root.parts or "tests" not in path.parts]


def docstrings(source: str) -> Iterator[str]:
    """Yields every docstring of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield text


def comments(source: str) -> Iterator[str]:
    """Yields every comment of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")


def sentences(text: str) -> list[int]:
    """Returns the length in words of each sentence of a text."""
    parts = re.split(r"(?<=[.!?:])\s+|\n\s*\n", text)
    return [words for part in parts if (words := len(_WORD.findall(part)))]


def row(name: str) -> tuple[str, ...] | None:
    """Returns one line of the report, or None where nothing is installed under the name."""
    files = files_of(name)
    sources = [path.read_text(encoding="utf-8") for path in files]
    texts = [_CODE.sub(" ", text) for source in sources for find in (docstrings, comments) for text in find(source)]
    words = sum(len(_WORD.findall(text)) for text in texts)
    if not words:
        return None
    lengths = sorted(length for text in texts for length in sentences(text))

    def per_thousand(count: int) -> str:
        return f"{1000 * count / words:.1f}"

    return (
        name,
        str(words),
        per_thousand(sum(len(_ODD.findall(text)) for text in texts)),
        per_thousand(sum(text.count(";") for text in texts)),
        per_thousand(sum(len(_NEGATIVE.findall(text)) for text in texts)),
        f"{statistics.median(lengths):.0f} / {lengths[9 * len(lengths) // 10]}",
    )


def report(names: tuple[str, ...]) -> str:
    """Returns the table of all names as Markdown."""
    head = ("", "words", "odd phrases ‰", "semicolons ‰", "negatives ‰", "words a sentence: median / 90 %")
    rows = [head, ("---", *["---:"] * (len(head) - 1)), *filter(None, map(row, names))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


if __name__ == "__main__":
    print(report(tuple(sys.argv[1:]) or HOUSE + MODELS))
