"""Tests the facts of the lessons on trees that grow a node a round: each is counted here again."""

from typing import Any

from engine.games import find, parse
from engine.games.formats.leaf_text import Choice
from engine.lab import lessons
from engine.lab.lessons import best_first
from engine.lab.trees import parse as parse_tree
from engine.search.catalogue import CATALOGUE
from tests.engine.search.oracle import oracle
from tests.engine.search.test_monte_carlo import seen
from tests.engine.search.test_proof_numbers import question


def facts(slug: str) -> Any:
    return lessons.lesson(slug).compute()


def exact(moves: str) -> dict[int, float]:
    game, state = find("tictactoe"), parse(find("tictactoe"), moves)[1]
    value, mover = oracle(game), game.to_move(state)
    return {move: value(game.play(state, move), mover) for move in game.moves(state)}


def test_random_games_walk_into_a_trap_that_alphabeta_sees() -> None:
    known, values = facts("play-at-random"), exact(best_first.TRAP.moves)
    assert values[known["bad"]] < -0.9 < values[known["good"]] == max(values.values()) == 0
    game, state = find("tictactoe"), parse(find("tictactoe"), best_first.TRAP.moves)[1]
    visits, means, result = seen(game, state)
    assert (known["visits"], result.move) == (visits[known["bad"],], known["bad"])
    assert float(known["mean"]) == round(means[known["bad"],], 2) > 0, "more wins than losses"
    assert known["rounds"] == visits[()]
    answers = exact(f"{best_first.TRAP.moves}{known['bad']}")
    assert known["winning"] == sum(value > 0.9 for value in answers.values()) == 1
    assert known["answers"] == len(answers)
    assert known["nodes"] == CATALOGUE["alphabeta"].function(game, state, None, None).counts.nodes
    assert seen(game, state, rounds=known["more"])[2].move == known["good"]


def test_the_mean_is_that_of_all_rounds() -> None:
    known = facts("play-at-random")
    assert (known["count"], known["sum"], known["loss"]) == (4, 2, -1)
    for answer, right in (("0.2", True), ("1/5", True), ("0.25", False), ("1", False)):
        assert lessons.check("play-at-random", f"mean={answer}").right is right


def proofs(node: Any, maximise: bool) -> list[int]:
    """Returns the size of every proof of a node of leaves 0 and 1."""
    if not isinstance(node, Choice):
        return [1] if node else []
    below = [proofs(one, not maximise) for one in node.branches]
    if maximise:
        return [1 + size for sizes in below for size in sizes]
    sums = [0]
    for sizes in below:
        sums = [one + size for one in sums for size in sizes]
    return [1 + one for one in sums]


def test_a_proof_is_a_small_part_of_the_tree() -> None:
    known, tree = facts("prove-it"), parse_tree(best_first.PROVED)
    assert (known["proof"], known["nodes"], known["leaves"]) == (min(proofs(tree.root, True)), 21, 12)
    answer, rounds, _, leaves = question(tree.game, tree.game.initial(), 1)
    assert answer
    assert (known["rounds"], known["seen"]) == (rounds, leaves)


def test_numbers_are_backed_up_as_where_min_moves() -> None:
    known = facts("prove-it")
    assert known["key"] == {"proof": 2 + 1 + 3, "disproof": min(1, 2, 1)}
    assert lessons.check("prove-it", "proof=6 disproof=1").right
