"""Asks for a tree of the reader's own which reaches a goal (E7)."""

from __future__ import annotations

from engine.lab.exercises.exercise import Exercise, Verdict
from engine.lab.exercises.goals import Goal
from engine.lab.keys.watching import Rule
from engine.lab.trees import parse
from engine.text import sentence, text


class Make(Exercise):
    """Asks for a tree which reaches ``goal``; many answers are right."""

    kind, form = "make", "tree"
    empty = text("Write a tree, as in ((3 17) (2 12)), with chance as {1/4: 8, 3/4: 0}.")

    def __init__(self, goal: Goal, rule: Rule) -> None:
        super().__init__(None, rule)
        self.goal = goal

    @property
    def question(self) -> str:
        """Returns the goal in words."""
        return self.goal.words

    def key(self) -> str:
        """Returns one tree which reaches the goal."""
        return self.goal.example.text()

    def judge(self, answer: str) -> Verdict:
        """Judges a tree by searching it."""
        found = self.goal.find(parse(answer))
        if found.reached:
            return self.right(text("Right: {reason}.", reason=found.reason))
        return self.wrong(sentence(found.reason), found.node)
