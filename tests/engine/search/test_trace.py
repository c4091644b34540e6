"""Tests the contents of a trace: every visited state with window and value, the cuts and the refuting moves."""

import math
from collections import Counter

import pytest
from hypothesis import given

from engine.games import Player, find
from engine.games.nim import Nim
from engine.search.catalogue import CATALOGUE
from engine.search.deepening import search_to
from engine.search.parts.drawing import _wrapped, as_data, draw_tree, number, size, value_words, why_cut
from engine.search.parts.options import Options
from engine.search.parts.trace import Branch, Trace
from engine.search.parts.values import SOLVED, is_null, just_below
from tests.engine.search.oracle import oracle, trees, walk
from tests.profiles import costly
from tests.trees import leaf_tree

CLASSIC = leaf_tree("-2 3 5 12 9 8 -7 -3")
DICE = leaf_tree("[{1/4: 8, 3/4: 0}, {1/2: 3, 1/2: [4, 7]}, {1/2: -9, 1/2: [9, 8]}]")
APART = ("bias", "mtdf", "retrograde")
WATCHED = [one for one in CATALOGUE.values() if one.exact and not one.rounds and one.name not in APART]
"""Without MTD(f), whose trace is that of the last of several passes (see test_null_windows.py), and the table from the
end back, which shows each state once (see test_retrograde.py)."""


def traced(tree, name: str, depth: int | None = None):
    trace = Trace(tree, Player.FIRST)
    result = CATALOGUE[name].function(tree, tree.initial(), depth, trace)
    return trace, result


@pytest.mark.parametrize("algorithm", WATCHED, ids=lambda one: one.name)
@costly(60)
@given(tree=trees())
def test_a_trace_is_the_search(algorithm, tree) -> None:
    trace, result = traced(tree, algorithm.name)
    root, value = trace.tree(), oracle(tree)
    assert (root.value, root.alpha, root.beta) == (result.value, -math.inf, math.inf)
    assert size(root) == result.counts.nodes
    for branch in walk(root):
        true = value(branch.state, Player.FIRST)
        if branch.value <= branch.alpha:
            assert true <= branch.value
        elif branch.value >= branch.beta:
            assert true >= branch.value
        else:
            assert true == branch.value
        if branch.cut is not None:
            assert branch.skipped
            assert branch.branches[-1].move == branch.cut
            assert branch.value >= branch.beta if branch.mover is Player.FIRST else branch.value <= branch.alpha
        moves = {*branch.skipped, *(below.move for below in branch.branches)}
        assert branch.note in ("table", "guess") or moves == set(tree.moves(branch.state))
        assert (branch.note == "over") == (tree.outcome(branch.state) is not None)
    assert trace.met == sum(branch.met for branch in walk(root)) == result.counts.cutoffs
    assert trace.cuts == sum(branch.cut is not None for branch in walk(root))


@pytest.mark.parametrize("algorithm", WATCHED, ids=lambda one: one.name)
@costly(30)
@given(tree=trees())
def test_each_end_of_a_window_is_a_value_found_above(algorithm, tree) -> None:
    """Finds the visit behind each bound among the finished visits of a move of the same side, above or before it."""

    def check(branch, path) -> None:
        for bound, origin, side in (
            (branch.alpha, branch.alpha_from, Player.FIRST),
            (branch.beta, branch.beta_from, Player.SECOND),
        ):
            assert (origin is None) == math.isinf(bound)
            if origin is not None:
                # between root moves the threads share a bound just below the value, so that equal moves are told apart
                shared = just_below(origin.value) if algorithm.name == "parallel" else origin.value
                (mover,) = [above.mover for above in path if any(origin is below for below in above.branches)]
                if mover is side:
                    assert bound in (origin.value, shared)
                else:
                    assert algorithm.name == "pvs"
                    assert is_null(branch.alpha, branch.beta)
        for below in branch.branches:
            check(below, [*path, branch])

    check(traced(tree, algorithm.name)[0].tree(), [])


