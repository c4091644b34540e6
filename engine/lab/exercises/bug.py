"""Asks for the wrong line in a program of a lesson, or for a tree on which it goes wrong (E5). A tree is judged by
running our own program and the real search. No code of a reader ever runs."""

from collections.abc import Sequence

from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Exercise, Option, Verdict
from engine.lab.mutants import Mutant, Trial
from engine.lab.trees import Tree, parse
from engine.text import either, listed, sentence, text


class _Bug(Exercise):
    kind, title = "bug", text("Spot the bug")

    def __init__(self, mutant: Mutant, tree: Tree | None = None) -> None:
        super().__init__(tree)
        self.mutant = mutant

    def code(self) -> Sequence[str]:
        return self.mutant.code


class BugLine(_Bug):
    """Asks for the wrong line. ``tree`` is the mutant's own tree, on which the program goes wrong."""

    form = "choice"
    empty = text("Choose the number of one line.")
    tree: Tree

    @property
    def question(self) -> str:
        return text(
            "This program has one wrong line, as in {source}. Which? On the tree {tree}: {found}.",
            source=text(self.mutant.source),
            tree=self.tree.text(),
            found=told(self.mutant.trial(self.tree)),
        )

    def options(self) -> Sequence[Option]:
        return [Option(str(number), line) for number, line in enumerate(self.code(), start=1) if line]

    def key(self) -> str:
        return str(self.mutant.line)

    def judge(self, answer: str) -> Verdict:
        """Judges the number of a line."""
        word = self.chosen(answer)
        if word == self.key():
            return self.right(
                text(
                    "Right: line {line} should be `{repair}`. {effect}",
                    line=word,
                    repair=self.mutant.repair,
                    effect=sentence(text(self.mutant.effect)),
                )
            )
        wrong = told(self.mutant.trial(self.tree))
        template = "Line {line} is right as it stands. Look at A: {wrong}. Which line does that?"
        return self.wrong(text(template, line=word, wrong=wrong), "A")


class BugTree(_Bug):
    """Asks for a tree on which the program goes wrong, in value, branch or count."""

    form = "tree"
    empty = text("Write a tree, as in ((3 17) (2 12)).")

    @property
    def question(self) -> str:
        asked = (
            "This program has one wrong line, as in {source}. Give a tree on which it goes wrong: "
            "in the value, in the branch it chooses, or in the number of nodes it looks at."
        )
        with_decay = (
            "This program has one wrong line, as in {source}. Its values lose a tenth with each ply, and so do the "
            "right ones. Give a tree on which it goes wrong: in the value, in the branch it chooses, or in the number "
            "of nodes it looks at."
        )
        return text(with_decay if self.mutant.decays else asked, source=text(self.mutant.source))

    def key(self) -> str:
        return self.mutant.tree.text()

    def judge(self, answer: str) -> Verdict:
        """Judges a tree by running the program and the real search."""
        trial = self.mutant.trial(parse(answer))
        if trial.harms:
            effect = sentence(text(self.mutant.effect))
            return self.right(text("Right: on your tree {found}. {effect}", found=told(trial), effect=effect))
        well = text("On your tree all is well at A: {found}. Find a tree where the slip shows.", found=told(trial))
        return self.wrong(well, "A")


def told(trial: Trial) -> str:
    """Returns the finding of a program on a tree, and the right one where they differ."""
    harms, wrong, right = trial.harms, list[str](), list[str]()
    if "value" in harms:
        instead = "it finds the value {value} instead of {right}"
        wrong.append(text(instead, value=show(trial.value), right=show(trial.true_value)))
    else:
        right.append(text("it finds the value {value}", value=show(trial.value)))
    if "move" in harms:
        none, other = "it chooses no branch instead of {moves}", "it chooses branch {move} instead of {moves}"
        moves = either([str(move) for move in trial.best_moves])
        wrong.append(text(none if trial.move is None else other, move=trial.move, moves=moves))
    else:
        chosen = text("it chooses branch {move}", move=trial.move)
        right.append(text("it chooses no branch") if trial.move is None else chosen)
    if "count" in harms:
        enough = "it looks at {nodes} nodes where {right} are enough"
        wrong.append(text(enough, nodes=trial.nodes, right=trial.true_nodes))
    elif not wrong:
        right.append(text("it looks at {nodes} nodes", nodes=trial.nodes))
    if not wrong:
        return text("{right}, as it should", right=listed(right))
    if len(wrong) > 1 or "value" in harms:
        return listed(wrong)
    return text("{right} rightly, but {wrong}", right=listed(right), wrong=wrong[0])
