"""Tests proof-number search: rounds against a program written apart, and answers against minimax."""

from dataclasses import dataclass, field
from math import inf
from typing import Any

import pytest
from hypothesis import given

from engine.games import Player, find, parse
from engine.lab.run import Problem, record
from engine.search.best_first.proof_numbers import proof_numbers
from engine.search.parts.trace import Trace
from engine.search.parts.values import SOLVED, STEP
from tests.engine.search.oracle import oracle, trees, walk
from tests.engine.search.test_null_windows import random_tree
from tests.profiles import costly

TICTACTOE = find("tictactoe")


@dataclass
class Node:
    """Holds a node as textbooks do: with its parent, its children, and its two numbers."""

    state: Any
    ply: int
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    proof: float = 1
    disproof: float = 1


def question(game, start, beta) -> tuple[bool, int, int, int]:
    """Returns if the value is ``beta`` or more, the rounds, the nodes on their ways, and the leaves looked at."""
    root, us, rounds, nodes, leaves = Node(start, 0), game.to_move(start), 0, 0, 0

    def worth(node) -> float:
        value = game.outcome(node.state).value(us)
        return value if game.payoffs else value - STEP * node.ply * (value > 0) + STEP * node.ply * (value < 0)

    while root.proof and root.disproof:
        node = root
        while node.children:
            if game.to_move(node.state) is us:
                node = next(one for one in node.children if one.proof == node.proof)
            else:
                node = next(one for one in node.children if one.disproof == node.disproof)
        if game.outcome(node.state) is not None:
            node.proof, node.disproof = (0, inf) if worth(node) >= beta else (inf, 0)
            leaves += 1
        else:
            node.children = [Node(game.play(node.state, m), node.ply + 1, node) for m in game.moves(node.state)]
        rounds += 1
        while node is not None:
            nodes += 1
            if node.children:
                p, d = [one.proof for one in node.children], [one.disproof for one in node.children]
                ours = game.to_move(node.state) is us
                node.proof, node.disproof = (min(p), sum(d)) if ours else (sum(p), min(d))
            node = node.parent
    return root.proof == 0, rounds, nodes, leaves


def questions(game, state):
    """Returns the bound of each question that a search asks, in order, with the nodes on the ways of its rounds."""

    class Watcher(Trace):
        def enter(self, *call, **more):
            asked.setdefault(call[4], 0)
            asked[call[4]] += 1
            super().enter(*call, **more)

    asked: dict[float, int] = {}
    return asked, proof_numbers(game, state, None, Watcher(game, game.to_move(state)))


TREES = [random_tree(seed) for seed in range(500)]


@pytest.mark.parametrize(("game", "state"), [
    *((tree, tree.initial()) for tree in TREES[:40]),
    *((TICTACTOE, parse(TICTACTOE, moves)[1]) for moves in ("5193", "51932", "126", "1243", "51")),
    *(pytest.param(tree, tree.initial(), marks=pytest.mark.long) for tree in TREES[40:]),
])  # fmt: skip
def test_the_rounds_are_those_of_another_program(game, state) -> None:
    asked, found = questions(game, state)
    assert next(iter(asked)) == SOLVED or game is not TICTACTOE, "the first question: is it a win?"
    assert found.value == oracle(game)(state, game.to_move(state))
    assert found.counts.nodes == sum(asked.values())
    for beta, nodes in asked.items():
        answer, _, counted, _ = question(game, state, beta)
        assert (answer, nodes) == (found.value >= beta, counted)


@pytest.mark.slow
@costly(60)
@given(tree=trees(depth=3))
def test_the_numbers_of_a_visit_say_what_is_left(tree) -> None:
    """A node with a proof number of 0 is worth the bound or more, one with a disproof number of 0 is worth less."""
    trace = Trace(tree, Player.FIRST)
    proof_numbers(tree, tree.initial(), None, trace)
    for branch in walk(trace.tree()):
        proof, disproof = branch.numbers
        true = oracle(tree)(branch.state, Player.FIRST)
        assert (proof == 0) == (disproof == inf)
        assert (disproof == 0) == (proof == inf)
        if proof == 0:
            assert branch.beta <= branch.value <= true
        if disproof == 0:
            assert true <= branch.value < branch.beta


def test_each_round_is_told() -> None:
    run = record(Problem.of_tree("(((1 0) 1) (0 (0 1)))"), "proof")
    said = [run["sentences"][key] for key in sorted(run["sentences"], key=int)]
    assert said[:6] == [
        "Round 1 begins at A. The question: is it 1 or more?",
        "2 moves follow from here.",
        "At A: proof number 1, disproof number 2.",
        "Round 2 begins at A.",
        "Max tries B; Min is to move there. This node is new.",
        "2 moves follow from here.",
    ]
    assert "The answer at B is yes." in said
    assert run["visits"]["numbers"][0] == [1, 2]
    game = record(Problem.of_game("tictactoe", "5193"), "proof")["sentences"].values()
    asked = [one.partition("question: ")[2] for one in game if "question" in one]
    assert asked == ["is it a win for X?", "is it a draw or better for X?"]
