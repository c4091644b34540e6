"""Tests searches of trees in which any side, or chance, moves anywhere: values, moves, bounds and unknown leaves."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from engine.games.formats.leaf_text import Leaf
from engine.lab.answer_keys.watching import watch
from engine.lab.run import Problem, record
from engine.lab.run.conditions import Sample, Samples, done, samples
from engine.lab.trees import Tree, parse
from engine.lab.trees.tree import CHANCE, MAX, NOBODY
from engine.search.catalogue import CATALOGUE, algorithm
from tests.engine.lab.any_trees import any_tree
from tests.profiles import is_long, more_at_night

PLAIN = [name for name, one in CATALOGUE.items() if one.exact]
WITH_CHANCE = ["expectiminimax", "star1", "star2", "parallel", "bias"]


def value_of(tree: Tree, place: int = 0) -> float:
    """Returns the value of a place for Max, by the movers of the places alone."""
    here, below = tree.places[place], tree.children[place]
    if here.mover == NOBODY:
        return here.value or 0.0
    values = [value_of(tree, one) for one in below]
    if here.mover == CHANCE:
        return sum((tree.places[one].share or 0.0) * value for one, value in zip(below, values, strict=True))
    return max(values) if here.mover == MAX else min(values)


@more_at_night
@pytest.mark.parametrize("name", PLAIN)
def test_every_search_respects_the_movers(name: str) -> None:
    for seed in range(12 if is_long() else 4):
        tree = any_tree(seed, chance=False, infinite=False)
        run = record(Problem.of_tree(tree.text()), name)
        value = value_of(parse(tree.text()))
        assert run["result"]["value"] == value, tree.text()
        last = max(visit for visit, above in enumerate(run["visits"]["parent"]) if above < 0)
        assert run["visits"]["value"][last] == value
        best = parse(tree.text()).children[0][int(run["result"]["move"]) - 1]
        assert value_of(parse(tree.text()), best) == value


@more_at_night
@pytest.mark.parametrize("name", WITH_CHANCE)
def test_chance_stands_anywhere(name: str) -> None:
    for seed in range(25 if is_long() else 8):
        tree = parse(any_tree(seed, infinite=False).text())
        run = record(Problem.of_tree(tree.text()), name)
        assert run["result"]["value"] == pytest.approx(value_of(tree)), tree.text()


def test_the_values_of_a_run_are_those_of_max_on_every_place() -> None:
    run = record(Problem.of_tree("min(max(3 5) max(2 9))"), "minimax")
    assert run["names"] == ["Max", "Min"]
    assert run["places"]["mover"] == [1, 0, 3, 3, 0, 3, 3]
    assert run["visits"]["value"] == [5, 5, 3, 5, 9, 2, 9]
    assert "The search is done. The best move for Min is branch 1: 5." in run["sentences"].values()


def test_the_same_side_after_chance_is_another_tree() -> None:
    leaves = ("(3 9)", "(10 6)", "(4 7)", "(0 5)")
    text = "({{1/2: {0}, 1/2: {1}}} {{1/2: {2}, 1/2: {3}}})"
    min_after = record(Problem.of_tree(text.format(*leaves)), "expectiminimax")
    max_after = record(Problem.of_tree(text.format(*(f"max{one}" for one in leaves))), "expectiminimax")
    assert (min_after["result"]["value"], max_after["result"]["value"]) == (4.5, 9.5)


def test_the_answer_key_respects_the_movers_under_both_rules() -> None:
    for seed in range(60):
        tree = parse(any_tree(seed, chance=False, infinite=False).text())
        for rule in ("<=", "<"):
            found = watch(tree, rule)  # type: ignore[arg-type]
            assert found.visits[0].value == value_of(tree)


def test_bounds_cut_where_no_value_is_better() -> None:
    free, bounded = (record(Problem.of_tree(f"((10 12) (2 4) (9 9)){end}"), "alphabeta") for end in ("", " in 0..12"))
    assert free["counts"]["cuts"] == bounded["counts"]["cuts"] == 2
    sure = record(Problem.of_tree("(max(12 3) (2 4)) in 0..12"), "alphabeta")
    assert sure["counts"]["nodes"] == 3
    assert any("no value is greater" in str(one) for one in sure["sentences"].values())
    assert sure["result"]["value"] == 12
    assert sure["visits"]["bound"][0] == 0


def test_bounds_let_star1_cut_as_by_hand() -> None:
    """The exercise says that all leaves lie between -2 and 2: five of eight leaves are enough."""
    text = "({0.5: (2 2), 0.5: (1 2)} {0.5: (0 2), 0.5: (-1 0)}) in -2..2"
    run = record(Problem.of_tree(text), "star1")
    assert run["result"]["value"] == 1.5
    assert run["counts"]["leaves"] == 5


def stated_at(found: Samples, value: Fraction) -> Sample | None:
    """Returns what is stated of a value: the sample there, or the one on the same side of the limit."""
    if value < found[0].value or value > found[-1].value:
        return found[0] if value < found[0].value else found[-1]
    for before, after in pairwise(found):
        if value == before.value:
            return before
        if before.value < value < after.value:
            if before.limit == before.value:
                return after
            return (
                before
                if value < before.limit or before.limit == after.value
                else after
                if value > before.limit
                else None
            )
    return found[-1]


@more_at_night
@pytest.mark.parametrize(
    ("name", "chance"), [("alphabeta", False), ("twofold", False), ("table", False), ("star1", True)]
)
def test_the_stated_values_of_each_cut_are_right(name: str, chance: bool) -> None:
    """At a hundred values the cuts are those that the nearest statement gives."""
    chosen, checked = algorithm(name), 0
    for seed in range(60 if is_long() else 20):
        tree = parse(any_tree(seed, 2 if chance else 3, chance=chance, unknown="x", infinite=False).text())
        if [*tree.unknowns] != ["x"] or len(tree.leaves) > 20:
            continue
        found = samples(tree, "x", chosen, None)
        random = Random(seed)
        for value in [Fraction(random.randint(-4000, 4000), 128) for _ in range(20 if chance else 100)]:
            stated = stated_at(found, value)
            if stated is not None:
                checked += 1
                assert done(tree.filled({"x": float(value)}), chosen, None) == stated.deeds, (tree.text(), value)
    assert checked > (200 if is_long() else 50)


@pytest.mark.parametrize(
    ("text", "name", "sentences"),
    [
        ("((3 12 8) (x 4 6) (14 5 2))", "alphabeta", [
            "At C the search cuts leaf 4 of C and leaf 6 of C if x ≤ 3.",
            "B is the best move if x ≤ 3.",
            "C is the best move if x > 3.",
        ]),
        ("(({1/2: 3, 1/2: x} 4) (2 5))", "star1", [
            "At C the search cuts leaf 5 of C if x ≥ 1.",
            "B is the best move if x ≥ 1.",
            "C is the best move if x < 1.",
        ]),
        ("min((3 5) (x y))", "alphabeta", [
            "With y = 3:", "At C the search cuts leaf y of C if x ≥ 5.", "...",
        ]),
        ("((3 7) (2 x)) in 0..10", "alphabeta", [
            "At C the search cuts leaf x of C for every x.", "B is the best move for every x.",
        ]),
    ],
)  # fmt: skip
def test_the_run_says_for_which_values_each_cut_happens(text: str, name: str, sentences: list[str]) -> None:
    said = list(map(str, record(Problem.of_tree(text), name)["unknown"]))
    if sentences[-1] == "...":
        assert len(said) > 2
        return
    assert said == sentences


def test_an_unknown_leaf_keeps_its_sign_in_the_picture() -> None:
    run = record(Problem.of_tree("((3 x) (2 4))"), "alphabeta")
    assert run["places"]["sign"] == [None, None, None, "x", None, None, None]
    assert isinstance(parse("((3 x) (2 4))").root.branches[0].branches[1], Leaf)  # type: ignore[union-attr]
