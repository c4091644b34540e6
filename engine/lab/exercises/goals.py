"""Asks for a tree of the reader's own with a goal: so many leaves cut, a deep cut, or a cut by Star1 (E7)."""

import re
from abc import abstractmethod
from itertools import islice
from random import Random
from typing import Final

from engine.games import GameError, Player
from engine.lab.answer_keys.watching import Rule, Watched, visits_of, watch
from engine.lab.answer_keys.words import rule_words
from engine.lab.exercises.exercise import Exercise, Verdict
from engine.lab.trees import Shape, Tree, parse
from engine.lab.trees.growing import trees_like
from engine.lab.trees.tree import CHANCE
from engine.text import listed, sentence, text

_DRAWN_LEAVES: Final = 6400  # leaves of all the random trees looked at for a key
_MOST_LEAVES: Final = 64
_EXACT: Final = (
    "Make a {shape} tree in which exactly {n} leaf is never looked at. {rule}|"
    "Make a {shape} tree in which exactly {n} leaves are never looked at. {rule}"
)
_DEEP: Final = (
    "Make a tree with a deep cut: the bound that is met was set higher up than at the parent of the node. {rule}"
)
_EXACTLY: Final = re.compile(r"([0-9]{1,2})-of-(.+)\Z")


Finding = tuple[bool, str, str]
"""Whether a tree reaches a goal, the reason, and the node in question."""


class Make(Exercise):
    """Asks for a tree which reaches a goal: the task in ``words``, and an ``example``. Many answers are right."""

    kind, title, form = "make", text("Make a tree"), "tree"
    empty = text("Write a tree, as in ((3 17) (2 12)), with chance as {1/4: 8, 3/4: 0}.")
    words: str
    example: Tree

    def __init__(self, rule: Rule) -> None:
        super().__init__(None, rule)

    @property
    def question(self) -> str:
        return self.words

    def key(self) -> str:
        return self.example.text()

    def judge(self, answer: str) -> Verdict:
        """Judges a tree by searching it."""
        reached, reason, node = self.find(parse(answer))
        return self.right(text("Right: {reason}.", reason=reason)) if reached else self.wrong(sentence(reason), node)

    @abstractmethod
    def find(self, tree: Tree) -> Finding:
        """Tells whether ``tree`` reaches the goal, and why. Raises GameError if it has chance and may not."""


class Exactly(Make):
    """Wants a regular tree of one shape, such as "2x2x2", in which exactly ``count`` leaves are never looked at.
    Without a count it is as many as in a random tree, at least one. Raises GameError if the shape is not regular, or
    no tree was found."""

    def __init__(self, shape: str, rule: Rule, random: Random, count: int | None = None) -> None:
        super().__init__(rule)
        form = Shape.of(shape)
        if not form.levels or form.has_chance or form.leaves > _MOST_LEAVES:
            raise GameError(
                "this exercise takes shapes such as 2x2x2, without chance, of at most {most} leaves", most=_MOST_LEAVES
            )
        self.levels = form.levels
        self.shape = "x".join(map(str, form.levels))
        draws = _DRAWN_LEAVES // form.leaves
        for tree in islice(trees_like(random, form), draws):
            found = len(watch(tree, rule).unseen)
            if found == count or (count is None and found):
                self.example, self.count = tree, found
                self.words = text(_EXACT, shape=self.shape, n=self.count, rule=rule_words(self.rule))
                return
        refusal = (
            "in {draws} random trees of the shape {shape} no leaf was cut; take another shape or number"
            if count is None
            else "in {draws} random trees of the shape {shape} none had exactly {count} leaves cut; "
            "take another shape or number"
        )
        raise GameError(refusal, draws=draws, shape=self.shape, count=count)

    def find(self, tree: Tree) -> Finding:
        """Compares the shape, then counts the leaves never looked at."""
        for place in tree.inner():
            here = tree.places[place]
            wanted = self.levels[len(here.path)] if len(here.path) < len(self.levels) else 0
            if len(tree.children[place]) != wanted:
                has = len(tree.children[place])
                branches = "{node} should have {wanted} branches, not {has}, for the tree is to be {shape}"
                leaf = "{node} should have a leaf in its place, for the tree is to be {shape}"
                told = text(branches if wanted else leaf, node=here.name, wanted=wanted, has=has, shape=self.shape)
                return False, told, here.name
        early = next((leaf for leaf in tree.leaves if len(tree.places[leaf].path) < len(self.levels)), None)
        if early is not None:
            name = tree.places[early].name
            should = "{leaf} should branch, for the tree is to be {shape}"
            return False, text(should, leaf=name, shape=self.shape), name
        watched = watch(tree, self.rule)
        name, cuts = _cuts(watched)
        count = len(watched.unseen)
        template = (
            "{n} leaf is never looked at in your tree; {cuts}|{n} leaves are never looked at in your tree; {cuts}"
        )
        told = text(template, n=count, cuts=cuts)
        return count == self.count, told if count else text("each leaf is looked at; {cuts}", cuts=cuts), name


