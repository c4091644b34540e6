"""Asks where a program of a lesson goes wrong: the line, or a tree which shows it (E5).

A tree is judged by running our own program and the search which plays; no code of a reader ever runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games import GameError
from engine.lab.exercises.exercise import Exercise, Option, Verdict
from engine.lab.keys.words import listed, show
from engine.lab.mutants import Mutant, Trial
from engine.lab.trees import Tree, parse


class BugLine(Exercise):
    """Asks for the line at fault; ``tree`` is the mutant's own tree, on which the program goes wrong."""

    kind, form = "bug", "choice"
    empty = "Choose the number of one line."
    tree: Tree

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.tree)
        self.mutant = mutant

    @property
    def question(self) -> str:
        """Returns the question with the source of the program."""
        return (
            f"This program has one wrong line, as in {self.mutant.source}. Which? On the tree "
            f"{self.tree.text()}: {told(self.mutant.trial(self.tree))}."
        )

    def options(self) -> Sequence[Option]:
        """Returns the lines by number."""
        return [Option(str(number), line) for number, line in enumerate(self.code(), start=1) if line]

    def code(self) -> Sequence[str]:
        """Returns the program."""
        return self.mutant.code

    def key(self) -> str:
        """Returns the number of the line at fault."""
        return str(self.mutant.line)

    def judge(self, answer: str) -> Verdict:
        """Judges the number of a line."""
        word = answer.strip()
        if word not in [option.value for option in self.options()]:
            raise GameError(f"{word[:20]!r} is no line of this program; its lines are 1 to {len(self.code())}")
        if word == self.key():
            return self.right(f"Right: line {word} should be `{self.mutant.repair}`. {self.mutant.effect}.")
        wrong = told(self.mutant.trial(self.tree))
        return self.wrong(f"Line {word} is right as it stands. Look at A: {wrong}. Which line does that?", "A")


class BugTree(Exercise):
    """Asks for a tree on which the program goes wrong, in value, branch or count."""

    kind, form = "bug", "tree"
    empty = "Write a tree, as in ((3 17) (2 12))."

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(None)
        self.mutant = mutant

    @property
    def question(self) -> str:
        """Returns the question with the source of the program."""
        decay = " Its values lose a tenth with each ply, and so do the right ones." if self.mutant.decays else ""
        return (
            f"This program has one wrong line, as in {self.mutant.source}.{decay} Give a tree on which it goes wrong: "
            "in the value, in the branch it chooses, or in the number of nodes it looks at."
        )

    def code(self) -> Sequence[str]:
        """Returns the program."""
        return self.mutant.code

    def key(self) -> str:
        """Returns a small tree which shows the slip."""
        return self.mutant.tree.text()

    def judge(self, answer: str) -> Verdict:
        """Judges a tree by running the program and the search which plays."""
        trial = self.mutant.trial(parse(answer))
        if trial.harms:
            return self.right(f"Right: on your tree {told(trial)}. {self.mutant.effect}.")
        return self.wrong(f"On your tree all is well at A: {told(trial)}. Find a tree where the slip shows.", "A")


def told(trial: Trial) -> str:
    """Returns the finding of a program on a tree, and the right one where they differ."""
    moves = listed([str(move) for move in trial.best_moves], "or")
    wrong: list[str] = []
    right: list[str] = []
    value = f"it finds the value {show(trial.value)}"
    (wrong if "value" in trial.harms else right).append(value)
    if "value" in trial.harms:
        wrong[-1] += f" instead of {show(trial.true_value)}"
    choice = "it chooses no branch" if trial.move is None else f"it chooses branch {trial.move}"
    (wrong if "move" in trial.harms else right).append(choice)
    if "move" in trial.harms:
        wrong[-1] += f" instead of {moves}"
    if "count" in trial.harms:
        wrong.append(f"it looks at {trial.nodes} nodes where {trial.true_nodes} are enough")
    elif not wrong:
        right.append(f"it looks at {trial.nodes} nodes")
    if not wrong:
        return f"{listed(right)}, as it should"
    return (
        listed(wrong)
        if len(wrong) > 1 or wrong[0].startswith("it finds")
        else f"{listed(right)} rightly, but {wrong[0]}"
    )