def test_a_deep_cut_has_the_witness_far_above() -> None:
    """Skips the last leaf for a value known three plies above."""
    tree = leaf_tree("[5, [[[3, 1], 8], 7]]")
    trace, result = traced(tree, "alphabeta")
    five, other = trace.tree().branches
    cut = other.branches[0].branches[0]
    assert (cut.value, cut.skipped, cut.alpha) == (3, (2,), 5)
    assert cut.alpha_from is five
    assert cut.beta_from is None
    assert (trace.met, trace.cuts, result.counts.cutoffs) == (1, 1, 1)


def test_of_equal_values_the_first_sets_the_bound() -> None:
    tree = leaf_tree("[[3, 3], [3, 4], [3, 5]]")
    first, second, third = traced(tree, "twofold")[0].tree().branches
    assert first.branches[1].beta_from is first.branches[0]
    assert second.alpha_from is third.alpha_from is first
    assert third.branches[0].alpha_from is first


def test_below_a_chance_state_the_visit_behind_its_window_is_named() -> None:
    """Star1 asks the second lot for more than 1: then the mean is more than 2, the value of the first move."""
    first, second, _ = traced(DICE, "star1")[0].tree().branches
    lot = second.branches[1]
    assert (first.value, second.alpha, lot.alpha) == (2, 2, 1)
    assert second.alpha_from is lot.alpha_from is lot.branches[0].alpha_from is first


def test_a_chance_state_meets_its_bound_too() -> None:
    trace, result = traced(DICE, "star1")
    last = trace.tree().branches[2]
    assert (last.value, last.skipped, last.met, last.cut) == (0, (2,), True, None)
    assert (trace.met, trace.cuts, result.counts.cutoffs) == (1, 1, 1)


def test_a_probe_has_one_bound_from_above_and_one_from_the_rules() -> None:
    """Star2 probes a lot between the least payoff and the bound. No visit found the least payoff."""
    tree = leaf_tree("[9, {1/2: [0, 1, 2], 1/2: [0, 3, 4]}, 10]")
    trace, result = traced(tree, "star2")
    chance = next(branch for branch in walk(trace.tree()) if branch.mover is Player.CHANCE)
    probe = chance.branches[0]
    assert (probe.note, probe.mover, probe.alpha, probe.beta) == ("probe", Player.SECOND, 10, 10)
    assert probe.alpha_from is chance.alpha_from
    assert probe.beta_from is None
    assert probe.branches[0].alpha_from is chance.alpha_from
    assert chance.met
    assert [branch.skipped for branch in chance.branches] == [(2, 3)]
    assert trace.cuts == result.counts.cutoffs == 1


def test_what_a_late_move_is_worth_says_the_second_search() -> None:
    """Searches the fourth move twice, a ply less deep and then fully, with equal values. The bound is the second's."""
    zero, five = "[[0, 0], [0, 0]]", "[[-5, -5], [-5, -5]]"
    tree = leaf_tree(f"[[{zero}, {zero}, {zero}, {five}, {zero}]]")
    trace = Trace(tree, Player.FIRST)
    search_to(tree, tree.initial(), 4, options=Options(reduction=True), trace=trace)
    below = trace.tree().branches[0].branches
    assert [(one.move, one.depth, one.value) for one in below[3:]] == [(4, 1, -5), (4, 2, -5), (5, 1, 0)]
    assert below[3].beta_from is below[4].beta_from is below[0]
    assert below[5].beta_from is below[4]


def test_looks_aside_set_no_bound() -> None:
    """Looks for a singular move first: the values of these looks are no one's bound."""
    tree = leaf_tree("[[[3, 1], [2, 8]], [[9, 4], [0, 7]]]")
    trace, _ = traced(tree, "singular", 2)
    aside = [branch for branch in walk(trace.tree()) if branch.aside]
    origins = {id(one) for branch in walk(trace.tree()) for one in (branch.alpha_from, branch.beta_from) if one}
    assert aside
    assert origins
    assert not trace.tree().aside
    assert not origins & {id(branch) for branch in aside}


