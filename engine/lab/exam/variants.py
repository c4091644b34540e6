"""Draws trees of equal difficulty: equal in nodes, in nodes entered, in cuts and deep cuts, and without ties."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from math import inf
from random import Random
from typing import Final, NamedTuple

from engine.games import GameError
from engine.games.formats.leaf_text import Choice, Lottery, Node
from engine.lab.answer_keys.watching import watch
from engine.lab.exercises import Rule
from engine.lab.exercises.order import Order
from engine.lab.trees import Shape, Tree
from engine.lab.trees.growing import roots_like, skeleton_of

MOST_VARIANTS: Final = 100
MOST_LEAVES: Final = 64
_FIRST: Final = 200  # trees drawn to find which difficulty is common
_DRAWS: Final = 20_000  # trees drawn in all
_LEAVES: Final = 250_000  # leaves drawn in all: about a second of processor time


class Difficulty(NamedTuple):
    """Counts the nodes entered by alpha-beta, the nodes at which something is skipped, and those with a deep bound."""

    nodes: int
    cuts: int
    deep_cuts: int


Pattern = tuple[int, ...]
"""The numbers of the nodes at which something is cut, in order of entry. Neighbours with other patterns cannot copy."""


def variants(seed: int, shape: str, count: int, rule: Rule, sortable: bool = False) -> tuple[Tree, ...]:
    """Returns ``count`` different trees of one shape and one difficulty, with ties only where the shape has them. An
    uneven shape is drawn once, and only the leaves differ. ``sortable``: in each tree another order helps alpha-beta.
    Raises GameError if a tree is too large, or too few trees are equally difficult."""
    form = Shape.of(shape)
    if form.leaves > MOST_LEAVES or not 1 <= count <= MOST_VARIANTS:
        raise GameError(
            "an exam has 1 to {most} variants, each of at most {leaves} leaves", most=MOST_VARIANTS, leaves=MOST_LEAVES
        )
    random = Random(f"exam/{seed}/{form}")
    skeleton = skeleton_of(random, form)
    roots = roots_like(random, form, skeleton)
    if form.has_chance:  # no cut to count: all trees of the shape are equally difficult
        alike = dict.fromkeys(islice(roots, _FIRST))
        return _enough([*islice(alike, count)], count, shape)
    first = [(root, *measure(root, rule)) for root in islice(roots, _FIRST)]
    wanted = _common([(counts, pattern) for _, counts, pattern in first])
    drawn = ((root, *measure(root, rule)) for root in islice(roots, min(_DRAWS, _LEAVES // form.leaves)))
    found = dict[Node, None]()
    for root, counts, _ in chain(first, drawn):
        if counts == wanted and (not sortable or Order(Tree(root), rule).is_worth_asking()):
            found[root] = None
        if len(found) >= count:
            break
    return _enough([*found], count, shape)


def _enough(found: Sequence[Node], count: int, shape: str) -> tuple[Tree, ...]:
    if len(found) < count:
        refusal = (
            "only {count} different trees of the shape {shape} are equally difficult; "
            "ask for fewer variants or another shape"
        )
        raise GameError(refusal, count=len(found), shape=shape)
    return tuple(map(Tree, found))


def difficulty_of(tree: Tree, rule: Rule) -> Difficulty:
    """Returns the counts of any tree. Nothing is cut in a tree with chance or of three players, or half searched."""
    if tree.has_chance or tree.unknowns or tree.game.sides > 2:
        return Difficulty(len(tree.places), 0, 0)
    watched = watch(tree, rule)
    return Difficulty(len(watched.visits), len(watched.cuts), len(watched.deep_cuts))


def _common(measured: list[tuple[Difficulty, Pattern]]) -> Difficulty:
    """Returns the richest difficulty that one tree in twenty has: several patterns, deep cuts, many cuts."""
    counts, patterns = Counter(one for one, _ in measured), Counter(one for one, _ in set(measured))
    common = [one for one, count in counts.items() if 20 * count >= len(measured)]
    if not common:
        return max(counts, key=counts.__getitem__)
    return max(common, key=lambda one: (min(patterns[one], 3), one.deep_cuts > 0, one.cuts, counts[one]))


def measure(root: Node, rule: Rule) -> tuple[Difficulty, Pattern]:
    """Returns the counts of alpha-beta on a tree without chance, and the pattern, much faster than a whole record."""
    nodes = deep = 0
    cuts: list[int] = []

    def search(node: Node, level: int, alpha: float, beta: float, alpha_level: int, beta_level: int) -> float:
        nonlocal nodes, deep
        nodes += 1
        entered = nodes
        if not isinstance(node, Choice | Lottery):
            return node
        is_max = level % 2 == 0
        best = -inf if is_max else inf
        for index, branch in enumerate(node.branches, start=1):
            value = search(branch, level + 1, alpha, beta, alpha_level, beta_level)
            best = max(best, value) if is_max else min(best, value)
            if is_max and value > alpha:
                alpha, alpha_level = value, level
            elif not is_max and value < beta:
                beta, beta_level = value, level
            if beta < alpha or (rule == "<=" and beta == alpha):
                if index < len(node.branches):
                    cuts.append(entered)
                    deep += (beta_level if is_max else alpha_level) != level - 1
                break
        return best

    search(root, 0, -inf, inf, -1, -1)
    return Difficulty(nodes, len(cuts), deep), tuple(sorted(cuts))