class Deep(Make):
    """Wants any tree with a deep cut: the bound comes from higher up than the parent."""

    def __init__(self, rule: Rule, random: Random) -> None:
        super().__init__(rule)
        self.words = text(_DEEP, rule=rule_words(rule))
        trees = trees_like(random, Shape.of("2x2x2x2"))
        self.example = next(tree for tree in trees if watch(tree, rule).deep_cuts)

    def find(self, tree: Tree) -> Finding:
        """Looks for a deep cut, and names another cut if there is none."""
        watched = watch(tree, self.rule)
        deep = watched.deep_cuts
        if deep:
            name = tree.places[deep[0].place].name
            above = tree.places[tree.places[watched.witness(deep[0])].parent].name
            deep_words = text("the cut at {node} is deep: its bound was set at {above}", node=name, above=above)
            return True, deep_words, name
        name, cuts = _cuts(watched)
        return False, text("no cut is deep in your tree; {cuts}", cuts=cuts), name


class Star1(Make):
    """Wants a tree with lots in which Star1 skips a lot, where the plain mean would look at all."""

    def __init__(self, rule: Rule, random: Random) -> None:
        super().__init__(rule)
        trees = trees_like(random, Shape.of("2xc3"))
        self.example = next(tree for tree in trees if self.find(tree)[0])
        self.words = text(
            "Make a tree with chance in which Star1 cuts. Some lot need not be looked at: with any value of it, the "
            "mean stays outside the window. Star1 knows the least and the greatest leaf of your tree."
        )

    def find(self, tree: Tree) -> Finding:
        """Searches with Star1 and looks for a chance node with skipped lots."""
        lots = [place for place in tree.inner() if tree.places[place].mover == CHANCE]
        if not lots:
            return False, text("A: no lot is drawn in your tree; write chance as {1/4: 8, 3/4: 0}"), "A"
        visits = visits_of(tree, "star1")
        cut = next((place for place, branch in visits if branch.mover is Player.CHANCE and branch.skipped), None)
        if cut is not None:
            name = tree.places[cut].name
            without = text("at {node} a lot is never looked at, for the mean is decided without it", node=name)
            return True, without, name
        name = tree.places[lots[0]].name
        inside = text("{node}: after every lot but the last the mean could still lie inside the window", node=name)
        return False, inside, name


def goal_of(text: str, seed: int, rule: Rule) -> Make:
    """Returns the exercise of "deep", "star1", "2x2x2" or "3-of-2x2x2", or one by seed. Raises GameError for others."""
    random = Random(f"make/{seed}/{text}")
    chosen = text or ("2x2x2", "deep", "star1")[seed % 3]
    if chosen == "deep":
        return Deep(rule, random)
    if chosen == "star1":
        return Star1(rule, random)
    exact = _EXACTLY.match(chosen)
    return Exactly(exact[2], rule, random, int(exact[1])) if exact else Exactly(chosen, rule, random)


def _cuts(watched: Watched) -> tuple[str, str]:
    places = watched.tree.places
    names = [places[cut.place].name for cut in watched.cuts]
    if not names:
        root = places[0].name
        return root, text("nothing is cut: from {root} down the window stays open", root=root)
    return names[0], text("the search cuts at {nodes}", nodes=listed(names))
