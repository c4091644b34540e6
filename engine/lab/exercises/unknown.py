"""Asks for which values of an unknown leaf alpha-beta never looks at another leaf (E8)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

from engine.games import GameError
from engine.games.formats.leaf_text import Leaf
from engine.lab.answer_keys.watching import Rule, watch
from engine.lab.answer_keys.words import rule_words, show
from engine.lab.exercises.exercise import Exercise, Field, Verdict, read_fields, read_value
from engine.lab.run.conditions import Range, Sample, ranges
from engine.lab.trees import Tree
from engine.text import text

NAME = "x"
_FROM, _TO = "X.from", "X.to"


class Unknown(Exercise):
    """Asks for the ends of one range of values. ``replaced`` is the place of the unknown leaf, ``skipped`` that of the
    leaf in question. Raises GameError if no leaf of the tree makes such a question."""

    kind, title, form = "unknown", text("For which x?"), "fields"
    empty = text("Write both ends, as in x.from=-inf x.to=3.")
    tree: Tree

    def __init__(self, tree: Tree, rule: Rule = "<=", seed: int = 0) -> None:
        super().__init__(tree, rule, seed)
        if tree.has_chance or tree.unknowns:
            raise GameError("take a tree without chance, whose leaves are all known")
        leaves = list(tree.leaves)
        Random(f"unknown/{seed}").shuffle(leaves)
        found = next(_questions(tree, rule, leaves), None)
        if found is None:
            raise GameError("no leaf of this tree decides alone over another one; take a larger tree")
        self.replaced, self.skipped, self.range = found

    @property
    def question(self) -> str:
        template = (
            "Put x in place of {replaced}. For which x does alpha-beta never look at {skipped}? Write both ends of the "
            "range, and inf or -inf where it has no end. {rule}"
        )
        places = self.tree.places
        names = {"replaced": places[self.replaced].name, "skipped": places[self.skipped].name}
        return text(template, **names, rule=rule_words(self.rule))

    def fields(self) -> Sequence[Field]:
        return [Field(_FROM, "", text("x from")), Field(_TO, "", text("x to"))]

    def key(self) -> str:
        low, high = self._ends()
        return f"{_FROM}={show(low)} {_TO}={show(high)}"

    def judge(self, answer: str) -> Verdict:
        """Names a value of x at which the written range is wrong."""
        written = read_fields(answer)
        for name in (_FROM, _TO):
            if name not in written:
                return self.wrong(text("An end of the range is missing. {empty}", empty=self.empty))
        low, high = read_value(written[_FROM], "x.from"), read_value(written[_TO], "x.to")
        if (low, high) == self._ends():
            return self.right(text("Right: {leaf} is never looked at {when}.", leaf=self._leaf(), when=self.when()))
        for value in self._trials(low, high):
            unseen = skips(self.tree, self.rule, self.replaced, self.skipped, Fraction(value))
            if unseen != (low <= value <= high):
                never = "Try x = {value}: alpha-beta never looks at {leaf}."
                looks = "Try x = {value}: alpha-beta looks at {leaf}."
                return self.wrong(text(never if unseen else looks, value=show(value), leaf=self._leaf()), self._leaf())
        return self.wrong(
            text("The range ends elsewhere: {leaf} is never looked at {when}.", leaf=self._leaf(), when=self.when())
        )

    def when(self) -> str:
        """Returns the range in words: "if x <= 3"."""
        low, low_in, high, high_in = self.range
        if low is None:
            return text("if x {sign} {value}", sign="<=" if high_in else "<", value=show(float(high or 0)))
        if high is None:
            return text("if x {sign} {value}", sign=">=" if low_in else ">", value=show(float(low)))
        signs = {"below": "<=" if low_in else "<", "above": "<=" if high_in else "<"}
        return text("if {low} {below} x {above} {high}", low=show(float(low)), high=show(float(high)), **signs)

    def _leaf(self) -> str:
        return self.tree.places[self.skipped].name

    def _ends(self) -> tuple[float, float]:
        low, _, high, _ = self.range
        return (float("-inf") if low is None else float(low), float("inf") if high is None else float(high))

    def _trials(self, low: float, high: float) -> Iterator[float]:
        """Yields values around all ends, written and right."""
        ends = sorted({end for end in (low, high, *self._ends()) if abs(end) < float("inf")})
        yield from (end + step for end in ends for step in (-1, 1, -0.5, 0.5))
        yield from ((one + other) / 2 for one, other in pairwise(ends))


def _questions(tree: Tree, rule: Rule, leaves: Sequence[int]) -> Iterator[tuple[int, int, Range]]:
    for replaced in leaves:
        known = sorted({Fraction(tree.places[leaf].value or 0.0) for leaf in tree.leaves if leaf != replaced})
        limits = [known[0] - 1, *known, known[-1] + 1]
        values = sorted({*limits, *((one + other) / 2 for one, other in pairwise(limits))})
        unseen = {value: set(watch(_with(tree, replaced, value), rule).unseen) for value in values}
        for skipped in leaves:
            happens = [(_sample(value, limits), skipped in unseen[value]) for value in values]
            found = ranges(happens)
            if skipped != replaced and len(found) == 1 and not all(one for _, one in happens):
                yield replaced, skipped, found[0]


def _sample(value: Fraction, limits: Sequence[Fraction]) -> Sample:
    """Returns a value with the limit behind it, which is the value itself at a limit."""
    return Sample(value, frozenset(), next(limit for limit in limits if limit >= value))


def skips(tree: Tree, rule: Rule, replaced: int, skipped: int, value: Fraction) -> bool:
    """Tests if alpha-beta skips a leaf when another leaf has this value."""
    return skipped in watch(_with(tree, replaced, value), rule).unseen


def _with(tree: Tree, place: int, value: Fraction) -> Tree:
    return tree.with_node(place, lambda _: Leaf(float(value), NAME, unknown=True))
