"""Asks for the value of every inner node (E1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games import GameError
from engine.lab.exercises.exercise import Exercise, Field, Verdict, read_fields, read_value
from engine.lab.keys.values import close, values_of
from engine.lab.keys.watching import Rule
from engine.lab.keys.words import listed, show
from engine.lab.trees import Tree
from engine.lab.trees.tree import MAX, MIN, share_words


class Values(Exercise):
    """Asks for the value of every inner node of a tree, with or without chance."""

    kind, form = "values", "fields"
    empty = "Write the value of every node, as in A=3 B=3 C=-2."
    tree: Tree

    def __init__(self, tree: Tree, rule: Rule = "<=") -> None:
        super().__init__(tree, rule)
        self.values = values_of(tree)

    @property
    def question(self) -> str:
        """Returns the question; chance is named where lots are drawn."""
        lots = "; Chance is worth the mean, each branch as often as its share" if self.tree.has_chance else ""
        return f"Max takes the greatest value, Min the least{lots}. What is each node worth?"

    def fields(self) -> Sequence[Field]:
        """Returns one field for each inner node."""
        names = [self.tree.places[place].name for place in self.tree.inner()]
        return [Field(name, name, name) for name in names]

    def key(self) -> str:
        """Returns the values, as in "A=3 B=3"."""
        return " ".join(f"{self.tree.places[place].name}={show(self.values[place])}" for place in self.tree.inner())

    def judge(self, answer: str) -> Verdict:
        """Judges the nodes from the leaves up, to name the first mistake and not the mistakes after."""
        names = {self.tree.places[place].name: place for place in self.tree.inner()}
        written = read_fields(answer)
        unknown = next((name for name in written if name not in names), None)
        if unknown is not None:
            raise GameError(f"there is no node {unknown} to fill in; the nodes are {listed(list(names))}")
        for name, place in reversed(names.items()):
            if name not in written:
                return self.wrong(f"{name}: the value is missing.", name)
            value = read_value(written[name], name)
            if not close(value, self.values[place], self.tree):
                return self.wrong(f"{name}: {self._reason(place)}; you wrote {self._slip(place, value)}.", name)
        return self.right(f"Right: every value. The tree is worth {show(self.values[0])} to Max.")

    def _reason(self, place: int) -> str:
        tree, below = self.tree, self.tree.children[place]
        side, values = tree.side(place), [show(self.values[child]) for child in below]
        if tree.places[place].mover not in (MAX, MIN):
            parts = [
                f"{share_words(tree.places[child].share or 0)} of {value}"
                for child, value in zip(below, values, strict=True)
            ]
            return f"Chance is worth the mean, {listed(parts)}: {show(self.values[place])}"
        if len(below) == 1:
            return f"{side} has one branch only, worth {values[0]}"
        most = "greatest" if tree.places[place].mover == MAX else "least"
        told = f", which is {show(self.values[place])}" if len(below) > 2 else ""
        return f"{side} takes the {most} of {listed(values)}{told}"

    def _slip(self, place: int, value: float) -> str:
        """Returns the written number, or the mistake behind the number."""
        tree, below = self.tree, [self.values[child] for child in self.tree.children[place]]
        mover = tree.places[place].mover
        if mover == MAX and close(value, min(below), tree):
            return "the least"
        if mover == MIN and close(value, max(below), tree):
            return "the greatest"
        if mover not in (MAX, MIN) and close(value, sum(below) / len(below), tree):
            return f"{show(value)}, the mean without the shares"
        if close(value, -self.values[place], tree):
            return f"{show(value)}: every value is Max's, so the sign never changes"
        return show(value)
