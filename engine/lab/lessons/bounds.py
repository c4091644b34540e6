"""Holds lessons 22 and 23: searches that only ask a question, and values that are only bounds."""

from functools import cache

from engine.games.formats.leaf_text import Choice, Node
from engine.lab.answer_keys.words import show
from engine.lab.exercises.exercise import Field, Option
from engine.lab.lessons import facts
from engine.lab.lessons.lesson import Answers, Asked, Chosen, Facts, Fault, Figure, Lesson
from engine.lab.run import Problem, record
from engine.lab.trees import parse
from engine.search.parts.values import INFINITY
from engine.text import listed, text

ASKING = "(((15 2) (21 14)) ((22 20) (12 4)) ((19 25) (5 1)) ((18 16) (13 26)))"
"""A tree in which about one late move the answer is yes."""
BEST_FIRST = "(((18 16) (13 26)) ((15 2) (21 14)) ((22 20) (12 4)) ((19 25) (5 1)))"
MET_TWICE = "((4 (6 9)) ((6 9) 8) (7 10))"
"""A tree with a node that is cut, and met again where the whole value counts."""


@cache
def _only_a_question() -> Facts:
    tree, visits, numbers = parse(ASKING), facts.visits(ASKING, "pvs"), facts.stored()
    tried = [branch.move for branch in visits[tree.places[0].name].branches]
    names = [tree.places[place].name for place in tree.children[0]]
    node = tree.children[0][2]
    yes, no = (tree.places[place] for place in tree.children[node])
    passes = record(Problem.of_tree(ASKING), "mtdf")["visits"]
    roots = [visit for visit, above in enumerate(passes["parent"]) if above < 0]
    return {
        "first": names[0],
        "least": show(visits[names[0]].value),
        "rest": listed(names[1:]),
        "again": next(name for move, name in enumerate(names, start=1) if tried.count(move) > 1),
        **{name: facts.tree_result(ASKING, name).counts.nodes for name in ("alphabeta", "pvs")},
        **{f"{name}_sorted": facts.tree_result(BEST_FIRST, name).counts.nodes for name in ("alphabeta", "pvs")},
        "bounds": listed([show(round(passes["value"][root], 9)) for root in roots]),
        "passes": len(roots),
        "symmetry": numbers["tictactoe symmetry"],
        "mtdf": numbers["tictactoe mtdf"],
        "node": tree.places[node].name,
        "yes": yes.name,
        "no": no.name,
        "leaf": show(visits[yes.name].value),
        "most": len(tree.children[node]) * len(tree.children[tree.children[node][0]]),
        "key": sum(one.note == "over" for name in (yes.name, no.name) for one in visits[name].branches),
    }


def _only_a_question_fault(known: Facts, given: Answers) -> Fault:
    leaves, node = given["leaves"], known["node"]
    if leaves > known["key"]:
        told = "Fewer. The first leaf of {yes} is {leaf}, above {least}. That is a yes, and the rest cannot matter."
        return text(told, yes=known["yes"], leaf=known["leaf"], least=known["least"]), known["yes"]
    told = "More. At {node} Min moves: a yes at {yes} is not enough, so the search has to ask at {no} as well."
    return text(told, node=node, yes=known["yes"], no=known["no"]), known["no"]


@cache
def _bound_is_no_value() -> Facts:
    visits = facts.visits(MET_TWICE, "table")
    (node, cut), (last, late) = ((name, one) for name, one in visits.items() if one.skipped)
    twin = next(name for name, one in visits.items() if one.state == cut.state and one is not cut)
    wrong, branch = _without_flags(parse(MET_TWICE).root, True, -INFINITY, INFINITY, {})
    right = facts.tree_result(MET_TWICE, "table")
    names = {path[0]: place.name for place in parse(MET_TWICE).places if len(path := place.path) == 1}
    above = next(name for name, one in visits.items() if cut in one.branches)
    return {
        "node": node,
        "above": above,
        "bound": show(cut.beta),
        "seen": show(cut.value),
        "twin": twin,
        "whole": show(visits[twin].value),
        "wrong": show(wrong),
        "wrong_move": names[branch],
        "right": show(right.value),
        "right_move": names[right.move or 0],
        "last": last,
        "value": show(late.value),
        "alpha": show(late.alpha),
        "key": "upper",
    }


def _without_flags(
    node: Node, maximise: bool, alpha: float, beta: float, table: dict[tuple[Node, bool], tuple[float, int]]
) -> tuple[float, int]:
    """Returns the value and the branch that alpha-beta finds if the table takes each bound for a value."""
    if not isinstance(node, Choice):
        return float(node) if isinstance(node, float | int) else 0.0, 0
    if (node, maximise) not in table:
        best, choice = -INFINITY if maximise else INFINITY, 0
        for move, branch in enumerate(node.branches, start=1):
            v, _ = _without_flags(branch, not maximise, alpha, beta, table)
            if v > best if maximise else v < best:
                best, choice = v, move
            alpha, beta = (max(alpha, v), beta) if maximise else (alpha, min(beta, v))
            if beta <= alpha:
                break
        table[node, maximise] = best, choice
    return table[node, maximise]


def _flags(known: Facts) -> tuple[Option, ...]:
    value = known["value"]
    return (
        Option("exact", text("Exactly {value}", value=value)),
        Option("lower", text("{value} or more", value=value)),
        Option("upper", text("{value} or less", value=value)),
    )


def _flag_fault(known: Facts, chosen: str) -> Fault:
    last, value = known["last"], known["value"]
    if chosen == "exact":
        told = "The search left {last} after one leaf. The leaf that it skipped could be less than {value}."
        return text(told, last=last, value=value), last
    return text(
        "At {last} Min moves, and {value} is there to be taken. It is never more.", last=last, value=value
    ), last


LESSONS = (
    Lesson(
        22,
        "only-a-question",
        Figure("pvs", tree=ASKING, compare="alphabeta"),
        _only_a_question,
        Asked(_only_a_question_fault, Field("leaves", "{node}", "Leaves")),
        own_practice="scout",
        then=("Put the best move first", Figure("pvs", tree=BEST_FIRST, compare="alphabeta")),
    ),
    Lesson(
        23,
        "bound-is-no-value",
        Figure("table", tree=MET_TWICE, compare="alphabeta"),
        _bound_is_no_value,
        Chosen(_flags, _flag_fault),
        own_practice="flags",
    ),
)