def test_the_drawing_of_a_tree() -> None:
    tree = leaf_tree("[[3, 5], [2, 9]]")
    trace, _ = traced(tree, "alphabeta")
    assert list(draw_tree(tree, trace.tree(), Player.FIRST)) == [
        "Max to move, value 3, alpha -∞, beta ∞",
        "├─ branch 1: Min to move, value 3, alpha -∞, beta ∞",
        "│  ├─ branch 1: 3",
        "│  └─ branch 2: 5",
        "└─ branch 2: Min to move, value ≤ 2, alpha 3, beta ∞",
        "   ├─ branch 1: 2",
        "   └─ cut: branch 2; branch 1 refutes this (2 ≤ alpha 3: Max has better",
        "        elsewhere)",
    ]
    assert list(draw_tree(tree, trace.tree(), Player.FIRST, 1)) == [
        "Max to move, value 3, alpha -∞, beta ∞",
        "├─ branch 1: Min to move, value 3, alpha -∞, beta ∞",
        "│  └─ … 2 more states below",
        "└─ branch 2: Min to move, value ≤ 2, alpha 3, beta ∞",
        "   └─ … 1 more state below",
    ]


def test_the_drawing_of_chance_and_guesses() -> None:
    tree = leaf_tree("[5, {1/2: 0, 1/2: [9, 8]}, 9]")
    trace, _ = traced(tree, "star1", 1)
    text = "\n".join(draw_tree(tree, trace.tree(), Player.FIRST))
    assert "branch 2: chance to move" in text
    assert "not tried: lot 2 (whatever they bring, the mean is outside alpha and beta)" in text
    guess, _ = traced(leaf_tree("[[1, 4]]"), "minimax", 1)
    assert (
        "branch 1: Min to move, value 2.5 (a guess), alpha -∞, beta ∞"
        in list(draw_tree(leaf_tree("[[1, 4]]"), guess.tree(), Player.FIRST))[1]
    )


def test_as_data() -> None:
    tree = leaf_tree("[[3, 5], [2, 9]]")
    data = as_data(tree, traced(tree, "alphabeta")[0].tree(), Player.FIRST)
    right = data["branches"][1]
    assert (data["to_move"], data["alpha"], data["beta"], data["value"]) == ("Max", None, None, 3)
    assert (right["to_move"], right["alpha"], right["refuted_by"], right["not_tried"]) == ("Min", 3, 1, [2])
    assert right["branches"][0] == {
        "move": 1, "to_move": None, "value": 2.0, "words": "2", "alpha": 3.0, "beta": None, "note": "over",
        "refuted_by": None, "not_tried": [], "branches": [],
    }  # fmt: skip
    assert "branches" not in as_data(tree, traced(tree, "alphabeta")[0].tree(), Player.FIRST, 1)["branches"][0]


def test_a_trace_has_a_limit() -> None:
    trace = Trace(CLASSIC, Player.FIRST, limit=4)
    result = CATALOGUE["minimax"].function(CLASSIC, CLASSIC.initial(), None, trace)
    assert (result.value, trace.full, size(trace.tree())) == (3, True, 4)
    whole = Trace(CLASSIC, Player.FIRST, limit=15)
    CATALOGUE["minimax"].function(CLASSIC, CLASSIC.initial(), None, whole)
    assert (whole.full, size(whole.tree())) == (False, 15)


def test_nothing_searched_is_no_tree() -> None:
    trace = Trace(CLASSIC, Player.FIRST, limit=0)
    assert (trace.size, trace.full) == (0, False)
    with pytest.raises(ValueError, match="nothing has been searched"):
        trace.tree()


