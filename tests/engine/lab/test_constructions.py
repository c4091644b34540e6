"""Tests exercises with more than one right answer, and the nine programs with a slip."""

from math import inf

import pytest

from engine.games import GameError
from engine.lab.answer_keys.watching import watch
from engine.lab.exercises import Exercise, check, make
from engine.lab.mutants import MUTANTS, Mutant, judge, programs
from engine.lab.trees import Tree, parse, random_tree
from engine.search.alphabeta import alphabeta
from engine.search.deepening import search_to
from engine.search.parts.options import Options
from tests.engine.lab.answers import changed, exercises, refused, seeds, swapped, with_leaf


@seeds(9)
def test_orders_are_counted_and_strangers_named(seeds: range) -> None:
    for exercise in exercises("order", seeds, ("2x2x2", "uneven-7", "3x3", "2x2x2-ties")):
        assert "no order needs fewer" in check(exercise, exercise.key()).sentence
        best = parse(exercise.key())
        goal = int(exercise.question.partition("no more than ")[2].split(".")[0])
        for other in swapped(best):
            verdict = check(exercise, other.text())
            seen = watch(other, exercise.rule).seen_leaves
            assert verdict.right == (seen <= goal)
            if not verdict.right:
                assert verdict.node in [place.name for place in other.places]
                assert f" {verdict.node}: " in verdict.sentence or f" {verdict.node} " in verdict.sentence
        for leaf in exercise.tree.leaves:
            verdict = refused(exercise, with_leaf(exercise.tree, leaf, 99).text())
            assert verdict.node == exercise.tree.places[exercise.tree.places[leaf].parent].name
        assert refused(exercise, exercise.tree.text()).node is not None


def test_an_order_says_what_to_put_first() -> None:
    exercise = make("order", tree="-2 3 5 12 9 8 -7 -3")
    said = refused(exercise, "-2 3 5 12 9 8 -7 -3").sentence
    assert said == ("Alpha-beta looks at 7 leaves in your order, 5 are asked. C: G is best for Min; put it first.")


@pytest.mark.parametrize("name", MUTANTS)
def test_every_other_line_is_wrong(name: str) -> None:
    exercise = make("bug", shape=f"line:{name}")
    assert exercise.code() == MUTANTS[name].code
    for option in exercise.options():
        if option.value != exercise.key():
            verdict = refused(exercise, option.value)
            assert verdict.node == "A"
            assert verdict.sentence.startswith(f"Line {option.value} is right as it stands. Look at A: it ")
    assert "is none of the answers; choose 1, 2" in refused(exercise, "0").sentence


@seeds(8)
@pytest.mark.parametrize("name", MUTANTS)
def test_a_tree_is_judged_by_running_the_program(name: str, seeds: range) -> None:
    exercise, mutant = make("bug", shape=f"tree:{name}"), MUTANTS[name]
    outcomes = set()
    for seed in seeds:
        tree = make("values", seed, ("2x2", "uneven-5", "2x2-ties", "3")[seed % 4]).tree
        assert tree is not None
        for one in (tree, mutant.tree, *changed(mutant.tree)):
            verdict = check(exercise, one.text())
            assert verdict.right == bool(mutant.trial(one).harms)
            assert verdict.right or (verdict.node == "A" and "all is well at A" in verdict.sentence)
            outcomes.add(verdict.right)
    assert outcomes == ({True} if name == "max-wants-less" else {True, False})


def test_the_seeds_of_bugs_go_through_all_programs_in_both_ways() -> None:
    views = {(make("bug", seed).form, make("bug", seed).code()) for seed in range(18)}
    assert len(views) == 18


@seeds(40)
def test_what_happens_next_has_one_right_answer(seeds: range) -> None:
    keys = set()
    for exercise in exercises("next", seeds):
        keys.add(exercise.key())
        assert [option.value for option in exercise.options()] == ["1", "2", "3", "4"]
        for option in exercise.options():
            if option.value != exercise.key():
                verdict = refused(exercise, option.value)
                assert f" at {verdict.node}, where " in exercise.question
                assert verdict.sentence.startswith(f"{verdict.node}: ")
    assert keys == {"1", "2", "3", "4"}


@pytest.mark.slow
@seeds(6)
def test_own_trees_are_searched(seeds: range) -> None:
    for seed in seeds:
        exercise = make("make", seed)
        example = parse(exercise.key())
        for one in (example, *changed(example)):
            verdict = check(exercise, one.text())
            assert verdict.right == _reached(exercise, one)
            if not verdict.right:
                assert verdict.node in tuple(place.name for place in one.places)
                assert verdict.node in verdict.sentence


