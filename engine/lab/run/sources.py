"""Reads the text of the functions shown in a run: the functions of ``engine/search``, unchanged."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from engine.search import alphabeta, maxn, memo, minimax, null_window, parallel, retrograde, selective
from engine.search.best_first import monte_carlo, proof_numbers
from engine.search.chance import expectimax, expectiminimax, star

SHOWN: dict[ModuleType, tuple[str, ...]] = {
    minimax: ("value", "maximise", "minimise", "decide"),
    alphabeta: ("value", "maximise", "minimise", "decide"),
    maxn: ("value", "choose"),
    memo: ("value", "evaluate"),
    monte_carlo: ("value", "select"),
    null_window: ("value", "decide"),
    expectiminimax: ("value", "below"),
    expectimax: ("value", "below"),
    selective: ("root", "root_move", "value", "decide", "singular"),
    proof_numbers: ("value", "numbers", "most_proving"),
    retrograde: ("value",),
    parallel: ("work_in_turns", "_take", "_search"),
    star: ("chance_node", "_star1", "_probe", "_one_move"),
}
"""The functions that are watched line by line, in the files of the textbook."""


class Source(NamedTuple):
    """Holds the text of one function."""

    file: str
    name: str
    first: int  # the number of the first line in the file
    text: tuple[str, ...]  # without the indentation of the first line
    hide: tuple[int, int] | None  # the first and the last line of the docstring, to be folded
    cuts: frozenset[int]  # the lines that count a cutoff

    def as_data(self) -> dict[str, Any]:
        """Returns the source as an object for JSON."""
        return {"file": self.file, "name": self.name, "first": self.first, "text": self.text, "hide": self.hide}


@lru_cache(maxsize=1)
def watched() -> dict[CodeType, Source]:
    """Returns the source of every watched function, by the compiled code of the function."""
    return {
        code: _source(module, code)
        for module, names in SHOWN.items()
        for code in _codes(vars(module).values(), module.__name__)
        if code.co_name in names
    }


def _codes(values: Any, module: str) -> Iterator[CodeType]:
    """Yields the code of every function defined in a module, methods and inner functions included."""
    for value in list(values):
        if isinstance(value, CodeType):
            yield value
            yield from _codes(value.co_consts, module)
        elif isinstance(value, FunctionType) and value.__module__ == module:
            yield from _codes([value.__code__], module)
        elif isinstance(value, type) and value.__module__ == module:
            yield from _codes(vars(value).values(), module)


def _source(module: ModuleType, code: CodeType) -> Source:
    lines, first = inspect.getsourcelines(code)
    text = textwrap.dedent("".join(lines)).splitlines()
    function = ast.parse("\n".join(text)).body[0]
    hide = None
    if isinstance(function, ast.FunctionDef) and ast.get_docstring(function) is not None:
        docstring = function.body[0]
        hide = first + docstring.lineno - 1, first + (docstring.end_lineno or docstring.lineno) - 1
    cuts = frozenset(first + i for i, line in enumerate(text) if "counts.cutoffs +=" in line)
    file = f"{module.__name__.replace('.', '/')}.py"
    shown = tuple(
        re.sub(r"\s*# (type|noqa):? ?.*", "", line) for line in text
    )  # words for tools, in the way of a reader
    return Source(file, code.co_name, first, shown, hide, cuts)
