"""Lists the nine slips: the source, the wrong line, the repair, the effect, and a tree which shows the slip."""

import ast
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

from engine.lab.mutants import programs
from engine.lab.mutants.judge import Harm, Program, Trial, judge
from engine.lab.mutants.programs import Answer, Look
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
    base: Callable[..., Any]  # the program without the slip
    below: Callable[..., Any] | None = None  # the function that it calls
    instead: str = ""  # the line of the base where the slip stands; empty: the repair
    run: Callable[[Any, Look, Tree], Answer] = lambda first, look, tree: first(look, tree.root)
    prunes: bool = True  # as in Program
    decays: bool = False

    @property
    def function(self) -> str:
        """Returns the name of the function with the slip."""
        return self.name.replace("-", "_")

    @cached_property
    def program(self) -> Program:
        """Returns the program to be judged."""
        space = dict(vars(programs))
        exec("\n".join(self.code), space)  # noqa: S102 - our own lines
        return Program(partial(self.run, space[self.function]), self.prunes, self.decays)

    @property
    def tree(self) -> Tree:
        """Returns the tree which shows the slip."""
        return parse(self.tree_text)

    @cached_property
    def code(self) -> tuple[str, ...]:
        """Returns the lines of the program as they run, without docstrings."""
        lines = [line.replace(self.instead or self.repair, self.slip) for line in _lines(self.base)]
        lines = [re.sub(rf"\b{self.base.__name__}\b", self.function, line) for line in lines]
        return (*lines, *(["", *_lines(self.below)] if self.below else []))

    @property
    def line(self) -> int:
        """Returns the wrong line, counted from 1."""
        return [line.strip() for line in self.code].index(self.slip) + 1

    def trial(self, tree: Tree) -> Trial:
        """Returns the answer of the program on ``tree`` and the right one. Raises GameError if the tree has chance."""
        return judge(self.program, tree)


def _lines(function: Callable[..., Any]) -> list[str]:
    text = inspect.getsource(function)
    docstring = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr))
    lines = text.splitlines()
    return lines[: docstring.lineno - 1] + lines[docstring.end_lineno :]


MUTANTS: Final = {
    one.name: one
    for one in (
        Mutant(
            "min-moves-alpha",
            "a notebook on Tic-Tac-Toe",
            "count",
            "alpha = min(beta, v)",
            "beta = min(beta, v)",
            "Beta stays infinite, so nothing is ever cut: the answer is always right, but every node is looked at",
            "((3 5) (2 9))",
            programs.sound,
        ),
        Mutant(
            "max-wants-less",
            "notes on a textbook of artificial intelligence",
            "value",
            "if v < best:",
            "if v > best if maximise else v < best:",
            "Nothing is less than minus infinity, so Max never finds a branch and is worth minus infinity",
            "((3 5) (2 9))",
            programs.sound,
        ),
        Mutant(
            "branch-for-alpha",
            "notes on a textbook of artificial intelligence",
            "value",
            "alpha = max(move, v)",
            "alpha = max(alpha, v)",
            "The number of a branch is taken for a value, and alpha forgets what was certain: the wrong ones are cut",
            "(-3 (-1 -6))",
            programs.sound,
        ),
        Mutant(
            "window-unscaled",
            "a notebook on Tic-Tac-Toe",
            "value",
            "v = 0.9 * window_unscaled(look, branch, not maximise, alpha, beta)[0]",
            "v = 0.9 * window_unscaled(look, branch, not maximise, alpha / 0.9, beta / 0.9)[0]",
            "Values lose a tenth with each ply and the window does not: a value meets a bound of another scale",
            "((-20 -5) (-19 -30))",
            programs.sound,
            instead="v, _ = sound(look, branch, not maximise, alpha, beta)",
            decays=True,
        ),
        Mutant(
            "same-side-twice",
            "a lesson in Scala",
            "move",
            "v = plain(look, branch, True)",
            "v = plain(look, branch, False)",
            "The side that moved at the root moves again: two layers of one side, so the opponent never replies",
            "((-7 -1) -6)",
            programs.at_root_plain,
            programs.plain,
            prunes=False,
        ),
        Mutant(
            "root-forgets-alpha",
            "aima-python, issues 34, 69 and 70",
            "count",
            "v, _ = sound(look, branch, False, -inf, inf)",
            "v, _ = sound(look, branch, False, best, inf)",
            "The root does not pass its best value on: the answer is always right, but too many nodes are looked at",
            "((3 5) (2 9))",
            programs.at_root,
            programs.sound,
        ),
        Mutant(
            "root-takes-the-last",
            "many programs of beginners",
            "move",
            "if v >= best:",
            "if v > best:",
            "A branch that was cut hands back a bound, and an equal bound is taken for a better branch",
            "((3 5) (3 2))",
            programs.at_root,
            programs.sound,
        ),
        Mutant(
            "no-moves-no-value",
            "a lesson in C++",
            "value",
            "if depth == 0:",
            "if depth == 0 or not branches:",
            "A leaf above the last level has no branches to try, so it is worth plus or minus infinity",
            "((3 4) -9)",
            programs.to_depth,
            run=lambda first, look, tree: first(look, tree.root, tree.game.max_plies),
            prunes=False,
        ),
        Mutant(
            "unsigned",
            "a lesson in Objective-C",
            "value",
            "return best % 2**32, choice",
            "return best, choice",
            "The value is handed back as a number without a sign: every loss looks like the greatest of wins",
            "((-3 5) (-7 -1))",
            programs.at_root_plain,
            programs.plain,
            prunes=False,
        ),
    )
}
"""The nine slips by name, in the order in which the Lab asks for them."""
