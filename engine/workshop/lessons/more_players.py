"""Counts the numbers of lesson 28."""

from functools import cache

from engine.games.formats.leaf_text import Choice, Node
from engine.lab.answer_keys.words import show
from engine.lab.lessons.lesson import Facts
from engine.lab.trees import Tree, parse
from engine.lab.trees.tree import write
from engine.search.parts.trace import Branch
from engine.text import listed
from engine.workshop.lessons import facts
from engine.workshop.lessons.facts import tree

THREE = tree("more-than-two")
"""A tree in which trust and mistrust choose different moves, and a tie of the third player decides."""


@cache
def _more_than_two() -> Facts:
    tree, visits = parse(THREE), facts.visits(THREE, "maxn")
    last = tree.game.sides - 1
    thirds = [
        name for name, one in visits.items() if one.branches and all(not below.branches for below in one.branches)
    ]
    ties = [name for name in thirds if len({_shares(one)[last] for one in visits[name].branches}) == 1]
    tied, node = ties[0], thirds[0]
    one, other = visits[tied].branches
    found = {way: facts.tree_result(THREE, way) for way in ("maxn", "paranoid")}
    moves = {way: tree.places[tree.children[0][(result.move or 0) - 1]].name for way, result in found.items()}
    turned = write(_turned(tree, visits[tied]))
    second = visits[tree.places[tree.children[0][0]].name]
    return {
        "players": tree.game.sides,
        "third": last + 1,
        "node": node,
        "taken": _words(visits[node]),
        "trusting": moves["maxn"],
        "hoped": show(found["maxn"].value),
        "wary": moves["paranoid"],
        "sure": show(found["paranoid"].value),
        "risk": show(_paranoid(tree, moves["maxn"])),
        **{f"{way}_nodes": result.counts.nodes for way, result in found.items()},
        "tied": tied,
        "one": _words(one),
        "other": _words(other),
        "then": show(facts.tree_result(turned, "maxn").value),
        "asked": tree.places[tree.children[0][0]].name,
        "second": 2,
        "choices": listed(list(map(_words, second.branches))),
        "key": dict(zip(("first", "second", "third"), _shares(second), strict=True)),
    }


def _shares(visit: Branch[object]) -> tuple[float, ...]:
    return visit.numbers or ()


def _words(visit: Branch[object]) -> str:
    return f"<{' '.join(map(show, _shares(visit)))}>"


def _paranoid(tree: Tree, name: str) -> float:
    """Returns what the first player is sure of after the branch to a node, whatever the others do."""
    branch = next(place for place in tree.places if place.name == name)
    alone = f"({write(_plain(tree.root.branches[branch.move - 1]))})"  # type: ignore[union-attr]
    return facts.tree_result(alone, "paranoid").value


def _plain(node: Node) -> Node:
    """Returns a tree without movers, which the reader gives again."""
    return Choice(tuple(map(_plain, node.branches))) if isinstance(node, Choice) else node


def _turned(tree: Tree, visit: Branch[object]) -> Node:
    """Returns the tree with the branches of one node changed over."""

    def walk(node: Node) -> Node:
        if not isinstance(node, Choice):
            return node
        order = reversed(node.branches) if node == visit.state.node else iter(node.branches)  # type: ignore[attr-defined]
        return Choice(tuple(map(walk, order)))

    return walk(tree.root)


MADE = {
    "more-than-two": _more_than_two,
}
"""What makes the numbers of each lesson."""
