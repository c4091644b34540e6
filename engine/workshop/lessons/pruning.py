"""Counts the numbers of lessons 8 to 10."""

from functools import cache

from engine.lab.answer_keys.words import show
from engine.lab.lessons.lesson import Facts
from engine.lab.trees import parse
from engine.workshop.lessons import facts
from engine.workshop.lessons.beginnings import CONNECT4_DEPTH
from engine.workshop.lessons.facts import tree

SHALLOW_AND_DEEP = tree("what-cannot-matter")  # with a shallow cut, then a deep one
UNSORTED = tree("order")


@cache
def _what_cannot_matter() -> Facts:
    visits = facts.visits(SHALLOW_AND_DEEP, "twofold")
    name, node = next((name, one) for name, one in visits.items() if one.skipped)
    before = next(name for name, one in visits.items() if one.value == node.alpha and one.branches)
    return {"node": name, "before": before, "alpha": show(node.alpha), "first": show(node.branches[0].value)}


@cache
def _order() -> Facts:
    tree, numbers = parse(UNSORTED), facts.stored()
    b, d = len(tree.children[0]), tree.game.max_plies
    up, down = (d + 1) // 2, d // 2
    seen = {method: facts.tree_result(UNSORTED, method).counts.leaves for method in ("alphabeta", "worst", "best")}
    return {
        "all": len(tree.leaves),
        "b": b,
        "d": d,
        "up": up,
        "down": down,
        "one": 1,
        "least": b**up + b**down - 1,
        "eight": CONNECT4_DEPTH,
        "given_c4": numbers["connect4 alphabeta"],
        "static_c4": numbers["connect4 static"],
        "best_c4": numbers["connect4 best"],
        **seen,
    }


@cache
def _one_function() -> Facts:
    visits = facts.visits(SHALLOW_AND_DEEP, "twofold")
    name, node = next((name, one) for name, one in visits.items() if one.skipped)
    return {
        "node": name,
        "alpha": show(node.alpha),
        "beta": show(node.beta),
        "key": {"alpha": -node.beta, "beta": -node.alpha},
        "nodes": facts.tree_result(SHALLOW_AND_DEEP, "alphabeta").counts.nodes,
        "zero": 0,
    }


MADE = {
    "what-cannot-matter": _what_cannot_matter,
    "order": _order,
    "one-function": _one_function,
}
"""What makes the numbers of each lesson."""