@pytest.mark.parametrize(
    ("name", "size", "depth"), [("memo", 12, 3), ("table", 6, 4), ("symmetry", 6, 4), ("all", 6, 4)]
)
def test_what_was_not_searched_again_is_noted(name, size, depth) -> None:
    """Counts one leaf of the drawing for every hit of the table. Other leaves are ends or guesses."""
    trace, result = traced(Nim(size, 3), name, depth)
    notes = Counter(branch.note for branch in walk(trace.tree()))
    assert notes["table"] == result.counts.table_hits > 0
    assert notes["guess"] + notes["over"] == result.counts.leaves > notes["over"]


@pytest.mark.parametrize(("text", "refuted"), [
    ("[[3, 5], [3, 9]]", [(1, Player.SECOND)]), ("[[[3, 1], [3, 1]]]", [(1, Player.FIRST)]),
    ("[[[3, 1], [4, 1]]]", [(1, Player.FIRST)]), ("[[[3, 1], [2, 1]], 3]", []),
])  # fmt: skip
def test_a_value_that_meets_the_bound_refutes(text, refuted) -> None:
    tree = leaf_tree(text)
    root = traced(tree, "alphabeta")[0].tree()
    assert [(branch.cut, branch.mover) for branch in walk(root) if branch.cut is not None] == refuted
    lines = [line for line in draw_tree(tree, root, Player.FIRST) if "≤" in line or "≥" in line]
    assert len([line for line in lines if "cut:" not in line]) == len(refuted)


def test_long_lines_are_wrapped_between_words() -> None:
    tree = leaf_tree("[[3, 5], [2, 9]]")
    text = " ".join(["aa"] * 99)
    longest = [max(map(len, _wrapped(text, rail, rail, width))) for rail, width in (("", 1), ("│  │", 1), ("", 61))]
    assert longest == [40, 44, 61]
    assert _wrapped(f"{'a' * 36} bb-cc", "", "", 1) == ["a" * 36, "  bb-cc"]
    tree = leaf_tree("[[3, 5], [2, 9]]")
    assert len(list(draw_tree(tree, traced(tree, "alphabeta")[0].tree(), Player.FIRST, width=90))) == 7


def test_a_leaf_has_no_bound_even_where_it_meets_the_window() -> None:
    """Draws a guess, an entry and a probe as a value. A bound is for searched moves which met the window."""
    for value, mark in ((5.0, "≥ "), (1.0, "≤ "), (3.0, "")):
        branch = Branch(None, CLASSIC.initial(), Player.FIRST, 1, 1.0, 5.0, value)
        assert f"value {mark}{number(value)}, " in next(draw_tree(CLASSIC, branch, Player.FIRST))
        branch.note = "table"
        assert f"value {number(value)} (from the table), " in next(draw_tree(CLASSIC, branch, Player.FIRST))


@pytest.mark.parametrize(
    ("depth", "reason"), [(1, "the search passed them over"), (0, "only what is forced is played on")]
)
def test_why_moves_were_left_out(depth, reason) -> None:
    branch = Branch(None, CLASSIC.initial(), Player.FIRST, depth, 1.0, 5.0, 3.0, skipped=(2,))
    assert reason in why_cut(CLASSIC, branch, Player.FIRST)


def test_values_in_words() -> None:
    game = find("tictactoe")
    assert value_words(game, SOLVED, Player.FIRST) == "X wins in 256 moves"
    assert value_words(game, SOLVED - 1 / 4096, Player.FIRST) == "0.8748"
    assert value_words(game, 1 - 3 / 4096, Player.FIRST) == "X wins in 2 moves"
    assert value_words(game, -1 + 2 / 4096, Player.FIRST) == "O wins in 1 move"
    assert value_words(game, 0.25, Player.FIRST) == "0.25"
    assert value_words(CLASSIC, 12.0, Player.FIRST) == "12"
    assert [number(v) for v in (math.inf, -math.inf, -0.00001, 100.0, 0.123456)] == ["∞", "-∞", "0", "100", "0.1235"]
