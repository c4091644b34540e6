"""Lists the nine slips: the source, the wrong line, the repair, the effect, and a tree which shows the slip."""

import ast
import inspect
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Final

from engine.lab.mutants import programs
from engine.lab.mutants.judge import Harm, Run, Trial, judge
from engine.lab.mutants.programs import Answer
from engine.lab.trees import Tree, parse


@dataclass(frozen=True)
class Mutant:
    """Describes one slip."""

    name: str
    source: str  # where the slip was published
    harm: Harm  # the first thing to go wrong
    slip: str  # the wrong line
    repair: str  # the line as it should be
    effect: str
    tree_text: str  # a tree of at most eight leaves on which the program goes wrong
    base: str  # the program without the slip
    below: str = ""  # the function that it calls
    instead: str = ""  # the line of the base where the slip stands; empty: the repair
    prunes: bool = True  # the program claims to look at no more nodes than alpha-beta
    decays: bool = False  # a value loses a tenth with each ply

    @property
    def function(self) -> str:
        """Returns the name of the function with the slip."""
        return self.name.replace("-", "_")

    @cached_property
    def run(self) -> Run:
        """Returns the program to be judged."""
        space = dict(vars(programs))
        exec("\n".join(self.code), space)  # noqa: S102 - our own lines
        first: Callable[..., Answer] = space[self.function]
        deep = "depth" in inspect.signature(first).parameters
        return lambda look, tree: first(look, tree.root, *[tree.game.max_plies] * deep)

    @property
    def tree(self) -> Tree:
        """Returns the tree which shows the slip."""
        return parse(self.tree_text)

    @cached_property
    def code(self) -> tuple[str, ...]:
        """Returns the lines of the program as they run, without docstrings."""
        lines = [line.replace(self.instead or self.repair, self.slip) for line in _lines(self.base)]
        lines = [re.sub(rf"\b{self.base}\b", self.function, line) for line in lines]
        return (*lines, *(["", *_lines(self.below)] if self.below else []))

    @property
    def line(self) -> int:
        """Returns the wrong line, counted from 1."""
        return [line.strip() for line in self.code].index(self.slip) + 1

    def trial(self, tree: Tree) -> Trial:
        """Returns the answer of the program on ``tree`` and the right one. Raises GameError if the tree has chance."""
        return judge(self.run, tree, self.prunes, self.decays)


def _lines(name: str) -> list[str]:
    text = inspect.getsource(getattr(programs, name))
    docstring = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr))
    lines = text.splitlines()
    return lines[: docstring.lineno - 1] + lines[docstring.end_lineno :]


_TABLE = json.loads(resources.files(__package__).joinpath("catalogue.json").read_text(encoding="utf-8"))
MUTANTS: Final = {name: Mutant(name, **given) for name, given in _TABLE.items()}
"""The nine slips by name, in the order in which the Lab asks for them."""
