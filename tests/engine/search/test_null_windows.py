"""Tests null windows: counts against textbook programs on whole numbers, written apart, and what each pass claims."""

from math import inf
from random import Random

import pytest
from hypothesis import given

from engine.games import Player
from engine.games.formats.leaf_text import Choice
from engine.games.leaves import LeafTree
from engine.lab.run import Problem, record
from engine.search.minimax import minimax
from engine.search.null_window import mtdf, pvs
from engine.search.parts.trace import Trace
from engine.search.parts.values import is_null
from tests.engine.search.oracle import oracle, trees, walk
from tests.profiles import costly


def random_tree(seed: int) -> LeafTree:
    """Returns a tree of whole numbers, no node of which equals another, so that no table finds a state again."""
    random = Random(seed)
    leaves = iter(random.sample(range(-500, 500), 400))

    def node(depth: int) -> Choice | float:
        if depth == 0 or random.random() < 0.15:
            return float(next(leaves))
        return Choice(tuple(node(depth - 1) for _ in range(random.randint(1, 4))))

    return LeafTree(Choice(tuple(node(random.randint(1, 3)) for _ in range(random.randint(1, 4)))))


def scout(node, alpha, beta, colour, seen) -> float:
    """Searches as the NegaScout of textbooks, with windows of width one."""
    seen.append(node)
    if not isinstance(node, Choice):
        return colour * node
    best, b = -inf, beta
    for number, branch in enumerate(node.branches):
        v = -scout(branch, -b, -max(alpha, best), -colour, seen)
        if number and max(alpha, best) < v < beta and b != beta:
            v = -scout(branch, -beta, -max(alpha, best), -colour, seen)
        best = max(best, v)
        if best >= beta:
            break
        b = max(alpha, best) + 1
    return best


def driver(root) -> tuple[float, int]:
    """Returns the value by MTD(f) with a table of two bounds, and the nodes looked at."""
    low, high, guess, seen, table = -inf, inf, 0, [], {}

    def search(node, alpha, beta, maximise) -> float:
        seen.append(node)
        if not isinstance(node, Choice):
            return node
        least, most = table.get((node, maximise), (-inf, inf))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        best = -inf if maximise else inf
        for branch in node.branches:
            v = search(branch, alpha, beta, not maximise)
            best = max(best, v) if maximise else min(best, v)
            if best >= beta if maximise else best <= alpha:
                break
        table[node, maximise] = (-inf, best) if best <= alpha else (best, inf)
        return best

    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = search(root, beta - 1, beta, True)
        low, high = (low, guess) if guess < beta else (guess, high)
    return guess, len(seen)


@pytest.mark.parametrize("seeds", [range(60), pytest.param(range(60, 500), marks=pytest.mark.long)])
def test_the_counts_are_those_of_other_programs(seeds) -> None:
    for seed in seeds:
        tree = random_tree(seed)
        true, seen = minimax(tree, tree.initial()).value, []
        assert scout(tree.root, -inf, inf, 1, seen) == true
        found = pvs(tree, tree.initial())
        assert (found.value, found.counts.nodes) == (true, len(seen)), seed
        passes = mtdf(tree, tree.initial())
        assert (passes.value, passes.counts.nodes) == driver(tree.root), seed
        assert passes.value == true


@costly(100)
@given(trees())
def test_each_pass_narrows_the_value(tree) -> None:
    run = record(Problem.of_tree(tree.describe(tree.initial())), "mtdf")
    if not run["complete"]:
        return
    visits, true = run["visits"], minimax(tree, tree.initial()).value
    roots = [number for number, above in enumerate(visits["parent"]) if above < 0]
    low, high = -inf, inf
    for number in roots:
        value, beta = visits["value"][number], visits["beta"][number]
        assert is_null(visits["alpha"][number], beta)
        assert low <= visits["alpha"][number] < high, "a question still open"
        low, high = (max(low, value), high) if value >= beta else (low, min(high, value))
        assert low <= true <= high
    assert low == high == true
    assert sum(visits["parent"][n] < 0 for n in range(len(visits["parent"]))) == len(roots) >= 2


@pytest.mark.parametrize("search", [pvs, mtdf])
@costly(60)
@given(tree=trees())
def test_a_cut_leaves_the_answer_as_it_is(search, tree) -> None:
    """Puts great and small leaves in the place of the moves skipped: the value stays on its side of the window."""
    trace = Trace(tree, Player.FIRST)
    search(tree, tree.initial(), None, trace)
    for branch in walk(trace.tree()):
        for leaf in (-99.0, 99.0) if branch.cut is not None else ():
            below = branch.state.node.branches
            other = Choice(tuple(leaf if at in branch.skipped else one for at, one in enumerate(below, start=1)))
            value = oracle(tree)(branch.state._replace(node=other), Player.FIRST)
            assert value >= branch.beta if branch.mover is Player.FIRST else value <= branch.alpha


def test_a_null_window_is_told_in_words() -> None:
    said = [*record(Problem.of_tree("((5 8) (3 9) (7 9))"), "pvs")["sentences"].values()]
    assert "Max tries C; Min is to move there. A null window: the search only asks if the value is above 5." in said
    run = record(Problem.of_tree("((5 8) (3 9) (7 9))"), "mtdf")
    asked = [
        run["sentences"][str(at)]
        for at, kind in enumerate(run["steps"]["kind"])
        if kind == run["kinds"].index("iteration")
    ]
    assert [one.rpartition(" is ")[2] for one in asked] == ["below 0.", "above 5.", "above 7."]
    said = [*run["sentences"].values()]
    assert "Here Max gets 5 or more: that answers the question. C and D cannot matter." in said
    witness = "At A, Max is sure of 5 by B. Here Min gets 3 or less, so Max will not let the game come here."
    assert (
        f"{witness} Leaf 9 of C cannot matter." in record(Problem.of_tree("((5 8) (3 9))"), "pvs")["sentences"].values()
    )
