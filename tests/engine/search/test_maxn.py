"""Tests max^n: with two players against minimax, with more against a program written apart."""

import random
from typing import Any

import pytest

from engine.games import GameError
from engine.lab.exercises import make
from engine.lab.run import Problem, record
from engine.lab.trees import parse
from engine.search.catalogue import CATALOGUE
from engine.search.maxn import maxn
from engine.search.minimax import minimax
from tests.engine.search.test_null_windows import random_tree

AIMA = "(((<1 2 6> <4 2 3>) (<6 1 2> <7 4 1>)) ((<5 1 1> <1 5 2>) (<7 7 1> <5 4 5>)))"
"""The three-player tree of Russell and Norvig, in which the root is worth (1, 2, 6)."""


def drawn(rng: random.Random, sides: int, levels: int) -> Any:
    """Returns a tree as nested lists, with tuples as leaves."""
    if not levels or rng.random() < 0.1:
        return tuple(rng.randint(-3, 9) for _ in range(sides))
    return [drawn(rng, sides, levels - 1) for _ in range(rng.randint(1, 3))]


def written(tree: Any) -> str:
    inner = " ".join(map(written, tree)) if isinstance(tree, list) else " ".join(map(str, tree))
    return f"({inner})" if isinstance(tree, list) else f"<{inner}>"


def each_for_itself(tree: Any, turn: int) -> tuple[int, ...]:
    """Returns the vector of a tree, as a student writes it."""
    if isinstance(tree, tuple):
        return tree
    found = [each_for_itself(one, (turn + 1) % len(_leaf(tree))) for one in tree]
    return max(found, key=lambda one: one[turn])


def all_against_one(tree: Any, turn: int, sides: int) -> int:
    if isinstance(tree, tuple):
        return tree[0]
    found = [all_against_one(one, (turn + 1) % sides, sides) for one in tree]
    return min(found) if turn else max(found)


def _leaf(tree: Any) -> tuple[int, ...]:
    while isinstance(tree, list):
        tree = tree[0]
    return tree


@pytest.mark.parametrize("seeds", [range(100), pytest.param(range(500), marks=pytest.mark.long)])
def test_with_two_players_it_is_minimax(seeds) -> None:
    for seed in seeds:
        tree = random_tree(seed)
        plain, found = minimax(tree, tree.initial()), maxn(tree, tree.initial())
        assert (found.value, found.move, found.pv, found.counts) == (plain.value, plain.move, plain.pv, plain.counts)


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 100), marks=pytest.mark.long)])
@pytest.mark.parametrize("sides", [3, 4, 5])
def test_with_more_players_it_is_what_another_program_finds(sides, seeds) -> None:
    for seed in seeds:
        tree = [drawn(random.Random(f"{sides} {seed} {at}"), sides, 4) for at in range(2)]
        game = parse(written(tree)).game
        found = maxn(game, game.initial())
        vector = each_for_itself(tree, 0)
        assert found.value == vector[0]
        assert each_for_itself(tree[(found.move or 0) - 1], 1 % sides) == vector
        for name in ("paranoid", "minimax", "memo", "pvs", "mtdf", "retrograde", "proof"):
            assert CATALOGUE[name].function(game, game.initial(), None, None).value == all_against_one(tree, 0, sides)


def test_the_vectors_of_a_run_are_those_of_the_textbook() -> None:
    run = record(Problem.of_tree(AIMA), "maxn")
    names = [run["places"]["name"][place] for place in run["visits"]["place"]]
    told = dict(zip(names, run["visits"]["numbers"], strict=True))
    vectors = {"A": [1, 2, 6], "B": [1, 2, 6], "C": [1, 5, 2], "D": [1, 2, 6], "E": [6, 1, 2], "F": [1, 5, 2]}
    assert {name: told[name] for name in vectors} == vectors
    assert told["G"] == [5, 4, 5]
    said = list(run["sentences"].values())
    assert "Player 1 tries C; player 2 is to move there." in [one.replace("; Player", "; player") for one in said]
    assert said[-1] == "The search is done. The best move for Player 1 is branch 1: <1 2 6>."
    assert run["places"]["sign"].count("7,7,1") == 1


def test_the_horizon_guesses_the_mean_of_each_player() -> None:
    game = parse(AIMA).game
    found = maxn(game, game.initial(), 1)
    assert (found.value, found.exact) == (4.5, False)
    assert game.shares(game.play(game.initial(), 1)) == (4.5, 2.25, 3)


def test_such_a_tree_is_read_again_as_it_is_written() -> None:
    tree = parse(AIMA)
    assert tree.text() == AIMA
    assert parse("[[⟨1,2,6⟩, ⟨4,2,3⟩], ⟨6,1,2⟩]").text() == "((<1 2 6> <4 2 3>) <6 1 2>)"
    with pytest.raises(GameError, match="two players"):
        make("values", tree=AIMA)
    with pytest.raises(GameError, match="one form only"):
        tree.written("dot")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("((<1 2 6> 3) 4)", "as many in every leaf"),
        ("(<1 2 3> <1 2 3 4>)", "as many in every leaf"),
        ("(<1 2> <3 4>)", "for 3 to 6 players"),
        ("(<1 x 2> <3 4 5>)", "such as <1 2 6>"),
        ("(max(<1 2 3> <2 2 2>) min(<1 2 3> <1 1 1>))", "leave out max and min"),
        ("[{1/2: <1 2 3>, 1/2: <2 2 2>}, <1 1 1>]", "leave out max and min"),
    ],
)
def test_what_is_no_tree_of_several_players_is_refused(text, said) -> None:
    with pytest.raises(GameError, match=said):
        parse(text)