@pytest.mark.parametrize(("shape", "answer", "sentence"), [
    ("3-of-2x2x2", "((1 2) (3 4))", "B should branch"),
    ("3-of-2x2x2", "((1 2 5) (3 4))", "B should have 2 branches, not 3"),
    ("3-of-2x2x2", "(((1 2) ((3 4) 5)) ((6 7) (8 9)))", "H should have a leaf in its place"),
    ("3-of-2x2x2", "(((1 2) (3 4)) (5 (8 9)))", "Leaf 5 of C should branch"),
    ("3-of-2x2x2", "1 2 3 4 5 6 7 8", "2 leaves are never looked at in your tree; the search cuts at"),
    ("deep", "((3 5) (2 9))", "No cut is deep in your tree; the search cuts at C"),
    ("deep", "(3 5)", "nothing is cut: from A down the window stays open"),
    ("star1", "(3 5)", "A: no lot is drawn in your tree"),
    ("star1", "({1/2: 3, 1/2: 5} 4)", "B: after every lot but the last"),
])  # fmt: skip
def test_own_trees_are_told_what_is_missing(shape: str, answer: str, sentence: str) -> None:
    said = refused(make("make", shape=shape), answer).sentence
    assert sentence in said


def _reached(exercise: Exercise, tree: Tree) -> bool:
    """Tells from the question and independent counts if a tree reaches the goal."""
    words = exercise.question
    if "exactly" in words:
        leaves = alphabeta(tree.game, tree.game.initial()).counts.leaves
        return len(tree.leaves) - leaves == int(words.partition("exactly ")[2].split()[0])
    if "deep" in words:
        return bool(watch(tree).deep_cuts)
    return _star1_leaves(tree) < len(tree.leaves)


def _star1_leaves(tree: Tree) -> int:
    """Returns the leaves looked at by the search which plays with Star1, for trees whose only choice is the root's."""
    return search_to(tree.game, tree.game.initial(), None, options=Options(chance="star1")).counts.leaves


SHAPES = ("2x2x2", "3x3", "uneven-8", "2x2x2-ties", "uneven-7-ties")


def trees(seeds: range) -> list[Tree]:
    """Returns random trees and the stored ones."""
    return [random_tree(seed, shape) for shape in SHAPES for seed in seeds] + [one.tree for one in MUTANTS.values()]


each_mutant = pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)


def test_there_are_nine() -> None:
    assert len(MUTANTS) == 9
    assert {mutant.harm for mutant in MUTANTS.values()} == {"value", "move", "count"}


@each_mutant
def test_the_stored_tree_shows_the_slip(mutant: Mutant) -> None:
    assert len(mutant.tree.leaves) <= 8
    assert mutant.harm in mutant.trial(mutant.tree).harms


@each_mutant
def test_one_line_is_at_fault(mutant: Mutant) -> None:
    assert [line.strip() for line in mutant.code].count(mutant.slip) == 1
    assert mutant.code[mutant.line - 1].strip() == mutant.slip
    assert mutant.repair not in "\n".join(mutant.code)
    assert '"""' not in "\n".join(mutant.code)


@seeds(25)
@each_mutant
def test_the_program_with_the_line_repaired_is_never_wrong(mutant: Mutant, seeds: range) -> None:
    """Runs the repaired lines: the slip is in this line and nowhere else."""
    names = dict(vars(programs))
    exec("\n".join(mutant.code).replace(mutant.slip, mutant.repair), names)
    run = names[mutant.function]
    levels = (lambda tree: (tree.game.max_plies,)) if mutant.name == "no-moves-no-value" else (lambda tree: ())
    for tree in trees(seeds):
        repaired = judge(lambda look, tree: run(look, tree.root, *levels(tree)), tree, mutant.prunes, mutant.decays)
        assert repaired.harms == (), tree.text()


@seeds(25)
def test_alpha_beta_is_never_wrong(seeds: range) -> None:
    for tree in trees(seeds):
        assert judge(lambda look, tree: programs.sound(look, tree.root), tree).harms == ()


@seeds(25)
def test_what_prunes_nothing_is_wrong_in_the_count_alone(seeds: range) -> None:
    mutant = MUTANTS["min-moves-alpha"]
    harms = {mutant.trial(tree).harms for tree in trees(seeds)}
    assert harms == {(), ("count",)}
    assert all(mutant.trial(tree).nodes == len(tree.places) for tree in trees(seeds))


def test_effects_are_as_described() -> None:
    never = MUTANTS["max-wants-less"].trial(random_tree(0, "2x2x2"))
    assert (never.value, never.move) == (-inf, None)
    assert all(MUTANTS["root-forgets-alpha"].trial(tree).harms in ((), ("count",)) for tree in trees(range(25)))
    assert MUTANTS["unsigned"].trial(parse("(-3 -4)")).value == 2**32 - 3


def test_chance_is_refused() -> None:
    with pytest.raises(GameError, match="this algorithm"):
        MUTANTS["unsigned"].trial(parse("[{1/2: 3, 1/2: 5}]"))
    with pytest.raises(GameError, match="this algorithm knows no chance"):
        MUTANTS["min-moves-alpha"].trial(parse("[{1/2: 3, 1/2: 5}]"))
