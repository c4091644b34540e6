"""Counts the numbers of lessons 22 and 23."""

from functools import cache

from engine.games.formats.leaf_text import Choice, Node
from engine.lab.answer_keys.words import show
from engine.lab.lessons.lesson import Facts
from engine.lab.run import Problem, record
from engine.lab.trees import parse
from engine.search.parts.values import INFINITY
from engine.text import listed
from engine.workshop.lessons import facts
from engine.workshop.lessons.facts import following, tree

ASKING = tree("only-a-question")
"""A tree in which about one late move the answer is yes."""
BEST_FIRST = following("only-a-question").tree or ""
MET_TWICE = tree("bound-is-no-value")
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


MADE = {
    "only-a-question": _only_a_question,
    "bound-is-no-value": _bound_is_no_value,
}
"""What makes the numbers of each lesson."""
