"""Asks exercises by seed, and changes right answers by one step."""

from collections.abc import Callable
from itertools import product
from math import inf
from typing import Any

import pytest

from engine.games.formats.leaf_text import Choice, Lottery, Node
from engine.lab.exercises import RULES, Exercise, Verdict, check, make
from engine.lab.trees import Tree

SHAPES = ("2x2x2", "uneven-8", "3x3", "2x2x2x2", "2x2x2-ties")


def exercises(kind: str, seeds: range, shapes: tuple[str, ...] = SHAPES) -> list[Exercise]:
    return [make(kind, seed, shapes[seed % len(shapes)], RULES[seed % 2]) for seed in seeds]


def refused(exercise: Exercise, answer: str) -> Verdict:
    """Returns the verdict on an answer which must be wrong."""
    verdict = check(exercise, answer)
    assert not verdict.right, (exercise.view(), answer, verdict)
    assert verdict.key == exercise.key()
    assert verdict.sentence.endswith((".", "?"))
    return verdict


def pairs(exercise: Exercise) -> dict[str, str]:
    return dict(pair.split("=") for pair in exercise.key().split())


def joined(answers: dict[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in answers.items())


def swapped(tree: Tree) -> list[Tree]:
    """Returns the tree with two neighbouring brothers exchanged, for every such pair."""
    found = []
    for place in tree.inner():
        for first in range(len(tree.children[place]) - 1):

            def swap(node: Node, first: int = first) -> Node:
                branches = list(node.branches)
                branches[first : first + 2] = reversed(branches[first : first + 2])
                return Choice(tuple(branches))

            found.append(Tree(_at(tree.root, tree.places[place].path, swap)))
    return found


def changed(tree: Tree) -> list[Tree]:
    """Returns the tree with one leaf changed, in several ways for every leaf."""
    return [with_leaf(tree, leaf, value) for leaf, value in product(tree.leaves, (-50, 0, 50))]


def with_leaf(tree: Tree, leaf: int, value: float) -> Tree:
    return Tree(_at(tree.root, tree.places[leaf].path, lambda _: float(value)))


def _at(node: Node, path: tuple[int, ...], change) -> Node:
    if not path:
        return change(node)
    branches = list(node.branches)
    branches[path[0] - 1] = _at(branches[path[0] - 1], path[1:], change)
    return Choice(tuple(branches)) if isinstance(node, Choice) else Lottery(tuple(branches), node.chances)


def searched(tree: Tree, rule: str = "<=", hard: bool = False) -> dict[int, tuple[float, float, float]]:
    """Returns alpha, beta and value of every visited place by maximise and minimise as lessons write them."""
    found: dict[int, tuple[float, float, float]] = {}

    def cut(alpha: float, beta: float) -> bool:
        return beta <= alpha if rule == "<=" else beta < alpha

    def value(place: int, maximise: bool, alpha: float, beta: float) -> float:
        found[place] = alpha, beta, 0.0
        low, high = alpha, beta
        best = tree.places[place].value
        if best is None:
            best = -inf if maximise else inf
            for child in tree.children[place]:
                v = value(child, not maximise, low, high)
                best = max(best, v) if maximise else min(best, v)
                low, high = (max(low, v), high) if maximise else (low, min(high, v))
                if cut(low, high):
                    break
            if hard:
                best = alpha if best < alpha else beta if best > beta else best
        found[place] = alpha, beta, best
        return best

    value(0, True, -inf, inf)
    return found


def seeds(few: int, many: int = 1000) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Returns a decorator which gives a test its ``seeds``: ``few`` by default, ``many`` with ``-m long``."""
    long = pytest.param(range(many), marks=pytest.mark.long)
    return pytest.mark.parametrize("seeds", [range(few), long], ids=["few", "many"])
