"""Holds lessons 8 to 10: cuts, the order of moves, and alpha-beta as one function."""

from functools import cache

from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.beginnings import CONNECT4_DEPTH
from engine.lab.lessons.lesson import Answers, Asked, Facts, Fault, Figure, Lesson
from engine.lab.trees import parse
from engine.text import text

SHALLOW_AND_DEEP = "((5 8) (3 9) (((4 2) 6) 7))"  # a tree with a shallow cut, then a deep one
UNSORTED = "(((30 40 24) (18 9 12) (44 1 22)) ((33 59 39) (6 51 36) (58 3 25)) ((11 29 28) (41 38 16) (4 8 55)))"


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


def _one_function_fault(known: Facts, given: Answers) -> Fault | None:
    for name, old in (("alpha", "beta"), ("beta", "alpha")):
        wanted = known["key"][name]
        if given[name] != wanted:
            turned = (
                "Min is to move at {node}, so the window turns round: the new {name} is minus the old {old}, "
                "and the old {old} is {bound}. You wrote {given}."
            )
            node = known["node"]
            return text(turned, node=node, name=name, old=old, bound=known[old], given=show(given[name])), node
    return None


LESSONS = (
    Lesson(
        8,
        "what-cannot-matter",
        Figure("twofold", tree=SHALLOW_AND_DEEP),
        _what_cannot_matter,
        lambda *_: exercises.make("cuts", tree=SHALLOW_AND_DEEP),
        own_practice="windows",
    ),
    Lesson(
        9,
        "order",
        Figure("alphabeta", tree=UNSORTED, compare="best"),
        _order,
        lambda *_: exercises.make("order", tree=UNSORTED),
        own_practice="order",
    ),
    Lesson(
        10,
        "one-function",
        Figure("alphabeta", tree=SHALLOW_AND_DEEP, compare="twofold"),
        _one_function,
        Asked(
            _one_function_fault, Field("alpha", "{node}", "alpha at {node}"), Field("beta", "{node}", "beta at {node}")
        ),
        own_practice="windows",
    ),
)
