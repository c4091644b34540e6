"""Says in a sentence what was understood of a tree, and offers the other readings of one that names no movers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from engine.games import Player
from engine.games.formats.leaf_text import Choice, Lottery, Node, number_words
from engine.games.trees.writing import movers, named_like_words
from engine.lab.trees.tree import CHANCE, NOBODY, Tree
from engine.text import Text, listed, text

FORMS: Final = {
    "numbers": text("a list of numbers"),
    "list": text("brackets"),
    "json": text("an object (JSON)"),
    "newick": text("Newick"),
    "lengths": text("Newick, without the lengths of its branches"),
    "lines": text("indented lines"),
    "dot": text("Graphviz"),
    "edges": text("a list of edges"),
    "course": text("a course's test"),
    "latex": text("LaTeX"),
}
"""The names of the forms that are read."""


def understood(tree: Tree) -> dict[str, Any]:
    """Returns for the page the tree as ``text``, sentences about it, and other ``readings``, words with text."""
    return {"text": tree.text(), "sentences": [*sentences(tree)], "readings": [*readings(tree)]}


def sentences(tree: Tree) -> Iterator[Text]:
    """Yields what was understood, as in "Max to move, 3 levels (Max, Min, Max), 9 leaves. Read as Newick."."""
    levels, leaves = max(len(place.path) for place in tree.places), len(tree.leaves)
    parts = [
        text("{side} to move", side=tree.side(0)),
        text("{n} level ({sides})|{n} levels ({sides})", n=levels, sides=_levels(tree)),
        text("{n} leaf|{n} leaves", n=leaves),
    ]
    yield text("{parts}.", parts=listed(parts))
    for name, value in tree.unknowns.items():
        template = "The leaf {name} is unknown; the picture takes {value} for it."
        yield text(template, name=name, value=number_words(value))
    yield from named_like_words(tree.root)
    if tree.bounds is not None:
        low, high = map(number_words, tree.bounds)
        yield text("All values lie between {low} and {high}.", low=low, high=high)
    if _chance_on_top(tree):
        yield text("A Max node with one branch stands above the chance node, because a search begins with a move.")
    if tree.form:
        yield text("Read as {form}.", form=FORMS[tree.form])


def readings(tree: Tree) -> Iterator[tuple[Text, str]]:
    """Yields other trees that may be meant if no mover is named: Min on top, and after chance the same side."""
    named = any(isinstance(node, Choice) and node.mover is not None for node, *_ in movers(tree.root))
    if not (named or tree.named or _chance_on_top(tree)):
        yield text("Min on top"), _text(tree, replace(tree.root, mover=Player.SECOND))  # type: ignore[type-var]
    if not named and tree.has_chance:
        again = _text(tree, _again(tree.root, Player.FIRST))
        if again != tree.text():
            yield text("After chance the same side moves again"), again


def _text(tree: Tree, root: Node) -> str:
    return Tree(root, tree.bounds).text()


def _chance_on_top(tree: Tree) -> bool:
    branches = tree.children[0]
    return len(branches) == 1 and tree.places[branches[0]].mover == CHANCE


def _again(node: Node, turn: Player) -> Node:
    """Returns a tree in which the choices below a chance node belong to the side above the node."""
    if isinstance(node, Lottery):
        return replace(node, branches=tuple(_again(branch, turn.other) for branch in node.branches))
    if isinstance(node, Choice):
        return Choice(tuple(_again(branch, turn.other) for branch in node.branches), turn, node.name)
    return node


def _levels(tree: Tree) -> list[str]:
    """Returns the mover of each level, "Max/Min" where there are several."""
    found: dict[int, list[str]] = {}
    for index, place in enumerate(tree.places):
        if place.mover != NOBODY:
            sides = found.setdefault(len(place.path), [])
            sides += [] if tree.side(index) in sides else [tree.side(index)]
    return [sides[0] if len(sides) == 1 else "/".join(sides) for _, sides in sorted(found.items())]
