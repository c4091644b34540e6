"""Lists the nine slips: the source, the wrong line, the repair, the effect, and a tree which shows the slip."""

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
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
    functions: tuple[Callable[..., Any], ...]  # the one with the slip first
    run: Callable[[Look, Tree], Answer] | None = None  # None: the first function, from the root
    prunes: bool = True  # as in Program
    decays: bool = False

    @property
    def program(self) -> Program:
        """Returns the program to be judged."""
        first = self.functions[0]
        return Program(self.run or (lambda look, tree: first(look, tree.root)), self.prunes, self.decays)

    @property
    def tree(self) -> Tree:
        """Returns the tree which shows the slip."""
        return parse(self.tree_text)

    @cached_property
    def code(self) -> tuple[str, ...]:
        """Returns the lines of the program as they run, without docstrings."""
        parts = [_lines(function) for function in self.functions]
        return tuple(line for i, part in enumerate(parts) for line in ([""] if i else []) + part)

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
            (programs.min_moves_alpha,),
        ),
        Mutant(
            "max-wants-less",
            "notes on a textbook of artificial intelligence",
            "value",
            "if v < best:",
            "if v > best if maximise else v < best:",
            "Nothing is less than minus infinity, so Max never finds a branch and is worth minus infinity",
            "((3 5) (2 9))",
            (programs.max_wants_less,),
        ),
        Mutant(
            "branch-for-alpha",
            "notes on a textbook of artificial intelligence",
            "value",
            "alpha = max(move, v)",
            "alpha = max(alpha, v)",
            "The number of a branch is taken for a value, and alpha forgets what was certain: the wrong ones are cut",
            "(-3 (-1 -6))",
            (programs.branch_for_alpha,),
        ),
        Mutant(
            "window-unscaled",
            "a notebook on Tic-Tac-Toe",
            "value",
            "v = 0.9 * window_unscaled(look, branch, not maximise, alpha, beta)[0]",
            "v = 0.9 * window_unscaled(look, branch, not maximise, alpha / 0.9, beta / 0.9)[0]",
            "Values lose a tenth with each ply and the window does not: a value meets a bound of another scale",
            "((-20 -5) (-19 -30))",
            (programs.window_unscaled,),
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
            (programs.same_side_twice, programs.plain),
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
            (programs.root_forgets_alpha, programs.sound),
        ),
        Mutant(
            "root-takes-the-last",
            "many programs of beginners",
            "move",
            "if v >= best:",
            "if v > best:",
            "A branch that was cut hands back a bound, and an equal bound is taken for a better branch",
            "((3 5) (3 2))",
            (programs.root_takes_the_last, programs.sound),
        ),
        Mutant(
            "no-moves-no-value",
            "a lesson in C++",
            "value",
            "if depth == 0:",
            "if depth == 0 or not branches:",
            "A leaf above the last level has no branches to try, so it is worth plus or minus infinity",
            "((3 4) -9)",
            (programs.no_moves_no_value,),
            run=lambda look, tree: programs.no_moves_no_value(look, tree.root, tree.game.max_plies),
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
            (programs.unsigned, programs.plain),
            prunes=False,
        ),
    )
}
"""The nine slips by name, in the order in which the Lab asks for them."""
