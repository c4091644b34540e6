"""Holds lessons 8 to 10: cuts, the order of moves, and alpha-beta as one function."""

from functools import cache

from engine.lab import exercises
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field
from engine.lab.lessons import facts
from engine.lab.lessons.costly import CONNECT4_DEPTH, stored
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
    tree, numbers = parse(UNSORTED), stored()
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
        "new_alpha": -node.beta,
        "new_beta": -node.alpha,
        "nodes": facts.tree_result(SHALLOW_AND_DEEP, "alphabeta").counts.nodes,
        "zero": 0,
    }


def _one_function_fault(known: Facts, given: Answers) -> Fault | None:
    for name, old in (("alpha", "beta"), ("beta", "alpha")):
        wanted = known[f"new_{name}"]
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
        "What cannot matter",
        Figure("twofold", tree=SHALLOW_AND_DEEP),
        (
            "*Alpha-beta* finds the value of minimax with less work. It keeps in mind what each side is sure of. "
            "*Alpha* is the least that Max will get. *Beta* is the most that Min will let Max have. The values between "
            "them are the *window*.",
            "Look at {node}, where Min moves. Max is sure of {alpha} by {before}. The first leaf of {node} is {first}, "
            "so Min can hold Max to {first} there. Max will not go to {node}, and the rest of it cannot matter. To "
            "leave the rest out is a *cut*.",
            "Both bounds travel down the tree. So a value near the root can close a window many plies below. This is a "
            "*deep cut*. Watch the number line: when nothing is left between alpha and beta, the search goes back up.",
        ),
        lambda _: exercises.make("cuts", tree=SHALLOW_AND_DEEP),
        _what_cannot_matter,
        practice="windows",
        book="alpha-beta pruning, shallow and deep cutoff, alpha cut and beta cut, search window",
    ),
    Lesson(
        9,
        "order",
        "Order",
        Figure("alphabeta", tree=UNSORTED, compare="best"),
        (
            "Alpha-beta cuts most when the best move comes first: then the window is small from the start. To sort the "
            "moves is called *move ordering*. With the worst move first, the search looks at {worst} of {all} leaves. "
            "As the tree is drawn here, it looks at {alphabeta}.",
            "How few can it be? Knuth and Moore gave the answer. With {b} moves in a node and {d} plies, the least is "
            "{b} to the power {up}, plus {b} to the power {down}, minus {one}. That makes {least}. The power is "
            "halved, not only the number of leaves.",
            "A search cannot know the best move before it has looked. So it guesses. Connect Four, {eight} plies deep, "
            "takes {given_c4} states as the moves come. With the best guess first it takes {static_c4}. If the "
            "search knew the best move, it would take {best_c4}.",
        ),
        lambda _: exercises.make("order", tree=UNSORTED),
        _order,
        practice="order",
        book="move ordering, minimal tree, effective branching factor: its square root",
    ),
    Lesson(
        10,
        "one-function",
        "One function",
        Figure("alphabeta", tree=SHALLOW_AND_DEEP, compare="twofold"),
        (
            "Alpha-beta can be written in two ways. Many books use a pair of functions. One plays for Max and takes "
            "the greatest value. The other plays for Min and takes the least. Both see each value as Max does.",
            "The other way is *negamax*: one function for both sides. It sees each value as the side to move does. "
            "What is good for one side is bad for the other, and the sum is always {zero}. So a value changes its sign "
            "on its way up.",
            "The window has to change as well. It turns round at each ply: minus beta is the new alpha, and minus "
            "alpha is the new beta. Both ways visit the same {nodes} nodes, and make the same cuts.",
        ),
        Asked(
            "The pair of functions enters {node} with alpha {alpha} and beta {beta}. With which window does negamax "
            "enter {node}? Write inf for infinity.",
            (Field("alpha", "{node}", "alpha at {node}"), Field("beta", "{node}", "beta at {node}")),
            lambda known: {"alpha": known["new_alpha"], "beta": known["new_beta"]},
            _one_function_fault,
            "Right. Min sees the same piece of the number line from the other side.",
        ),
        _one_function,
        practice="windows",
        book="negamax, MAX-VALUE and MIN-VALUE, fail-soft and fail-hard",
    ),
)
