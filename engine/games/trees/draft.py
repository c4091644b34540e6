"""Turns what a reader found into nodes of a tree, and checks what holds for every form of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from engine.games.formats.leaf_text import Choice, Leaf, Lottery, Node
from engine.games.trees.source import CHANCE, MAX, NAME, SIDE, Source, foreign_in, is_unknown, mover_in, mover_of

DEEPEST: Final = 64
_LEAST: Final = Fraction(1, 10**9)  # windows divide by probabilities, and stay finite
NEAR_ONE: Final = Fraction(1, 10**9)


@dataclass(slots=True)
class Draft:
    """Holds one node as a reader found it. ``at`` is its place in the text."""

    at: int
    name: str = ""
    mover: str = ""
    value: float | None = None  # of a leaf
    unknown: str = ""  # what stands for the value of a leaf
    share: Fraction | None = None  # the probability to come here
    share_at: int = -1
    percent: bool = False  # the probability is in percent
    lengths: bool = False  # here or below stands a length that is no probability
    branches: list[Draft] = field(default_factory=list)

    @property
    def is_leaf(self) -> bool:
        """Tests if a value or a sign for one was found here."""
        return self.value is not None or self.unknown != ""

    def walk(self) -> Iterator[Draft]:
        """Yields this node and all nodes below it."""
        yield self
        for branch in self.branches:
            yield from branch.walk()

    def take(self, source: Source, word: str, at: int) -> bool:
        """Takes the number of a word, or the word as the sign of an unknown leaf. Returns false for any other word."""
        self.value = source.leaf(word, at)
        self.unknown = word if self.value is None and is_unknown(word) else ""
        return self.is_leaf


def finish(source: Source, draft: Draft, level: int = 0) -> Node:
    """Returns the node of a draft. Raises SlipError without branches or value, with both, or for wrong shares."""
    if level > DEEPEST:
        raise source.slip(draft.at, "the tree is more than {most} levels deep", most=DEEPEST)
    if draft.name and not NAME.match(draft.name):
        raise source.slip(draft.at, "the name {name} is too long or has a sign that no name has", name=draft.name[:40])
    if draft.branches:
        _check_name(source, draft)
        branches = tuple(finish(source, branch, level + 1) for branch in draft.branches)
        shares = [branch.share for branch in draft.branches if branch.share is not None]
        if not shares and draft.mover != CHANCE:
            return Choice(branches, SIDE.get(draft.mover), draft.name)
        return Lottery(branches, tuple(map(float, _shares(source, draft))), draft.name)
    if draft.unknown:
        return Leaf(0.0, draft.name or draft.unknown, unknown=True)
    if draft.value is None:
        if draft.name:
            raise source.slip(draft.at, "{name} has neither branches nor a value", name=repr(draft.name))
        raise source.slip(draft.at, "there is no leaf in an empty list; give it numbers or lists")
    return Leaf(draft.value, draft.name) if draft.name else draft.value


def _check_name(source: Source, draft: Draft) -> None:
    """Takes the mover that a node's name says. Raises SlipError for a search's name or a third player's."""
    if foreign_in(draft.name):
        raise source.stranger(draft.name, draft.at)
    if not draft.mover:
        draft.mover = mover_in(draft.name)
        draft.name = "" if mover_of(draft.name) else draft.name


def _shares(source: Source, draft: Draft) -> Iterator[Fraction]:
    shares = [branch.share for branch in draft.branches]
    given = [share for share in shares if share is not None]
    if not given:
        return iter([Fraction(1, len(shares))] * len(shares))
    for branch in draft.branches:
        if branch.share is None:
            place = branch.at if branch.share_at < 0 else branch.share_at
            raise source.slip(place, "this branch of a chance node has no probability, but another branch has one")
        if branch.share < _LEAST:
            raise source.slip(branch.share_at, "a probability must be at least one in {most}", most=_LEAST.denominator)
    if draft.mover in SIDE:
        side = "Max" if draft.mover == MAX else "Min"
        place = draft.branches[0].share_at
        raise source.slip(place, "the branches of {side} have probabilities; only chance has them", side=side)
    total = sum(given, Fraction(0))
    if abs(total - 1) > NEAR_ONE:
        words = f"{float(total):.6f}".rstrip("0").rstrip(".")
        raise source.slip(
            _odd_one(draft), "the probabilities of a chance state must sum to one, not to {total}", total=words
        )
    return iter(given)


def _odd_one(draft: Draft) -> int:
    """Returns the place of the probability most likely wrong: its change makes the others even; or the last one."""
    shares = [branch.share or Fraction(0) for branch in draft.branches]
    for index, branch in enumerate(draft.branches):
        rest = shares[:index] + shares[index + 1 :]
        needed = 1 - sum(rest)
        if len(rest) > 1 and len(set(rest)) == 1 and needed == rest[0]:
            return branch.share_at
    return draft.branches[-1].share_at
