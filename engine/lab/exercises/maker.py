"""Makes an exercise of any kind: from a seed and a shape, or on a given tree."""

from itertools import islice
from random import Random
from typing import Any, Final

from engine.games import GameError
from engine.lab.answer_keys.watching import Rule, rule_of
from engine.lab.exercises.bug import BugLine, BugTree
from engine.lab.exercises.cuts import Cuts
from engine.lab.exercises.exercise import Exercise
from engine.lab.exercises.filled.asking import Flags, Mend, Scout
from engine.lab.exercises.filled.backing import Distances, Proofs, Rounds, Vectors
from engine.lab.exercises.filled.filling import Filling
from engine.lab.exercises.goals import Make, goal_of
from engine.lab.exercises.happens_next import HappensNext
from engine.lab.exercises.order import Order
from engine.lab.exercises.unknown import Unknown
from engine.lab.exercises.values import Values
from engine.lab.exercises.windows import Windows
from engine.lab.mutants import MUTANTS
from engine.lab.trees import Shape, Tree, parse
from engine.lab.trees.growing import trees_like
from engine.text import Text, listed

_CLASSES: Final[dict[str, type[Any]]] = {
    one.kind: one
    for one in (
        *(Values, Windows, Cuts, Order, Unknown, BugLine, HappensNext, Make),
        *(Scout, Flags, Mend, Rounds, Vectors, Distances, Proofs),
    )
}
TITLES: Final[dict[str, Text]] = {kind: one.title for kind, one in _CLASSES.items()}
"""The kinds of exercises with their titles, in the order in which they are offered."""
KINDS: Final = tuple(TITLES)
USUAL_SHAPE: Final = "2x2x2"
_DRAWS: Final = 60  # random trees tried to find one which is worth a question


def make(kind: str, seed: int = 0, shape: str = "", rule: str = "<=", tree: str | Tree | None = None) -> Exercise:
    """Returns an exercise. The same arguments make the same exercise. Raises GameError if there is no such kind, shape
    or rule, or the kind cannot be asked about the tree.

    Args:
        kind: one of :data:`KINDS`.
        seed: chooses the tree, the moment, the program or the goal.
        shape: the shape of a random tree (see :class:`engine.lab.trees.Shape`). For ``bug`` it is "line" or "tree",
            with or without the name of a mutant, as in "line:unsigned". For ``make`` it is a goal (see
            :func:`goal_of`).
        rule: "<=" or "<", when alpha-beta cuts.
        tree: the tree to ask about, in place of a random one.
    """
    if kind not in KINDS:
        raise GameError("there is no exercise {kind}; there are {kinds}", kind=repr(kind[:20]), kinds=listed(KINDS))
    when = rule_of(rule)
    if kind in ("bug", "make"):
        if tree is not None:
            raise GameError(
                "the exercise {kind} brings its own tree or asks for one; leave the tree out", kind=repr(kind)
            )
        return _bug(seed, shape) if kind == "bug" else goal_of(shape, seed, when)
    if tree is not None:
        return _ask(kind, tree if isinstance(tree, Tree) else parse(tree), when, seed)
    form = Shape.of(shape or ("uneven-8" if kind == "distances" else USUAL_SHAPE))
    drawn = trees_like(Random(f"{kind}/{seed}/{form}"), form)
    found = _ask(kind, next(drawn), when, seed)
    for other in islice(drawn, _DRAWS):
        if found.is_worth_asking():
            return found
        found = _ask(kind, other, when, seed)
    if kind == "order":
        raise GameError("no order of branches helps in a tree of this shape; take one such as 2x2x2")
    return found


def _ask(kind: str, tree: Tree, rule: Rule, seed: int) -> Exercise:
    if tree.game.sides > 2 and kind != "vectors":
        raise GameError("exercises are about trees of two players; give one number at each leaf")
    if issubclass(_CLASSES[kind], Filling) and tree.has_chance:
        raise GameError("take a tree without chance, whose leaves are all known")
    made: Exercise = _CLASSES[kind](tree, rule, seed)
    return made


def _bug(seed: int, text: str) -> BugLine | BugTree:
    form, _, name = text.partition(":")
    form = form or ("line", "tree")[seed % 2]
    name = name or tuple(MUTANTS)[seed // 2 % len(MUTANTS)]
    if form not in ("line", "tree"):
        raise GameError("a bug is found by its 'line' or shown by a 'tree', not by {form}", form=repr(form[:20]))
    if name not in MUTANTS:
        raise GameError(
            "there is no program called {name}; there are {names}", name=repr(name[:30]), names=listed(list(MUTANTS))
        )
    return BugLine(MUTANTS[name], MUTANTS[name].tree) if form == "line" else BugTree(MUTANTS[name])
