"""Asks for the value of every inner node (E1)."""

from collections.abc import Sequence
from typing import Final

from engine.lab.answer_keys.watching import Rule, close, values_of
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Exercise, Field, Verdict, read_fields, read_value
from engine.lab.trees import Tree
from engine.lab.trees.tree import MAX, MIN, share_words
from engine.text import listed, text

_PLAIN: Final = "Max takes the greatest value, Min the least. What is each node worth?"
_WITH_CHANCE: Final = (
    "Max takes the greatest value, Min the least; Chance is worth the mean, each branch as often as its share. "
    "What is each node worth?"
)


class Values(Exercise):
    """Asks for the value of every inner node of a tree, with or without chance."""

    kind, title, form = "values", text("Values of nodes"), "fields"
    empty = text("Write the value of every node, as in A=3 B=3 C=-2.")
    tree: Tree

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree, rule, seed)
        self.values = values_of(tree)

    @property
    def question(self) -> str:
        return text(_WITH_CHANCE if self.tree.has_chance else _PLAIN)

    def fields(self) -> Sequence[Field]:
        names = [self.tree.places[place].name for place in self.tree.inner()]
        return [Field(name, name, name) for name in names]

    def key(self) -> str:
        return " ".join(f"{self.tree.places[place].name}={show(self.values[place])}" for place in self.tree.inner())

    def judge(self, answer: str) -> Verdict:
        """Judges the nodes from the leaves up, so that it names the first mistake and not those that follow."""
        names = {self.tree.places[place].name: place for place in self.tree.inner()}
        written = read_fields(answer, list(names))
        for name, place in reversed(names.items()):
            if name not in written:
                return self.wrong(text("{node}: the value is missing.", node=name), name)
            value = read_value(written[name], name)
            if not close(value, self.values[place], self.tree):
                told = {"reason": self._reason(place), "slip": self._slip(place, value)}
                return self.wrong(text("{node}: {reason}; you wrote {slip}.", node=name, **told), name)
        return self.right(text("Right: all values. The tree is worth {value} to Max.", value=show(self.values[0])))

    def _reason(self, place: int) -> str:
        tree, below = self.tree, self.tree.children[place]
        side, values = tree.side(place), [show(self.values[child]) for child in below]
        if tree.places[place].mover not in (MAX, MIN):
            parts = [
                text("{share} of {value}", share=share_words(tree.places[child].share or 0), value=value)
                for child, value in zip(below, values, strict=True)
            ]
            mean = show(self.values[place])
            return text("Chance is worth the mean, {parts}: {mean}", parts=listed(parts), mean=mean)
        if len(below) == 1:
            return text("{side} has one branch only, worth {value}", side=side, value=values[0])
        greatest, least = "{side} takes the greatest of {values}", "{side} takes the least of {values}"
        takes = text(greatest if tree.places[place].mover == MAX else least, side=side, values=listed(values))
        which = text("{takes}, which is {value}", takes=takes, value=show(self.values[place]))
        return takes if len(below) == 2 else which

    def _slip(self, place: int, value: float) -> str:
        tree, below = self.tree, [self.values[child] for child in self.tree.children[place]]
        mover = tree.places[place].mover
        if mover == MAX and close(value, min(below), tree):
            return text("the least")
        if mover == MIN and close(value, max(below), tree):
            return text("the greatest")
        if mover not in (MAX, MIN) and close(value, sum(below) / len(below), tree):
            return text("{value}, the mean without the shares", value=show(value))
        if close(value, -self.values[place], tree):
            return text("{value}: every value is Max's, so the sign never changes", value=show(value))
        return show(value)
