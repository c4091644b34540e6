"""Measures how the code is cut: ``python -m tests.shape``. A report, never a gate.

Each line is a room of this house or a package of the same field, if it is installed. Give names of packages or folders
to measure others: ``python -m tests.shape flask webapp/play``.
"""

import ast
import io
import statistics
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.prose import files_of

HOUSE = {"engine": "tests/engine", "webapp": "tests/webapp", "webapp/cluster": "tests/webapp/cluster"}
"""Folders of this house, each with its tests. The files beside the folders of ``tests`` are counted nowhere."""
MODELS = ("chess", "flask", "starlette", "socketio", "trio", "pluggy")
Function = ast.FunctionDef | ast.AsyncFunctionDef
_NOT_CODE = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.COMMENT}


def functions(tree: ast.AST) -> Iterator[Function]:
    """Yields every function and method of a module."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def is_public(function: Function) -> bool:
    """Tells whether a function is named for others: no underscore, and no test."""
    return not function.name.startswith(("_", "test_"))


def lines_of(node: ast.AST) -> int:
    """Returns the lines of a function, decorators not counted, or of a docstring."""
    return int(node.end_lineno - node.lineno + 1)  # type: ignore[attr-defined]


def docstring_lines(tree: ast.AST) -> int:
    """Counts the lines of all docstrings of a module."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    held = (node.body[0] for node in ast.walk(tree) if isinstance(node, holders) and ast.get_docstring(node))
    return sum(map(lines_of, held))


def code_and_comments(source: str) -> tuple[int, int]:
    """Returns the number of lines with code, docstrings among them, and of lines with a comment alone."""
    code, comments = set[int](), set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments.add(token.start[0])
        elif token.type not in _NOT_CODE:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code), len(comments - code)


def spread(values: Iterable[int]) -> str:
    """Returns the median, the value that nine of ten do not exceed, and the largest."""
    ordered = sorted(values) or [0]
    return f"{statistics.median(ordered):.0f} / {ordered[9 * len(ordered) // 10]} / {ordered[-1]}"


def middle(values: Iterable[int]) -> str:
    """Returns the median and the largest value."""
    ordered = sorted(values) or [0]
    return f"{statistics.median(ordered):.0f} / {ordered[-1]}"


def share(part: int, whole: int) -> str:
    """Returns a part of a hundred."""
    return f"{100 * part / whole:.1f}" if whole else ""


def row(name: str) -> tuple[str, ...] | None:
    """Returns one line of the report, or None where nothing is installed under the name."""
    files = files_of(name)
    if not files:
        return None
    sources = [path.read_text(encoding="utf-8") for path in files]
    trees = [ast.parse(source) for source in sources]
    every = [function for tree in trees for function in functions(tree)]
    public = [function for function in every if is_public(function)]
    documented = sum(ast.get_docstring(function) is not None for function in public)
    lengths = [source.count("\n") for source in sources]
    counts = [code_and_comments(source) for source in sources]
    said = sum(map(docstring_lines, trees))
    code = sum(count for count, _ in counts) - said
    tests = (
        sum(path.read_text().count("\n") for path in Path(HOUSE.get(name, "")).rglob("*.py")) if name in HOUSE else 0
    )
    return (
        name,
        spread(map(lines_of, every)),
        middle(lengths),
        middle(Counter(path.parent for path in files).values()),
        share(documented, len(public)),
        f"{share(sum(count for _, count in counts), code)} / {share(said, code)}",
        f"{tests / sum(lengths):.2f}" if tests else "",
        f"{sum(lengths):,}",
    )


def report(names: Sequence[str]) -> str:
    """Returns the table of all names as Markdown."""
    head = (
        *("", "function lines: median / 90 % / most", "file lines: median / most", "files a folder: median / most"),
        *("public functions documented, %", "comment / docstring lines, of 100 code", "tests to source", "lines"),
    )
    rows = [head, ("---", *["---:"] * (len(head) - 1)), *filter(None, map(row, names))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


if __name__ == "__main__":
    print(report(sys.argv[1:] or (*HOUSE, *MODELS)))
