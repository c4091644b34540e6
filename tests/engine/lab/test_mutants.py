"""Tests the nine slips: each stored tree shows its slip, and the repaired program is never wrong."""

from dataclasses import replace
from math import inf

import pytest

from engine.games import GameError
from engine.lab.mutants import MUTANTS, Mutant, Program, judge, programs
from engine.lab.trees import Tree, parse, random_tree
from tests.engine.lab.seeds import seeds

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
    assert all(len(function.__code__.co_consts) for function in mutant.functions)
    assert '"""' not in "\n".join(mutant.code)


@seeds(25)
@each_mutant
def test_the_program_with_the_line_repaired_is_never_wrong(mutant: Mutant, seeds: range) -> None:
    """Runs the repaired lines: the slip is in this line and nowhere else."""
    names = dict(vars(programs))
    exec("\n".join(mutant.code).replace(mutant.slip, mutant.repair), names)
    run = names[mutant.functions[0].__name__]
    levels = (lambda tree: (tree.game.max_plies,)) if mutant.name == "no-moves-no-value" else (lambda tree: ())
    repaired = replace(mutant.program, run=lambda look, tree: run(look, tree.root, *levels(tree)))
    for tree in trees(seeds):
        assert judge(repaired, tree).harms == (), tree.text()


@seeds(25)
def test_alpha_beta_is_never_wrong(seeds: range) -> None:
    right = Program(lambda look, tree: programs.sound(look, tree.root))
    for tree in trees(seeds):
        assert judge(right, tree).harms == ()


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
